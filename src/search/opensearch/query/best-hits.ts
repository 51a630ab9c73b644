import { compareUrns } from '../../../model/urn.ts';
import { FIELDS } from '../document/layout.ts';
import { askOne, urnIn, type AnsweredHit, type Answer, type Ask, type SearchBody } from './answer.ts';
import type { Clause } from './clause.ts';

/**
 * Search for the best hits by score alone. Without another key the engine skips what scores no more than the worst of them, by the
 * greatest impacts of blocks of postings, and computes the score of few matches.
 */
export function bestBody(query: Clause, count: number, docValues: readonly string[]): SearchBody {
  return {
    query,
    size: count,
    track_total_hits: false,
    stored_fields: '_none_',
    docvalue_fields: [FIELDS.urn, ...docValues],
  };
}

/**
 * Orders the answer to `best`, a body of `bestBody`, by score and then by urn. Of the hits with the lowest score the answer has any,
 * so those that are first by urn are looked up: the engine stops at them, since documents lie in that order. Undefined if
 * the index has changed meanwhile.
 */
export async function orderBest(
  ask: Ask,
  best: SearchBody,
  answer: Answer,
): Promise<readonly AnsweredHit[] | undefined> {
  const count = Number(best['size']);
  const hits = answer.hits.hits.map(withSortKeys).sort(byScoreThenUrn);
  const lowest = hits[count - 1]?._score;
  // All matches, or the one beyond the page, which only tells that there are more, is the only one with its score.
  if (lowest === undefined || lowest === null || hits[count - 2]?._score !== lowest) return hits;
  const higher = hits.filter(({ _score: score }) => score !== lowest);
  const known = new Set(higher.map(urnIn));
  const { hits: found } = await askOne(ask, {
    ...best,
    min_score: lowest,
    sort: [{ [FIELDS.urn]: 'asc' }],
    // With scores, the engine would read all matches.
    track_scores: false,
  });
  const equal = found.hits
    .map((hit) => withSortKeys({ ...hit, _score: lowest }))
    .filter((hit) => !known.has(urnIn(hit)));
  const ordered = [...higher, ...equal].slice(0, count);
  // A refresh in between changes all scores a little.
  return ordered.length < count ? undefined : ordered;
}

/** With the keys of the order, as a search that the engine orders by score and urn answers them. */
function withSortKeys(hit: AnsweredHit): AnsweredHit {
  return { ...hit, sort: [hit._score ?? 0, hit.fields?.[FIELDS.urn]?.[0] ?? ''] };
}

function byScoreThenUrn(a: AnsweredHit, b: AnsweredHit): number {
  return (b._score ?? 0) - (a._score ?? 0) || compareUrns(urnIn(a), urnIn(b));
}
