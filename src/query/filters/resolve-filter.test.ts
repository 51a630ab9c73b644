import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { criterionHolds } from '../../../test/support/naive-criterion.ts';
import { matches } from '../../../test/support/naive-expression.ts';
import { propertyDirectory, propertyState } from '../../../test/support/memory/search-fixtures.ts';
import { readRegistry } from '../../config/read-registry.ts';
import { FILTER_OPERATORS, type Criterion } from '../../model/filter.ts';
import { loadRegistry } from '../../model/registry/load-registry.ts';
import { EVERYTHING } from '../../model/scope.ts';
import type { Expression } from '../../search/expression.ts';
import { createMapping } from '../../search/mapping.ts';
import type { FieldContext } from './field-resolution.ts';
import { resolveFilter } from './resolve-filter.ts';
import { scopeOf } from '../visibility/visibility.ts';
import { effort } from '../../../test/support/effort.ts';

const mapping = createMapping(loadRegistry(readRegistry()));
const properties = propertyDirectory(
  propertyState('a.text'),
  propertyState('a.number', { valueType: 'number' }),
  propertyState('a.date', { valueType: 'date' }),
  propertyState('a.keyword', { generation: 2 }),
  propertyState('a.gone', { removed: true }),
);
const entityTypes = ['chart', 'dataset', 'dataJob', 'corpuser'];
const context: FieldContext = {
  entityTypes,
  mapping: mapping.of(entityTypes),
  properties,
  scope: scopeOf(properties),
};

function criterion(
  field: string,
  operator: Criterion['operator'],
  values: readonly string[],
  negated = false,
): Criterion {
  return { field, operator, values, negated };
}

function resolved(field: string, operator: Criterion['operator'], ...values: readonly string[]): Expression {
  return resolveFilter([[criterion(field, operator, values)]], context);
}

const text = 'sp:1:urn:li:structuredProperty:a.text';
const number = 'sp:1:urn:li:structuredProperty:a.number';
const date = 'sp:1:urn:li:structuredProperty:a.date';

