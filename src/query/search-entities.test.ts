import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_PAGE, PLAIN_FLAGS, ReadingCatalog } from '../../test/support/memory/reading-catalog.ts';
import type { Criterion } from '../model/filter.ts';
import { EVERYTHING } from '../model/scope.ts';
import { MAX_PAGE_SIZE } from './search-entities.ts';

let catalog: ReadingCatalog;

beforeEach(async () => {
  catalog = await ReadingCatalog.open();
});

afterEach(async () => {
  await catalog[Symbol.asyncDispose]();
});

const dataset = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;

function criterion(field: string, operator: Criterion['operator'], ...values: string[]): Criterion {
  return { field, operator, values, negated: false };
}

async function put(...names: readonly string[]): Promise<void> {
  for (const name of names) await catalog.put(dataset(name), { datasetProperties: { name } });
}

describe('which entities a search finds', () => {
  it('finds every dataset by * and by an empty query, in urn order', async () => {
    await put('b', 'a', 'c');
    for (const query of ['*', '', '  ']) {
      expect(await catalog.found({ query })).toEqual([dataset('a'), dataset('b'), dataset('c')]);
    }
  });

  it('searches asset types by default, and administrative types only by name', async () => {
    await put('a');
    await catalog.put('urn:li:tag:t', { tagProperties: { name: 't' } });
    await catalog.put('urn:li:metric:(urn:li:dataPlatform:x,p,m)', { status: { removed: false } });
    const property = await catalog.define('p', 'string');
    expect(await catalog.found({ entityTypes: [] })).toEqual([
      dataset('a'),
      'urn:li:metric:(urn:li:dataPlatform:x,p,m)',
      'urn:li:tag:t',
    ]);
    expect(await catalog.found({ entityTypes: ['structuredProperty'] })).toEqual([property]);
    expect(await catalog.found({ entityTypes: ['DATASET', 'Tag'] })).toEqual([dataset('a'), 'urn:li:tag:t']);
  });

  it('rejects an unknown entity type', async () => {
    await expect(catalog.search({ entityTypes: ['nonsense'] })).rejects.toThrow(
      "Unknown entity type 'nonsense'.",
    );
  });

  it('excludes soft-deleted entities by default', async () => {
    await put('a', 'b');
    await catalog.put(dataset('b'), { status: { removed: true } });
    expect(await catalog.found()).toEqual([dataset('a')]);
    expect(await catalog.found({ flags: { ...PLAIN_FLAGS, includeSoftDeleted: true } })).toHaveLength(2);
    expect(await catalog.found({ filter: [[criterion('removed', 'EQUAL', 'true')]] })).toEqual([
      dataset('b'),
    ]);
    const notRemoved = { ...criterion('removed', 'EQUAL', 'true'), negated: true };
    expect(
      await catalog.found({ filter: [[notRemoved]], flags: { ...PLAIN_FLAGS, includeSoftDeleted: true } }),
    ).toEqual([dataset('a')]);
    const either = [criterion('removed.keyword', 'EXISTS')];
    expect(await catalog.found({ filter: [either] })).toHaveLength(2);
  });

  it('excludes versions that are not the latest', async () => {
    const version = (isLatest: boolean) => ({
      versionSet: 'urn:li:versionSet:(s,dataset)',
      version: {},
      sortId: 'x',
      isLatest,
    });
    await put('plain');
    await catalog.put(dataset('new'), { versionProperties: version(true) });
    await catalog.put(dataset('old'), { versionProperties: version(false) });
    expect(await catalog.found()).toEqual([dataset('new'), dataset('plain')]);
    expect(await catalog.found({ flags: { ...PLAIN_FLAGS, filterNonLatestVersions: false } })).toHaveLength(
      3,
    );
  });

  it('finds words in any order in names and descriptions, names first', async () => {
    await catalog.put(dataset('x'), {
      datasetProperties: { name: 'invoices', description: 'orders of last year' },
    });
    await catalog.put(dataset('y'), { datasetProperties: { name: 'orders by year' } });
    await catalog.put(dataset('z'), { datasetProperties: { name: 'sessions' } });
    expect(await catalog.found({ query: 'orders YEAR' })).toEqual([dataset('y'), dataset('x')]);
    expect(await catalog.found({ query: 'nothing' })).toEqual([]);
  });

  it('does not search the values of structured properties by words', async () => {
    await catalog.define('p', 'string');
    await catalog.assign(dataset('a'), { p: ['confidential'] });
    expect(await catalog.found({ query: 'confidential' })).toEqual([]);
  });

  it('finds the entity whose urn is the query', async () => {
    await put('a', 'b');
    expect(await catalog.found({ query: ` ${dataset('b')} ` })).toEqual([dataset('b')]);
  });

  it('combines the restriction of the scope with the filter', async () => {
    await put('a', 'b');
    const isA = { attribute: 'urn', match: 'equals', values: [dataset('a')], negated: false } as const;
    const scope = { ...EVERYTHING, entityFilter: [[isA]] };
    const outcome = await catalog.query.search(
      { ...FIRST_PAGE, filter: [[criterion('name', 'EXISTS')]] },
      scope,
    );
    expect(outcome.hits.map(({ urn }) => urn)).toEqual([dataset('a')]);
  });
});

