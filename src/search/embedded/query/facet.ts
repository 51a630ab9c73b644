import type { Bucket, Facet } from '../../search-index.ts';
import type { IndexedColumn } from '../segment/indexed-column.ts';
import { ordinalsIn } from '../segment/ordinal-map.ts';
import type { Segment } from '../segment/segment.ts';
import { countValues } from './count-values.ts';
import { URN_FIELD } from '../../mapping.ts';
import type { Matches } from './match.ts';
import { totalOf } from './match.ts';
import { compareSortValues } from './sort-key.ts';
import { takeByUrn } from './take-by-urn.ts';
import { urnOf } from './candidate.ts';
import { TopList } from './top-list.ts';

/** A value with the number of documents that have it. */
interface ValueCount {
  readonly value: string | number;
  readonly count: number;
}

/** The most frequent values of a field among the matches. */
export function countFacet(matches: readonly Matches[], field: string, size: number): Facet {
  if (field === URN_FIELD) {
    return {
      buckets: takeByUrn(matches, undefined, 0, size).map((hit) => ({ values: [urnOf(hit)], count: 1 })),
      total: totalOf(matches),
    };
  }
  const top = new TopList<ValueCount>(size, compareCounts);
  const numbers = addCounts(matches, (segment) => segment.numbers(field), top);
  const texts = addCounts(matches, (segment) => segment.texts(field), top);
  const buckets = top.sorted().map(({ value, count }): Bucket => ({ values: [value], count }));
  return { buckets, total: numbers + texts };
}

/** Highest count first, equal counts by value, numbers before texts. */
function compareCounts(a: ValueCount, b: ValueCount): number {
  return b.count - a.count || compareSortValues(a.value, b.value, false);
}

/**
 * Adds up the counts of all segments in terms of the largest dictionary; values that it lacks are kept aside. Answers
 * the sum of all counts.
 */
function addCounts(
  matches: readonly Matches[],
  columnOf: (segment: Segment) => IndexedColumn | undefined,
  top: TopList<ValueCount>,
): number {
  const counted = matches.flatMap(({ view, docs, count }) => {
    const column = count === 0 ? undefined : columnOf(view.segment);
    return column === undefined ? [] : [{ column, counts: countValues(column, docs) }];
  });
  counted.sort((a, b) => b.column.valueCount - a.column.valueCount);
  const [largest, ...others] = counted;
  if (largest === undefined) return 0;
  const counts = others.length === 0 ? largest.counts : largest.counts.slice();
  const extra = new Map<string | number, number>();
  for (const other of others) addTo(counts, extra, largest.column, other.column, other.counts);
  offerCounts(largest.column, counts, top);
  for (const [value, count] of extra) top.offer({ value, count });
  return sum(counts) + sum(extra.values());
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

function addTo(
  counts: Uint32Array,
  extra: Map<string | number, number>,
  largest: IndexedColumn,
  column: IndexedColumn,
  added: Uint32Array,
): void {
  const map = ordinalsIn(column.dictionary, largest.dictionary);
  for (let ordinal = 0; ordinal < added.length; ordinal++) {
    const count = added[ordinal] ?? 0;
    if (count === 0) continue;
    const at = map[ordinal] ?? -1;
    if (at >= 0) {
      counts[at] = (counts[at] ?? 0) + count;
    } else {
      const value = column.dictionary.get(ordinal);
      extra.set(value, (extra.get(value) ?? 0) + count);
    }
  }
}

/** Values ascend with their ordinals, so one that merely ties comes later than those that are kept. */
function offerCounts({ dictionary }: IndexedColumn, counts: Uint32Array, top: TopList<ValueCount>): void {
  let least = top.last?.count ?? 0;
  for (let ordinal = 0; ordinal < counts.length; ordinal++) {
    const count = counts[ordinal] ?? 0;
    if (count <= least) continue;
    top.offer({ value: dictionary.get(ordinal), count });
    least = top.last?.count ?? 0;
  }
}
