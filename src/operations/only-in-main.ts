/**
 * Thrown in a reading thread by code that only the main thread can run. The main thread then answers the request; it
 * must have had no effect before.
 */
export class OnlyInMainThread extends Error {
  override readonly name = 'OnlyInMainThread';
}

/** Replaces a dependency that only the main thread has: throws {@link OnlyInMainThread}. */
export function onlyInMainThread(): never {
  throw new OnlyInMainThread('only the main thread can answer this');
}
