import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { jsonAt } from '../../support/json-at.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await clientOf(server).define('known', { type: 'number' });
  await clientOf(server).dataset('d');
  await clientOf(server).assign(datasetUrn('d'), { known: [{ double: 1 }] });
});
afterAll(() => server.stop());

type Headers = Readonly<Record<string, string>>;

const STRICT = { 'x-colophon-strict': 'true' };
const UNKNOWN = 'structuredProperties.unknown é';
const MESSAGE = `Filter field '${UNKNOWN}' has no values: none of the searched entity types has this field.`;

const SCROLL = `query ($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { total } }`;
const AGGREGATE = `query ($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { field } } }`;

function graphql(query: string, input: object, headers: Headers = {}): Promise<Answer> {
  return server.request('POST', '/api/graphql', { query, variables: { input } }, headers);
}

const scroll = (input: object, headers?: Headers): Promise<Answer> =>
  graphql(SCROLL, { query: '*', types: ['DATASET'], ...input }, headers);
const aggregate = (facets: readonly string[], headers?: Headers): Promise<Answer> =>
  graphql(AGGREGATE, { query: '*', types: ['DATASET'], facets }, headers);

const where = (field: string, more: object = { condition: 'EXISTS' }) => ({
  orFilters: [{ and: [{ field, ...more }] }],
});

const openapi = (body: object, headers?: Headers, parameters = ''): Promise<Answer> =>
  server.request(
    'POST',
    `/openapi/v3/entity/scroll${parameters}`,
    { entities: ['dataset'], ...body },
    headers,
  );
const groups = (field: string, more: object = { condition: 'EXISTS' }) => ({
  filter: { and: [{ criteria: [{ field, ...more }] }] },
});

const restli = (field: string, headers?: Headers, more: object = { condition: 'EXISTS', value: '' }) =>
  server.request(
    'POST',
    '/entities?action=search',
    {
      entity: 'dataset',
      input: '*',
      start: 0,
      count: 10,
      filter: { or: [{ and: [{ field, ...more }] }] },
    },
    headers,
  );

const warningsOf = (answer: Answer): unknown => {
  const header: unknown = answer.headers.get('x-colophon-warnings');
  return typeof header === 'string' ? JSON.parse(header) : undefined;
};

const unknown = (field: string) => ({ kind: 'SEARCH_FIELD_UNKNOWN', data: { field } });

describe('a field that does not exist', () => {
  it('is a warning of GraphQL in filters, facets and sort criteria', async () => {
    const filtered = await scroll(where(UNKNOWN));
    expect(jsonAt(filtered.json, 'extensions', 'warnings')).toEqual([
      { message: MESSAGE, ...unknown(UNKNOWN) },
    ]);
    expect(jsonAt(filtered.json, 'data', 'scrollAcrossEntities', 'total')).toBe(0);
    const counted = await aggregate(['structuredProperties.unknown', 'structuredProperties.known']);
    expect(jsonAt(counted.json, 'extensions', 'warnings')).toEqual([
      {
        message: expect.stringContaining("Facet 'structuredProperties.unknown' is omitted"),
        ...unknown('structuredProperties.unknown'),
      },
    ]);
    const sorted = await scroll({ sortInput: { sortCriterion: { field: 'nme', sortOrder: 'ASCENDING' } } });
    expect(jsonAt(sorted.json, 'extensions', 'warnings')).toEqual([
      { message: expect.stringContaining("Sort field 'nme' is ignored"), ...unknown('nme') },
    ]);
  });

  it('is a warning in the header of REST and Rest.li', async () => {
    const answer = await openapi(groups(UNKNOWN), {}, '?sortCriteria=nme');
    expect(answer.status, answer.text).toBe(200);
    expect(warningsOf(answer)).toEqual([MESSAGE, expect.stringContaining("Sort field 'nme'")]);
    expect(answer.headers.get('x-colophon-warnings')).toMatch(/^[ -~]+$/);
    expect(warningsOf(await restli(UNKNOWN))).toEqual([MESSAGE]);
    expect(warningsOf(await scroll(where(UNKNOWN)))).toEqual([MESSAGE]);
  });

  it('is a warning also in the text of a query, over every protocol', async () => {
    const query = 'structuredProperties.nope:1';
    const warnings = [
      expect.stringContaining("Field of the query 'structuredProperties.nope' has no values"),
    ];
    const path = `/openapi/v3/entity/dataset?query=${encodeURIComponent(query)}`;
    const listed = await server.request('GET', path);
    expect([listed.status, warningsOf(listed)]).toEqual([200, warnings]);
    expect(warningsOf(await scroll({ query: `/q ${query}` }))).toEqual(warnings);
    const input = { entity: 'dataset', input: `/q ${query}`, start: 0, count: 10 };
    expect(warningsOf(await server.request('POST', '/entities?action=search', input))).toEqual(warnings);
    expect((await server.request('GET', path, undefined, STRICT)).status).toBe(400);
  });

  it('is an error of a strict request', async () => {
    const refused = await scroll(where(UNKNOWN), STRICT);
    expect(jsonAt(refused.json, 'errors', 0, 'message')).toContain(MESSAGE);
    expect(jsonAt((await aggregate(['unknown'], STRICT)).json, 'errors', 0, 'message')).toContain('Facet');
    const sorted = await openapi(groups('urn'), STRICT, '?sortCriteria=nme');
    expect([sorted.status, sorted.text]).toEqual([400, expect.stringContaining("Sort field 'nme'")]);
    expect((await restli(UNKNOWN, STRICT)).status).toBe(400);
  });

  it('is named once, and only the first of many are shown', async () => {
    const twice = {
      orFilters: [
        {
          and: [
            { field: UNKNOWN, condition: 'EXISTS' },
            { field: UNKNOWN, condition: 'EXISTS' },
          ],
        },
      ],
    };
    expect(warningsOf(await scroll(twice))).toEqual([MESSAGE]);
    const many = await aggregate(Array.from({ length: 30 }, (_, i) => `f${i}`));
    expect(warningsOf(many)).toHaveLength(11);
    expect(many.text).toContain('There are 20 more warnings.');
  });

  it('is shown in part', async () => {
    const answer = await aggregate(['x'.repeat(100_000)]);
    expect(answer.headers.get('x-colophon-warnings')?.length).toBeLessThan(500);
  });
});

