const BITS_PER_URN = 12;
const PROBES = 5;

/**
 * Bloom filter over the urns of a segment; about one in 300 absent urns passes. Avoids dictionary lookups for changes,
 * which search each segment for their urn: during a load, most urns are new.
 */
export class UrnFilter {
  readonly #words: Uint32Array;
  readonly #mask: number;

  /** The length of `words` must be a power of two. */
  constructor(words: Uint32Array) {
    this.#words = words;
    this.#mask = words.length * 32 - 1;
  }

  /** Adds the urn with this hash. */
  add(hash: number): void {
    const step = stepOf(hash);
    for (let i = 0, at = hash; i < PROBES; i++, at = (at + step) >>> 0) {
      const bit = at & this.#mask;
      this.#words[bit >>> 5] = (this.#words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  /** False only when no urn with this hash was added. */
  mayHave(hash: number): boolean {
    const step = stepOf(hash);
    for (let i = 0, at = hash; i < PROBES; i++, at = (at + step) >>> 0) {
      const bit = at & this.#mask;
      if ((((this.#words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) return false;
    }
    return true;
  }
}

/** Empty words for a filter of `urns` urns. */
export function urnFilterWords(urns: number): Uint32Array {
  const words = Math.max(1, Math.ceil((urns * BITS_PER_URN) / 32));
  return new Uint32Array(2 ** Math.ceil(Math.log2(words)));
}

/** 32-bit hash of an encoded urn. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A second hash, the step between probes. Odd, so that probes never coincide in a power of two. */
function stepOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) | 1) >>> 0;
}
