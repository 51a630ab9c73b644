import { analyzeQuery, analyzeText } from '../../src/search/text/analyzer.ts';
import type { Bound, Expression } from '../../src/search/expression.ts';
import {
  occurrenceTest,
  phraseWords,
  queryTerms,
  type QueryTerm,
} from '../../src/search/text/query-terms.ts';

/** Values of a document by field. */
export type NaiveFields = ReadonlyMap<string, readonly string[] | readonly number[]>;

/** Full-text fields of a document. */
export type NaiveTexts = ReadonlyMap<string, readonly string[]>;

/** Whether a document matches; reference implementation without an index. */
export function matches(expression: Expression, fields: NaiveFields, texts: NaiveTexts = new Map()): boolean {
  const some = (field: string, test: (value: string | number) => boolean): boolean =>
    [...(fields.get(field) ?? [])].some(test);
  switch (expression.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'and':
      return expression.of.every((one) => matches(one, fields, texts));
    case 'or':
      return expression.of.some((one) => matches(one, fields, texts));
    case 'not':
      return !matches(expression.of, fields, texts);
    case 'exists':
      return fields.has(expression.field);
    case 'terms': {
      const fold = (text: string): string => (expression.ignoreCase ? text.toLowerCase() : text);
      const wanted = expression.values.map(fold);
      return some(expression.field, (value) => typeof value === 'string' && wanted.includes(fold(value)));
    }
    case 'numbers':
      return some(expression.field, (value) => expression.values.some((wanted) => wanted === value));
    case 'pattern':
      return some(expression.field, (value) => typeof value === 'string' && fits(value, expression));
    case 'range': {
      const { lower, upper } = expression;
      return some(expression.field, (value) => above(value, lower) && below(value, upper));
    }
    case 'words':
      return matchesWords(expression, fields, texts);
  }
}

/** Whether a word, or each of its parts, occurs in one of the fields. */
export function occurs(word: QueryTerm, fields: readonly string[], texts: NaiveTexts): boolean {
  const present = fields.flatMap((field) =>
    (texts.get(field) ?? []).flatMap((one) => {
      const { words, parts } = analyzeText(one);
      return [...words, ...parts];
    }),
  );
  if (present.some(occurrenceTest([word]))) return true;
  const last = word.parts.length - 1;
  return (
    word.parts.length > 0 &&
    word.parts.every((part, i) =>
      present.some((one) => one === part || (word.isPrefix && i === last && one.startsWith(part))),
    )
  );
}

function matchesWords(
  { fields, text, inOrder }: Extract<Expression, { kind: 'words' }>,
  values: NaiveFields,
  texts: NaiveTexts,
): boolean {
  if (!inOrder) {
    const words = queryTerms(text);
    return words.length > 0 && words.every((word) => occurs(word, fields, texts));
  }
  const phrase = phraseWords(text);
  const exact = phrase.map((word) => ({ text: word, isPrefix: false, variants: [], parts: [] }));
  return (
    phrase.length > 0 &&
    fields.some(
      (field) =>
        exact.every((word) => occurs(word, [field], texts)) &&
        [...(values.get(field) ?? [])].some(
          (value) =>
            typeof value === 'string' &&
            [analyzeText(value).words, wordsAndParts(value)].some((words) =>
              ` ${words.join(' ')} `.includes(` ${phrase.join(' ')} `),
            ),
        ),
    )
  );
}

/** The words of a text, camel-case ones as their parts. */
function wordsAndParts(text: string): string[] {
  return analyzeQuery(text).flatMap(({ word, parts }) => (parts.length > 0 ? parts : word));
}

/** A glob as a regular expression; the real implementation does not use regular expressions. */
function globPattern(glob: string): RegExp {
  const source = glob.replace(/\\[^]|[^]/gu, (part) => {
    if (part === '*') return '[^]*';
    if (part === '?') return '[^]';
    return Array.from(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part, escaped).join('');
  });
  return new RegExp(`^${source}$`, 'u');
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function fits(text: string, { match, value }: Extract<Expression, { kind: 'pattern' }>): boolean {
  const [folded, wanted] = [text.toLowerCase(), value.toLowerCase()];
  if (match === 'glob') return globPattern(wanted).test(folded);
  if (match === 'contains') return folded.includes(wanted);
  return match === 'prefix' ? folded.startsWith(wanted) : folded.endsWith(wanted);
}

function above(value: string | number, bound: Bound | undefined): boolean {
  if (bound === undefined) return true;
  if (typeof value !== typeof bound.value) return false;
  return value > bound.value || (bound.inclusive && value === bound.value);
}

function below(value: string | number, bound: Bound | undefined): boolean {
  if (bound === undefined) return true;
  if (typeof value !== typeof bound.value) return false;
  return value < bound.value || (bound.inclusive && value === bound.value);
}
