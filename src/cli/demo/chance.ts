import { fingerprint } from '../../util/fingerprint.ts';

/**
 * Choices that look random and are the same every time: what is chosen follows from the seed alone, so that
 * nothing changes for one thing when another is added.
 */
export class Chance {
  #state: number;

  constructor(seed: string) {
    this.#state = Number.parseInt(fingerprint(seed).slice(-8), 16);
  }

  /** A number from 0 up to but not including 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** True in that share of cases. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** A number in which small ones are much more frequent than great ones. */
  skewed(least: number, most: number): number {
    return least + (most - least) * this.next() ** 3;
  }

  /** One of the items, the first ones more often. */
  pick<T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(this.next() ** 1.6 * items.length)] ?? items[0];
  }

  /** Some of the items, at least and at most so many, in their own order. */
  some<T>(items: readonly T[], least: number, most: number): readonly T[] {
    const wanted = Math.min(this.between(least, most), items.length);
    const ranked = items.map((item, position) => ({ item, position, rank: this.next() }));
    const chosen = ranked.sort((a, b) => a.rank - b.rank).slice(0, wanted);
    return chosen.sort((a, b) => a.position - b.position).map(({ item }) => item);
  }
}
