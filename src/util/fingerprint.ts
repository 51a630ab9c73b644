/** Stable 53-bit hash of a text as 14 hexadecimal digits. Not cryptographic: collisions can be constructed. */
export function fingerprint(text: string): string {
  return hash53(text).toString(16).padStart(14, '0');
}

/** Stable 53-bit hash of a text as a number. Different seeds (32-bit integers) give independent hashes. */
export function hash53(text: string, seed = 0): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
