import { fingerprint } from '../../util/fingerprint.ts';

/**
 * Deterministic pseudo-random choices. They depend only on the seed, so that adding one thing does not change others.
 */
export class SeededRandom {
  #state: number;

  constructor(seed: string) {
    this.#state = Number.parseInt(fingerprint(seed).slice(-8), 16);
  }

  /** A number in [0, 1), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** True with the given probability. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer, both bounds included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** A number between the bounds; small ones are much more frequent. */
  skewed(least: number, most: number): number {
    return least + (most - least) * this.next() ** 3;
  }

  /** One of the items; earlier ones are more frequent. */
  pick<T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(this.next() ** 1.6 * items.length)] ?? items[0];
  }

  /** Between `least` and `most` of the items, in their original order. */
  some<T>(items: readonly T[], least: number, most: number): readonly T[] {
    const wanted = Math.min(this.between(least, most), items.length);
    const ranked = items.map((item, position) => ({ item, position, rank: this.next() }));
    const chosen = ranked.sort((a, b) => a.rank - b.rank).slice(0, wanted);
    return chosen.sort((a, b) => a.position - b.position).map(({ item }) => item);
  }
}
