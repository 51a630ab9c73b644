import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Criterion } from '../../src/model/filter.ts';
import { doubleText } from '../../src/model/structured-property.ts';
import { criterionHolds } from '../support/naive-criterion.ts';
import { PLAIN_FLAGS, ReadingCatalog } from '../support/memory/reading-catalog.ts';
import { effort } from '../support/effort.ts';

/** The longest value that a property may have, in bytes. */
const LONG = `${'ä'.repeat(16_382)}zz`;

interface Held {
  readonly texts: readonly string[];
  readonly numbers: readonly number[];
  readonly days: readonly string[];
}

const texts = fc.oneof(
  fc.constantFrom(
    'Foo',
    'foo',
    'NaN',
    '𝒳y',
    '~',
    '/',
    '%2F',
    'a␞b',
    '_.',
    '.',
    '30',
    ' x ',
    'ä',
    'A\u0308',
    LONG,
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const numbers = fc.constantFrom(0, -0, 1, 30, 30.5, -5, 1e308, -1e308, 5e-324);
const days = fc.constantFrom('1969-12-31', '1970-01-01', '2020-10-01', '2024-02-29', '9999-12-31');

const held: fc.Arbitrary<Held> = fc.record({
  texts: fc.array(texts, { maxLength: 3 }),
  numbers: fc.array(numbers, { maxLength: 3 }),
  days: fc.array(days, { maxLength: 2 }),
});

const comparisons = [
  'EQUAL',
  'IN',
  'EXISTS',
  'IS_NULL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL_TO',
  'LESS_THAN',
] as const;
const onTexts = fc.record({
  field: fc.constant('structuredProperties.m.text'),
  operator: fc.constantFrom(...comparisons, 'CONTAIN', 'START_WITH', 'END_WITH', 'BETWEEN'),
  values: fc.array(texts, { maxLength: 3 }),
  negated: fc.boolean(),
});
const onNumbers = fc.record({
  field: fc.constant('structuredProperties.m.number'),
  operator: fc.constantFrom(...comparisons, 'BETWEEN', 'LESS_THAN_OR_EQUAL_TO'),
  values: fc.array(numbers.map(String), { maxLength: 3 }),
  negated: fc.boolean(),
});
const onDays = fc.record({
  field: fc.constant('structuredProperties.m_day'),
  operator: fc.constantFrom(...comparisons, 'BETWEEN'),
  values: fc.array(days, { maxLength: 3 }),
  negated: fc.boolean(),
});
const filters = fc.array(fc.array(fc.oneof(onTexts, onNumbers, onDays), { maxLength: 3 }), { maxLength: 3 });

const urnOf = (i: number): string => `urn:li:dataset:(urn:li:dataPlatform:hive,t${i},PROD)`;

function holds(criterion: Criterion, entity: Held): boolean {
  if (criterion.field === 'structuredProperties.m.text') {
    return criterionHolds(criterion, { kind: 'texts', values: entity.texts });
  }
  const toNumber = criterion.field === 'structuredProperties.m.number' ? Number : Date.parse;
  const values =
    criterion.field === 'structuredProperties.m.number' ? entity.numbers : entity.days.map(Date.parse);
  return criterionHolds(criterion, {
    kind: 'numbers',
    values,
    wanted: criterion.values.map((text) => toNumber(text)),
  });
}

/** Counts of the distinct values of each entity, highest first, in no order among equal counts. */
function countsOf(entities: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const values of entities)
    for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

describe('searching by structured property', () => {
  it('finds and counts like a naive scan of the entities', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(held, { minLength: 1, maxLength: 8 }),
        fc.array(filters, { minLength: 1, maxLength: 4 }),
        compare,
      ),
      { numRuns: effort(60) },
    );
  });
});

async function compare(
  entities: readonly Held[],
  questions: readonly (readonly (readonly Criterion[])[])[],
): Promise<void> {
  await using catalog = await ReadingCatalog.open();
  await catalog.define('m.text', 'string');
  await catalog.define('m.number', 'number');
  await catalog.define('m.day', 'date');
  for (const [i, entity] of entities.entries()) {
    await catalog.assign(urnOf(i), {
      'm.text': entity.texts,
      'm.number': entity.numbers,
      'm.day': entity.days,
    });
  }
  for (const filter of questions) {
    const expected = entities.flatMap((entity, i) => {
      const isFound = filter.length === 0 || filter.some((all) => all.every((one) => holds(one, entity)));
      return isFound ? [{ urn: urnOf(i), entity }] : [];
    });
    expect(await catalog.found({ filter })).toEqual(expected.map(({ urn }) => urn));
    const input = { entityTypes: [], query: '*', filter, flags: { ...PLAIN_FLAGS, maxAggValues: 100 } };
    const names = [
      'structuredProperties.m.text',
      'structuredProperties.m.number',
      'structuredProperties.m.day',
    ];
    const counted = await catalog.query.aggregate(input, names, catalog.scope);
    const countOf = (name: string, read = (value: string) => value): ReadonlyMap<string, number> => {
      const buckets = counted.find(({ field }) => field === name)?.buckets ?? [];
      const found = buckets.filter(({ count }) => count > 0);
      return new Map(found.map(({ value, count }) => [read(value), count]));
    };
    const found = expected.map(({ entity }) => entity);
    expect(countOf('structuredProperties.m.text')).toEqual(countsOf(found.map((one) => one.texts)));
    // Decimals of any length with equal numeric values.
    expect(countOf('structuredProperties.m.number', (value) => doubleText(Number(value)))).toEqual(
      countsOf(found.map((one) => one.numbers.map((number) => doubleText(number === 0 ? 0 : number)))),
    );
    expect(countOf('structuredProperties.m.day')).toEqual(
      countsOf(found.map((one) => one.days.map((day) => String(Date.parse(day))))),
    );
  }
}
