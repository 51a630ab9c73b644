import type { SoughtWord } from '../../sought-words.ts';
import { hasPhrase, phraseWords, soughtWords } from '../../sought-words.ts';
import { analyzeText } from '../../analyzer.ts';
import type { Expression } from '../../expression.ts';
import type { WordQuery } from '../../search-index.ts';
import { rarityOf } from '../build/impact.ts';
import { documentCount } from '../epoch.ts';
import type { Epoch } from '../epoch.ts';
import { intersectAll, uniteAll } from '../sets/combine.ts';
import { DocCursor } from '../sets/doc-cursor.ts';
import { NO_DOCS, countOf, toList } from '../sets/doc-set.ts';
import type { DocSet } from '../sets/doc-set.ts';
import type { Segment } from '../segment/segment.ts';
import type { SegmentView } from '../segment/segment-view.ts';
import type { Postings } from '../segment/word-column.ts';

/** What is looked up in the words of a field. */
interface Term {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** A term, and what an occurrence of it in each field weighs. */
interface WeightedTerm extends Term {
  readonly fields: readonly { readonly field: string; readonly weight: number }[];
}

/** A word of a query: any of some terms is an occurrence, or others together. */
export interface WeightedWord {
  readonly any: readonly WeightedTerm[];
  readonly together: readonly WeightedTerm[];
}

/** Postings of one term in one field of a segment with their weight. */
export interface WeightedPostings extends Postings {
  readonly weight: number;
}

/** The same as for a weighted word; for what belongs together, those of each term. */
export interface PostingsOfWord {
  readonly any: readonly WeightedPostings[];
  readonly together: readonly (readonly WeightedPostings[])[];
}

/** What the other number of a word, or the parts of one, count for beside the word itself. */
const WEIGHT_OF_OTHERS = 0.8;
/** How much the beginning of a word says, as an impact. */
const PREFIX_IMPACT = 128;

/** Weighs the words of a query by how rare they are in each field of this state. */
export function weighWords(epoch: Epoch, query: WordQuery): WeightedWord[] {
  const total = documentCount(epoch);
  const weigh = (term: Term, factor: number): WeightedTerm => ({
    ...term,
    fields: query.fields.map(({ field, boost }) => ({
      field,
      weight: (factor * boost * rarityOf(frequencyOf(epoch, field, term), total)) / 255,
    })),
  });
  return soughtWords(query.text).map((word) => ({
    any: anyOf(word).map((term) => weigh(term, term.text === word.text ? 1 : WEIGHT_OF_OTHERS)),
    together: partsOf(word).map((term) => weigh(term, WEIGHT_OF_OTHERS)),
  }));
}

/**
 * Documents of a segment in which the words occur, each in one of the fields, deleted ones included: all of the words, or
 * any of them. No word occurs nowhere.
 */
export function matchWords(
  segment: Segment,
  words: readonly SoughtWord[],
  fields: readonly string[],
  which: 'all' | 'any' = 'all',
): DocSet {
  const { size } = segment;
  const occurs = (term: Term): DocSet =>
    uniteAll(
      fields.map((field) => documentsOfTerm(segment, field, term)),
      size,
    );
  const sets = words.map((word) => {
    const found = anyOf(word).map(occurs);
    if (word.parts.length > 0) found.push(intersectAll(partsOf(word).map(occurs), size));
    return uniteAll(found, size);
  });
  if (sets.length === 0) return NO_DOCS;
  return which === 'all' ? intersectAll(sets, size) : uniteAll(sets, size);
}

/** Documents of a segment that a condition on words matches, deleted ones included. */
export function evaluateWords(
  segment: Segment,
  { fields, text, inOrder }: Extract<Expression, { readonly kind: 'words' }>,
): DocSet {
  if (!inOrder) return matchWords(segment, soughtWords(text), fields);
  const phrase = phraseWords(text);
  const words = phrase.map((word): SoughtWord => ({ text: word, isPrefix: false, variants: [], parts: [] }));
  const sets = fields.map((field) =>
    keepPhrases(segment, field, matchWords(segment, words, [field]), phrase),
  );
  return uniteAll(sets, segment.size);
}

/** Postings of the words of a query in the fields of a segment. */
export function postingsOf(segment: Segment, words: readonly WeightedWord[]): PostingsOfWord[] {
  const lookUp = ({ fields, ...term }: WeightedTerm): WeightedPostings[] =>
    fields.flatMap(({ field, weight }) => {
      const postings = postingsOfTerm(segment, field, term);
      return postings === undefined ? [] : { ...postings, weight };
    });
  return words.map(({ any, together }) => ({ any: any.flatMap(lookUp), together: together.map(lookUp) }));
}

function anyOf({ text, isPrefix, variants }: SoughtWord): Term[] {
  return [{ text, isPrefix }, ...variants.map((variant) => ({ text: variant, isPrefix: false }))];
}

function partsOf({ parts, isPrefix }: SoughtWord): Term[] {
  return parts.map((text, i) => ({ text, isPrefix: isPrefix && i === parts.length - 1 }));
}

/** Of documents that have the words in the field those in which a value has them one after the other. */
function keepPhrases(segment: Segment, field: string, docs: DocSet, phrase: readonly string[]): DocSet {
  const column = segment.texts(field);
  if (column === undefined) return NO_DOCS;
  const known = new Map<number, boolean>();
  const isFit = (ordinal: number): boolean => {
    const fits = known.get(ordinal) ?? hasPhrase(analyzeText(column.dictionary.get(ordinal)).words, phrase);
    known.set(ordinal, fits);
    return fits;
  };
  const kept: number[] = [];
  const cursor = new DocCursor(docs, segment.size);
  for (let doc = cursor.next(); doc >= 0; doc = cursor.next()) {
    if (Array.from(column.ordinalsOf(column.codeOf(doc))).some(isFit)) kept.push(doc);
  }
  return { kind: 'list', docs: Uint32Array.from(kept) };
}

/** Live documents that have the term in the field. */
function frequencyOf(epoch: Epoch, field: string, term: Term): number {
  return epoch.views.reduce((sum, view) => sum + liveFrequency(view, field, term), 0);
}

function liveFrequency(view: SegmentView, field: string, term: Term): number {
  const set = documentsOfTerm(view.segment, field, term);
  if (set === NO_DOCS) return 0;
  const { size } = view.segment;
  const deleted =
    view.deletions.count === 0 ? 0 : countOf(intersectAll([set, view.deletions.set], size), size);
  return countOf(set, size) - deleted;
}

function documentsOfTerm(segment: Segment, field: string, { text, isPrefix }: Term): DocSet {
  const column = segment.words(field);
  if (column === undefined) return NO_DOCS;
  if (isPrefix) return column.documentsOfPrefix(text);
  const ordinal = column.dictionary.find(text);
  return ordinal < 0 ? NO_DOCS : column.documents(ordinal);
}

function postingsOfTerm(segment: Segment, field: string, term: Term): Postings | undefined {
  if (term.isPrefix) {
    const docs = toList(documentsOfTerm(segment, field, term), segment.size);
    if (docs.length === 0) return undefined;
    return { docs, impacts: new Uint8Array(docs.length).fill(PREFIX_IMPACT), maxImpact: PREFIX_IMPACT };
  }
  const column = segment.words(field);
  const ordinal = column?.dictionary.find(term.text) ?? -1;
  return column === undefined || ordinal < 0 ? undefined : column.postings(ordinal);
}
