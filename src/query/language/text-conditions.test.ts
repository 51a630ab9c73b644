import { describe, expect, it } from 'vitest';
import type { Expression } from '../../search/expression.ts';
import { foldCase } from '../../search/text/analyzer.ts';
import { fieldTests, fieldsOfCondition, textConditions, type TextCondition } from './text-conditions.ts';

const terms = (field: string, ignoreCase: boolean, ...values: string[]): TextCondition => ({
  kind: 'terms',
  field,
  values,
  ignoreCase,
});
const pattern = (match: 'prefix' | 'suffix' | 'contains' | 'glob', value: string): TextCondition => ({
  kind: 'pattern',
  field: 'name',
  match,
  value,
});
const words = (text: string, inOrder = false): TextCondition => ({
  kind: 'words',
  fields: ['name', 'description'],
  text,
  inOrder,
});

const matches = (text: string, ...conditions: TextCondition[]): boolean => {
  const { fits, hasWords, isValue } = fieldTests(conditions);
  return hasWords?.(text) === true || isValue?.(text) === true || fits.some((test) => test(foldCase(text)));
};

describe('text conditions', () => {
  it('exclude negated ones', () => {
    const expression: Expression = {
      kind: 'and',
      of: [
        { kind: 'or', of: [terms('name', true, 'a'), { kind: 'exists', field: 'name' }] },
        { kind: 'not', of: words('b') },
        { kind: 'numbers', field: 'size', values: [1] },
        words('c'),
      ],
    };
    expect(textConditions(expression)).toEqual([terms('name', true, 'a'), words('c')]);
    expect(textConditions({ kind: 'all' })).toEqual([]);
  });

  it('have one field, or all full-text fields', () => {
    expect(fieldsOfCondition(terms('tags', true, 'a'))).toEqual(['tags']);
    expect(fieldsOfCondition(words('a'))).toEqual(['name', 'description']);
  });
});

describe('a text', () => {
  it.each<[TextCondition, string]>([
    [terms('name', true, 'x', 'Größe'), 'GRÖßE'],
    [terms('name', false, 'Orders'), 'Orders'],
    [pattern('prefix', 'ORD'), 'orders'],
    [pattern('suffix', 'ERS'), 'orders'],
    [pattern('contains', 'RDE'), 'orders'],
    [pattern('glob', 'o*R?'), 'Orders'],
    [pattern('glob', 'a\\*b'), 'a*b'],
    [words('xyzzy orderId'), 'order_id'],
    [words('ord*'), 'all orders'],
    [words('orders'), 'an order'],
    [words('order details', true), 'the Order_details'],
  ])('matches %j: %s', (condition, text) => expect(matches(text, condition)).toBe(true));

  it.each<[TextCondition, string]>([
    [terms('name', false, 'Orders'), 'orders'],
    [terms('name', true, 'order'), 'orders'],
    [pattern('glob', 'o?s'), 'orders'],
    [pattern('glob', 'a\\*b'), 'axb'],
    [words('ord'), 'orders'],
    [words('order details', true), 'details of an order'],
    [words('orders details', true), 'order details'],
    [words('!', true), 'order details'],
    [words('!'), 'order details'],
  ])('does not match %j: %s', (condition, text) => expect(matches(text, condition)).toBe(false));

  it('matches any of several conditions', () => {
    const all = [
      words('x y', true),
      words('b c', true),
      words('z'),
      terms('name', false, 'K'),
      pattern('prefix', 'p'),
    ];
    for (const text of ['a b c', 'of z', 'K', 'Page']) expect(matches(text, ...all)).toBe(true);
    for (const text of ['a c b', 'k', 'a p']) expect(matches(text, ...all)).toBe(false);
  });

  it('is compared once with a repeated pattern', () => {
    expect(fieldTests(Array.from({ length: 9 }, () => pattern('glob', 'A*b'))).fits).toHaveLength(1);
  });
});
