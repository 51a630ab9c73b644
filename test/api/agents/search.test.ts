import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { ask, refused } from './agent-client.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  const client = clientOf(server);
  for (const name of ['orders', 'orders_by_day', 'customers']) {
    await client.post(datasetUrn(`shop.${name}`), 'datasetProperties', {
      name,
      description: `Table of ${name}\u200b.`,
    });
  }
  await client.post(datasetUrn('events', 'kafka'), 'datasetProperties', { name: 'events' });
  await client.post('urn:li:tag:PII', 'tagProperties', { name: 'PII' });
  await client.post('urn:li:domain:d1', 'domainProperties', { name: 'Marketing' });
  await client.post(datasetUrn('shop.customers'), 'globalTags', { tags: [{ tag: 'urn:li:tag:PII' }] });
  await client.post(datasetUrn('shop.customers'), 'domains', { domains: ['urn:li:domain:d1'] });
  await client.define('io.acme.retention', { type: 'number' });
  await client.assign(datasetUrn('shop.orders'), { 'io.acme.retention': [{ double: 30 }] });
});
afterAll(() => server.stop());

const urnsOf = ({ results }: { readonly results: readonly { readonly urn: string }[] }): string[] =>
  results.map(({ urn }) => urn).sort();

describe('search', () => {
  it('finds by words, with exact total, platform, and texts as untrusted', async () => {
    const found = await ask(server, 'search', { query: 'customers' });
    expect(found.total).toBe(1);
    expect(found.exact).toBe(true);
    expect(found.results).toEqual([
      {
        urn: datasetUrn('shop.customers'),
        type: 'dataset',
        platform: 'urn:li:dataPlatform:hive',
        untrusted: { name: 'customers', description: 'Table of customers⟨U+200B⟩.' },
      },
    ]);
    expect(found.sequence).toBeGreaterThan(0);
    expect(found.cut).toBeUndefined();
  });

  it.each([
    ['entity_type = dataset AND platform = kafka', [datasetUrn('events', 'kafka')]],
    ['tag = PII', [datasetUrn('shop.customers')]],
    ['type = dataset and domain = marketing', [datasetUrn('shop.customers')]],
    ['structuredProperties.io.acme.retention >= 30', [datasetUrn('shop.orders')]],
    [
      'type = DATASET AND NOT (tag = "urn:li:tag:PII" OR platform IN (kafka, snowflake))',
      [datasetUrn('shop.orders'), datasetUrn('shop.orders_by_day')],
    ],
    ['type = dataset AND tag IS NOT NULL', [datasetUrn('shop.customers')]],
  ])('filters by %s', async (filter, expected) => {
    expect(urnsOf(await ask(server, 'search', { filter }))).toEqual(expected);
  });

  it('refuses a filter with too many names, and continues', async () => {
    const names = Array.from({ length: 51 }, (_, i) => `no tag ${i}`);
    const filter = `tag IN (${names.map((name) => JSON.stringify(name)).join(', ')})`;
    const { message } = await refused(server, 'search', { filter });
    expect(message).toContain('it names more than 50 entities');
    expect((await server.request('GET', '/health')).status).toBe(200);
  });

  it('pages by cursor, and says what it leaves out', async () => {
    const asked = { filter: 'entity_type = dataset', limit: 3, sort_by: 'urn' };
    const first = await ask(server, 'search', asked);
    expect(first.cut).toEqual([{ what: 'results', shown: 3, total: 4, how: 'cursor' }]);
    const second = await ask(server, 'search', { ...asked, cursor: first.cursor });
    expect(second.cursor).toBeUndefined();
    expect([...urnsOf(first), ...urnsOf(second)].sort()).toHaveLength(4);
    const error = await refused(server, 'search', { ...asked, query: 'orders', cursor: first.cursor });
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', argument: 'cursor' });
  });

  it('counts facets without results', async () => {
    const { facets, results, total } = await ask(server, 'search', {
      filter: 'entity_type = dataset',
      limit: 0,
      facets: ['platform', 'tag'],
    });
    expect(results).toEqual([]);
    expect(total).toBe(4);
    expect(facets[0].values).toContainEqual({ value: 'urn:li:dataPlatform:hive', count: 3 });
    expect(facets[1]).toEqual({
      field: 'tag',
      values: [{ value: 'urn:li:tag:PII', count: 1 }],
    });
  });

  it('shows further fields', async () => {
    const { results } = await ask(server, 'search', {
      query: 'orders',
      fields: ['tags', 'structuredProperties.io.acme.retention', 'name'],
    });
    expect(results[0].untrusted).toMatchObject({
      name: 'orders',
      'structuredProperties.io.acme.retention': [30],
    });
  });

  it.each([
    [{ filter: 'tag = PPI' }, { code: 'NOT_FOUND', argument: 'filter', nearest: ['urn:li:tag:PII'] }],
    [{ filter: 'tag PII' }, { code: 'INVALID_REQUEST', argument: 'filter' }],
    [{ filter: 'no_such_field = 1' }, { code: 'INVALID_REQUEST' }],
    [{ filter: 'entity_type = datset' }, { code: 'NOT_FOUND', nearest: ['dataset'] }],
    [{ fields: ['descripton'] }, { code: 'NOT_FOUND', argument: 'fields', nearest: ['description'] }],
    [{ limit: 51 }, { code: 'INVALID_REQUEST', argument: 'limit' }],
    [{ num_results: 3 }, { code: 'INVALID_REQUEST', argument: 'num_results' }],
  ])('refuses %j', async (args, error) => {
    expect(await refused(server, 'search', args)).toMatchObject(error);
  });

  it('accepts the invisible characters that it shows', async () => {
    const { results } = await ask(server, 'search', { query: 'customers⟨U+200B⟩' });
    expect(results).toHaveLength(1);
  });
});

describe('get_me', () => {
  it('shows who the caller is', async () => {
    const me = await ask(server, 'get_me');
    expect(me.actor).toMatch(/^urn:li:corpuser:/);
    expect(me.token).toEqual({ read_only: false });
  });
});
