/** Basis of FNV-1a without a seed. */
const BASIS = 0x811c9dc5;

/**
 * 32-bit FNV-1a over UTF-16 units: fast, and distributed evenly enough for an index, whose readers compare the texts. With a
 * seed, nobody can prepare urns that have one hash.
 */
export function urnHash(urn: string, seed = BASIS): number {
  let hash = seed;
  for (let i = 0; i < urn.length; i++) hash = Math.imul(hash ^ urn.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