describe('resolveFilter', () => {
  it.each<[string, Criterion['operator'], string[], Expression]>([
    [
      'structuredProperties.a.text',
      'EQUAL',
      ['x', 'y'],
      { kind: 'terms', field: text, values: ['x', 'y'], ignoreCase: false },
    ],
    [
      'structuredProperties.a.text',
      'IN',
      [' x'],
      { kind: 'terms', field: text, values: [' x'], ignoreCase: false },
    ],
    [
      'structuredProperties.a.text',
      'IEQUAL',
      [' X '],
      { kind: 'terms', field: text, values: ['X'], ignoreCase: true },
    ],
    [
      'structuredProperties.a.text',
      'CONTAIN',
      [' x '],
      { kind: 'pattern', field: text, match: 'contains', value: 'x' },
    ],
    [
      'structuredProperties.a.text',
      'START_WITH',
      ['x'],
      { kind: 'pattern', field: text, match: 'prefix', value: 'x' },
    ],
    [
      'structuredProperties.a.text',
      'END_WITH',
      ['x'],
      { kind: 'pattern', field: text, match: 'suffix', value: 'x' },
    ],
    ['structuredProperties.a.text', 'EXISTS', [], { kind: 'exists', field: text }],
    ['structuredProperties.a.text', 'IS_NULL', [], { kind: 'not', of: { kind: 'exists', field: text } }],
    [
      'structuredProperties.a.text',
      'GREATER_THAN',
      ['b', 'z'],
      { kind: 'range', field: text, lower: { value: 'b', inclusive: false } },
    ],
    [
      'structuredProperties.a.number',
      'EQUAL',
      ['10', '1e1'],
      { kind: 'numbers', field: number, values: [10, 10] },
    ],
    ['structuredProperties.a.number', 'IEQUAL', ['10'], { kind: 'numbers', field: number, values: [10] }],
    [
      'structuredProperties.a.number',
      'GREATER_THAN_OR_EQUAL_TO',
      ['5', 'no number'],
      { kind: 'range', field: number, lower: { value: 5, inclusive: true } },
    ],
    [
      'structuredProperties.a.number',
      'LESS_THAN',
      ['5'],
      { kind: 'range', field: number, upper: { value: 5, inclusive: false } },
    ],
    [
      'structuredProperties.a.number',
      'LESS_THAN_OR_EQUAL_TO',
      ['5'],
      { kind: 'range', field: number, upper: { value: 5, inclusive: true } },
    ],
    [
      'structuredProperties.a.number',
      'BETWEEN',
      ['1', '5'],
      {
        kind: 'range',
        field: number,
        lower: { value: 1, inclusive: true },
        upper: { value: 5, inclusive: true },
      },
    ],
    [
      'structuredProperties.a.number',
      'BETWEEN',
      ['1'],
      { kind: 'range', field: number, lower: { value: 1, inclusive: true } },
    ],
    ['structuredProperties.a.number', 'CONTAIN', ['1'], { kind: 'none' }],
    [
      'structuredProperties.a.date',
      'EQUAL',
      ['2020-10-01', '1601510400000'],
      { kind: 'numbers', field: date, values: [1_601_510_400_000, 1_601_510_400_000] },
    ],
    [
      'structuredProperties.a.date',
      'GREATER_THAN',
      ['2020-10-01'],
      { kind: 'range', field: date, lower: { value: 1_601_510_400_000, inclusive: false } },
    ],
    ['structuredProperties.a.text.keyword', 'EXISTS', [], { kind: 'exists', field: text }],
    [
      'structuredProperties.a.keyword',
      'EXISTS',
      [],
      { kind: 'exists', field: 'sp:2:urn:li:structuredProperty:a.keyword' },
    ],
    [
      'platform.keyword',
      'EQUAL',
      ['urn:li:dataPlatform:x'],
      { kind: 'terms', field: 'platform', values: ['urn:li:dataPlatform:x'], ignoreCase: false },
    ],
    ['urn', 'EXISTS', [], { kind: 'exists', field: 'urn' }],
    [
      'createdAt',
      'LESS_THAN',
      ['5'],
      { kind: 'range', field: 'createdAt', upper: { value: 5, inclusive: false } },
    ],
    ['hasTags', 'EQUAL', ['TRUE'], { kind: 'terms', field: 'hasTags', values: ['true'], ignoreCase: false }],
    ['hasTags', 'EQUAL', ['no'], { kind: 'terms', field: 'hasTags', values: ['false'], ignoreCase: false }],
    [
      '_entityType',
      'EQUAL',
      ['DATA_JOB', 'dataset'],
      { kind: 'terms', field: '_entityType', values: ['dataset', 'dataJob'], ignoreCase: false },
    ],
    [
      '_entityType',
      'EQUAL',
      ['CORP_USER'],
      { kind: 'terms', field: '_entityType', values: ['corpuser'], ignoreCase: false },
    ],
    [
      '_entityType',
      'EQUAL',
      ['datajob'],
      { kind: 'terms', field: '_entityType', values: ['dataJob'], ignoreCase: false },
    ],
    ['_entityType', 'EQUAL', ['TAG'], { kind: 'none' }],
    ['_entityType', 'EXISTS', [], { kind: 'all' }],
  ])('resolves %s %s %j', (field, operator, values, expression) => {
    expect(resolved(field, operator, ...values)).toEqual(expression);
  });

  it('treats an entity without the field as not soft-deleted', () => {
    const isRemoved: Expression = { kind: 'terms', field: 'removed', values: ['true'], ignoreCase: false };
    expect(resolved('removed', 'EQUAL', 'true')).toEqual(isRemoved);
    expect(resolved('removed', 'EQUAL', 'false')).toEqual({ kind: 'not', of: isRemoved });
    expect(resolved('removed.keyword', 'EQUAL', 'true', 'false')).toEqual({ kind: 'all' });
    expect(resolveFilter([[criterion('removed', 'EQUAL', ['true'], true)]], context)).toEqual({
      kind: 'not',
      of: isRemoved,
    });
  });

  it('covers all fields that a name has in DataHub', () => {
    expect(resolved('tags', 'EXISTS')).toEqual({
      kind: 'or',
      of: [
        { kind: 'exists', field: 'tags' },
        { kind: 'exists', field: 'fieldTags' },
        { kind: 'exists', field: 'editedFieldTags' },
      ],
    });
    expect(resolved('tags', 'IS_NULL')).toEqual({ kind: 'not', of: resolved('tags', 'EXISTS') });
    expect(resolved('env', 'EQUAL', 'PROD')).toEqual({
      kind: 'or',
      of: [
        { kind: 'terms', field: 'env', values: ['PROD'], ignoreCase: false },
        { kind: 'terms', field: 'origin', values: ['PROD'], ignoreCase: false },
      ],
    });
  });

  it('joins criteria with AND, and alternatives with OR', () => {
    const x = criterion('name', 'EXISTS', []);
    const y = criterion('urn', 'EXISTS', []);
    expect(resolveFilter([[x, y], [y]], context)).toEqual({
      kind: 'or',
      of: [
        {
          kind: 'and',
          of: [
            { kind: 'exists', field: 'name' },
            { kind: 'exists', field: 'urn' },
          ],
        },
        { kind: 'exists', field: 'urn' },
      ],
    });
    expect(resolveFilter([], context)).toEqual({ kind: 'all' });
    expect(resolveFilter([[]], context)).toEqual({ kind: 'all' });
    expect(resolveFilter([[], [x]], context)).toEqual({ kind: 'all' });
  });

  it('matches nothing for an unknown name, and everything for its negation', () => {
    for (const field of [
      'nonsense',
      'structuredProperties.nonsense',
      'structuredProperties.',
      '__proto__',
      'toString',
    ]) {
      expect(resolved(field, 'EXISTS'), field).toEqual({ kind: 'none' });
      expect(resolved(field, 'EQUAL', 'x'), field).toEqual({ kind: 'none' });
      expect(resolved(field, 'IS_NULL'), field).toEqual({ kind: 'all' });
      expect(resolveFilter([[criterion(field, 'EQUAL', ['x'], true)]], context), field).toEqual({
        kind: 'all',
      });
    }
  });

  it('treats a property that the caller may not see as unknown', () => {
    const blind = { ...context, scope: { ...EVERYTHING, seesAssignment: () => false } };
    expect(resolveFilter([[criterion('structuredProperties.a.text', 'EXISTS', [])]], blind)).toEqual({
      kind: 'none',
    });
  });

  it('ignores a criterion without required values, even if negated', () => {
    for (const operator of FILTER_OPERATORS) {
      if (operator === 'EXISTS' || operator === 'IS_NULL') continue;
      for (const field of ['structuredProperties.a.number', 'removed', '_entityType', 'nonsense']) {
        expect(resolved(field, operator), `${field} ${operator}`).toEqual({ kind: 'all' });
        expect(resolveFilter([[criterion(field, operator, [], true)]], context)).toEqual({ kind: 'all' });
      }
    }
  });

  it.each([...FILTER_OPERATORS])(
    'rejects %s on a soft-deleted property, with and without values',
    (operator) => {
      for (const values of [[], ['x']]) {
        for (const field of ['structuredProperties.a.gone', 'structuredProperties.a.gone.keyword']) {
          expect(() => resolved(field, operator, ...values)).toThrow(
            /^Cannot filter on deleted Structured Property \[urn:li:structuredProperty:a\.gone\]\. Restore/,
          );
        }
      }
    },
  );

  it.each([
    [
      'structuredProperties.a.number',
      'ten',
      /^For input string: "ten": .*'structuredProperties\.a\.number'.*'30\.5'/,
    ],
    ['structuredProperties.a.number', '', /^For input string: ""/],
    ['structuredProperties.a.number', 'NaN', /^For input string: "NaN"/],
    ['structuredProperties.a.date', '01.10.2020', /^For input string: "01\.10\.2020": .*'2024-01-31'/],
    ['createdAt', 'yesterday', /^For input string: "yesterday"/],
    ['activeIncidentPriorities', 'high', /^For input string: "high"/],
  ])('reports field, value and remedy if %s is compared with %j', (field, value, message) => {
    for (const operator of ['EQUAL', 'IN', 'IEQUAL', 'GREATER_THAN', 'BETWEEN'] as const) {
      expect(() => resolved(field, operator, value)).toThrow(
        expect.objectContaining({ code: 'INVALID_REQUEST' }),
      );
      expect(() => resolved(field, operator, value)).toThrow(message);
    }
  });
});

