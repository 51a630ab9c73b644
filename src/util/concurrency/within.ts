/** Awaits a promise with a timeout: after `ms` it rejects with the error from `late`, and the late result is ignored. */
export async function within<T>(ms: number, awaited: Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([awaited, promise]);
  } finally {
    clearTimeout(timer);
  }
}
