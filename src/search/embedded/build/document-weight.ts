import type { DocumentChange } from '../../search-index.ts';

/** UTF-16 units of text that take as long to index as one exact value. */
const UNITS_PER_VALUE = 16;

/** Estimated time to index a change, in exact values; 1 for a document that cannot be read. */
export function weightOf(change: DocumentChange): number {
  if ('removed' in change) return 1;
  try {
    let values = 1;
    let units = 0;
    for (const of of change.values.values()) values += of.length;
    for (const texts of change.texts.values()) for (const { length } of texts) units += length;
    return values + Math.ceil(units / UNITS_PER_VALUE);
  } catch {
    // The segment reports the document.
    return 1;
  }
}
