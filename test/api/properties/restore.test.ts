import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aspectPath,
  clientOf,
  datasetUrn,
  definition,
  propertyUrn,
  type Value,
} from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
let computer: Computer;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  computer = new Computer(server);
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await server.stop();
});

const TYPES: Readonly<Record<string, readonly [Value, Value]>> = {
  string: [{ string: 'secret red' }, { string: 'secret blue' }],
  rich_text: [{ string: '**secret** words' }, { string: 'other secret words' }],
  number: [{ double: 4711.5 }, { double: 4712 }],
  date: [{ string: '1999-12-31' }, { string: '2001-02-03' }],
  urn: [{ string: 'urn:li:corpuser:secret' }, { string: 'urn:li:corpuser:secret2' }],
};
const NAMES = Object.keys(TYPES).map((type) => `restore.${type}`);
const DATASETS = ['restore.a', 'restore.b'].map((name) => datasetUrn(name));
const ATTRIBUTION = { time: 1, actor: 'urn:li:corpuser:secretive', source: 'urn:li:platformResource:secret' };
/** Parts of the values and of their attributions. */
const SECRETS = ['secret', '4711', '4712', '1999-12-31', '2001-02-03', '946598400000'];

/** Two datasets with two versions of values of every type, and one that never had values. */
async function fill(): Promise<void> {
  await client.define('restore.other');
  for (const type of Object.keys(TYPES)) {
    await client.define(`restore.${type}`, { type, cardinality: 'MULTIPLE' });
    const settings = { showInSearchFilters: true };
    await client.post(propertyUrn(`restore.${type}`), 'structuredPropertySettings', settings);
  }
  for (const values of [([first]: readonly Value[]) => [first], (both: readonly Value[]) => both]) {
    for (const urn of DATASETS) {
      const properties = Object.entries(TYPES).map(([type, of]) => ({
        propertyUrn: propertyUrn(`restore.${type}`),
        values: values(of),
        attribution: ATTRIBUTION,
      }));
      const other = { propertyUrn: propertyUrn('restore.other'), values: [{ string: 'plain' }] };
      const { status, text } = await client.post(urn, 'structuredProperties', {
        properties: [...properties.slice(0, 2), other, ...properties.slice(2)],
      });
      expect(status, text).toBe(200);
    }
  }
  await client.dataset('restore.without');
}

const get = async (path: string): Promise<string> => (await server.request('GET', path)).text;
const post = async (path: string, body: unknown): Promise<string> =>
  (await server.request('POST', path, body)).text;
const ask = async (query: string): Promise<string> => JSON.stringify(await server.graphql(query));

/** All responses for the datasets to requests that name no property. */
async function answersAboutDatasets(): Promise<string[]> {
  const perDataset = DATASETS.flatMap((urn) => [
    ...['v2', 'v3'].map((api) =>
      get(`/openapi/${api}/entity/dataset/${encodeURIComponent(urn)}?systemMetadata=true`),
    ),
    ...(['v2', 'v3'] as const).flatMap((api) =>
      [0, 1].map((version) =>
        get(`${aspectPath(urn, 'structuredProperties', api)}?systemMetadata=true&version=${version}`),
      ),
    ),
    ask(`{ dataset(urn: "${urn}") { structuredProperties { properties { structuredProperty { urn } attribution { actor { urn } }
      values { ... on StringValue { stringValue } ... on NumberValue { numberValue } } valueEntities { urn } } } } }`),
  ]);
  return Promise.all([
    ...perDataset,
    get('/openapi/v2/entity/dataset?count=100'),
    get('/openapi/v3/entity/dataset?count=100'),
    post('/openapi/v2/entity/batch/dataset', { urns: DATASETS, aspectNames: ['structuredProperties'] }),
    post(
      '/openapi/v3/entity/dataset/batchGet',
      DATASETS.map((urn) => ({ urn, structuredProperties: {} })),
    ),
    post('/openapi/v3/entity/generic/batchGet', {
      dataset: DATASETS.map((urn) => ({ urn, structuredProperties: {} })),
    }),
    post('/openapi/v3/entity/scroll', { entities: ['dataset'], aspects: ['structuredProperties'] }),
    ask(`{ searchAcrossEntities(input: { types: [DATASET], query: "*", searchFlags: { includeStructuredPropertyFacets: true } })
      { total facets { field displayName aggregations { value count } } searchResults { entity { urn } } } }`),
    ...['secret', 'words', '4711.5', '1999-12-31'].map((query) =>
      ask(`{ searchAcrossEntities(input: { query: "${query}" }) { total } }`),
    ),
    computer.run(['dataset', 'get', '--urn', DATASETS[0] ?? '']).then(({ stdout }) => stdout),
  ]);
}

