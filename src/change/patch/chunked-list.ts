/** Elements of one chunk. A chunk of twice as many is split. */
const CHUNK = 512;

/** A list stored in chunks: an insertion or removal moves the elements of one chunk, not all later elements. */
export class ChunkedList<T> implements Iterable<T> {
  readonly #chunks: T[][] = [];
  #length: number;

  constructor(elements: readonly T[]) {
    this.#length = elements.length;
    for (let start = 0; start === 0 || start < elements.length; start += CHUNK)
      this.#chunks.push(elements.slice(start, start + CHUNK));
  }

  get length(): number {
    return this.#length;
  }

  /** The element at an index; undefined when there is none. */
  at(index: number): T | undefined {
    const { chunk, offset } = this.#find(index);
    return chunk[offset];
  }

  /** Replaces the element at an index less than the length. */
  set(index: number, element: T): void {
    const { chunk, offset } = this.#find(index);
    chunk[offset] = element;
  }

  /** Inserts an element before that at an index, or at the end if the index is the length. */
  insert(index: number, element: T): void {
    const { chunk, number, offset } = this.#find(index);
    chunk.splice(offset, 0, element);
    this.#length++;
    if (chunk.length >= 2 * CHUNK) this.#chunks.splice(number + 1, 0, chunk.splice(CHUNK));
  }

  /** Removes the element at an index less than the length. */
  remove(index: number): void {
    const { chunk, number, offset } = this.#find(index);
    chunk.splice(offset, 1);
    this.#length--;
    if (chunk.length === 0 && this.#chunks.length > 1) this.#chunks.splice(number, 1);
  }

  *[Symbol.iterator](): Generator<T> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** The chunk of an index with its number; the last chunk for an index of the length or more. */
  #find(index: number): { readonly chunk: T[]; readonly number: number; readonly offset: number } {
    let offset = index;
    let number = 0;
    let chunk = this.#chunks[0] ?? [];
    for (const [i, one] of this.#chunks.entries()) {
      if (i > 0) offset -= chunk.length;
      [chunk, number] = [one, i];
      if (offset < one.length) break;
    }
    return { chunk, number, offset };
  }
}
