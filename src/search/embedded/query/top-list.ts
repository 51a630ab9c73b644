/** Keeps the first `limit` offered items, by `compare`. */
export class TopList<T> {
  readonly limit: number;
  readonly #compare: (a: T, b: T) => number;
  /** A heap with the last kept item on top. */
  readonly #heap: T[] = [];

  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.limit = limit;
    this.#compare = compare;
  }

  /** The last kept item, which the next better one replaces; undefined while fewer than `limit` are kept. */
  get last(): T | undefined {
    return this.#heap.length < this.limit ? undefined : this.#heap[0];
  }

  /** Keeps the item if it is among the first `limit`; returns whether it is. */
  offer(item: T): boolean {
    const last = this.last;
    if (this.limit <= 0 || (last !== undefined && this.#compare(item, last) >= 0)) return false;
    if (last === undefined) {
      this.#heap.push(item);
      this.#rise(this.#heap.length - 1);
    } else {
      this.#heap[0] = item;
      this.#sink();
    }
    return true;
  }

  /** The kept items, first to last. */
  sorted(): T[] {
    return this.#heap.toSorted(this.#compare);
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!this.#swapIfLater(at, parent)) return;
      at = parent;
    }
  }

  #sink(): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.#heap.length) return;
      const child = this.#isLater(left + 1, left) ? left + 1 : left;
      if (!this.#swapIfLater(child, at)) return;
      at = child;
    }
  }

  #isLater(a: number, b: number): boolean {
    const first = this.#heap[a];
    const second = this.#heap[b];
    return first !== undefined && second !== undefined && this.#compare(first, second) > 0;
  }

  /** Swaps a child with its parent if it sorts later; returns whether it did. */
  #swapIfLater(child: number, parent: number): boolean {
    if (!this.#isLater(child, parent)) return false;
    const item = this.#heap[child];
    const above = this.#heap[parent];
    if (item === undefined || above === undefined) return false;
    this.#heap[child] = above;
    this.#heap[parent] = item;
    return true;
  }
}
