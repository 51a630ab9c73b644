/** Distinct numbers in ascending order, identified by ordinal. -0 is stored as 0. */
export class NumberDictionary {
  readonly size: number;
  readonly sorted: Float64Array;

  constructor(sorted: Float64Array) {
    this.size = sorted.length;
    this.sorted = sorted;
  }

  get(ordinal: number): number {
    return this.sorted[ordinal] ?? 0;
  }

  /** Ordinal of a number; -1 when missing. */
  find(value: number): number {
    const ordinal = this.lowerBound(value);
    return this.sorted[ordinal] === value ? ordinal : -1;
  }

  /** First ordinal with a number of at least `value`. */
  lowerBound(value: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sorted[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** First ordinal with a number greater than `value`. */
  upperBound(value: number): number {
    const ordinal = this.lowerBound(value);
    return this.sorted[ordinal] === value ? ordinal + 1 : ordinal;
  }
}
