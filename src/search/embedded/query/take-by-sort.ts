import type { SortValue } from '../../cursor.ts';
import type { SortKey } from '../../search-index.ts';
import { DocCursor } from '../sets/doc-cursor.ts';
import { contains } from '../sets/doc-set.ts';
import { compareCandidateUrns, type Candidate } from './candidate.ts';
import type { Matches } from './match.ts';
import { streamOf, takeMerged } from './merge-streams.ts';
import { compareSortValues, segmentSortKey, type SegmentSortKey } from './sort-key.ts';
import { TopList } from './top-list.ts';

/** Position of the last hit of a page by sort keys. */
export interface SortPosition {
  readonly values: readonly SortValue[];
  readonly urn: string;
}

/** A candidate with its sort values. */
export interface SortedCandidate extends Candidate {
  readonly values: readonly SortValue[];
}

/** A document of one segment with its rank by each key. */
interface Ranked {
  readonly doc: number;
  readonly ranks: readonly number[];
}

/** Relative cost of visiting a document in key order, compared to reading a match. */
const WALK_FACTOR = 4;

/** Up to `count` matches by the sort keys, then by urn: those after `after`, skipping `skip`. */
export function takeBySort(
  matches: readonly Matches[],
  sort: readonly SortKey[],
  after: SortPosition | undefined,
  skip: number,
  count: number,
): SortedCandidate[] {
  const streams = matches
    .filter((match) => match.count > 0)
    .map((match) => streamOf(firstOf(match, sort, after, skip + count)));
  return takeMerged(streams, (a, b) => compareSorted(a, b, sort), skip, count);
}

function compareSorted(a: SortedCandidate, b: SortedCandidate, sort: readonly SortKey[]): number {
  for (const [i, { descending }] of sort.entries()) {
    const order = compareSortValues(a.values[i] ?? null, b.values[i] ?? null, descending);
    if (order !== 0) return order;
  }
  return compareCandidateUrns(a, b);
}

function firstOf(
  match: Matches,
  sort: readonly SortKey[],
  after: SortPosition | undefined,
  limit: number,
): SortedCandidate[] {
  const { view } = match;
  const keys = sort.map((key) => segmentSortKey(view.segment, key));
  const start = after && startOf(view.segment.urns.upperBound(after.urn), keys, after);
  // Expected number of documents to visit in the order of the first key until the page is full.
  const passed = (limit * view.segment.size) / match.count;
  const walked = passed * WALK_FACTOR < match.count ? walkRanks(match, keys, start, limit) : undefined;
  const first = walked ?? readThrough(match, keys, start, limit);
  return first.map(({ doc }) => ({ view, doc, score: 1, values: keys.map((key) => key.valueOf(doc)) }));
}

/** Visits documents in the order of the first key until the page is full; undefined when it does not become full. */
function walkRanks(
  { docs }: Matches,
  keys: readonly SegmentSortKey[],
  start: Ranked | undefined,
  limit: number,
): Ranked[] | undefined {
  const [primary, ...others] = keys;
  const first = new TopList<Ranked>(limit, compareRanked);
  for (const group of primary?.walk(start?.ranks[0] ?? 0) ?? []) {
    for (const doc of group.docs) {
      if (!contains(docs, doc) || primary?.rankOf(doc) !== group.rank) continue;
      const ranked = { doc, ranks: [group.rank, ...others.map((key) => key.rankOf(doc))] };
      if (start === undefined || compareRanked(ranked, start) > 0) first.offer(ranked);
    }
    // All further documents have a greater rank.
    if (first.last !== undefined) return first.sorted();
  }
  return undefined;
}

/** Reads every match. */
function readThrough(
  { view, docs }: Matches,
  keys: readonly SegmentSortKey[],
  start: Ranked | undefined,
  limit: number,
): Ranked[] {
  const [primary, ...others] = keys;
  const first = new TopList<Ranked>(limit, compareRanked);
  const cursor = new DocCursor(docs, view.segment.size);
  for (let doc = cursor.next(); doc >= 0; doc = cursor.next()) {
    const rank = primary?.rankOf(doc) ?? 0;
    if (rank > (first.last?.ranks[0] ?? Infinity)) continue;
    const ranked = { doc, ranks: [rank, ...others.map((key) => key.rankOf(doc))] };
    if (start === undefined || compareRanked(ranked, start) > 0) first.offer(ranked);
  }
  return first.sorted();
}

function compareRanked(a: Ranked, b: Ranked): number {
  for (let i = 0; i < a.ranks.length; i++) {
    const order = (a.ranks[i] ?? 0) - (b.ranks[i] ?? 0);
    if (order !== 0) return order;
  }
  return a.doc - b.doc;
}

/** End of the previous page: among equal values, just before `next`, the first document with a greater urn. */
function startOf(next: number, keys: readonly SegmentSortKey[], { values }: SortPosition): Ranked {
  return { doc: next - 0.5, ranks: keys.map((key, i) => key.rankOfValue(values[i] ?? null)) };
}