describe('a request without unknown fields', () => {
  it('has no warnings, strict or not, also with the default facets', async () => {
    for (const headers of [{}, STRICT, { 'x-colophon-strict': 'false' }]) {
      for (const answer of [
        await scroll(where('structuredProperties.known'), headers),
        await aggregate([], headers),
        await openapi(groups('structuredProperties.known'), headers, '?skipAggregation=false'),
        await restli('structuredProperties.known', headers),
      ]) {
        expect(answer.status, answer.text).toBe(200);
        expect(answer.headers.get('x-colophon-warnings')).toBeNull();
        expect(answer.text).not.toContain('"warnings"');
        expect(answer.text).not.toContain('"errors"');
      }
    }
  });

  it('must have a valid strictness', async () => {
    const answer = await openapi({}, { 'x-colophon-strict': 'yes' });
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining('must be true, false or allow-kept'),
    ]);
  });
});

describe('a filter without required values', () => {
  const KNOWN = 'structuredProperties.known';

  it.each(['EQUAL', 'IN', 'CONTAIN', 'GREATER_THAN', 'DESCENDANTS_INCL'])(
    'is refused: %s',
    async (condition) => {
      const none = expect.stringContaining(`The filter on '${KNOWN}' has no values`);
      for (const negated of [false, true]) {
        const listed = await scroll(where(KNOWN, { condition, values: [], negated }));
        expect(jsonAt(listed.json, 'errors', 0, 'message')).toEqual(none);
      }
      const missing = await openapi(groups(KNOWN, { condition }));
      expect([missing.status, missing.text]).toEqual([400, none]);
      const answer = await restli(KNOWN, {}, { condition, values: [] });
      expect([answer.status, answer.text]).toEqual([400, none]);
    },
  );
});

describe('a range between two bounds', () => {
  const KNOWN = 'structuredProperties.known';

  it('needs both', async () => {
    const filter = { condition: 'BETWEEN', values: ['4'] };
    for (const { status, text } of [await openapi(groups(KNOWN, filter)), await restli(KNOWN, {}, filter)]) {
      expect([status, text]).toEqual([400, expect.stringContaining('has one value, and BETWEEN takes two')]);
    }
  });

  it('gets a warning if empty in the order of its field', async () => {
    const between = (values: readonly string[]): object => ({ condition: 'BETWEEN', values });
    const warnings = [expect.stringContaining(`'${KNOWN}' has no values between '10' and '9'`)];
    for (const send of [
      (values: readonly string[]) => openapi(groups(KNOWN, between(values))),
      (values: readonly string[]) => restli(KNOWN, {}, between(values)),
    ]) {
      const [empty, ordered] = [await send(['10', '9']), await send(['9', '10'])];
      expect([empty.status, warningsOf(empty)]).toEqual([200, warnings]);
      expect([ordered.status, warningsOf(ordered)]).toEqual([200, undefined]);
    }
    // In the order of texts, '10' comes before '9'.
    expect(warningsOf(await openapi(groups('name', between(['10', '9']))))).toBeUndefined();
  });
});

