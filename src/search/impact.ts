/** How many occurrences in a field of usual length say half of what any number of them can say. */
export const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
const USUAL_LENGTH = 8;

/**
 * Occurrences of a word in a field of `length` words, as if the field were of usual length. That length is fixed instead of
 * averaged, so that what is written of a document never changes with the others.
 */
export function normalFrequency(frequency: number, length: number): number {
  return frequency / (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / USUAL_LENGTH);
}

/** How much an occurrence says about a document, 1 to 255: the BM25 weight of a word in a field. */
export function impactOf(frequency: number, length: number): number {
  const normal = normalFrequency(frequency, length);
  return Math.max(1, Math.round((255 * normal) / (normal + SATURATION)));
}

/** Weight of a word that `frequency` of `total` documents have: the rarer, the heavier. */
export function rarityOf(frequency: number, total: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
}
