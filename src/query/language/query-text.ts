import { isUrn } from '../../model/urn.ts';
import { MATCH_ALL, allOf } from '../../search/expression.ts';
import { URN_FIELD } from '../../search/mapping.ts';
import { oneOf } from '../filters/combine.ts';
import { resolveFilterFields, type FieldContext } from '../filters/field-resolution.ts';
import { parseQuery } from './parse-query.ts';
import { fieldsOf, type QueryNode } from './query-node.ts';
import { resolveQuery, type ResolvedQuery } from './resolve-query.ts';
import type { TextCondition } from './text-conditions.ts';

/** Text of a search: plain words, or a query in the query language. */
export type QueryText =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'language'; readonly text: string; readonly node: QueryNode };

const SPACE = /\s/;

/**
 * Prefix of a query in the query language where plain words are the default; DataHub's user interface adds the
 * backslashes.
 */
const LANGUAGE_PREFIX = /^\\{0,2}\/q\s/;

/** Whether a query text is plain words where these are the default. */
export function isPlainWords(text: string): boolean {
  return !LANGUAGE_PREFIX.test(text.trim());
}

/**
 * Parses a query text: plain words, or the query language if not `fulltext` or if the text starts with `/q `. Throws
 * INVALID_REQUEST with the position of a syntax error.
 */
export function readQueryText(text: string, fulltext: boolean): QueryText {
  const words = text.trim();
  if (fulltext && isPlainWords(words)) return { kind: 'words', text: words };
  // A urn is taken literally, although its characters have a meaning in the language.
  if (isUrn(words) && !SPACE.test(words)) return { kind: 'words', text: words };
  return { kind: 'language', text: words, node: parseQuery(words.replace(LANGUAGE_PREFIX, '')) };
}

/** Names of the fields in a query text; none for plain words. */
export function namesIn(text: QueryText): readonly string[] {
  return text.kind === 'words' ? [] : fieldsOf(text.node);
}

/** Resolves a query text for the index. Throws INVALID_REQUEST if it names a soft-deleted property. */
export function resolveQueryText(text: QueryText, context: FieldContext): ResolvedQuery {
  denyDeletedProperties(text.text, context);
  return text.kind === 'words' ? ofWords(text.text, context) : resolveQuery(text.node, context);
}

function ofWords(text: string, context: FieldContext): ResolvedQuery {
  // A urn matches only its entity, not entities with the words of the urn.
  if (isUrn(text)) {
    return { where: oneOf(URN_FIELD, [text]), highlighted: [] };
  }
  if (text === '' || text === '*') return { where: MATCH_ALL, highlighted: [] };
  const fields = context.mapping.textFields;
  const inText = (words: string, inOrder: boolean): TextCondition => ({
    kind: 'words',
    fields: fields.map(({ field }) => field),
    text: words,
    inOrder,
  });
  const phrases = Array.from(text.matchAll(/"([^"]+)"/g), ([, phrase = '']) => inText(phrase, true));
  return { where: allOf(phrases), words: { text, fields }, highlighted: [inText(text, false)] };
}

/** Name of a structured property in a query text, as in `structuredProperties.io.acme.team:red`. */
const PROPERTY_IN_TEXT = /(?:structured|effective)Properties\\?\.[^\s:()"*<>]+/g;

/** Characters that can follow a name without a space, as in `_exists_:structuredProperties.team^2` or before a comma. */
const AFTER_NAME = /[\^~,;!?'&|/\]].*$/;

/** INVALID_REQUEST if the text names a soft-deleted property: a search by its name could reveal hidden values. */
function denyDeletedProperties(text: string, context: FieldContext): void {
  for (const [match] of text.matchAll(PROPERTY_IN_TEXT)) {
    const name = match.replaceAll('\\', '');
    resolveFilterFields(name, context);
    resolveFilterFields(name.replace(AFTER_NAME, ''), context);
  }
}