describe('structured properties in a search', () => {
  const exists = [[criterion('structuredProperties.p', 'EXISTS')]];

  it('hides a soft-deleted property and finds it again, without writing the entities', async () => {
    const property = await catalog.define('p', 'string');
    await catalog.assign(dataset('a'), { p: ['x'] });
    expect(await catalog.found({ filter: exists })).toEqual([dataset('a')]);
    await catalog.put(property, { status: { removed: true } });
    await expect(catalog.search({ filter: exists })).rejects.toThrow(
      'Cannot filter on deleted Structured Property [urn:li:structuredProperty:p]',
    );
    await expect(
      catalog.search({ sort: [{ field: 'structuredProperties.p', order: 'ASCENDING' }] }),
    ).rejects.toThrow('Cannot filter on deleted Structured Property');
    await expect(
      catalog.query.aggregate(
        { ...FIRST_PAGE, flags: PLAIN_FLAGS },
        ['structuredProperties.p'],
        catalog.scope,
      ),
    ).rejects.toThrow('Cannot filter on deleted Structured Property');
    await catalog.put(property, { status: { removed: false } });
    expect(await catalog.found({ filter: exists })).toEqual([dataset('a')]);
  });

  it('does not find values assigned before a breaking change', async () => {
    await catalog.define('p', 'string');
    await catalog.assign(dataset('a'), { p: ['30'] });
    await catalog.define('p', 'number');
    expect(await catalog.found({ filter: exists })).toEqual([]);
    await catalog.assign(dataset('b'), { p: [30] });
    expect(
      await catalog.found({ filter: [[criterion('structuredProperties.p', 'GREATER_THAN', '29')]] }),
    ).toEqual([dataset('b')]);
  });

  it('finds nothing by a hard-deleted property, without an error', async () => {
    const property = await catalog.define('p', 'string');
    await catalog.assign(dataset('a'), { p: ['x'] });
    await catalog.remove(property);
    expect(await catalog.found({ filter: exists })).toEqual([]);
    expect(
      await catalog.found({
        filter: [[{ ...criterion('structuredProperties.p', 'EXISTS'), negated: true }]],
      }),
    ).toEqual([dataset('a')]);
  });
});

