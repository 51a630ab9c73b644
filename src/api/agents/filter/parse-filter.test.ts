import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alternativesOf } from './alternatives.ts';
import { parseFilter, type FilterCondition, type FilterNode } from './parse-filter.ts';

function condition(field: string, ...values: readonly string[]): FilterCondition {
  return { kind: 'condition', field, operator: '=', values, isNegated: false };
}

describe('a filter', () => {
  it.each<[string, FilterNode]>([
    ['platform = hive', condition('platform', 'hive')],
    ['subtype = Fact Sheet', condition('subtype', 'Fact Sheet')],
    ['a != "x \\" y"', { ...condition('a', 'x " y'), isNegated: true }],
    ['a IN (x, "y, z", w v)', condition('a', 'x', 'y, z', 'w v')],
    ['a not in (x)', { ...condition('a', 'x'), isNegated: true }],
    ['n >= 30', { ...condition('n', '30'), operator: '>=' }],
    ['tag IS NULL', { ...condition('tag'), operator: 'exists', isNegated: true }],
    ['tag is not null', { ...condition('tag'), operator: 'exists' }],
    [
      'urn = urn:li:dataset:(urn:li:dataPlatform:hive,a.b,PROD)',
      condition('urn', 'urn:li:dataset:(urn:li:dataPlatform:hive,a.b,PROD)'),
    ],
    [
      'a = 1 OR b = 2 AND NOT (c = 3)',
      {
        kind: 'or',
        parts: [
          condition('a', '1'),
          { kind: 'and', parts: [condition('b', '2'), { kind: 'not', part: condition('c', '3') }] },
        ],
      },
    ],
  ])('%s is parsed', (text, node) => {
    expect(parseFilter(text)).toEqual(node);
  });

  it.each([
    'platform',
    'platform hive',
    'platform = ',
    'a = 1 b = 2',
    '(a = 1',
    'a = 1)',
    'a IN ()',
    'a IN (x',
    'a = "x',
    'AND',
    `${'('.repeat(60)}a = 1${')'.repeat(60)}`,
    `a = ${'x'.repeat(4_000)}`,
  ])('%s is refused', (text) => {
    expect(() => parseFilter(text)).toThrow(/^The filter cannot be read: .*Write conditions/);
  });

  it('is parsed or refused, for any text', () => {
    const words = fc.constantFrom(
      'a',
      '=',
      '!=',
      '<',
      'IN',
      '(',
      ')',
      ',',
      'AND',
      'OR',
      'NOT',
      'IS',
      'NULL',
      '"',
      "'",
      'x',
      '!',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((all) => all.join(' ')),
        ),
        (text) => {
          try {
            parseFilter(text);
          } catch (error) {
            expect(error).toMatchObject({ name: 'CatalogError' });
          }
        },
      ),
    );
  });
});

const FIELDS = ['a', 'b', 'c'];
const { node: NODES } = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...FIELDS).map((field): FilterNode => condition(field, 'x')),
    tie('node').map((part): FilterNode => ({ kind: 'not', part })),
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
      )
      .map(([kind, parts]): FilterNode => ({ kind, parts })),
  ),
}));

function holds(node: FilterNode, facts: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case 'condition':
      return facts.has(node.field) !== node.isNegated;
    case 'not':
      return !holds(node.part, facts);
    case 'and':
      return node.parts.every((part) => holds(part, facts));
    case 'or':
      return node.parts.some((part) => holds(part, facts));
  }
}

describe('the alternatives of a filter', () => {
  it('hold exactly when the filter holds', () => {
    fc.assert(
      fc.property(NODES, fc.subarray(FIELDS), (node, names) => {
        const facts = new Set(names);
        const alternatives = alternativesOf(node);
        expect(alternatives.some((all) => all.every((one) => holds(one, facts)))).toBe(holds(node, facts));
      }),
    );
  });

  it('are refused when they are too many', () => {
    const pair = '(a = 1 OR b = 2)';
    expect(() => alternativesOf(parseFilter(Array.from({ length: 20 }, () => pair).join(' AND ')))).toThrow(
      /more than 500 conditions/,
    );
  });
});
