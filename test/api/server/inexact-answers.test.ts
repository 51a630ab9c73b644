import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

const DATASETS = 9;
const VALUES = 200;
const BOUND = 4;
/** Only OpenSearch limits its counts. */
const isBounded = inject('engines')?.opensearch !== undefined;

let server: TestServer;
beforeAll(async () => {
  const options = { searchShards: '3', searchExactTotals: String(BOUND), searchFacetValues: '100' };
  server = await startServer({ options });
  const { assign, dataset, define } = clientOf(server);
  await define('label', { cardinality: 'MULTIPLE' });
  await Promise.all(
    Array.from({ length: DATASETS }, async (_, i) => {
      await dataset(`d${i}`);
      const label = Array.from({ length: VALUES }, (_value, j) => ({ string: `l${i * VALUES + j}` }));
      expect((await assign(datasetUrn(`d${i}`), { label })).status).toBe(200);
    }),
  );
});
afterAll(() => server.stop());

type Headers = Readonly<Record<string, string>>;

const STRICT = { 'x-colophon-strict': 'true' };
const LABELS = 'structuredProperties.label';
const PAGE = { query: '*', types: ['DATASET'], start: 0, count: 2 };

async function search(input: object, headers?: Headers): Promise<Answer> {
  const query = `query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total } }`;
  const variables = { input: { ...PAGE, ...input } };
  return server.request('POST', '/api/graphql', { query, variables }, headers);
}

async function aggregate(headers?: Headers): Promise<Answer> {
  const query = `query ($input: AggregateAcrossEntitiesInput!) {
    aggregateAcrossEntities(input: $input) { facets { field aggregations { count } } } }`;
  const variables = { input: { query: '*', types: ['DATASET'], facets: [LABELS] } };
  return server.request('POST', '/api/graphql', { query, variables }, headers);
}

const scroll = (more: string): Promise<Answer> =>
  server.request('POST', `/openapi/v3/entity/scroll?count=2${more}`, { entities: ['dataset'] });

const totalOf = ({ json }: Answer): unknown => json.data.searchAcrossEntities.total;
const warningsOf = ({ headers }: Answer): unknown => JSON.parse(headers.get('x-colophon-warnings') ?? '[]');

describe('a total that is only a lower bound', () => {
  const expected = isBounded ? BOUND : DATASETS;
  const warnings = isBounded
    ? [expect.stringContaining(`At least ${BOUND} entities match; the total is not exact.`)]
    : [];

  it('is reported in GraphQL, REST and Rest.li', async () => {
    const found = await search({});
    expect([totalOf(found), warningsOf(found)]).toEqual([expected, warnings]);
    const shown = (found.json.extensions.warnings ?? []).map(({ message }: { message: string }) => message);
    expect(shown).toEqual(warnings);
    const listed = await server.request('GET', '/openapi/v3/entity/dataset?count=2');
    expect([listed.status, warningsOf(listed)]).toEqual([200, warnings]);
    const scrolled = await scroll('');
    expect([scrolled.json.totalCount, warningsOf(scrolled)]).toEqual([expected, warnings]);
    const body = { entity: 'dataset', input: '*', start: 0, count: 2 };
    const restli = await server.request('POST', '/entities?action=search', body);
    expect([restli.json.value.numEntities, warningsOf(restli)]).toEqual([expected, warnings]);
  });

  it('is exact on request, in strict requests, and on the last page', async () => {
    const answers = await Promise.all([
      search({ searchFlags: { exactTotal: true } }),
      search({}, STRICT),
      search({ start: DATASETS - 1 }),
    ]);
    for (const answer of answers) expect([totalOf(answer), warningsOf(answer)]).toEqual([DATASETS, []]);
    const scrolled = await scroll('&exactTotal=true');
    expect([scrolled.json.totalCount, warningsOf(scrolled)]).toEqual([DATASETS, []]);
    const counted = await server.request('POST', '/entities?action=getTotalEntityCount', {
      entity: 'dataset',
    });
    expect(counted.json.value).toBe(DATASETS);
  });
});

describe('a facet that is not exact', () => {
  it('is reported, and refused if the request is strict', async () => {
    const counted = await aggregate();
    expect(counted.json.data.aggregateAcrossEntities.facets[0].aggregations).toHaveLength(20);
    expect(warningsOf(counted)).toEqual(
      isBounded ? [expect.stringContaining(`The facet '${LABELS}' is not exact`)] : [],
    );
    const strict = await aggregate(STRICT);
    expect(strict.json.errors?.[0].message ?? '').toContain(isBounded ? 'is not exact' : '');
  });
});
