import type { JsonObject } from '../../../util/json.ts';
import { foldCase } from '../../text/analyzer.ts';
import type { Bound, Expression } from '../../expression.ts';
import { parseGlob } from '../../text/glob.ts';
import { presenceTerm } from '../document/index-body.ts';
import { FIELDS, valueField } from '../document/layout.ts';
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
import { EVERYTHING, NOTHING, allClauses, anyClause } from './clause.ts';
import type { Clause } from './clause.ts';
import { escapeRegexp } from './regexp.ts';
import { wordsClause } from './word-clauses.ts';

/** Converts an expression to a clause. */
export function clauseOf(expression: Expression): Clause {
  switch (expression.kind) {
    case 'all':
      return EVERYTHING;
    case 'none':
      return NOTHING;
    case 'and':
      return allClauses(expression.of.map(clauseOf));
    case 'or':
      return anyClause(expression.of.map(clauseOf));
    case 'not':
      return { bool: { must_not: [clauseOf(expression.of)] } };
    case 'words':
      return wordsClause(expression);
    default:
      return leafClause(expression);
  }
}

type Leaf = Extract<Expression, { readonly field: string }>;

function leafClause(leaf: Leaf): Clause {
  const { field } = leaf;
  switch (leaf.kind) {
    case 'exists':
      return { term: { [FIELDS.present]: presenceTerm(field) } };
    case 'terms':
      return leaf.ignoreCase
        ? { terms: { [FIELDS.folded]: leaf.values.map((value) => foldedTerm(field, value)) } }
        : { terms: { [valueField(field)]: leaf.values.map((value) => valueTerm(field, value)) } };
    case 'numbers':
      return { terms: { [valueField(field)]: leaf.values.map((value) => valueTerm(field, value)) } };
    case 'pattern':
      return patternClause(leaf);
    case 'range':
      return rangeClause(leaf);
  }
}

function rangeClause({ field, lower, upper }: Extract<Leaf, { kind: 'range' }>): Clause {
  const kinds = new Set([lower, upper].flatMap((bound) => (bound === undefined ? [] : typeof bound.value)));
  if (kinds.size !== 1) return kinds.size === 0 ? leafClause({ kind: 'exists', field }) : NOTHING;
  const prefix = kinds.has('number') ? numbersPrefix(field) : textsPrefix(field);
  const limit = (
    bound: Bound | undefined,
    strict: string,
    inclusive: string,
    open: JsonObject,
  ): JsonObject =>
    bound === undefined ? open : { [bound.inclusive ? inclusive : strict]: valueTerm(field, bound.value) };
  const from = limit(lower, 'gt', 'gte', { gte: prefix });
  const to = limit(upper, 'lt', 'lte', { lt: afterPrefix(prefix) });
  return { range: { [valueField(field)]: { ...from, ...to } } };
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
