const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
const USUAL_LENGTH = 8;

/**
 * How much an occurrence says about a document, 1 to 255: the BM25 weight of `frequency` occurrences in a field of
 * `length` words. The usual length is fixed instead of averaged, so that a posting never changes once it is written.
 */
export function impactOf(frequency: number, length: number): number {
  const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / USUAL_LENGTH);
  return Math.max(1, Math.round((255 * frequency) / (frequency + norm)));
}

/** Weight of a word that `frequency` of `total` documents have: the rarer, the heavier. */
export function rarityOf(frequency: number, total: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
}
