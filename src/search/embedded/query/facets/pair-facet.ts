import { invalidRequest } from '../../../../errors.ts';
import type { Bucket, Facet } from '../../../search-index.ts';
import { DocCursor } from '../../sets/doc-cursor.ts';
import type { IndexedColumn } from '../../segment/indexed-column.ts';
import type { Segment } from '../../segment/segment.ts';
import { URN_FIELD } from '../../../mapping.ts';
import type { Matches } from '../match.ts';
import { compareSortValues } from '../sort-key.ts';
import { TopList } from '../top-list.ts';
import { because } from '../../../../refusals.ts';

type Value = string | number;
/** Counts by first value, then by second. */
type PairCounts = Map<Value, Map<Value, number>>;

/** The most frequent pairs of values of two fields among the matches; INVALID_REQUEST for the urn field. */
export function countPairFacet(
  matches: readonly Matches[],
  fields: readonly [string, string],
  size: number,
): Facet {
  if (fields.includes(URN_FIELD))
    throw invalidRequest(
      `Pairs of values cannot be counted with '${URN_FIELD}'. Use another field.`,
      undefined,
      because('FIELD_UNKNOWN', { name: URN_FIELD }),
    );
  const counts: PairCounts = new Map();
  for (const match of matches) {
    for (const first of columnsOf(match.view.segment, fields[0])) {
      for (const second of columnsOf(match.view.segment, fields[1])) countPairs(match, first, second, counts);
    }
  }
  const top = new TopList<Bucket>(size, compareBuckets);
  let total = 0;
  for (const [first, seconds] of counts) {
    for (const [second, count] of seconds) {
      top.offer({ values: [first, second], count });
      total += count;
    }
  }
  return { buckets: top.sorted(), total };
}

function compareBuckets(a: Bucket, b: Bucket): number {
  if (a.count !== b.count) return b.count - a.count;
  for (const [i, value] of a.values.entries()) {
    const order = compareSortValues(value, b.values[i] ?? null, false);
    if (order !== 0) return order;
  }
  return 0;
}

function columnsOf(segment: Segment, field: string): IndexedColumn[] {
  return [segment.numbers(field), segment.texts(field)].filter((column) => column !== undefined);
}

/** Counts pairs of codes first, so that values are read once per pair instead of once per document. */
function countPairs(match: Matches, first: IndexedColumn, second: IndexedColumn, counts: PairCounts): void {
  const byCodes = new Map<number, number>();
  const width = second.setCount + 1;
  const cursor = new DocCursor(match.docs, match.view.segment.size);
  for (let doc = cursor.next(); doc >= 0; doc = cursor.next()) {
    const firstCode = first.codeOf(doc);
    const secondCode = firstCode === 0 ? 0 : second.codeOf(doc);
    if (secondCode === 0) continue;
    const key = firstCode * width + secondCode;
    byCodes.set(key, (byCodes.get(key) ?? 0) + 1);
  }
  for (const [key, count] of byCodes) {
    const seconds = valuesOf(second, key % width);
    for (const value of valuesOf(first, Math.floor(key / width))) addPairs(counts, value, seconds, count);
  }
}

function addPairs(counts: PairCounts, first: Value, seconds: readonly Value[], count: number): void {
  const known = counts.get(first) ?? new Map<Value, number>();
  counts.set(first, known);
  for (const second of seconds) known.set(second, (known.get(second) ?? 0) + count);
}

function valuesOf(column: IndexedColumn, code: number): Value[] {
  return Array.from(column.ordinalsOf(code), (ordinal) => column.dictionary.get(ordinal));
}
