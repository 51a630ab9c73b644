import type { Steps } from '../../../util/concurrency/steps.ts';
import { isTurnOver } from '../../../util/concurrency/turn-clock.ts';
import { allOf } from '../../expression.ts';
import { idf } from '../../text/bm25.ts';
import type { Query } from '../../search-index.ts';
import { weighOrder, type OrderWorth } from '../../text/word-order.ts';
import { documentCount, type Epoch } from '../epoch.ts';
import { intersectAll } from '../sets/combine.ts';
import { NO_DOCS, countOf, toList, type DocSet } from '../sets/doc-set.ts';
import type { SegmentView } from '../segment/segment-view.ts';
import type { Postings } from '../segment/word-column.ts';
import type { LocatedTerm, LocatedWord, Place, Term } from './evaluation/locate-words.ts';
import type { AnswerTime } from './answer-time.ts';
import { evaluate } from './evaluation/evaluate.ts';
import { ofTypes, totalOf, type Matches } from './match.ts';

/** Numbers by term and field. */
type ByTerm = ReadonlyMap<Term, ReadonlyMap<string, number>>;

/** Score weights of the words of a query. */
export interface Weights {
  /** Weight of an occurrence. */
  readonly ofTerms: ByTerm;
  readonly ofOrder: OrderWorth;
}

/** Postings of one term in one field of a segment, with their weight. */
export interface WeightedPostings extends Postings {
  readonly weight: number;
}

/** Postings of a query word in one segment. */
export interface PostingsOfWord {
  /** A document in any of these lists contains the word. */
  readonly any: readonly WeightedPostings[];
  /** So does a document in one list of each element; empty: there is no such combination. */
  readonly together: readonly (readonly WeightedPostings[])[];
}

/** Impact of a prefix match. */
const PREFIX_IMPACT = 128;

/**
 * Weighs words by their inverse document frequency in each field of the epoch, in steps; `matches` must be those of all
 * its segments.
 */
export function* weighWords(
  epoch: Epoch,
  matches: readonly Matches[],
  query: Query,
  time: AnswerTime,
): Steps<Weights> {
  const counted = new Map<SegmentView, DocSet | undefined>();
  for (const { view } of matches) counted.set(view, yield* countedIn(view, query, time));
  const frequencies = yield* countTerms(matches, counted, time);
  const total =
    query.words?.among === undefined
      ? documentCount(epoch)
      : matches.reduce((sum, { view }) => sum + countOf(counted.get(view) ?? NO_DOCS, view.segment.size), 0);
  const fields = query.words?.fields ?? [];
  const boosts = new Map(fields.map(({ field, boost }) => [field, boost]));
  const weigh = ({ factor }: Term, byField: ReadonlyMap<string, number>): [string, number][] =>
    [...byField].map(([field, frequency]) => [
      field,
      (factor * (boosts.get(field) ?? 0) * idf(frequency, total)) / 255,
    ]);
  const rarityIn = (word: string, field: string): number => {
    for (const [{ isPrefix, text }, byField] of frequencies) {
      if (isPrefix || text !== word) continue;
      const frequency = byField.get(field) ?? 0;
      return frequency === 0 ? 0 : idf(frequency, total);
    }
    return 0;
  };
  const words = matches[0]?.words.map(({ word }) => word) ?? [];
  return {
    ofTerms: new Map([...frequencies].map(([term, byField]) => [term, new Map(weigh(term, byField))])),
    ofOrder: weighOrder(words, fields, totalOf(matches), rarityIn),
  };
}

/** Number of counted documents with each term. */
function* countTerms(
  matches: readonly Matches[],
  counted: ReadonlyMap<SegmentView, DocSet | undefined>,
  time: AnswerTime,
): Steps<ByTerm> {
  const frequencies = new Map<Term, Map<string, number>>();
  for (const { view, words } of matches) {
    const among = counted.get(view);
    for (const { term, places } of words.flatMap(({ any, together }) => [...any, ...together])) {
      yield;
      time.check();
      const byField = frequencies.get(term) ?? new Map<string, number>();
      frequencies.set(term, byField);
      for (const place of places) {
        byField.set(place.field, (byField.get(place.field) ?? 0) + frequencyOf(view, place, among));
      }
    }
  }
  return frequencies;
}

/** Postings of the words of a query in a segment, in steps. */
export function* postingsOf(
  words: readonly LocatedWord[],
  { ofTerms }: Weights,
  size: number,
): Steps<readonly PostingsOfWord[]> {
  const lookUp = ({ term, places }: LocatedTerm): WeightedPostings[] =>
    places.map((place) => ({
      ...postingsAt(place, term, size),
      weight: ofTerms.get(term)?.get(place.field) ?? 0,
    }));
  const postings: PostingsOfWord[] = [];
  for (const { any, together } of words) {
    if (isTurnOver()) yield;
    postings.push({ any: any.flatMap(lookUp), together: together.map(lookUp) });
  }
  return postings;
}

function postingsAt({ column, first, end }: Place, { isPrefix }: Term, size: number): Postings {
  if (!isPrefix) return column.postings(first);
  const docs = toList(column.documents(first, end), size);
  return { docs, impacts: new Uint8Array(docs.length).fill(PREFIX_IMPACT), maxImpact: PREFIX_IMPACT };
}

/** The live documents from which document frequencies are computed; undefined for all. */
function* countedIn(view: SegmentView, query: Query, time: AnswerTime): Steps<DocSet | undefined> {
  if (query.words?.among === undefined) return undefined;
  return view.liveOf(yield* evaluate(view.segment, allOf([ofTypes(query), query.words.among]), time));
}

/** Number of documents of `among`, or of all live ones, with a word of a place. */
function frequencyOf(
  { segment: { size }, deletions }: SegmentView,
  { column, first, end }: Place,
  among: DocSet | undefined,
): number {
  if (among === undefined && deletions.count === 0 && end - first === 1) return column.countOf(first);
  const docs = column.documents(first, end);
  if (among !== undefined) return countOf(intersectAll([docs, among], size), size);
  return countOf(docs, size) - countOf(intersectAll([docs, deletions.set], size), size);
}
