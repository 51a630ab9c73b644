import type { Urn } from '../../../model/urn.ts';
import type { Steps } from '../../../util/concurrency/steps.ts';
import { URN_FIELD } from '../../mapping.ts';
import type { FieldValues } from '../../search-index.ts';
import { sortIfNeeded } from '../build/sort-steps.ts';
import type { Epoch } from '../epoch.ts';
import type { SegmentView } from '../segment/segment-view.ts';
import type { Segment } from '../segment/segment.ts';
import { encodeText } from '../segment/text-codec.ts';
import { MANY_TEXTS } from '../segment/text-dictionary.ts';
import { hashBytes } from '../segment/urn-filter.ts';

/** Urns whose values are read in one step. */
const PER_STEP = 4_096;

/** Values of one field by urn, ascending, in steps; entities without a value or a document are left out. */
export function* readValues(
  epoch: Epoch,
  urns: readonly Urn[],
  field: string,
): Steps<ReadonlyMap<Urn, FieldValues>> {
  if (urns.length < MANY_TEXTS) return readFew(epoch, urns, field);
  const sorted = yield* sortIfNeeded(urns);
  const byUrn = yield* readMany(epoch, sorted, field);
  if (sorted === urns) return byUrn;
  const found = new Map<Urn, FieldValues>();
  for (const urn of urns) {
    const values = byUrn.get(urn);
    if (values !== undefined) found.set(urn, values);
  }
  return found;
}

function readFew(epoch: Epoch, urns: readonly Urn[], field: string): ReadonlyMap<Urn, FieldValues> {
  const found = new Map<Urn, FieldValues>();
  const readers = epoch.views.map((view) => ({ view, valuesOf: valueReader(view.segment, field) }));
  for (const urn of urns) {
    const encoded = encodeText(urn);
    const hash = hashBytes(encoded, 0, encoded.length);
    for (const { valuesOf, view } of readers) {
      const doc = liveDocument(view, encoded, hash);
      if (doc < 0) continue;
      const values = field === URN_FIELD ? [urn] : valuesOf(doc);
      if (values.length > 0) found.set(urn, values);
      break;
    }
  }
  return found;
}

function* readMany(
  epoch: Epoch,
  sorted: readonly Urn[],
  field: string,
): Steps<ReadonlyMap<Urn, FieldValues>> {
  const values = Array.from<FieldValues | undefined>({ length: sorted.length });
  for (const { deletions, segment } of epoch.views) {
    const docs = yield* segment.urns.findSorted(sorted);
    const valuesOf = valueReader(segment, field);
    for (let i = 0; i < docs.length; i++) {
      if (i % PER_STEP === PER_STEP - 1) yield;
      const doc = docs[i] ?? -1;
      if (doc < 0 || deletions.has(doc)) continue;
      values[i] = field === URN_FIELD ? [segment.urns.get(doc)] : valuesOf(doc);
    }
  }
  const found = new Map<Urn, FieldValues>();
  for (const [i, urn] of sorted.entries()) {
    const ofUrn = values[i] ?? [];
    if (ofUrn.length > 0) found.set(urn, ofUrn);
  }
  return found;
}

/** Number of the live document with this urn; -1 when the segment has none. */
function liveDocument({ segment, deletions }: SegmentView, encoded: Uint8Array, hash: number): number {
  if (!segment.urnFilter.mayHave(hash)) return -1;
  const doc = segment.urns.findBytes(encoded);
  return doc < 0 || deletions.has(doc) ? -1 : doc;
}

/** Reads the values of documents; those with the same values share the list. A document has texts or numbers in a field, never both. */
function valueReader(segment: Segment, field: string): (doc: number) => FieldValues {
  const numbers = segment.numbers(field);
  const texts = segment.texts(field);
  const knownNumbers = new Map<number, readonly number[]>();
  const knownTexts = new Map<number, readonly string[]>();
  return (doc) => {
    const code = numbers?.codeOf(doc) ?? 0;
    if (numbers !== undefined && code > 0) return shared(knownNumbers, code, numbers);
    const textCode = texts?.codeOf(doc) ?? 0;
    if (texts === undefined || textCode === 0) return [];
    return shared(knownTexts, textCode, texts);
  };
}

function shared<V extends string | number>(
  known: Map<number, readonly V[]>,
  code: number,
  column: { ordinalsOf(code: number): ArrayLike<number>; dictionary: { get(ordinal: number): V } },
): readonly V[] {
  const values = known.get(code) ?? Array.from(column.ordinalsOf(code), (at) => column.dictionary.get(at));
  known.set(code, values);
  return values;
}
