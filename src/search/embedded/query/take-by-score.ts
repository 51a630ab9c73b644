import type { Steps } from '../../../util/concurrency/steps.ts';
import { isTurnOver } from '../../../util/concurrency/turn-clock.ts';
import { DocCursor } from '../sets/doc-cursor.ts';
import { contains, isEmpty } from '../sets/doc-set.ts';
import { WORTH_OF_NAME } from '../../text/exact-name.ts';
import type { AnswerTime } from './answer-time.ts';
import { compareCandidateUrns, type Candidate } from './candidate.ts';
import type { Matches } from './match.ts';
import { streamOf, takeMerged, type Stream } from './merge-streams.ts';
import { OrderScorer } from './order-scorer.ts';
import { Scorer } from './scorer.ts';
import { TopList } from './top-list.ts';
import { postingsOf, type PostingsOfWord, type Weights } from './word-search.ts';

/** Position of the last hit of a ranked page. */
export interface ScorePosition {
  readonly score: number;
  readonly urn: string;
}

/** Posting lists read in one step. */
const POSTINGS_PER_STEP = 16_384;

/**
 * Up to `count` matches by score, highest first, then by urn: those after `after`, skipping `skip`; in steps. TIMEOUT when
 * the time is up.
 */
export function* takeByScore(
  matches: readonly Matches[],
  weights: Weights,
  after: ScorePosition | undefined,
  skip: number,
  count: number,
  time: AnswerTime,
): Steps<Candidate[]> {
  const streams: Stream<Candidate>[] = [];
  for (const match of matches) {
    if (match.count > 0) streams.push(streamOf(yield* bestOf(match, weights, after, skip + count, time)));
  }
  return takeMerged(streams, (a, b) => b.score - a.score || compareCandidateUrns(a, b), skip, count);
}

/** Scores candidates, which may be in any order, in steps. TIMEOUT when the time is up. */
export function* withScores(
  candidates: readonly Candidate[],
  matches: readonly Matches[],
  weights: Weights,
  time: AnswerTime,
): Steps<Candidate[]> {
  const postings = new Map<Matches, readonly PostingsOfWord[]>();
  const scored: Candidate[] = [];
  for (const candidate of candidates) {
    if (isTurnOver()) yield;
    const match = matches.find(({ view }) => view === candidate.view);
    if (match === undefined) {
      scored.push({ ...candidate, score: 0 });
      continue;
    }
    const ofMatch = postings.get(match) ?? (yield* postingsOf(match.words, weights, match.view.segment.size));
    postings.set(match, ofMatch);
    const scorer = new Scorer(ofMatch, match.isPartial);
    time.spend(scorer.postings);
    const order = new OrderScorer(match.view.segment, weights.ofOrder, time);
    const ofName = contains(match.named, candidate.doc) ? WORTH_OF_NAME : 0;
    const ofWords = scorer.score(candidate.doc) + order.score(candidate.doc);
    scored.push({ ...candidate, score: ofWords + ofName });
  }
  return scored;
}

function* bestOf(
  match: Matches,
  weights: Weights,
  after: ScorePosition | undefined,
  limit: number,
  time: AnswerTime,
): Steps<Candidate[]> {
  const { view, docs, words, isPartial, named } = match;
  const scorer = new Scorer(yield* postingsOf(words, weights, view.segment.size), isPartial);
  const order = new OrderScorer(view.segment, weights.ofOrder, time);
  const best = new TopList<Candidate>(limit, (a, b) => b.score - a.score || a.doc - b.doc);
  const firstTied = after === undefined ? 0 : view.segment.urns.upperBound(after.urn);
  const highest = after?.score ?? Infinity;
  const hasNamed = !isEmpty(named, view.segment.size);
  const ceiling = Math.min(scorer.maxScore + order.maxScore + (hasNamed ? WORTH_OF_NAME : 0), highest);
  const cursor = new DocCursor(docs, view.segment.size);
  let work = 0;
  for (let doc = cursor.next(); doc >= 0; doc = cursor.next()) {
    work += scorer.postings + 1;
    if (work >= POSTINGS_PER_STEP) {
      work = 0;
      yield;
    }
    time.spend(scorer.postings);
    const ofWords = scorer.score(doc) + (hasNamed && contains(named, doc) ? WORTH_OF_NAME : 0);
    const worst = best.last?.score ?? -Infinity;
    // Word order is read only where it can bring the document onto the page.
    if (ofWords > highest || ofWords + order.maxScore <= worst) continue;
    const score = ofWords + order.score(doc);
    if (score <= worst || score > highest || (score === highest && doc < firstTied)) continue;
    best.offer({ view, doc, score });
    // Documents are in urn order: later ones can at best tie, and would then come after.
    if ((best.last?.score ?? -Infinity) >= ceiling) break;
  }
  return best.sorted();
}
