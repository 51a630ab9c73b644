import type { DocumentChange } from '../../search-index.ts';

/** UTF-16 units of text that take as long to index as one exact value. */
const UNITS_PER_VALUE = 16;

/** About how long a change takes to index, in exact values; a document that cannot be read weighs nothing. */
export function weightOf(change: DocumentChange): number {
  if ('removed' in change) return 1;
  try {
    let values = 1;
    let units = 0;
    for (const of of change.values.values()) values += of.length;
    for (const texts of change.texts.values()) for (const { length } of texts) units += length;
    return values + Math.ceil(units / UNITS_PER_VALUE);
  } catch {
    // Its segment reports it.
    return 1;
  }
}
