/**
 * Sorts the postings of each word by document. They consist of ascending runs, one per source of a merge, so it uses a
 * natural merge sort: neighbouring runs are merged until one remains.
 */
export class PostingSorter {
  readonly #docs: Uint32Array;
  readonly #impacts: Uint8Array;
  #spareDocs = new Uint32Array(1024);
  #spareImpacts = new Uint8Array(1024);

  constructor(docs: Uint32Array, impacts: Uint8Array) {
    this.#docs = docs;
    this.#impacts = impacts;
  }

  /** Sorts the postings of every word; those of word w are at `offsets[w]` up to `offsets[w + 1]` (exclusive). */
  sortAll(offsets: Uint32Array): void {
    for (let word = 0; word + 1 < offsets.length; word++)
      this.#sort(offsets[word] ?? 0, offsets[word + 1] ?? 0);
  }

  #sort(start: number, end: number): void {
    while (this.#endOfRun(start, end) < end) {
      for (let first = start; first < end;) {
        const middle = this.#endOfRun(first, end);
        const last = this.#endOfRun(middle, end);
        if (middle < end) this.#mergeRuns(first, middle, last);
        first = last;
      }
    }
  }

  /** End (exclusive) of the ascending run that begins at `start`. */
  #endOfRun(start: number, end: number): number {
    let at = start + 1;
    while (at < end && (this.#docs[at - 1] ?? 0) < (this.#docs[at] ?? 0)) at++;
    return Math.min(at, end);
  }

  /** Merges two neighbouring runs in place; the first is copied aside. */
  #mergeRuns(first: number, middle: number, end: number): void {
    const length = middle - first;
    this.#setAside(first, middle);
    const docs = this.#docs;
    const impacts = this.#impacts;
    const spare = this.#spareDocs;
    const spareImpacts = this.#spareImpacts;
    let to = first;
    let right = middle;
    for (let left = 0; left < length;) {
      const leftDoc = spare[left] ?? 0;
      const rightDoc = right < end ? (docs[right] ?? 0) : Infinity;
      if (leftDoc < rightDoc) {
        docs[to] = leftDoc;
        impacts[to++] = spareImpacts[left++] ?? 0;
      } else {
        docs[to] = rightDoc;
        impacts[to++] = impacts[right++] ?? 0;
      }
    }
  }

  #setAside(first: number, middle: number): void {
    const length = middle - first;
    if (length > this.#spareDocs.length) {
      this.#spareDocs = new Uint32Array(length * 2);
      this.#spareImpacts = new Uint8Array(length * 2);
    }
    this.#spareDocs.set(this.#docs.subarray(first, middle));
    this.#spareImpacts.set(this.#impacts.subarray(first, middle));
  }
}
