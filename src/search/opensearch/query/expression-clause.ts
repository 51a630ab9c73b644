import type { JsonObject } from '../../../util/json.ts';
import { foldCase } from '../../text/analyzer.ts';
import type { Bound, Expression } from '../../expression.ts';
import { parseGlob } from '../../text/glob.ts';
import { presenceTerm } from '../document/index-body.ts';
import type { Columns } from '../document/columns.ts';
import { FIELDS } from '../document/layout.ts';
import {
  ONE_CHARACTER,
  afterPrefix,
  encodeFolded,
  fieldPrefix,
  foldedTerm,
  numbersPrefix,
  textsPrefix,
  valueTerm,
} from '../document/terms.ts';
import { EVERYTHING, NOTHING, allClauses, anyClause, notClause, termsClause } from './clause.ts';
import type { Clause } from './clause.ts';
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
      return { term: { [FIELDS.present]: presenceTerm(field) } };
    case 'terms':
    case 'numbers':
      return termsOf(leaf, columns);
    case 'pattern':
      return patternClause(leaf);
    case 'range':
      return rangeClause(leaf, columns);
  }
}

function termsOf(leaf: Extract<Leaf, { kind: 'terms' | 'numbers' }>, columns: Columns): Clause {
  if (leaf.kind === 'terms' && leaf.ignoreCase) {
    const folded = leaf.values.map((value) => foldedTerm(leaf.field, value));
    return termsClause(FIELDS.folded, folded);
  }
  const { name, prefix } = columns.of(leaf.field);
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
  // The greatest number also stands for infinity there.
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

function patternClause({ field, match, value }: Extract<Leaf, { kind: 'pattern' }>): Clause {
  const text = encodeFolded(value);
  if (match === 'prefix') return { prefix: { [FIELDS.folded]: fieldPrefix(field) + text } };
  if (match === 'glob') {
    return { regexp: { [FIELDS.folded]: { value: escapeRegexp(fieldPrefix(field)) + globRegexp(value) } } };
  }
  const end = match === 'contains' ? '*' : '';
  const wildcard = `${escapeWildcards(fieldPrefix(field))}*${escapeWildcards(text)}${end}`;
  return { wildcard: { [FIELDS.folded]: { value: wildcard } } };
}

function globRegexp(pattern: string): string {
  return parseGlob(foldCase(pattern))
    .map((part) => {
      if (part.kind === 'many') return '.*';
      return part.kind === 'one' ? ONE_CHARACTER : escapeRegexp(encodeFolded(part.character));
    })
    .join('');
}

function escapeWildcards(text: string): string {
  return text.replace(/[*?\\]/g, '\\$&');
}
