import { compareUrns } from '../../../model/urn.ts';
import { FIELDS } from '../document/layout.ts';
import { askOne, urnIn, type AnsweredHit, type Answer, type Ask, type SearchBody } from './answer.ts';
import type { Clause } from './clause.ts';

/**
 * Search for the best hits by score alone. Without another sort key the engine skips documents that score no more than the worst
 * of them, by the greatest impacts of blocks of postings, and computes the score of few matches.
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
 * Orders the answer to `best`, a body of `bestBody`, by score and then by urn. The answer has arbitrary hits of those with the
 * lowest score, so the first ones by urn are looked up: the engine stops at them, since documents are stored in that order.
 * Undefined if the index has changed meanwhile.
 */
export async function orderBest(
  ask: Ask,
  best: SearchBody,
  answer: Answer,
): Promise<readonly AnsweredHit[] | undefined> {
  const count = Number(best['size']);
  const hits = answer.hits.hits.map(withSortKeys).sort(byScoreThenUrn);
  const lowest = hits[count - 1]?._score;
  // Either all matches are there, or only the hit beyond the page, which shows that there are more, has the lowest
  // score.
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
  // A refresh in between changes all scores slightly.
  return ordered.length < count ? undefined : ordered;
}

/** Adds the sort keys that a search ordered by score and urn would return. */
function withSortKeys(hit: AnsweredHit): AnsweredHit {
  return { ...hit, sort: [hit._score ?? 0, hit.fields?.[FIELDS.urn]?.[0] ?? ''] };
}

function byScoreThenUrn(a: AnsweredHit, b: AnsweredHit): number {
  return (b._score ?? 0) - (a._score ?? 0) || compareUrns(urnIn(a), urnIn(b));
}
