import type { Bucket, Facet } from '../../../search-index.ts';
import type { IndexedColumn } from '../../segment/indexed-column.ts';
import { ordinalsIn } from '../../segment/ordinal-map.ts';
import type { Segment } from '../../segment/segment.ts';
import { countValues } from './count-values.ts';
import { URN_FIELD } from '../../../mapping.ts';
import { totalOf, type Matches } from '../match.ts';
import { compareSortValues } from '../sort-key.ts';
import { takeByUrn } from '../take-by-urn.ts';
import { urnOf } from '../candidate.ts';
import { TopList } from '../top-list.ts';

/** A value and the number of documents with it. */
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

/** Orders by count, highest first, then by value, numbers before texts. */
function compareCounts(a: ValueCount, b: ValueCount): number {
  return b.count - a.count || compareSortValues(a.value, b.value, false);
}

/** Counts of the values of one segment's column, by ordinal. */
interface CountedColumn {
  readonly column: IndexedColumn;
  readonly counts: Uint32Array;
}

/** Adds up the counts of all segments, offers the values to `top` and returns the sum of all counts. */
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
  return gather(counted).reduce((sum, one) => sum + offerCounts(one, top), 0);
}

/** Moves each count to the largest dictionary with the value, so that each value is counted in one place. */
function gather(counted: readonly CountedColumn[]): readonly CountedColumn[] {
  if (counted.length < 2) return counted;
  // Copied, because `counts` may be the column's own array.
  const own = counted.map(({ column, counts }) => ({ column, counts: counts.slice() }));
  own.forEach((one, i) => {
    let left = true;
    for (let larger = 0; larger < i && left; larger++) {
      const other = own[larger];
      if (other !== undefined) left = moveCounts(one, other);
    }
  });
  return own;
}

/** Moves the counts of values that the other column has too; returns true when some remain. */
function moveCounts({ column, counts }: CountedColumn, other: CountedColumn): boolean {
  const map = ordinalsIn(column.dictionary, other.column.dictionary);
  let left = false;
  for (let ordinal = 0; ordinal < counts.length; ordinal++) {
    const count = counts[ordinal] ?? 0;
    if (count === 0) continue;
    const at = map[ordinal] ?? -1;
    if (at < 0) {
      left = true;
    } else {
      other.counts[at] = (other.counts[at] ?? 0) + count;
      counts[ordinal] = 0;
    }
  }
  return left;
}

/**
 * Offers the values of a column to `top` and returns the sum of their counts. Values ascend with their ordinals: once a
 * value that ties with the last kept one is refused, later ties would be refused too, and are skipped without reading
 * them.
 */
function offerCounts({ column, counts }: CountedColumn, top: TopList<ValueCount>): number {
  let sum = 0;
  let least = top.limit === 0 ? Infinity : (top.last?.count ?? 0);
  let mayTie = true;
  for (let ordinal = 0; ordinal < counts.length; ordinal++) {
    const count = counts[ordinal] ?? 0;
    if (count === 0) continue;
    sum += count;
    if (count < least || (count === least && !mayTie)) continue;
    const isKept = top.offer({ value: column.dictionary.get(ordinal), count });
    const now = top.last?.count ?? 0;
    mayTie = isKept || now > least;
    least = now;
  }
  return sum;
}