/** All responses to requests that name a property. */
async function answersAbout(name: string): Promise<string[]> {
  const field = `structuredProperties.${name}`;
  const and = (condition: string, values: string): string =>
    `orFilters: [{ and: [{ field: "${field}", condition: ${condition}, values: [${values}] }] }]`;
  const search = (more: string): Promise<string> =>
    ask(
      `{ searchAcrossEntities(input: { types: [DATASET], query: "*", ${more} }) { total searchResults { entity { urn } } } }`,
    );
  return Promise.all([
    search(and('EXISTS', '')),
    search(and('EQUAL', '"1"')),
    search(`sortInput: { sortCriteria: [{ field: "${field}", sortOrder: DESCENDING }] }`),
    ask(`{ scrollAcrossEntities(input: { query: "*", ${and('EXISTS', '')} }) { total } }`),
    ask(
      `{ aggregateAcrossEntities(input: { query: "*", facets: ["${field}"] }) { facets { field aggregations { value count } } } }`,
    ),
    ask(
      `{ aggregateAcrossEntities(input: { query: "*", facets: ["platform"], ${and('EXISTS', '')} }) { facets { field } } }`,
    ),
    get(`/openapi/v3/entity/dataset?query=${encodeURIComponent(`_exists_:${field}`)}`),
    post('/openapi/v3/entity/scroll', {
      entities: ['dataset'],
      filter: { and: [{ criteria: [{ field, condition: 'EXISTS' }] }] },
    }),
  ]);
}

/** All responses for the properties themselves. */
async function answersAboutProperties(): Promise<string[]> {
  return Promise.all([
    ask(
      `{ searchAcrossEntities(input: { types: [STRUCTURED_PROPERTY], query: "*" }) { total searchResults { entity { urn } } } }`,
    ),
    computer.run(['properties', 'list', '--format', 'json']).then(({ stdout }) => stdout),
    ...NAMES.flatMap((name) =>
      ['propertyDefinition', 'structuredPropertySettings'].map((aspect) =>
        get(`${aspectPath(propertyUrn(name), aspect, 'v3')}?systemMetadata=true`),
      ),
    ),
  ]);
}

async function command(verb: 'delete' | 'restore', name: string): Promise<void> {
  expect(await computer.run([verb, '--urn', propertyUrn(name)])).toMatchObject({ code: 0 });
}

async function everything(): Promise<string[]> {
  return [
    ...(await answersAboutDatasets()),
    ...(await Promise.all(NAMES.map(answersAbout))).flat(),
    ...(await answersAboutProperties()),
  ];
}

describe('soft-deleting properties and restoring them', () => {
  it('hides every value in every response, refuses every use, and restores all of it', async () => {
    await fill();
    const initial = await everything();
    for (const response of initial) expect(response).not.toMatch(/"errors?":/);

    await Promise.all(NAMES.map((name) => command('delete', name)));
    const hidden = (await answersAboutDatasets()).join('\n');
    for (const secret of SECRETS) expect(hidden).not.toContain(secret);
    for (const name of NAMES) expect(hidden).not.toContain(name);
    expect(hidden).toContain('plain');
    for (const name of NAMES) {
      for (const answer of await answersAbout(name)) {
        expect(answer).toContain(`Cannot filter on deleted Structured Property [${propertyUrn(name)}]`);
        expect(answer).toMatch(/"data":null|"data":\{"\w+":null\}|"error"/);
      }
    }
    const [listed] = await answersAboutProperties();
    for (const name of NAMES) expect(listed).not.toContain(name);

    // Values are refused, and so is every change of the property's identity.
    for (const [type, [value]] of Object.entries(TYPES)) {
      const name = `restore.${type}`;
      for (const [urn, aspect, of] of [
        [
          DATASETS[0] ?? '',
          'structuredProperties',
          { properties: [{ propertyUrn: propertyUrn(name), values: [value] }] },
        ],
        [propertyUrn(name), 'propertyDefinition', definition(name, { type, cardinality: 'MULTIPLE' })],
        [propertyUrn(name), 'structuredPropertySettings', { showInSearchFilters: true }],
      ] as const) {
        const { status, json } = await client.post(urn, aspect, of);
        expect([status, json.error, json.message]).toEqual([
          400,
          'Validation Error',
          expect.stringMatching(/soft deleted Structured Property/),
        ]);
      }
    }

    await Promise.all(NAMES.map((name) => command('restore', name)));
    expect(await everything()).toEqual(initial);
  });
});
