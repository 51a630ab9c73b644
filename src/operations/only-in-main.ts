/**
 * Thrown in a thread that only reads, by what only the main thread can do. The request is then answered there; nothing that
 * it did before has an effect.
 */
export class OnlyInMainThread extends Error {
  override readonly name = 'OnlyInMainThread';
}

/** Stands for what only the main thread has. */
export function onlyInMainThread(): never {
  throw new OnlyInMainThread('only the main thread can answer this');
}
