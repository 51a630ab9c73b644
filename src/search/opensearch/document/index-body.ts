import { createHash } from 'node:crypto';
import type { Urn } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import { analyzeText } from '../../text/analyzer.ts';
import { normalFrequency } from '../../text/impact.ts';
import { wordSequences } from '../../text/sought-words.ts';
import { ENTITY_TYPE_FIELD, URN_FIELD } from '../../mapping.ts';
import type { FieldValues, SearchDocument } from '../../search-index.ts';
import type { Columns } from './columns.ts';
import { FIELDS } from './layout.ts';
import { END_OF_WORD, encodeText, foldedTerm, shortName, valueTerm, wordTerm } from './terms.ts';

/** Document id of a urn: a hash, because urns can exceed the maximum of 512 bytes. */
export function documentId(urn: Urn): string {
  return createHash('sha256').update(urn).digest('base64url');
}

/** Term in `present` that marks a field as having a value. */
export function presenceTerm(field: string): string {
  return wordTerm(field, '');
}

/** Body of the index request for a document. */
export function indexBody({ urn, entityType, values, texts }: SearchDocument, columns: Columns): JsonObject {
  const body: Record<string, string | string[] | number[]> = {
    [FIELDS.urn]: encodeText(urn),
    [FIELDS.type]: entityType,
  };
  const add = (field: string, term: string): void => {
    const terms = body[field];
    if (isTerms(terms)) terms.push(term);
    else body[field] = [term];
  };
  const addValues = (field: string, ofField: FieldValues): void => {
    add(FIELDS.present, presenceTerm(field));
    for (const value of ofField) if (typeof value === 'string') add(FIELDS.folded, foldedTerm(field, value));
    for (const column of columns.placesOf(field)) {
      for (const value of ofField) add(column.name, valueTerm(column.prefix, value));
      if (column.numbers !== undefined) {
        const numbers = ofField.filter((value) => typeof value === 'number');
        if (numbers.length > 0) body[column.numbers] = numbers.map(finite);
      }
    }
  };
  addValues(URN_FIELD, [urn]);
  addValues(ENTITY_TYPE_FIELD, [entityType]);
  for (const [field, ofField] of values) {
    addValues(field, ofField);
    if (texts.has(field)) addPhrases(field, ofField, add);
  }
  const frequencies: Record<string, number> = {};
  for (const [field, ofField] of texts) {
    for (const [word, frequency] of frequenciesOf(ofField)) {
      const term = wordTerm(field, word);
      add(FIELDS.words, term);
      frequencies[shortName(term)] = frequency;
    }
  }
  return { ...body, [FIELDS.frequencies]: frequencies };
}

type Add = (field: string, term: string) => void;

/** A number as the engine takes it: the greatest one stands for infinity. */
function finite(number: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, number));
}

function isTerms(terms: string | string[] | number[] | undefined): terms is string[] {
  return Array.isArray(terms) && typeof terms[0] === 'string';
}

function addPhrases(field: string, values: FieldValues, add: Add): void {
  for (const value of values) {
    if (typeof value !== 'string') continue;
    for (const words of wordSequences(value)) add(FIELDS.phrases, phraseOf(field, words));
  }
}

/** Joins words to a text that the index analyzer splits into the same words. */
export function phraseOf(field: string, words: readonly string[]): string {
  return words.map((word) => wordTerm(field, word)).join(END_OF_WORD);
}

/** Normalized frequencies of the words and parts in the texts of one field. */
function frequenciesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let length = 0;
  for (const text of texts) {
    const { words, parts } = analyzeText(text);
    length += words.length;
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return new Map([...counts].map(([word, count]) => [word, normalFrequency(count, length)]));
}
