import type { Urn } from '../../../model/urn.ts';
import { URN_FIELD } from '../../mapping.ts';
import type { FieldValues } from '../../search-index.ts';
import type { Epoch } from '../epoch.ts';
import type { IndexedColumn } from '../segment/indexed-column.ts';
import type { SegmentView } from '../segment/segment-view.ts';
import type { Segment } from '../segment/segment.ts';
import { encodeText } from '../segment/text-codec.ts';
import { hashBytes } from '../segment/urn-filter.ts';

/** Values of one field by urn, ascending; entities without a value or a document are left out. */
export function readValues(epoch: Epoch, urns: readonly Urn[], field: string): ReadonlyMap<Urn, FieldValues> {
  const found = new Map<Urn, FieldValues>();
  for (const urn of urns) {
    const encoded = encodeText(urn);
    const hash = hashBytes(encoded, 0, encoded.length);
    for (const view of epoch.views) {
      const doc = liveDocument(view, encoded, hash);
      if (doc < 0) continue;
      const values = field === URN_FIELD ? [urn] : valuesOf(view.segment, doc, field);
      if (values.length > 0) found.set(urn, values);
      break;
    }
  }
  return found;
}

/** Number of the live document with this urn; -1 when the segment has none. */
function liveDocument({ segment, deletions }: SegmentView, encoded: Uint8Array, hash: number): number {
  if (!segment.urnFilter.mayHave(hash)) return -1;
  const doc = segment.urns.findBytes(encoded);
  return doc < 0 || deletions.has(doc) ? -1 : doc;
}

/** A document has texts or numbers in a field, never both. */
function valuesOf(segment: Segment, doc: number, field: string): FieldValues {
  const numbers = segment.numbers(field);
  const ordinals = numbers === undefined ? [] : ordinalsAt(numbers, doc);
  if (numbers !== undefined && ordinals.length > 0) {
    return ordinals.map((ordinal) => numbers.dictionary.get(ordinal));
  }
  const texts = segment.texts(field);
  return texts === undefined ? [] : ordinalsAt(texts, doc).map((ordinal) => texts.dictionary.get(ordinal));
}

function ordinalsAt(column: IndexedColumn, doc: number): number[] {
  return Array.from(column.ordinalsOf(column.codeOf(doc)));
}
