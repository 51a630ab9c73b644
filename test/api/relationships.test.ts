import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

let server: TestServer;
const column = (table: string, path: string): string => `urn:li:schemaField:(${datasetUrn(table)},${path})`;
const job = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,nightly,PROD),load)';
const query = 'urn:li:query:insert';

beforeAll(async () => {
  server = await startServer();
  const { dataset, post } = clientOf(server);
  for (const name of ['a', 'b', 'c']) await dataset(name);
  const upstreams = [
    { dataset: datasetUrn('a'), type: 'COPY', query },
    { dataset: datasetUrn('c'), type: 'COPY' },
  ];
  const lineageOf = (path: string) => ({
    upstreamType: 'FIELD_SET',
    upstreams: [column('a', path)],
    downstreamType: 'FIELD',
    downstreams: [column('b', path)],
  });
  const fineGrainedLineages = [{ ...lineageOf('x'), query }, lineageOf('y')];
  await post(query, 'status', { removed: false });
  await post(datasetUrn('b'), 'upstreamLineage', { upstreams, fineGrainedLineages });
  await post(datasetUrn('b'), 'globalTags', { tags: [{ tag: 'urn:li:tag:t' }] });
  await post(job, 'dataJobInputOutput', {
    inputDatasets: [datasetUrn('b')],
    outputDatasets: [datasetUrn('c')],
  });
  await post(datasetUrn('c'), 'status', { removed: true });
});

afterAll(() => server.stop());

interface Link {
  readonly relationshipType: string;
  readonly source: { readonly urn: string; readonly entityType: string };
  readonly destination: { readonly urn: string };
  readonly upstream?: string;
  readonly downstream?: string;
}

async function links(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ scrollId?: string; results: Link[] }> {
  const { status, text, json } = await server.request(method, path, body);
  expect(status, text).toBe(200);
  return json;
}

const pairs = (results: readonly Link[]): string[] =>
  results.map(
    ({ relationshipType, source, destination }) => `${source.urn} ${relationshipType} ${destination.urn}`,
  );

const entityPath = (urn: string, rest = ''): string =>
  `/openapi/v3/relationship/${urn.split(':')[2]}/${encodeURIComponent(urn)}?count=100${rest}`;

describe('links of one entity', () => {
  it('are outgoing from a dataset, with soft-deleted ends on request', async () => {
    const { results, ...rest } = await links(
      'GET',
      entityPath(datasetUrn('b'), '&relationshipType[]=DownstreamOf'),
    );
    expect(rest).not.toHaveProperty('scrollId');
    expect(pairs(results)).toEqual([
      `${datasetUrn('b')} DownstreamOf ${datasetUrn('a')}`,
      `${datasetUrn('b')} DownstreamOf ${column('a', 'x')}`,
      `${datasetUrn('b')} DownstreamOf ${column('a', 'y')}`,
    ]);
    const all = await links('GET', entityPath(datasetUrn('b'), '&includeSoftDelete=true'));
    expect(pairs(all.results)).toContain(`${datasetUrn('b')} DownstreamOf ${datasetUrn('c')}`);
    expect(pairs(all.results)).toContain(`${datasetUrn('b')} TaggedWith urn:li:tag:t`);
  });

  it('are outgoing from and incoming to a column, although other entities store them', async () => {
    const between = `${column('b', 'x')} DownstreamOf ${column('a', 'x')}`;
    expect(pairs((await links('GET', entityPath(column('b', 'x')))).results)).toContain(between);
    const incoming = await links('GET', entityPath(column('a', 'x'), '&direction=INCOMING'));
    expect(pairs(incoming.results)).toEqual([`${datasetUrn('b')} DownstreamOf ${column('a', 'x')}`, between]);
  });

  it('is paged, each link once', async () => {
    const all = pairs((await links('GET', entityPath(datasetUrn('b')))).results);
    const seen: string[] = [];
    let scrollId: string | undefined = '';
    while (scrollId !== undefined) {
      const path: string = entityPath(datasetUrn('b')).replace('count=100', 'count=2');
      const page: Awaited<ReturnType<typeof links>> = await links('GET', `${path}&scrollId=${scrollId}`);
      expect(page.results.length).toBeLessThanOrEqual(2);
      seen.push(...pairs(page.results));
      scrollId = page.scrollId;
    }
    expect(seen).toEqual(all);
    expect(all.length).toBeGreaterThan(3);
  });

  it.each([
    [entityPath(datasetUrn('b'), '&direction=SIDEWAYS'), 'direction must be INCOMING or OUTGOING'],
    [entityPath(datasetUrn('b'), '&scrollId=nonsense'), 'Invalid scroll id'],
    [`/openapi/v3/relationship/chart/${encodeURIComponent(datasetUrn('b'))}`, 'entity type is dataset'],
    [`/openapi/v3/relationship/nonsense/${encodeURIComponent(datasetUrn('b'))}`, 'Failed to find entity'],
    [entityPath(datasetUrn('b')).replace('count=100', 'count=-1'), 'count must be a whole number'],
  ])('refuses %s', async (path, message) => {
    const { status, json } = await server.request('GET', path);
    expect(status).toBe(400);
    expect(json.message).toContain(message);
  });
});

