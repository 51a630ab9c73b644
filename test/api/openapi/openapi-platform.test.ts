import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';

const dataset = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:mysql,${name},PROD)`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const upstreams = [{ dataset: dataset('up'), type: 'TRANSFORMED' }];
  await server.request('POST', '/openapi/v3/entity/dataset?async=false', [
    { urn: dataset('up'), status: { value: { removed: false } } },
    { urn: dataset('down'), upstreamLineage: { value: { upstreams } } },
    { urn: dataset('down'), globalTags: { value: { tags: [{ tag: 'urn:li:tag:t' }] } } },
  ]);
  await server.request('POST', '/openapi/v3/entity/tag?async=false', [
    { urn: 'urn:li:tag:t', tagProperties: { value: { name: 't' } } },
  ]);
});
afterAll(() => server.stop());

describe('GET /openapi/relationships/v1/', () => {
  const links = (parameters: string): Promise<unknown> =>
    server.request('GET', `/openapi/relationships/v1/?${parameters}`).then(({ json }) => json);

  it('lists links both ways, a page at a time', async () => {
    const up = encodeURIComponent(dataset('up'));
    expect(await links(`urn=${up}&direction=INCOMING&relationshipTypes=DownstreamOf&start=0`)).toEqual({
      start: 0,
      count: 1,
      total: 1,
      entities: [{ urn: dataset('down'), relationshipType: 'DownstreamOf' }],
    });
    expect(await links(`urn=${up}&direction=INCOMING&start=1`)).toMatchObject({ count: 0, entities: [] });
    const down = encodeURIComponent(dataset('down'));
    const types = 'relationshipTypes=DownstreamOf&relationshipTypes=TaggedWith';
    expect(await links(`urn=${down}&direction=OUTGOING&${types}`)).toMatchObject({ total: 2 });
  });

  it.each([
    ['', 'Parameter urn is missing'],
    ['urn=x', 'Invalid urn!'],
    ['urn=urn:li:tag:t&direction=SIDEWAYS', 'direction must be INCOMING or OUTGOING'],
  ])('refuses %j', async (parameters, message) => {
    const answer = await server.request('GET', `/openapi/relationships/v1/?${parameters}`);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
  });
});

describe('POST /openapi/v3/relationship/scroll', () => {
  const scroll = (parameters: string, body: object): Promise<{ status: number; json: unknown }> =>
    server.request('POST', `/openapi/v3/relationship/scroll?${parameters}`, body);
  const urnIs = (urn: string): object => ({
    and: [{ criteria: [{ field: 'urn', condition: 'EQUAL', values: [urn] }] }],
  });
  const where = (...criteria: string[][]): object => ({
    and: [{ criteria: criteria.map(([field, condition, ...values]) => ({ field, condition, values })) }],
  });
  const lineage = {
    relationshipType: 'DownstreamOf',
    source: { urn: dataset('down'), entityType: 'dataset' },
    destination: { urn: dataset('up'), entityType: 'dataset' },
  };

  it.each([
    ['relationshipTypes=DownstreamOf', { sourceFilter: urnIs(dataset('down')) }],
    ['relationshipTypes=DownstreamOf', { destinationFilter: urnIs(dataset('up')) }],
    ['sourceTypes=dataset&destinationTypes=dataset', {}],
    ['relationshipTypes=DownstreamOf', {}],
    ['', { sourceFilter: urnIs(dataset('down')), destinationFilter: urnIs(dataset('up')) }],
    ['direction=INCOMING', { sourceFilter: urnIs(dataset('up')) }],
    ['direction=INCOMING&sourceTypes=dataset', { destinationFilter: urnIs(dataset('down')) }],
    ['', { edgeFilter: where(['relationshipType', 'EQUAL', 'DownstreamOf']) }],
    ['', { edgeFilter: where(['destination.urn', 'EQUAL', dataset('up')]) }],
    ['', { edgeFilter: where(['destination.entityType', 'IN', 'dataset', 'chart']) }],
    [
      '',
      { edgeFilter: where(['source.urn', 'CONTAIN', 'down'], ['relationshipType', 'START_WITH', 'Down']) },
    ],
    [
      '',
      { destinationFilter: where(['urn', 'EQUAL', dataset('up'), 'urn:li:tag:t'], ['platform', 'EXISTS']) },
    ],
    ['relationshipTypes=DownstreamOf', { sourceFilter: where(['platform', 'EXISTS']) }],
  ])('finds links with %s and %j', async (parameters, body) => {
    const found = [];
    let scrollId = '';
    do {
      const page = await scroll(`${parameters}&count=100&scrollId=${encodeURIComponent(scrollId)}`, body);
      expect(page.status).toBe(200);
      const { results, scrollId: next } = page.json as { results: unknown[]; scrollId?: string };
      found.push(...results);
      scrollId = next ?? '';
    } while (scrollId !== '');
    expect(found).toEqual([lineage]);
  });

  it.each([
    ['direction=SIDEWAYS', {}, 'direction must be INCOMING or OUTGOING'],
    ['sourceTypes=datasets', {}, 'Failed to find entity with name datasets'],
    ['', { edgeFilter: urnIs('urn:li:tag:t') }, 'unknown field urn'],
    ['', { edgeFilter: where(['relationshipType', 'LESS_THAN', 'x']) }, 'LESS_THAN is not supported'],
    ['', { edgeFilter: where(['constructor', 'CONTAIN', 'x']) }, 'unknown field constructor'],
    ['', { sourceFilter: urnIs('nonsense') }, 'Invalid urn!'],
    ['scrollId=nonsense', {}, 'Invalid scroll id'],
  ])('refuses %s with %j', async (parameters, body, message) => {
    const answer = await server.request('POST', `/openapi/v3/relationship/scroll?${parameters}`, body);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
  });
});

describe('GET /openapi/v1/registry/models/entity/specifications', () => {
  it('lists entity types with their aspects, a page at a time', async () => {
    const path = '/openapi/v1/registry/models/entity/specifications';
    const names = [];
    for (let start = 0; ; start += 50) {
      const { json } = await server.request('GET', `${path}?start=${start}&count=50`);
      names.push(...json.elements.map(({ name }: { name: string }) => name));
      if (names.length === json.total) break;
      expect(json.count).toBe(50);
    }
    expect(names).toContain('structuredProperty');
    const { json } = await server.request('GET', `${path}?count=200`);
    const spec = json.elements.find(({ name }: { name: string }) => name === 'structuredProperty');
    expect(spec.keyAspectName).toBe('structuredPropertyKey');
    expect(spec.aspectSpecs).toContainEqual({
      aspectAnnotation: expect.objectContaining({ name: 'propertyDefinition', timeseries: false }),
    });
  });
});
