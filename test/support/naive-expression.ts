import type { Bound, Expression } from '../../src/search/expression.ts';

/** Fields of a document with their values. */
export type NaiveFields = ReadonlyMap<string, readonly string[] | readonly number[]>;

/** Whether a document matches, straight from the definition of the expressions. */
export function matches(expression: Expression, fields: NaiveFields): boolean {
  const some = (field: string, test: (value: string | number) => boolean): boolean =>
    [...(fields.get(field) ?? [])].some(test);
  switch (expression.kind) {
    case 'all':
      return true;
    case 'none':
      return false;
    case 'and':
      return expression.of.every((one) => matches(one, fields));
    case 'or':
      return expression.of.some((one) => matches(one, fields));
    case 'not':
      return !matches(expression.of, fields);
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
  }
}

function fits(text: string, { match, value }: Extract<Expression, { kind: 'pattern' }>): boolean {
  const [folded, wanted] = [text.toLowerCase(), value.toLowerCase()];
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
