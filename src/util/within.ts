/** What a promise comes to; after `ms` it is rejected with what `late` makes, and what it comes to then is of no interest. */
export async function within<T>(ms: number, awaited: Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([awaited, promise]);
  } finally {
    clearTimeout(timer);
  }
}
