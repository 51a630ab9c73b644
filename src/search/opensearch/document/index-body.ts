import { createHash } from 'node:crypto';
import type { Urn } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import { analyzeText } from '../../text/analyzer.ts';
import { bm25 } from '../../text/bm25.ts';
import { wordSequences } from '../../text/query-terms.ts';
import { ENTITY_TYPE_FIELD, URN_FIELD, isInternal } from '../../mapping.ts';
import type { FieldValues, SearchDocument } from '../../search-index.ts';
import { OWN, type Columns } from './columns.ts';
import { FIELDS } from './layout.ts';
import {
  BEFORE_IMPACT,
  END_OF_WORD,
  encodeText,
  foldedTerm,
  isFolded,
  valueTerm,
  wordTerm,
} from './terms.ts';

/** Document id of a urn: a hash, because urns can exceed the maximum of 512 bytes. */
export function documentId(urn: Urn): string {
  return createHash('sha256').update(urn).digest('base64url');
}

/** Term in `present` that marks a field as having a value. */
export function presenceTerm(field: string): string {
  return wordTerm(field, '');
}

/**
 * Whether case-insensitive conditions on texts of a field need only their folded form, because `folded` has all of them. True of
 * urns, most of which have capitals.
 */
export function hasAllFolded(field: string, columns: Columns): boolean {
  return field === URN_FIELD || !columns.has('once');
}

function isInFolded(field: string, text: string, columns: Columns): boolean {
  return hasAllFolded(field, columns) || !(isFolded(text) || isInternal(field));
}

/** Body of the index request for a document. */
export function indexBody({ urn, entityType, values, texts }: SearchDocument, columns: Columns): JsonObject {
  const present: string[] = [];
  const folded: string[] = [];
  const phrases: string[] = [];
  const own: Record<string, string[]> = {};
  const numbers: Record<string, number[]> = {};
  const shared: Record<string, string[]> = {};
  const addValues = (field: string, ofField: FieldValues): void => {
    const places = columns.placesOf(field);
    if (!columns.has('once') || places.some(({ member }) => member === undefined)) {
      present.push(presenceTerm(field));
    }
    for (const value of ofField) {
      if (typeof value === 'string' && isInFolded(field, value, columns))
        folded.push(foldedTerm(field, value));
    }
    for (const { member, name, prefix } of places) {
      const terms = ofField.map((value) => valueTerm(prefix, value));
      if (member === undefined) {
        const ofName = (shared[name] ??= []);
        for (const term of terms) ofName.push(term);
      } else {
        own[member] = terms;
        const ofNumbers = ofField.filter((value) => typeof value === 'number');
        if (ofNumbers.length > 0) numbers[member] = ofNumbers.map(finite);
      }
    }
  };
  addValues(URN_FIELD, [urn]);
  addValues(ENTITY_TYPE_FIELD, [entityType]);
  for (const [field, ofField] of values) {
    addValues(field, ofField);
    if (texts.has(field)) for (const phrase of phrasesOf(field, ofField)) phrases.push(phrase);
  }
  return {
    [FIELDS.urn]: encodeText(urn),
    [FIELDS.type]: entityType,
    [FIELDS.present]: present,
    [FIELDS.folded]: folded,
    [FIELDS.phrases]: phrases,
    [FIELDS.words]: columns.has('impacts') ? countedWords(texts) : wordsOf(texts),
    [OWN.terms]: own,
    [OWN.numbers]: numbers,
    ...shared,
  };
}

/** A number that the engine accepts: the greatest finite one replaces infinity. */
function finite(number: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, number));
}

function phrasesOf(field: string, values: FieldValues): string[] {
  return values.flatMap((value) =>
    typeof value === 'string' ? wordSequences(value).map((words) => phraseOf(field, words)) : [],
  );
}

/** Joins words to a text that the index analyzer splits into the same words. */
export function phraseOf(field: string, words: readonly string[]): string {
  return words.map((word) => wordTerm(field, word)).join(END_OF_WORD);
}

/** Words and their parts with their impacts, as a text that the index analyzer splits into terms and frequencies. */
function countedWords(texts: SearchDocument['texts']): string {
  let counted = '';
  for (const [field, ofField] of texts) {
    for (const [word, impact] of impactsOf(ofField)) {
      counted += `${counted === '' ? '' : END_OF_WORD}${wordTerm(field, word)}${BEFORE_IMPACT}${impact}`;
    }
  }
  return counted;
}

/** Words and their parts for a generation of a version that did not record impacts. */
function wordsOf(texts: SearchDocument['texts']): string[] {
  return [...texts].flatMap(([field, ofField]) =>
    [...impactsOf(ofField).keys()].map((word) => wordTerm(field, word)),
  );
}

/** Impacts of the words and parts in the texts of one field. */
function impactsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let length = 0;
  for (const text of texts) {
    const { words, parts } = analyzeText(text);
    length += words.length;
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  for (const [word, count] of counts) counts.set(word, bm25(count, length));
  return counts;
}
