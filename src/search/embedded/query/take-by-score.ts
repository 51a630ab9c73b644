import { DocCursor } from '../sets/doc-cursor.ts';
import { compareCandidateUrns } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import type { Matches } from './match.ts';
import { streamOf, takeMerged } from './merge-streams.ts';
import { Scorer } from './scorer.ts';
import { TopList } from './top-list.ts';
import { postingsOf } from './word-search.ts';
import type { WeightedWord } from './word-search.ts';

/** The last hit of a page by score. */
export interface ScorePosition {
  readonly score: number;
  readonly urn: string;
}

/** Matches by score, highest first, then by urn: `count` of them after the first `skip` that follow `after`. */
export function takeByScore(
  matches: readonly Matches[],
  words: readonly WeightedWord[],
  after: ScorePosition | undefined,
  skip: number,
  count: number,
): Candidate[] {
  const streams = matches
    .filter((match) => match.count > 0)
    .map((match) => streamOf(bestOf(match, words, after, skip + count)));
  return takeMerged(streams, (a, b) => b.score - a.score || compareCandidateUrns(a, b), skip, count);
}

/** Gives the same documents their scores; they may be in any order. */
export function withScores(
  candidates: readonly Candidate[],
  words: readonly WeightedWord[],
  isPartial: boolean,
): Candidate[] {
  return candidates.map((candidate) => {
    const scorer = new Scorer(postingsOf(candidate.view.segment, words), isPartial);
    return { ...candidate, score: scorer.score(candidate.doc) };
  });
}

function bestOf(
  { view, docs, isPartial }: Matches,
  words: readonly WeightedWord[],
  after: ScorePosition | undefined,
  limit: number,
): Candidate[] {
  const scorer = new Scorer(postingsOf(view.segment, words), isPartial);
  const best = new TopList<Candidate>(limit, (a, b) => b.score - a.score || a.doc - b.doc);
  const firstTied = after === undefined ? 0 : view.segment.urns.upperBound(after.urn);
  const highest = after?.score ?? Infinity;
  const ceiling = Math.min(scorer.maxScore, highest);
  const cursor = new DocCursor(docs, view.segment.size);
  for (let doc = cursor.next(); doc >= 0; doc = cursor.next()) {
    const score = scorer.score(doc);
    if (score > highest || (score === highest && doc < firstTied)) continue;
    const worst = best.last?.score ?? -Infinity;
    if (score <= worst) continue;
    best.offer({ view, doc, score });
    // Documents come in the order of their urns: what follows can at best tie, and then it comes later.
    if ((best.last?.score ?? -Infinity) >= ceiling) break;
  }
  return best.sorted();
}
