import type { Steps } from '../../../../util/concurrency/steps.ts';
import { isTurnOver } from '../../../../util/concurrency/turn-clock.ts';
import type { Expression } from '../../../expression.ts';
import { URN_FIELD } from '../../../mapping.ts';
import { intersectAll, uniteAll } from '../../sets/combine.ts';
import { ALL_DOCS, NO_DOCS, complement, isEmpty, runSet, type DocSet } from '../../sets/doc-set.ts';
import type { Segment } from '../../segment/segment.ts';
import type { AnswerTime } from '../answer-time.ts';
import { documentsOf } from './documents-of.ts';
import { evaluateWords } from './evaluate-words.ts';
import { selectNumbers, selectTexts, type Leaf } from './select-values.ts';

/**
 * Minimum number of alternatives of expressions whose documents are cached. Those of an actor with hundreds of policies
 * take several ms, and all searches of an actor have the same expression.
 */
const MANY_ALTERNATIVES = 32;

/** Documents of a segment that match an expression, including deleted ones, in steps; TIMEOUT when the time is up. */
export function* evaluate(segment: Segment, expression: Expression, time: AnswerTime): Steps<DocSet> {
  if (alternativesIn(expression) < MANY_ALTERNATIVES)
    return yield* evaluateUncached(segment, expression, time);
  const known = segment.cachedSets.get(expression);
  if (known !== undefined) return known;
  const docs = yield* evaluateUncached(segment, expression, time);
  segment.cachedSets.add(expression, docs);
  return docs;
}

function alternativesIn(expression: Expression): number {
  if (expression.kind === 'or') return expression.of.length;
  return expression.kind === 'terms' ? expression.values.length : 0;
}

function* evaluateUncached(segment: Segment, expression: Expression, time: AnswerTime): Steps<DocSet> {
  switch (expression.kind) {
    case 'all':
      return ALL_DOCS;
    case 'none':
      return NO_DOCS;
    case 'not':
      return complement(yield* evaluate(segment, expression.of, time), segment.size);
    case 'and':
      return yield* evaluateAnd(segment, expression.of, time);
    case 'or': {
      const sets: DocSet[] = [];
      for (const part of expression.of) sets.push(yield* evaluate(segment, part, time));
      return uniteAll(sets, segment.size);
    }
    case 'words':
      return yield* evaluateWords(segment, expression, time);
    default:
      return yield* evaluateLeaf(segment, expression, time);
  }
}

/** Stops at the first part that matches nothing. */
function* evaluateAnd(segment: Segment, parts: readonly Expression[], time: AnswerTime): Steps<DocSet> {
  const sets: DocSet[] = [];
  for (const part of parts) {
    const set = yield* evaluate(segment, part, time);
    if (isEmpty(set, segment.size)) return NO_DOCS;
    sets.push(set);
  }
  return intersectAll(sets, segment.size);
}

function* evaluateLeaf(segment: Segment, leaf: Leaf, time: AnswerTime): Steps<DocSet> {
  // Not on each leaf: a yield passes through all generators of the query, which takes longer than most leaves.
  if (isTurnOver()) yield;
  time.check();
  if (leaf.field === URN_FIELD) return yield* evaluateUrns(segment, leaf, time);
  const sets: DocSet[] = [];
  const texts = segment.texts(leaf.field);
  if (texts !== undefined) sets.push(documentsOf(texts, yield* selectTexts(texts.dictionary, leaf, time)));
  const numbers = segment.numbers(leaf.field);
  if (numbers !== undefined) sets.push(documentsOf(numbers, selectNumbers(numbers.dictionary, leaf)));
  return uniteAll(sets, segment.size);
}

/** Urns have no column: the urn dictionary is in document order, so an ordinal is a document. */
function* evaluateUrns(segment: Segment, leaf: Leaf, time: AnswerTime): Steps<DocSet> {
  return leaf.kind === 'terms' && !leaf.ignoreCase && leaf.values.length >= LONG_LIST
    ? yield* evaluateUrnList(segment, leaf, time)
    : yield* urnDocuments(segment, leaf, time);
}

/** Minimum length of a list of urns to cache its result. */
const LONG_LIST = 256;

/**
 * Cached results by list. A search within many entities uses the same list for the page and for each facet, and looking
 * up 100,000 urns takes 200 ms. An entry lives as long as its list.
 */
const urnLists = new WeakMap<readonly string[], WeakMap<Segment, DocSet>>();

function* evaluateUrnList(
  segment: Segment,
  leaf: Extract<Leaf, { readonly kind: 'terms' }>,
  time: AnswerTime,
): Steps<DocSet> {
  const known = urnLists.get(leaf.values) ?? new WeakMap<Segment, DocSet>();
  urnLists.set(leaf.values, known);
  const docs = known.get(segment) ?? (yield* urnDocuments(segment, leaf, time));
  known.set(segment, docs);
  return docs;
}

function* urnDocuments(segment: Segment, leaf: Leaf, time: AnswerTime): Steps<DocSet> {
  const selection = yield* selectTexts(segment.urns, leaf, time);
  if (selection.kind === 'run') return runSet(selection.first, selection.end, segment.size);
  return { kind: 'list', docs: Uint32Array.from(selection.ordinals) };
}