describe('a range with too many bounds for its operator', () => {
  const KNOWN = 'structuredProperties.known';

  it.each([
    ['GREATER_THAN', ['1', '1000'], 'one'],
    ['GREATER_THAN_OR_EQUAL_TO', ['1', '1000'], 'one'],
    ['LESS_THAN', ['1', '1'], 'one'],
    ['LESS_THAN_OR_EQUAL_TO', ['1', '1000'], 'one'],
    ['BETWEEN', ['1', '2', '3'], 'two'],
  ])('is refused: %s', async (condition, values, takes) => {
    const reason = `has ${values.length} values, and ${condition} takes ${takes}`;
    const filter = { condition, values };
    for (const field of [KNOWN, 'name', 'removed', '_entityType']) {
      const message = expect.stringContaining(`The filter on '${field}' ${reason}`);
      if (condition !== 'BETWEEN') {
        expect(jsonAt((await scroll(where(field, filter))).json, 'errors', 0, 'message')).toEqual(message);
      }
      const answers = [await openapi(groups(field, filter)), await restli(field, {}, filter)];
      for (const { status, text } of answers) expect([status, text]).toEqual([400, message]);
    }
  });

  it('is refused in a view, and in filters of points', async () => {
    const criterion = { field: 'rowCount', condition: 'LESS_THAN', values: ['1', '2'] };
    const message = `The filter on 'rowCount' has 2 values, and LESS_THAN takes one.`;
    const view = await graphql('mutation ($input: CreateViewInput!) { createView(input: $input) { urn } }', {
      viewType: 'PERSONAL',
      name: 'v',
      definition: { entityTypes: ['DATASET'], filter: { operator: 'AND', filters: [criterion] } },
    });
    expect(view.text).toContain(message);
    const profiles = await server.request('POST', '/api/graphql', {
      query: `query ($filter: FilterInput) {
        dataset(urn: "${datasetUrn('d')}") { datasetProfiles(filter: $filter) { rowCount } }
      }`,
      variables: { filter: { and: [criterion] } },
    });
    expect(profiles.text).toContain(message);
  });
});

describe('the body of a v3 scroll', () => {
  it.each<[string, object, string]>([
    ['an or', { filter: { or: [] } }, 'filter has no member "or"'],
    [
      'criteria without group',
      { filter: { and: [{ field: 'urn' }] } },
      'filter.and[0] has no member "field"',
    ],
    [
      'a misspelt condition',
      groups('urn', { operator: 'EXISTS' }),
      'filter.and[0].criteria[0] has no member "operator"',
    ],
    [
      'a misspelt order',
      { sortCriteria: [{ field: 'urn', sortOrder: 'ASCENDING' }] },
      'sortCriteria[0] has no member',
    ],
  ])('refuses %s', async (_name, body, message) => {
    const answer = await openapi(body);
    expect(answer.status, answer.text).toBe(400);
    expect(jsonAt(answer.json, 'message')).toContain(message);
  });

  it.each(['filters', 'query', 'start', 'count', 'x'.repeat(500)])(
    'ignores the member %.20s with a warning, and refuses it if the request is strict',
    async (name) => {
      const answer = await openapi({ ...groups('urn'), [name]: 'x' });
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      const warning = `The body has no member '${name.slice(0, 50)}`;
      expect(answer.headers.get('x-colophon-warnings')).toContain(warning);
      const path = '/openapi/v3/entity/scroll';
      const strict = await server.request('POST', path, { [name]: 'x' }, { 'x-colophon-strict': 'true' });
      expect([strict.status, strict.text]).toEqual([400, expect.stringContaining(warning)]);
    },
  );

  it('takes every member that DataHub has', async () => {
    const sortCriteria = [{ field: 'urn', order: 'ASCENDING', missingValue: '_last' }];
    const answer = await openapi({ ...groups('urn'), aspects: [], sortCriteria });
    expect(answer.status, answer.text).toBe(200);
  });
});
