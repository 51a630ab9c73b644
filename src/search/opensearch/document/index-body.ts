import { createHash } from 'node:crypto';
import type { Urn } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import { analyzeText } from '../../analyzer.ts';
import { normalFrequency } from '../../impact.ts';
import { ENTITY_TYPE_FIELD, URN_FIELD } from '../../mapping.ts';
import type { FieldValues, SearchDocument } from '../../search-index.ts';
import { FIELDS, valueField } from './layout.ts';
import { END_OF_WORD, encodeText, foldedTerm, shortName, valueTerm, wordTerm } from './terms.ts';

/** Id of the document of an urn; urns themselves can be longer than the 512 bytes that an id may have. */
export function documentId(urn: Urn): string {
  return createHash('sha256').update(urn).digest('base64url');
}

/** The name by which a field is known to be present. */
export function presenceTerm(field: string): string {
  return wordTerm(field, '');
}

/** What is written into the index of a document. */
export function indexBody({ urn, entityType, values, texts }: SearchDocument): JsonObject {
  const body: Record<string, string | string[]> = {
    [FIELDS.urn]: encodeText(urn),
    [FIELDS.type]: entityType,
  };
  const add = (field: string, term: string): void => {
    const terms = body[field];
    if (Array.isArray(terms)) terms.push(term);
    else body[field] = [term];
  };
  addValues(URN_FIELD, [urn], add);
  addValues(ENTITY_TYPE_FIELD, [entityType], add);
  for (const [field, ofField] of values) {
    addValues(field, ofField, add);
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

function addValues(field: string, values: FieldValues, add: Add): void {
  add(FIELDS.present, presenceTerm(field));
  const place = valueField(field);
  for (const value of values) {
    add(place, valueTerm(field, value));
    if (typeof value === 'string') add(FIELDS.folded, foldedTerm(field, value));
  }
}

function addPhrases(field: string, values: FieldValues, add: Add): void {
  for (const value of values) {
    if (typeof value === 'string') add(FIELDS.phrases, phraseOf(field, analyzeText(value).words));
  }
}

/** Words one after the other, as the analyzer of the index takes them apart again. */
export function phraseOf(field: string, words: readonly string[]): string {
  return words.map((word) => wordTerm(field, word)).join(END_OF_WORD);
}

/** The words of the texts of one field and their parts, with how often they occur in a field of usual length. */
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