describe('links of one name', () => {
  it.each(['v2', 'v3'])('are listed by %s', async (version) => {
    const { results } = await links('GET', `/openapi/${version}/relationship/TaggedWith`);
    expect(results).toEqual([
      {
        relationshipType: 'TaggedWith',
        source: { urn: datasetUrn('b'), entityType: 'dataset' },
        destination: { urn: 'urn:li:tag:t', entityType: 'tag' },
      },
    ]);
    expect((await links('GET', `/openapi/${version}/relationship/NoSuchName`)).results).toEqual([]);
  });
});

describe('links of lineage', () => {
  const scroll = (parameters: string, body?: unknown) =>
    links('POST', `/openapi/v3/lineage/scroll?count=100${parameters}`, body);

  it('name the upstream end, and omit links that are not lineage', async () => {
    const { results } = await scroll('&includeSoftDelete=true', {});
    expect(results.every(({ relationshipType }) => relationshipType !== 'TaggedWith')).toBe(true);
    const produces = results.find(({ relationshipType }) => relationshipType === 'Produces');
    expect(produces).toMatchObject({ source: { urn: job }, upstream: job, downstream: datasetUrn('c') });
    const consumes = results.find(({ relationshipType }) => relationshipType === 'Consumes');
    expect(consumes).toMatchObject({ source: { urn: job }, upstream: datasetUrn('b'), downstream: job });
    expect(pairs(results)).not.toContain(`${datasetUrn('b')} DownstreamOf ${column('a', 'x')}`);
    expect(pairs(results)).toContain(`${column('b', 'x')} DownstreamOf ${column('a', 'x')}`);
  });

  it('start from urns, in one direction or both', async () => {
    const body = { urns: [datasetUrn('b')] };
    const both = await scroll('', body);
    expect(pairs(both.results)).toEqual([
      `${job} Consumes ${datasetUrn('b')}`,
      `${datasetUrn('b')} DownstreamOf ${datasetUrn('a')}`,
    ]);
    expect(pairs((await scroll('&direction=UPSTREAM', body)).results)).toEqual([
      `${datasetUrn('b')} DownstreamOf ${datasetUrn('a')}`,
    ]);
    expect(pairs((await scroll('&direction=DOWNSTREAM', body)).results)).toEqual([
      `${job} Consumes ${datasetUrn('b')}`,
    ]);
    expect((await scroll('&relationshipTypes=Produces', body)).results).toEqual([]);
  });

  it('refuse an invalid direction and invalid urns', async () => {
    const wrong = await server.request('POST', '/openapi/v3/lineage/scroll?direction=OUTGOING', {});
    expect(wrong.status).toBe(400);
    const urns = await server.request('POST', '/openapi/v3/lineage/scroll', { urns: ['nonsense'] });
    expect(urns.status).toBe(400);
    expect(urns.json.message).toContain('Invalid urn!');
  });
});

describe('relationships in GraphQL', () => {
  const RELATED = `query r($urn: String!, $input: RelationshipsInput!) { entity(urn: $urn) {
    relationships(input: $input) { total count relationships { type entity { urn } } } } }`;

  async function related(urn: string, input: Record<string, unknown>) {
    const { data, errors } = await server.graphql(RELATED, { urn, input: { types: [], ...input } });
    expect(errors).toBeUndefined();
    return data.entity.relationships;
  }

  it('joins columns in both directions, with pages and totals that agree', async () => {
    const outgoing = await related(column('b', 'x'), { direction: 'OUTGOING', types: ['DownstreamOf'] });
    expect(outgoing).toEqual({
      total: 1,
      count: 1,
      relationships: [{ type: 'DownstreamOf', entity: { urn: column('a', 'x') } }],
    });
    const all = await related(column('a', 'x'), { direction: 'INCOMING' });
    expect(all.relationships.map(({ entity }: { entity: { urn: string } }) => entity.urn)).toEqual([
      datasetUrn('b'),
      column('b', 'x'),
    ]);
    for (const start of [0, 1]) {
      const page = await related(column('a', 'x'), { direction: 'INCOMING', start, count: 1 });
      expect(page).toEqual({ total: 2, count: 1, relationships: [all.relationships[start]] });
    }
  });
});

describe('related entities', () => {
  it('have the attributes of the link', async () => {
    const of = (urn: string, direction: string): string =>
      `/openapi/relationships/v1/?urn=${encodeURIComponent(urn)}&direction=${direction}&relationshipTypes=DownstreamOf`;
    const outgoing = await server.request('GET', of(datasetUrn('b'), 'OUTGOING'));
    expect(outgoing.json.entities).toContainEqual({
      urn: datasetUrn('a'),
      relationshipType: 'DownstreamOf',
      via: query,
    });
    expect(outgoing.json.entities).toContainEqual({ urn: datasetUrn('c'), relationshipType: 'DownstreamOf' });
    const incoming = await server.request('GET', of(datasetUrn('a'), 'INCOMING'));
    expect(incoming.json).toEqual({
      start: 0,
      count: 1,
      total: 1,
      entities: [{ urn: datasetUrn('b'), relationshipType: 'DownstreamOf', via: query }],
    });
  });
});