describe('resolved filters over documents', () => {
  const words = fc.constantFrom('', 'a', 'A', 'ab', 'b', 'ä', 'NaN', '𝒳', '~', '/', '%2F', '␟', '_.', ' a ');
  const numbers = fc.constantFrom(0, -0, 1, 30, 1e308, -5.5);
  const document = fc.record({
    texts: fc.uniqueArray(
      words.filter((word) => word !== ''),
      { maxLength: 3 },
    ),
    numbers: fc.uniqueArray(
      numbers.map((value) => value + 0),
      { maxLength: 3 },
    ),
  });
  const textCriterion = fc.record({
    field: fc.constant('structuredProperties.a.text'),
    operator: fc.constantFrom(...FILTER_OPERATORS.filter((operator) => !operator.endsWith('_INCL'))),
    values: fc.array(words, { maxLength: 3 }),
    negated: fc.boolean(),
  });
  const numberCriterion = fc.record({
    field: fc.constant('structuredProperties.a.number'),
    operator: fc.constantFrom(
      'EQUAL',
      'IN',
      'EXISTS',
      'IS_NULL',
      'GREATER_THAN',
      'LESS_THAN_OR_EQUAL_TO',
      'BETWEEN' as const,
    ),
    values: fc.array(numbers.map(String), { maxLength: 3 }),
    negated: fc.boolean(),
  });

  it('match like their criteria evaluated one by one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.oneof(textCriterion, numberCriterion), { maxLength: 3 }), { maxLength: 3 }),
        document,
        (filter, values) => {
          const expression = resolveFilter(filter, context);
          const fields = new Map<string, readonly string[] | readonly number[]>();
          if (values.texts.length > 0) fields.set(text, values.texts);
          if (values.numbers.length > 0) fields.set(number, values.numbers);
          const expected =
            filter.length === 0 || filter.some((all) => all.every((one) => holds(one, values)));
          expect(matches(expression, fields)).toBe(expected);
        },
      ),
      { numRuns: effort(2000) },
    );
  });

  function holds(
    one: Criterion,
    values: { readonly texts: readonly string[]; readonly numbers: readonly number[] },
  ): boolean {
    return one.field === 'structuredProperties.a.text'
      ? criterionHolds(one, { kind: 'texts', values: values.texts })
      : criterionHolds(one, { kind: 'numbers', values: values.numbers, wanted: one.values.map(Number) });
  }
});
