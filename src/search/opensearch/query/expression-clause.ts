import type { JsonObject } from '../../../util/json.ts';
import { foldCase } from '../../text/analyzer.ts';
import type { Bound, Expression } from '../../expression.ts';
import { parseGlob } from '../../text/glob.ts';
import { hasAllFolded, presenceTerm } from '../document/index-body.ts';
import type { Columns } from '../document/columns.ts';
import { FIELDS } from '../document/layout.ts';
import {
  ONE_CHARACTER,
  ONE_PLAIN_CHARACTER,
  afterPrefix,
  encodeFolded,
  fieldPrefix,
  foldedTerm,
  isFolded,
  isPlain,
  numbersPrefix,
  textsPrefix,
  valueTerm,
} from '../document/terms.ts';
import { EVERYTHING, NOTHING, allClauses, anyClause, notClause, termsClause, type Clause } from './clause.ts';
import { escapeRegexp } from './regexp.ts';
import { wordsClause } from './word-clauses.ts';

/** Converts an expression to a clause. */
export function clauseOf(expression: Expression, columns: Columns): Clause {
  const clausesOf = (of: readonly Expression[]): Clause[] => of.map((each) => clauseOf(each, columns));
  switch (expression.kind) {
    case 'all':
      return EVERYTHING;
    case 'none':
      return NOTHING;
    case 'and':
      return allClauses(clausesOf(expression.of));
    case 'or':
      return anyClause(clausesOf(expression.of));
    case 'not':
      return notClause(clauseOf(expression.of, columns));
    case 'words':
      return wordsClause(expression, columns);
    default:
      return leafClause(expression, columns);
  }
}

type Leaf = Extract<Expression, { readonly field: string }>;

function leafClause(leaf: Leaf, columns: Columns): Clause {
  const { field } = leaf;
  switch (leaf.kind) {
    case 'exists':
      return existsClause(field, columns);
    case 'terms':
    case 'numbers':
      return termsOf(leaf, columns);
    case 'pattern':
      return patternClause(leaf, columns);
    case 'range':
      return rangeClause(leaf, columns);
  }
}

/** Matches documents with a value of the field. */
export function existsClause(field: string, columns: Columns): Clause {
  const { member, name } = columns.of(field);
  return columns.has('once') && member !== undefined
    ? { exists: { field: name } }
    : { term: { [FIELDS.present]: presenceTerm(field) } };
}

function termsOf(leaf: Extract<Leaf, { kind: 'terms' | 'numbers' }>, columns: Columns): Clause {
  const { name, prefix } = columns.of(leaf.field);
  if (leaf.kind === 'terms' && leaf.ignoreCase) {
    const folded = leaf.values.map((value) => foldedTerm(leaf.field, value));
    const inColumn = hasAllFolded(leaf.field, columns) ? [] : leaf.values.map(foldCase).filter(isFolded);
    const exact = inColumn.map((value) => valueTerm(prefix, value));
    return anyClause([
      termsClause(FIELDS.folded, folded),
      ...(exact.length > 0 ? [termsClause(name, exact)] : []),
    ]);
  }
  const terms = leaf.values.map((value) => valueTerm(prefix, value));
  return termsClause(name, terms);
}

type Range = Extract<Leaf, { kind: 'range' }>;

function rangeClause(range: Range, columns: Columns): Clause {
  const { field, lower, upper } = range;
  const kinds = new Set([lower, upper].flatMap((bound) => (bound === undefined ? [] : typeof bound.value)));
  if (kinds.size !== 1) return kinds.size === 0 ? leafClause({ kind: 'exists', field }, columns) : NOTHING;
  const { name, numbers, prefix } = columns.of(field);
  if (kinds.has('string')) return termRange(range, name, prefix, textsPrefix(prefix));
  // The greatest number is stored in place of infinity.
  const isOrdinary = [lower, upper].every((bound) => Math.abs(Number(bound?.value ?? 0)) < Number.MAX_VALUE);
  if (numbers === undefined || !isOrdinary) return termRange(range, name, prefix, numbersPrefix(prefix));
  const limit = (bound: Bound | undefined, strict: string, inclusive: string): JsonObject =>
    bound === undefined ? {} : { [bound.inclusive ? inclusive : strict]: bound.value };
  return { range: { [numbers]: { ...limit(lower, 'gt', 'gte'), ...limit(upper, 'lt', 'lte') } } };
}

/** A range of terms among those that begin with `start`. */
function termRange({ lower, upper }: Range, column: string, prefix: string, start: string): Clause {
  const limit = (bound: Bound | undefined, strict: string, inclusive: string, open: JsonObject): JsonObject =>
    bound === undefined ? open : { [bound.inclusive ? inclusive : strict]: valueTerm(prefix, bound.value) };
  const from = limit(lower, 'gt', 'gte', { gte: start });
  const to = limit(upper, 'lt', 'lte', { lt: afterPrefix(start) });
  return { range: { [column]: { ...from, ...to } } };
}

type Pattern = Extract<Leaf, { kind: 'pattern' }>;

function patternClause(pattern: Pattern, columns: Columns): Clause {
  const { field, value } = pattern;
  const inFolded = patternIn(FIELDS.folded, fieldPrefix(field), ONE_CHARACTER, pattern);
  // A text that is not plain cannot occur in texts that are their own folded form.
  if (hasAllFolded(field, columns) || !isPlain(foldCase(value))) return inFolded;
  const { name, prefix } = columns.of(field);
  // Matches there are not folded, so only characters matched by wildcards may be capitals: the folded text then matches,
  // too.
  return anyClause([inFolded, patternIn(name, textsPrefix(prefix), ONE_PLAIN_CHARACTER, pattern)]);
}

/** Matches terms of an index field by the part after `start`. */
function patternIn(column: string, start: string, one: string, { match, value }: Pattern): Clause {
  const text = encodeFolded(value);
  if (match === 'prefix') return { prefix: { [column]: start + text } };
  if (match === 'glob')
    return { regexp: { [column]: { value: escapeRegexp(start) + globRegexp(value, one) } } };
  const end = match === 'contains' ? '*' : '';
  return { wildcard: { [column]: { value: `${escapeWildcards(start)}*${escapeWildcards(text)}${end}` } } };
}

function globRegexp(pattern: string, one: string): string {
  return parseGlob(foldCase(pattern))
    .map((part) => {
      if (part.kind === 'many') return '.*';
      return part.kind === 'one' ? one : escapeRegexp(encodeFolded(part.character));
    })
    .join('');
}

function escapeWildcards(text: string): string {
  return text.replace(/[*?\\]/g, '\\$&');
}
