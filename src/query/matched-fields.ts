import type { EntityAspects } from '../model/aspect.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { analyzeText } from '../search/analyzer.ts';
import type { SoughtWord } from '../search/sought-words.ts';
import { soughtWords, standsFor } from '../search/sought-words.ts';
import type { DocumentBuilder } from '../search/document.ts';
import type { WordQuery } from '../search/search-index.ts';
import type { SearchHit } from './metadata-query.ts';

/** The searched texts of an entity in which a word of the query occurs, read as the index reads them. */
export function matchedFields(
  words: WordQuery,
  urn: Urn,
  aspects: EntityAspects,
  {
    buildDocument,
    properties,
  }: { readonly buildDocument: DocumentBuilder; readonly properties: PropertyDirectory },
): SearchHit['matchedFields'] {
  const wanted = soughtWords(words.text);
  const rows = new Map([...aspects].map(([name, aspect]) => [name, { aspect, internal: {} }]));
  const { texts } = buildDocument(urn, rows, properties);
  return words.fields.flatMap(({ field: name }) =>
    (texts.get(name) ?? []).filter((value) => occursIn(value, wanted)).map((value) => ({ name, value })),
  );
}

function occursIn(text: string, wanted: readonly SoughtWord[]): boolean {
  const { words, parts } = analyzeText(text);
  const present = [...words, ...parts];
  return wanted.some((word) => present.some((one) => standsFor(one, word) || word.parts.includes(one)));
}
