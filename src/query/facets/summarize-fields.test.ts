import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_PAGE, ReadingCatalog } from '../../../test/support/memory/reading-catalog.ts';
import type { PageInput } from '../metadata-query.ts';
import type { FieldSummary, SummaryRequest } from './field-summary.ts';

let catalog: ReadingCatalog;

const dataset = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;

beforeAll(async () => {
  catalog = await ReadingCatalog.open();
  await catalog.define('size', 'number', { cardinality: 'MULTIPLE' });
  await catalog.define('reviewed', 'date');
  await catalog.define('level', 'string', {
    allowedValues: [
      { value: { string: 'low' }, description: 'nothing to fear' },
      { value: { string: 'middle' } },
      { value: { string: 'high' } },
    ],
  });
  await catalog.define('quarter', 'date', {
    allowedValues: ['2024-01-01', '2024-06-01', '2025-01-01'].map((day) => ({ value: { string: day } })),
  });
  await catalog.define('shift', 'number', {
    allowedValues: [{ string: '-0.0' }, { double: 7 }, { double: 0 }].map((value) => ({ value })),
  });
  await catalog.assign(dataset('a'), {
    size: [1, 5],
    level: ['high'],
    reviewed: ['2024-01-31'],
    quarter: ['2024-06-01'],
  });
  await catalog.assign(dataset('b'), {
    size: [5],
    level: ['high'],
    reviewed: ['2024-02-01'],
    quarter: ['2024-01-01'],
    shift: [-0],
  });
  await catalog.assign(dataset('c'), { size: [90], level: ['low'], quarter: ['2024-01-01'] });
  await catalog.put(dataset('d'), { datasetProperties: { name: 'd' } });
  await catalog.put(dataset('removed'), { status: { removed: true } });
  await catalog.assign(dataset('removed'), { size: [1000] });
});

afterAll(() => catalog[Symbol.asyncDispose]());

async function summary(
  field: string,
  asked: Partial<SummaryRequest> = {},
  search: Partial<PageInput> = {},
): Promise<FieldSummary | undefined> {
  const request = { field: `structuredProperties.${field}`, ranges: [], quantiles: [], values: 20, ...asked };
  const [found] = await catalog.query.summarize({ ...FIRST_PAGE, ...search }, [request], catalog.scope);
  return found;
}

describe('the summary of a field', () => {
  it('has minimum, maximum and quantiles of numbers, and counts entities with a value', async () => {
    expect(await summary('size', { quantiles: [0.5, 0.95] })).toMatchObject({
      present: 3,
      missing: 1,
      min: 1,
      max: 90,
      quantiles: [
        { quantile: 0.5, value: 5 },
        { quantile: 0.95, value: 90 },
      ],
    });
  });

  it('counts entities in ranges with an exclusive end', async () => {
    const ranges = [{ to: '5' }, { from: '5', to: '90' }, { from: '90' }, {}, { from: '6', to: '7' }];
    const found = await summary('size', { ranges });
    expect(found?.ranges.map(({ count }) => count)).toEqual([1, 2, 1, 3, 0]);
    expect(found?.ranges[1]).toEqual({ from: '5', to: '90', count: 2 });
    const days = await summary('reviewed', { ranges: [{ from: '2024-01-01', to: '2024-02-01' }] });
    expect(days).toMatchObject({ min: Date.UTC(2024, 0, 31), ranges: [{ count: 1 }] });
  });

  it('lists occurring values by count, then other allowed values in the order of the definition', async () => {
    const values = [
      { value: 'high', count: 2, day: undefined, description: undefined },
      { value: 'low', count: 1, day: undefined, description: 'nothing to fear' },
      { value: 'middle', count: 0, day: undefined, description: undefined },
    ];
    expect((await summary('level'))?.values).toEqual(values);
    expect((await summary('level', { values: 2 }))?.values).toEqual(values.slice(0, 2));
    expect((await summary('level', { values: 0 }))?.values).toEqual([]);
    expect((await summary('level'))?.min).toBeUndefined();
  });

  it('counts allowed days, each once', async () => {
    expect((await summary('quarter'))?.values).toEqual([
      { value: '1704067200000', day: '2024-01-01', count: 2, description: undefined },
      { value: '1717200000000', day: '2024-06-01', count: 1, description: undefined },
      { value: '1735689600000', day: '2025-01-01', count: 0, description: undefined },
    ]);
  });

  it('treats minus zero as zero, like the index', async () => {
    expect((await summary('shift'))?.values).toMatchObject([
      { value: '0.0', count: 1 },
      { value: '7.0', count: 0 },
    ]);
  });

  it('has days for dates, but not for numbers', async () => {
    expect(await summary('reviewed', { quantiles: [0.5] })).toMatchObject({
      min: Date.UTC(2024, 0, 31),
      minDay: '2024-01-31',
      max: Date.UTC(2024, 1, 1),
      maxDay: '2024-02-01',
      quantiles: [{ quantile: 0.5, value: Date.UTC(2024, 0, 31), day: '2024-01-31' }],
    });
    expect(await summary('size', { quantiles: [0] })).toMatchObject({
      minDay: undefined,
      maxDay: undefined,
      quantiles: [{ value: 1, day: undefined }],
    });
  });

  it('lists the most frequent values of an unrestricted property', async () => {
    expect((await summary('size', { values: 2 }))?.values).toEqual([
      { value: '5.0', count: 2, day: undefined, description: undefined },
      { value: '1.0', count: 1, day: undefined, description: undefined },
    ]);
  });

  it('covers the hits of the search', async () => {
    const filter = [
      [{ field: 'structuredProperties.level', operator: 'EQUAL', values: ['high'], negated: false } as const],
    ];
    expect(await summary('size', {}, { filter })).toMatchObject({ present: 2, missing: 0, max: 5 });
    expect(
      await summary(
        'size',
        {},
        {
          filter: [[{ ...filter[0]?.[0], field: 'name', operator: 'EQUAL', values: ['d'], negated: false }]],
        },
      ),
    ).toMatchObject({ present: 0, missing: 1, min: undefined, quantiles: [] });
  });

  it('omits unknown fields', async () => {
    expect(await summary('nonsense')).toBeUndefined();
  });

  it.each<[string, Partial<SummaryRequest>, string]>([
    ['level', { quantiles: [0.5] }, 'Quantiles need numbers or dates'],
    ['size', { quantiles: [1.5] }, "The quantile 1.5 of 'structuredProperties.size' is not between 0 and 1"],
    ['size', { quantiles: [Number.NaN] }, 'is not between 0 and 1'],
    ['size', { ranges: [{ from: 'few' }] }, 'For input string: "few"'],
    ['size', { values: -1 }, 'must be a whole number from 0 to 10000, not -1'],
    ['size', { ranges: Array.from({ length: 101 }, () => ({})) }, 'More than 100 ranges'],
  ])('rejects %s with %j', async (field, asked, message) => {
    await expect(summary(field, asked)).rejects.toThrow(message);
  });
});
