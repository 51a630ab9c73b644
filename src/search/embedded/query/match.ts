import type { Expression } from '../../expression.ts';
import type { Query } from '../../search-index.ts';
import { exactName } from '../../text/exact-name.ts';
import { queryTerms } from '../../text/query-terms.ts';
import type { Steps } from '../../../util/concurrency/steps.ts';
import { ENTITY_TYPE_FIELD } from '../../mapping.ts';
import type { Epoch } from '../epoch.ts';
import { intersectAll } from '../sets/combine.ts';
import { NO_DOCS, countOf, isEmpty, type DocSet } from '../sets/doc-set.ts';
import type { SegmentView } from '../segment/segment-view.ts';
import type { AnswerTime } from './answer-time.ts';
import { evaluate } from './evaluation/evaluate.ts';
import { documentsOfWords, locateWords, termsOf, type LocatedWord } from './evaluation/locate-words.ts';

/** Matching live documents of one segment. */
export interface Matches {
  readonly view: SegmentView;
  readonly docs: DocSet;
  readonly count: number;
  /** True when documents may lack some of the query words. */
  readonly isPartial: boolean;
  /** The query words, located in the segment. */
  readonly words: readonly LocatedWord[];
  /** Documents, including other ones, that have the query's text as their name. */
  readonly named: DocSet;
}

/**
 * Finds the matching documents of all segments, in steps; if no document has all words, documents with any of them. TIMEOUT
 * when the time is up.
 */
export function* matchEpoch(epoch: Epoch, query: Query, time: AnswerTime): Steps<Matches[]> {
  const words = query.words === undefined ? [] : termsOf(queryTerms(query.words.text));
  const fields = query.words?.fields.map(({ field }) => field) ?? [];
  const located = epoch.views.map((view) => locateWords(view.segment, words, fields));
  const matches = yield* matchWith(epoch, query, located, 'all', time);
  if (query.words?.isStrict === true || words.length < 2 || totalOf(matches) > 0) return matches;
  return yield* matchWith(epoch, query, located, 'any', time);
}

function* matchWith(
  epoch: Epoch,
  query: Query,
  located: readonly (readonly LocatedWord[])[],
  which: 'all' | 'any',
  time: AnswerTime,
): Steps<Matches[]> {
  const matches: Matches[] = [];
  for (const [i, view] of epoch.views.entries()) {
    const words = located[i] ?? [];
    const docs = view.liveOf(yield* matchSegment(view, query, words, which, time));
    const count = countOf(docs, view.segment.size);
    const name = query.words && count > 0 ? exactName(query.words) : undefined;
    const named = name === undefined ? NO_DOCS : yield* evaluate(view.segment, name, time);
    matches.push({ view, docs, count, isPartial: which === 'any', words, named });
  }
  return matches;
}

/** Number of matching documents. */
export function totalOf(matches: readonly Matches[]): number {
  return matches.reduce((sum, { count }) => sum + count, 0);
}

/** Expression for the entity types of a query. */
export function ofTypes({ entityTypes }: Query): Expression {
  return { kind: 'terms', field: ENTITY_TYPE_FIELD, values: entityTypes, ignoreCase: false };
}

function* matchSegment(
  { segment }: SegmentView,
  query: Query,
  words: readonly LocatedWord[],
  which: 'all' | 'any',
  time: AnswerTime,
): Steps<DocSet> {
  const types = yield* evaluate(segment, ofTypes(query), time);
  if (isEmpty(types, segment.size)) return NO_DOCS;
  const sets = [types, yield* evaluate(segment, query.where, time)];
  if (query.words !== undefined) sets.push(yield* documentsOfWords(words, which, segment.size, time));
  return intersectAll(sets, segment.size);
}
