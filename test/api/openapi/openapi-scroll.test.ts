import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { jsonAt, jsonItems, jsonNames } from '../../support/json-at.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
const URNS = NAMES.map((name) => datasetUrn(name)).sort();

beforeAll(async () => {
  server = await startServer();
  const client = clientOf(server);
  await client.define('scroll.size', { type: 'number' });
  for (const [size, name] of NAMES.entries()) {
    await client.dataset(name);
    await client.assign(datasetUrn(name), { 'scroll.size': [{ double: size }] });
  }
  await client.dataset('hidden');
  await client.post(datasetUrn('hidden'), 'status', { removed: true });
});
afterAll(() => server.stop());

const scroll = (body: unknown, query = ''): Promise<Answer> =>
  server.request('POST', `/openapi/v3/entity/scroll?${query}`, body);
const urnsOf = (answer: Answer): unknown[] =>
  jsonItems(answer.json, 'entities').map((entity) => jsonAt(entity, 'urn'));

describe('the query of a scroll', () => {
  const found = async (query: string): Promise<Answer> =>
    server.request('GET', `/openapi/v3/entity/dataset?query=${encodeURIComponent(query)}`);

  it('is in the query language', async () => {
    const answer = await found('structuredProperties.scroll.size:[1 TO 3} OR name:alp*');
    expect(urnsOf(answer)).toEqual([datasetUrn('alpha'), datasetUrn('beta'), datasetUrn('gamma')]);
    expect(urnsOf(await found('NOT _exists_:structuredProperties.scroll.size'))).toEqual([]);
  });

  it('is refused with the position of the error', async () => {
    const answer = await found('name:(alpha');
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("at character 6, '(alpha': the closing parenthesis is missing");
  });
});

describe('GET of an entity type', () => {
  it('returns everything once, in urn order', async () => {
    const seen: unknown[] = [];
    let scrollId: unknown = '';
    while (typeof scrollId === 'string') {
      const page = await server.request(
        'GET',
        `/openapi/v3/entity/dataset?count=2&scrollId=${encodeURIComponent(scrollId)}`,
      );
      expect(jsonAt(page.json, 'totalCount')).toBe(5);
      seen.push(...urnsOf(page));
      scrollId = jsonAt(page.json, 'scrollId');
    }
    expect(seen).toEqual(URNS);
  });

  it('returns version 2 with results, and all entities for a count that is too large', async () => {
    const answer = await server.request(
      'GET',
      '/openapi/v2/entity/dataset?count=99999&aspectNames=datasetProperties',
    );
    expect(answer.json).not.toHaveProperty('scrollId');
    expect(jsonItems(answer.json, 'results')).toHaveLength(5);
    expect(jsonAt(answer.json, 'results', 0)).toEqual({
      urn: URNS[0],
      aspects: { datasetProperties: { value: { name: 'alpha' } } },
    });
  });

  it('includes soft-deleted entities, sorts, and searches words on request', async () => {
    const all = await server.request('GET', '/openapi/v3/entity/dataset?includeSoftDelete=true');
    expect(urnsOf(all)).toContain(datasetUrn('hidden'));
    const sorted = await server.request(
      'GET',
      '/openapi/v3/entity/dataset?sortCriteria=urn&sortOrder=DESCENDING',
    );
    expect(urnsOf(sorted)).toEqual([...URNS].reverse());
    const found = await server.request('GET', '/openapi/v3/entity/dataset?query=gamma');
    expect(urnsOf(found)).toEqual([datasetUrn('gamma')]);
  });

  it('refuses an invalid scroll id', async () => {
    const answer = await server.request('GET', '/openapi/v3/entity/dataset?scrollId=nonsense');
    expect(answer.status).toBe(400);
  });
});

describe('POST of a scroll', () => {
  const criterion = (condition: string, values?: unknown[], more = {}): unknown => ({
    field: 'structuredProperties.scroll.size',
    condition,
    ...(values === undefined ? {} : { values }),
    ...more,
  });
  const filtered = (...groups: unknown[][]): unknown => ({
    entities: ['dataset'],
    filter: { and: groups.map((criteria) => ({ criteria })) },
  });

  it.each([
    ['a bound', [[criterion('GREATER_THAN', ['2'])]], ['delta', 'epsilon']],
    ['both bounds', [[criterion('BETWEEN', [1, 2])]], ['beta', 'gamma']],
    ['nothing', [[criterion('IS_NULL')]], []],
    ['one of two groups', [[criterion('EQUAL', ['0'])], [criterion('EQUAL', ['4.0'])]], ['alpha', 'epsilon']],
    ['all of a group', [[criterion('GREATER_THAN', ['0']), criterion('LESS_THAN', ['2'])]], ['beta']],
    ['a negation', [[criterion('LESS_THAN_OR_EQUAL_TO', ['3'], { negated: true })]], ['epsilon']],
    ['several values', [[criterion('IN', ['0', '1'])]], ['alpha', 'beta']],
  ])('finds %s', async (_what, groups, names) => {
    const answer = await scroll(filtered(...groups), 'count=100');
    expect(answer.status, answer.text).toBe(200);
    expect(urnsOf(answer)).toEqual(names.map((name) => datasetUrn(name)).sort());
    expect(jsonAt(answer.json, 'entities', 0)).toEqual(
      names.length === 0 ? undefined : { urn: urnsOf(answer)[0] },
    );
  });

  it('reads the aspects that are named, with system metadata on request', async () => {
    const body = {
      entities: ['dataset'],
      aspects: ['structuredProperties'],
      filter: { and: [{ criteria: [criterion('EQUAL', ['1'])] }] },
    };
    const [entity] = jsonItems((await scroll(body, 'systemMetadata=true')).json, 'entities');
    expect(jsonNames(entity)).toEqual(['urn', 'structuredProperties']);
    expect(jsonAt(entity, 'structuredProperties', 'systemMetadata', 'version')).toBe('1');
    const [whole] = jsonItems((await scroll({ ...body, aspects: [] })).json, 'entities');
    expect(jsonNames(whole)).toContain('datasetKey');
  });

  it('searches every entity type if none is named, also those that are not assets', async () => {
    const types = ['dataHubRole', 'dataType', 'dataset'];
    const found = urnsOf(await scroll({}, 'count=1000'));
    for (const type of types) {
      expect(
        found.some((urn) => String(urn).startsWith(`urn:li:${type}:`)),
        type,
      ).toBe(true);
    }
    expect(urnsOf(await scroll({ entities: [] }, 'count=1000'))).toEqual(found);
  });

  it('denies a filter on a property that is soft-deleted', async () => {
    const client = clientOf(server);
    await client.define('scroll.gone');
    await client.post('urn:li:structuredProperty:scroll.gone', 'status', { removed: true });
    const body = {
      filter: { and: [{ criteria: [{ field: 'structuredProperties.scroll.gone', condition: 'EXISTS' }] }] },
    };
    const answer = await scroll(body);
    expect(answer.status).toBe(400);
    expect(jsonAt(answer.json, 'message')).toContain('Cannot filter on deleted Structured Property');
  });

  it('omits entities deleted between search and read', async () => {
    const urn = datasetUrn('vanishing');
    await server.request('POST', aspectPath(urn, 'status', 'v2'), { removed: false });
    await server.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`);
    expect(urnsOf(await scroll({ entities: ['dataset'], aspects: [] }, 'count=100'))).toEqual(URNS);
  });
});
