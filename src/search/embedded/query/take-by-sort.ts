import type { SortKey } from '../../search-index.ts';
import { DocCursor } from '../sets/doc-cursor.ts';
import { compareCandidateUrns } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import type { Matches } from './match.ts';
import { streamOf, takeMerged } from './merge-streams.ts';
import { compareSortValues, segmentSortKey } from './sort-key.ts';
import type { SegmentSortKey, SortValue } from './sort-key.ts';
import { TopList } from './top-list.ts';

/** The last hit of a page by sort keys. */
export interface SortPosition {
  readonly values: readonly SortValue[];
  readonly urn: string;
}

/** A candidate with the values it is sorted by. */
export interface SortedCandidate extends Candidate {
  readonly values: readonly SortValue[];
}

/** A document of one segment with its ranks by each key. */
interface Ranked {
  readonly doc: number;
  readonly ranks: readonly number[];
}

/** Matches by the keys, then by urn: `count` of them after the first `skip` that follow `after`. */
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
  { view, docs }: Matches,
  sort: readonly SortKey[],
  after: SortPosition | undefined,
  limit: number,
): SortedCandidate[] {
  const keys = sort.map((key) => segmentSortKey(view.segment, key));
  const [primary, ...others] = keys;
  const first = new TopList<Ranked>(limit, compareRanked);
  if (primary === undefined || limit <= 0) return [];
  const start =
    after === undefined ? undefined : startOf(view.segment.urns.upperBound(after.urn), keys, after);
  const cursor = new DocCursor(docs, view.segment.size);
  for (let doc = cursor.next(); doc >= 0; doc = cursor.next()) {
    const rank = primary.rankOf(doc);
    const last = first.last;
    if (last !== undefined && rank > (last.ranks[0] ?? 0)) continue;
    const ranked = { doc, ranks: [rank, ...others.map((key) => key.rankOf(doc))] };
    if (start !== undefined && compareRanked(ranked, start) < 0) continue;
    first.offer(ranked);
  }
  return first
    .sorted()
    .map(({ doc }) => ({ view, doc, score: 1, values: keys.map((key) => key.valueOf(doc)) }));
}

function compareRanked(a: Ranked, b: Ranked): number {
  for (let i = 0; i < a.ranks.length; i++) {
    const order = (a.ranks[i] ?? 0) - (b.ranks[i] ?? 0);
    if (order !== 0) return order;
  }
  return a.doc - b.doc;
}

/** Where the page before ended: just before `next`, the first document with a greater urn, among equal values. */
function startOf(next: number, keys: readonly SegmentSortKey[], { values }: SortPosition): Ranked {
  return { doc: next - 0.5, ranks: keys.map((key, i) => key.rankOfValue(values[i] ?? null)) };
}
