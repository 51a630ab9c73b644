import type { SoughtWord } from '../../sought-words.ts';
import { intersectAll, uniteAll } from '../sets/combine.ts';
import { NO_DOCS } from '../sets/doc-set.ts';
import type { DocSet } from '../sets/doc-set.ts';
import { encodeText } from '../segment/text-codec.ts';
import type { Segment } from '../segment/segment.ts';
import type { WordColumn } from '../segment/word-column.ts';
import type { AnswerTime } from './answer-time.ts';

/** What is looked up in the words of fields. */
export interface Term {
  readonly encoded: Uint8Array;
  /** Words with this beginning. */
  readonly isPrefix: boolean;
  /** What an occurrence counts for beside one of the word itself, which is 1. */
  readonly factor: number;
}

/** A word of a query: any of some terms is an occurrence, or others together. */
export interface TermsOfWord {
  readonly any: readonly Term[];
  readonly together: readonly Term[];
}

/** Words of one field that a term stands for. */
export interface Place {
  readonly field: string;
  readonly column: WordColumn;
  readonly first: number;
  readonly end: number;
}

/** A term with its places in one segment. */
export interface LocatedTerm {
  readonly term: Term;
  readonly places: readonly Place[];
}

/** A word of a query in one segment. */
export interface LocatedWord {
  readonly any: readonly LocatedTerm[];
  readonly together: readonly LocatedTerm[];
}

/** What the other number of a word, or the parts of one, count for. */
const FACTOR_OF_OTHERS = 0.8;

/** The terms of words, worked out once for all segments. */
export function termsOf(words: readonly SoughtWord[]): readonly TermsOfWord[] {
  return words.map(({ text, isPrefix, variants, parts }) => ({
    any: [
      { encoded: encodeText(text), isPrefix, factor: 1 },
      ...variants.map((variant) => ({
        encoded: encodeText(variant),
        isPrefix: false,
        factor: FACTOR_OF_OTHERS,
      })),
    ],
    together: parts.map((part, i) => ({
      encoded: encodeText(part),
      isPrefix: isPrefix && i === parts.length - 1,
      factor: FACTOR_OF_OTHERS,
    })),
  }));
}

/** Looks the terms up in a segment; what is asked of a word later needs no more looking. */
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
  return words.map(({ any, together }) => ({ any: any.map(locate), together: together.map(locate) }));
}

/**
 * Documents among `size` in which words occur, deleted ones included: all of the words, or any of them. No word at all
 * occurs nowhere. TIMEOUT when the time is up.
 */
export function documentsOfWords(
  words: readonly LocatedWord[],
  which: 'all' | 'any',
  size: number,
  time: AnswerTime,
): DocSet {
  const occurs = ({ places }: LocatedTerm): DocSet =>
    uniteAll(
      places.map(({ column, first, end }) => column.documents(first, end)),
      size,
    );
  const sets = words.map(({ any, together }) => {
    time.check();
    const found = any.map(occurs);
    if (together.length > 0) found.push(intersectAll(together.map(occurs), size));
    return uniteAll(found, size);
  });
  if (sets.length === 0) return NO_DOCS;
  return which === 'all' ? intersectAll(sets, size) : uniteAll(sets, size);
}
