import type { Expression } from '../../expression.ts';
import { phraseWords, queryTerms, type QueryTerm } from '../../text/query-terms.ts';
import type { Columns } from '../document/columns.ts';
import { phraseOf } from '../document/index-body.ts';
import { FIELDS } from '../document/layout.ts';
import { wordTerm } from '../document/terms.ts';
import { NOTHING, allClauses, anyClause, termsClause, type Clause } from './clause.ts';

/** Maximum prefix in bytes, including the field name; OpenSearch allows 1,000. */
const LONGEST_BEGINNING = 900;

/** Clause of a `words` expression. */
export function wordsClause(
  { fields: queried, text, inOrder }: Extract<Expression, { kind: 'words' }>,
  columns: Columns,
): Clause {
  const fields = queried.filter((field) => columns.mayHaveWords(field));
  if (!inOrder) {
    const words = queryTerms(text);
    return words.length === 0 ? NOTHING : allClauses(words.map((word) => occurrenceClause(word, fields)));
  }
  const words = phraseWords(text);
  if (words.length === 0) return NOTHING;
  return anyClause(fields.map((field) => phraseClause(field, words)));
}

/** Matches documents with an occurrence of a word in one of the fields: the word, a variant, or all its parts. */
export function occurrenceClause(word: QueryTerm, fields: readonly string[]): Clause {
  const { isPrefix, parts, text, variants } = word;
  const itself = isPrefix ? prefixClauses(text, fields) : [wordClause([text, ...variants], fields)];
  if (parts.length === 0) return anyClause(itself);
  const last = isPrefix ? parts.at(-1) : undefined;
  const whole = new Set(last === undefined ? parts : parts.slice(0, -1));
  const together = [...whole].map((part) => wordClause([part], fields));
  if (last !== undefined) together.push(anyClause(prefixClauses(last, fields)));
  return anyClause([...itself, allClauses(together)]);
}

/** Matches documents with a word with this prefix in a field. A prefix beyond the maximum must equal the whole word. */
export function prefixClause(beginning: string, field: string): Clause {
  const term = wordTerm(field, beginning);
  const isTooLong = Buffer.byteLength(term) > LONGEST_BEGINNING;
  return isTooLong ? { term: { [FIELDS.words]: term } } : { prefix: { [FIELDS.words]: term } };
}

function prefixClauses(beginning: string, fields: readonly string[]): Clause[] {
  return fields.map((field) => prefixClause(beginning, field));
}

function wordClause(words: readonly string[], fields: readonly string[]): Clause {
  const terms = fields.flatMap((field) => words.map((word) => wordTerm(field, word)));
  return termsClause(FIELDS.words, terms);
}

/** Matches documents whose field contains all words, and one of whose values contains them as a phrase. */
function phraseClause(field: string, words: readonly string[]): Clause {
  return allClauses([
    ...words.map((word) => wordClause([word], [field])),
    { match_phrase: { [FIELDS.phrases]: phraseOf(field, words) } },
  ]);
}
