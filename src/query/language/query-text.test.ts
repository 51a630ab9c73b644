import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_FLAGS, ReadingCatalog } from '../../../test/support/memory/reading-catalog.ts';

let catalog: ReadingCatalog;

const dataset = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const nameOf = (urn: string): string => urn.split(',')[1] ?? '';

beforeAll(async () => {
  catalog = await ReadingCatalog.open();
  for (const type of [
    ['team', 'string'],
    ['retention', 'number'],
    ['reviewed', 'date'],
    ['gone', 'string'],
  ] as const) {
    await catalog.define(type[0], type[1]);
  }
  await catalog.put(dataset('a'), {
    datasetProperties: {
      name: 'Order details',
      description: 'what customers ordered',
      qualifiedName: 'shop.A',
    },
    globalTags: { tags: [{ tag: 'urn:li:tag:pii' }] },
  });
  await catalog.assign(dataset('a'), {
    team: ['Red Team'],
    retention: [30],
    reviewed: ['2024-01-31'],
    gone: ['x'],
  });
  await catalog.put(dataset('b'), {
    datasetProperties: { name: 'details_of_orders', description: 'order book' },
  });
  await catalog.assign(dataset('b'), { team: ['blue'], retention: [90, 7] });
  await catalog.put(dataset('c'), {
    datasetProperties: { name: 'customers', description: 'a*b (draft)' },
    ownership: { owners: [{ owner: 'urn:li:corpuser:jane', type: 'DATAOWNER' }] },
    status: { removed: false },
  });
  await catalog.put(dataset('removed'), { datasetProperties: { name: 'orders' }, status: { removed: true } });
  await catalog.put('urn:li:structuredProperty:gone', { status: { removed: true } });
});

afterAll(() => catalog[Symbol.asyncDispose]());

const found = async (query: string, fulltext = false): Promise<string> =>
  (await catalog.found({ query, flags: { ...PLAIN_FLAGS, fulltext } })).map(nameOf).toSorted().join(' ');

describe('a query in the query language', () => {
  it.each([
    ['*', 'a b c'],
    ['orders', 'a b'],
    ['orders customers', 'a'],
    ['orders missing', ''],
    ['name:orders', 'a b'],
    ['name:"order details"', 'a'],
    ['"order details"', 'a'],
    ['"details order"', ''],
    ['name:cust*', 'c'],
    ['name:*_of_*', 'b'],
    ['*_of_*', 'b'],
    ['cust*', 'a c'],
    ['name:custo?ers', 'c'],
    ['description:a\\*b', 'c'],
    ['description:"a*b (draft)"', 'c'],
    ['NOT name:orders', 'c'],
    ['name:orders AND NOT tags:*', 'b'],
    ['tags:urn\\:li\\:tag\\:pii', 'a'],
    ['tags:urn:li:tag:pii', 'a'],
    ['tags:pii', 'a'],
    ['owners:jane', 'c'],
    ['owners:"urn:li:corpuser:jane"', 'c'],
    ['_exists_:owners', 'c'],
    ['structuredProperties.team:"red team"', 'a'],
    ['structuredProperties.team:(blue OR green)', 'b'],
    ['structuredProperties.team:red*', 'a'],
    ['structuredProperties.retention:30', 'a'],
    ['structuredProperties.retention:[8 TO 90}', 'a'],
    ['structuredProperties.retention:>=90', 'b'],
    ['structuredProperties.retention:<10 OR owners:jane', 'b c'],
    ['structuredProperties.reviewed:[2024-01-01 TO 2024-12-31]', 'a'],
    ['-_exists_:structuredProperties.retention', 'c'],
    ['removed:true', 'removed'],
    ['_entityType:dataset', 'a b c'],
    ['urn:*,b,*', 'b'],
    [dataset('b'), 'b'],
    [`${dataset('b')} OR ${dataset('c')}`, 'b c'],
    ['nonsense:x', ''],
    ['structuredProperties.nonsense:x', ''],
    ['name:orders OR nonsense:x', 'a b'],
  ])('%s finds %j', async (query, expected) => {
    expect(await found(query)).toBe(expected);
  });

  it.each([
    ['structuredProperties.retention:many', 'For input string: "many"'],
    ['structuredProperties.reviewed:[soon TO *]', "Use a day such as '2024-01-31'"],
    [
      'structuredProperties.gone:x',
      'Cannot filter on deleted Structured Property [urn:li:structuredProperty:gone]',
    ],
    ['_exists_:structuredProperties.gone', 'Cannot filter on deleted Structured Property'],
    ['name:(orders', "Cannot read the query at character 6, '(orders': the closing parenthesis is missing"],
  ])('%s is rejected', async (query, message) => {
    await expect(found(query)).rejects.toThrow(message);
  });

  it('is recognized after /q where words are expected', async () => {
    for (const prefix of ['/q ', '\\/q ', '\\\\/q ']) {
      expect(await found(`${prefix}name:orders AND tags:*`, true)).toBe('a');
    }
    expect(await found('name:orders AND tags:*', true)).toBe('a b');
  });

  it('is ranked by the words that every hit must have', async () => {
    const hits = await catalog.found({
      query: 'order book structuredProperties.team:blue',
      flags: { ...PLAIN_FLAGS, fulltext: false },
    });
    expect(hits.map(nameOf)).toEqual(['b']);
  });
});

describe('plain words', () => {
  it.each([
    ['orders customers', 'a'],
    ['customers book', 'a b c'],
    ['"order details"', 'a'],
    ['details (of) [orders', 'b'],
    ['ord*', 'a b'],
    ['name:', ''],
  ])('%s finds %j', async (query, expected) => {
    expect(await found(query, true)).toBe(expected);
  });
});
