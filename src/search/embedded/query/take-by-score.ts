import { DocCursor } from '../sets/doc-cursor.ts';
import type { AnswerTime } from './answer-time.ts';
import { compareCandidateUrns } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import type { Matches } from './match.ts';
import { streamOf, takeMerged } from './merge-streams.ts';
import { OrderScorer } from './order-scorer.ts';
import { Scorer } from './scorer.ts';
import { TopList } from './top-list.ts';
import { postingsOf } from './word-search.ts';
import type { Weights } from './word-search.ts';

/** Position of the last hit of a ranked page. */
export interface ScorePosition {
  readonly score: number;
  readonly urn: string;
}

/**
 * Up to `count` matches by score, highest first, then by urn: those after `after`, skipping `skip`. TIMEOUT when
 * the time is up.
 */
export function takeByScore(
  matches: readonly Matches[],
  weights: Weights,
  after: ScorePosition | undefined,
  skip: number,
  count: number,
  time: AnswerTime,
): Candidate[] {
  const streams = matches
    .filter((match) => match.count > 0)
    .map((match) => streamOf(bestOf(match, weights, after, skip + count, time)));
  return takeMerged(streams, (a, b) => b.score - a.score || compareCandidateUrns(a, b), skip, count);
}

/** Scores candidates, which may be in any order. TIMEOUT when the time is up. */
export function withScores(
  candidates: readonly Candidate[],
  matches: readonly Matches[],
  weights: Weights,
  time: AnswerTime,
): Candidate[] {
  return candidates.map((candidate) => {
    const match = matches.find(({ view }) => view === candidate.view);
    if (match === undefined) return { ...candidate, score: 0 };
    const scorer = scorerOf(match, weights);
    time.spend(scorer.postings);
    const order = new OrderScorer(match.view.segment, weights.ofOrder, time);
    return { ...candidate, score: scorer.score(candidate.doc) + order.score(candidate.doc) };
  });
}

function scorerOf({ view, words, isPartial }: Matches, weights: Weights): Scorer {
  return new Scorer(postingsOf(words, weights, view.segment.size), isPartial);
}

function bestOf(
  match: Matches,
  weights: Weights,
  after: ScorePosition | undefined,
  limit: number,
  time: AnswerTime,
): Candidate[] {
  const { view, docs } = match;
  const scorer = scorerOf(match, weights);
  const order = new OrderScorer(view.segment, weights.ofOrder, time);
  const best = new TopList<Candidate>(limit, (a, b) => b.score - a.score || a.doc - b.doc);
  const firstTied = after === undefined ? 0 : view.segment.urns.upperBound(after.urn);
  const highest = after?.score ?? Infinity;
  const ceiling = Math.min(scorer.maxScore + order.maxScore, highest);
  const cursor = new DocCursor(docs, view.segment.size);
  for (let doc = cursor.next(); doc >= 0; doc = cursor.next()) {
    time.spend(scorer.postings);
    const ofWords = scorer.score(doc);
    const worst = best.last?.score ?? -Infinity;
    // Their order is read only of documents that it can bring on the page.
    if (ofWords > highest || ofWords + order.maxScore <= worst) continue;
    const score = ofWords + order.score(doc);
    if (score <= worst || score > highest || (score === highest && doc < firstTied)) continue;
    best.offer({ view, doc, score });
    // Documents are in urn order: later ones can at best tie, and then they come after.
    if ((best.last?.score ?? -Infinity) >= ceiling) break;
  }
  return best.sorted();
}
