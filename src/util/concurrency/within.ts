/** Result of work that takes too long. */
export const LATE = Symbol('late');

/** Awaits a promise for at most `ms`; after that, returns LATE and ignores its outcome. */
export async function resultOrLate<T>(ms: number, awaited: Promise<T>): Promise<T | typeof LATE> {
  const { promise, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(() => resolve(LATE), ms);
  try {
    return await Promise.race([awaited, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Awaits a promise with a timeout: after `ms` it rejects with the error from `late`, and the late result is ignored. */
export async function within<T>(ms: number, awaited: Promise<T>, late: () => Error): Promise<T> {
  const result = await resultOrLate(ms, awaited);
  if (result === LATE) throw late();
  return result;
}