describe('order and pages', () => {
  it('sorts by several fields, missing values last', async () => {
    await catalog.define('p', 'number');
    await put('a', 'b', 'c', 'd');
    await catalog.assign(dataset('a'), { p: [5] });
    await catalog.assign(dataset('b'), { p: [10] });
    await catalog.assign(dataset('c'), { p: [5] });
    const sort = (order: 'ASCENDING' | 'DESCENDING') => [
      { field: 'structuredProperties.p', order },
      { field: 'name', order: 'DESCENDING' as const },
    ];
    const letters = async (order: 'ASCENDING' | 'DESCENDING'): Promise<readonly string[]> =>
      (await catalog.found({ sort: sort(order) })).map((urn) => /hive,(\w)/.exec(urn)?.[1] ?? '');
    expect(await letters('ASCENDING')).toEqual(['c', 'a', 'b', 'd']);
    expect(await letters('DESCENDING')).toEqual(['b', 'c', 'a', 'd']);
  });

  it('sorts entities of several types by their names', async () => {
    await catalog.put(dataset('x'), { datasetProperties: { name: 'b' } });
    await catalog.put('urn:li:chart:(looker,1)', {
      chartInfo: { title: 'a', description: '', lastModified: {} },
    });
    await catalog.put('urn:li:tag:t', { tagProperties: { name: 'c' } });
    const found = await catalog.found({
      entityTypes: [],
      sort: [{ field: '_entityName', order: 'ASCENDING' }],
    });
    expect(found).toEqual(['urn:li:chart:(looker,1)', dataset('x'), 'urn:li:tag:t']);
  });

  it('sorts by urn and type, and ignores unknown fields', async () => {
    await put('a', 'b');
    expect(await catalog.found({ sort: [{ field: 'urn', order: 'DESCENDING' }] })).toEqual([
      dataset('b'),
      dataset('a'),
    ]);
    expect(await catalog.found({ sort: [{ field: 'nonsense', order: 'DESCENDING' }] })).toEqual([
      dataset('a'),
      dataset('b'),
    ]);
    expect(await catalog.found({ sort: [{ field: '_entityType', order: 'ASCENDING' }] })).toHaveLength(2);
  });

  it('pages by start and count, with the overall total', async () => {
    await put('a', 'b', 'c');
    const page = await catalog.search({ start: 1, count: 1 });
    expect(page.hits.map(({ urn }) => urn)).toEqual([dataset('b')]);
    expect(page).toMatchObject({ total: 3, nextScrollId: undefined, facets: [] });
    expect((await catalog.search({ count: 0 })).total).toBe(3);
  });

  it('scrolls to the end, each entity once', async () => {
    await put('a', 'b', 'c', 'd', 'e');
    const seen: string[] = [];
    let scrollId: string | undefined;
    do {
      const page = await catalog.search({ count: 2, scrollId, keepAliveMs: 60_000 });
      seen.push(...page.hits.map(({ urn }) => urn));
      scrollId = page.nextScrollId;
    } while (scrollId !== undefined);
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'].map(dataset));
    await expect(catalog.search({ scrollId: 'nonsense', keepAliveMs: 1 })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it.each([
    [{ count: -1 }, 'count must be'],
    [{ count: 1.5 }, 'count must be'],
    [{ count: MAX_PAGE_SIZE + 1 }, 'count must be'],
    [{ start: -1 }, 'start must be'],
    [{ start: Number.NaN }, 'start must be'],
  ])('rejects the page %j', async (page, message) => {
    await expect(catalog.search(page)).rejects.toThrow(message);
    await expect(catalog.search(page)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('matched fields', () => {
  it('returns the texts that contain words of the query, if requested', async () => {
    const properties = { name: 'Sales_Orders', description: 'all sales', customProperties: { team: 'crm' } };
    await catalog.put(dataset('x'), { datasetProperties: properties });
    const flags = { ...PLAIN_FLAGS, skipHighlighting: false };
    const [hit] = (await catalog.search({ query: 'SALES', flags })).hits;
    expect(hit?.matchedFields).toEqual([
      { name: 'name', value: 'Sales_Orders' },
      { name: 'description', value: 'all sales' },
    ]);
    expect((await catalog.search({ query: 'sales' })).hits[0]?.matchedFields).toEqual([]);
    await catalog.put(dataset('x'), { dataPlatformInstance: { platform: 'urn:li:dataPlatform:hive' } });
    const [again] = (await catalog.search({ query: 'hive crm', flags })).hits;
    expect(again?.matchedFields.filter(({ name }) => name === 'platform')).toEqual([
      { name: 'platform', value: 'hive' },
    ]);
    expect((await catalog.search({ query: '*', flags })).hits[0]?.matchedFields).toEqual([]);
  });
});

describe('matched fields of a query in the query language', () => {
  const name = { name: 'name', value: 'Kiwi_Parrots' };
  const description = { name: 'description', value: 'The kiwi parrot met an echidna' };
  const platform = { name: 'platform', value: 'hive' };
  const tag = { name: 'tags', value: 'urn:li:tag:birds' };

  it.each([
    ['name:kiwi', [name]],
    ['name:KIWI_PARROTS', [name]],
    ['name:kiwi*', [name]],
    ['name:*w?_pa*', [name]],
    ['*wi_parr*', [name]],
    ['name:(kiwi OR xyzzy)', [name]],
    ['kiwi OR xyzzy', [name, description]],
    ['kiwi echidna', [name, description]],
    ['"kiwi parrot"', [description]],
    ['description:"kiwi parrot" OR name:"parrot kiwi"', [description]],
    ['description:echidna', [description]],
    ['name:kiwi AND description:echidna', [name, description]],
    ['name:kiwi AND name:parrot', [name]],
    ['platform:hive', [platform]],
    ['tags:urn\\:li\\:tag\\:birds', [tag]],
    ['tags:birds', [{ name: 'tags', value: 'birds' }]],
    ['tags:*bird*', [tag]],
    ['tags:b*s OR name:kiwi', [name]],
    ['description:*echidna', [description]],
    ['origin:prod', [{ name: 'origin', value: 'PROD' }]],
    ['NOT name:emu', []],
    ['name:kiwi AND NOT description:emu', [name]],
    ['name:kiwi AND NOT (description:echidna AND name:emu)', [name]],
    ['structuredProperties.bird:kiwi', []],
    ['_exists_:name', []],
    ['removed:false', []],
    ['lastModified:<5 OR name:kiwi', [name]],
    ['*', []],
    [dataset('k').replaceAll(/[():]/g, '\\$&'), []],
  ])('%s', async (query, expected) => {
    await catalog.define('bird', 'string');
    await catalog.put(dataset('k'), {
      datasetProperties: { name: name.value, description: description.value },
      globalTags: { tags: [{ tag: tag.value }] },
      dataPlatformInstance: { platform: 'urn:li:dataPlatform:hive' },
    });
    await catalog.assign(dataset('k'), { bird: ['kiwi'] });
    const flags = { ...PLAIN_FLAGS, skipHighlighting: false, fulltext: false };
    const { hits } = await catalog.search({ query, flags });
    expect(hits.map((hit) => hit.matchedFields)).toEqual([expected]);
    const plain = await catalog.search({ query, flags: { ...flags, skipHighlighting: true } });
    expect(plain.hits.map((hit) => hit.matchedFields)).toEqual([[]]);
  });
});

describe('grouping', () => {
  const column = (name: string, path: string): string => `urn:li:schemaField:(${dataset(name)},${path})`;
  const grouping = [{ from: 'schemaField', to: 'dataset' }];
  const flags = { ...PLAIN_FLAGS, grouping };

  it('replaces hits with their parents, each once across pages', async () => {
    await catalog.define('p', 'string');
    await put('a', 'b', 'c');
    await catalog.assign(column('a', 'x'), { p: ['v'] });
    await catalog.assign(column('a', 'y'), { p: ['v'] });
    await catalog.assign(dataset('b'), { p: ['v'] });
    const filter = [[criterion('structuredProperties.p', 'EXISTS')]];
    expect(await catalog.found({ entityTypes: [], filter, flags })).toEqual([dataset('a'), dataset('b')]);
    expect(await catalog.found({ entityTypes: ['schemaField'], filter, flags })).toEqual([dataset('a')]);
    expect(await catalog.found({ entityTypes: ['dataset'], filter, flags })).toEqual([dataset('b')]);
    await catalog.put(dataset('a'), { status: { removed: true } });
    expect(await catalog.found({ entityTypes: [], filter, flags })).toEqual([dataset('b')]);
  });

  it('rejects searches that cannot be grouped exactly', async () => {
    await catalog.put(column('a', 'x'), { schemafieldInfo: { name: 'orders' } });
    await expect(catalog.search({ entityTypes: [], query: 'orders', flags })).rejects.toThrow(
      'The groupingSpec cannot be applied',
    );
    expect(await catalog.found({ entityTypes: [], query: 'other', flags })).toEqual([]);
  });
});
