/** BM25 k1: number of occurrences, in a field of usual length, that score half the maximum. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
const USUAL_LENGTH = 8;
/** Upper bound of the impact of an occurrence. */
export const GREATEST_IMPACT = 255;

/**
 * Occurrences of a word in a field of `length` words, normalized to a field of usual length. That length is fixed, not
 * an average, so a document's index entries do not depend on other documents.
 */
function normalFrequency(frequency: number, length: number): number {
  return frequency / (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / USUAL_LENGTH);
}

/** BM25 weight of a word in a field, scaled to 1..`GREATEST_IMPACT`. */
export function bm25(frequency: number, length: number): number {
  const normal = normalFrequency(frequency, length);
  return Math.max(1, Math.round((GREATEST_IMPACT * normal) / (normal + SATURATION)));
}

/** BM25 inverse document frequency of a word that `frequency` of `total` documents contain. */
export function idf(frequency: number, total: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
}
