import type { Steps } from '../../../../util/concurrency/steps.ts';
import { isTurnOver } from '../../../../util/concurrency/turn-clock.ts';
import type { QueryTerm } from '../../../text/query-terms.ts';
import { intersectUnions, uniteAll } from '../../sets/combine.ts';
import { BitmapSet, NO_DOCS, type DocSet } from '../../sets/doc-set.ts';
import { wordCount } from '../../sets/bitmap.ts';
import { scratchBitmap } from '../../sets/scratch.ts';
import { encodeText } from '../../segment/text-codec.ts';
import type { Segment } from '../../segment/segment.ts';
import type { WordColumn } from '../../segment/word-column.ts';
import type { AnswerTime } from '../answer-time.ts';

/** A word or prefix to look up. */
export interface Term {
  readonly text: string;
  readonly encoded: Uint8Array;
  /** Matches all words with this prefix. */
  readonly isPrefix: boolean;
  /** Score factor of an occurrence; 1 for the query word itself. */
  readonly factor: number;
}

/** The terms of a query word. */
export interface TermsOfWord {
  readonly word: QueryTerm;
  /** Any of these is an occurrence of the word. */
  readonly any: readonly Term[];
  /** All of these together are an occurrence; empty: there is no such combination. */
  readonly together: readonly Term[];
}

/** Words of one field that match a term: ordinals from `first` to `end` (exclusive). */
export interface Place {
  readonly field: string;
  readonly column: WordColumn;
  readonly first: number;
  readonly end: number;
}

/** A term with the words that it matches in one segment. */
export interface LocatedTerm {
  readonly term: Term;
  readonly places: readonly Place[];
}

/** The terms of a query word, located in one segment. */
export interface LocatedWord {
  readonly word: QueryTerm;
  readonly any: readonly LocatedTerm[];
  readonly together: readonly LocatedTerm[];
}

/** Score factor of variants and of parts of a word. */
const FACTOR_OF_OTHERS = 0.8;

/** Converts query words to terms, once for all segments. */
export function termsOf(words: readonly QueryTerm[]): readonly TermsOfWord[] {
  return words.map((word) => {
    const { text, isPrefix, variants, parts } = word;
    const others = variants.map((variant) => termOf(variant, false, FACTOR_OF_OTHERS));
    const together = parts.map((part, i) =>
      termOf(part, isPrefix && i === parts.length - 1, FACTOR_OF_OTHERS),
    );
    return { word, any: [termOf(text, isPrefix, 1), ...others], together };
  });
}

function termOf(text: string, isPrefix: boolean, factor: number): Term {
  return { text, encoded: encodeText(text), isPrefix, factor };
}

/** Looks up the terms in the dictionaries of a segment, once for matching, counting and scoring. */
export function locateWords(
  segment: Segment,
  words: readonly TermsOfWord[],
  fields: readonly string[],
): readonly LocatedWord[] {
  const columns = fields.flatMap((field) => {
    const column = segment.words(field);
    return column === undefined ? [] : { field, column };
  });
  const locate = (term: Term): LocatedTerm => ({
    term,
    places: columns.flatMap(({ field, column }) => {
      const { first, end } = column.find(term.encoded, term.isPrefix);
      return first < end ? { field, column, first, end } : [];
    }),
  });
  return words.map(({ word, any, together }) => ({
    word,
    any: any.map(locate),
    together: together.map(locate),
  }));
}

/**
 * Documents of a segment of `size` documents that contain all or any of the words, including deleted ones; none if
 * there are no words. In steps; TIMEOUT when the time is up.
 */
export function* documentsOfWords(
  words: readonly LocatedWord[],
  which: 'all' | 'any',
  size: number,
  time: AnswerTime,
): Steps<DocSet> {
  const occurs = ({ places, term }: LocatedTerm): readonly DocSet[] =>
    term.isPrefix && places.length > 1
      ? [documentsAt(places, size)]
      : places.map(({ column, first, end }) => column.documents(first, end));
  const occurrences: DocSet[][] = [];
  for (const { any, together } of words) {
    if (isTurnOver()) yield;
    time.check();
    const found = any.flatMap(occurs);
    if (together.length > 0) found.push(intersectUnions(together.map(occurs), size));
    occurrences.push(found);
  }
  if (occurrences.length === 0) return NO_DOCS;
  return which === 'all' ? intersectUnions(occurrences, size) : uniteAll(occurrences.flat(), size);
}

/** Documents with any of the words of several fields, as one scratch bitmap. */
function documentsAt(places: readonly Place[], size: number): DocSet {
  const words = scratchBitmap(wordCount(size));
  for (const { column, end, first } of places) column.mark(first, end, words);
  return new BitmapSet(words);
}
