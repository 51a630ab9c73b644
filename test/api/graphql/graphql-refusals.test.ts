import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const SEARCH = 'query ($input: SearchInput!) { search(input: $input) { total } }';

it.each([
  ['a syntax error', '{ search', {}, 'DOCUMENT_INVALID', { line: 1, column: 9 }],
  [
    'an unknown field',
    '{ serch }',
    {},
    'DOCUMENT_FIELD_UNKNOWN',
    { name: 'serch', type: 'Query', closest: 'search' },
  ],
  ['a missing argument', '{ search { total } }', {}, 'INPUT_MISSING', { name: 'input' }],
  ['a missing variable', SEARCH, {}, 'INPUT_MISSING', { name: 'input' }],
  [
    'a wrong enum value',
    SEARCH,
    { input: { type: 'DATASETS', query: '*' } },
    'INPUT_CHOICE',
    { name: 'type', value: 'DATASETS' },
  ],
  [
    'an unknown member',
    SEARCH,
    { input: { type: 'DATASET', query: '*', cuont: 1 } },
    'INPUT_UNKNOWN',
    { name: 'cuont', closest: 'count' },
  ],
  [
    'a wrong type',
    SEARCH,
    { input: { type: 'DATASET', query: '*', count: 'many' } },
    'INPUT_VALUE',
    { name: 'count', value: '"many"', type: 'Int' },
  ],
  [
    'too deep a document',
    `${'{search'.repeat(40)}{total}${'}'.repeat(40)}`,
    {},
    'REQUEST_TOO_LARGE',
    { most: 30 },
  ],
])('%s has a kind, with data', async (_what, query, variables, kind, data) => {
  const { errors } = await server.graphql(query, variables);
  expect(errors[0].extensions.problems).toEqual([
    expect.objectContaining({
      code: 'INVALID_REQUEST',
      message: errors[0].message,
      kind,
      data: expect.objectContaining(data),
    }),
  ]);
});

it.each([['[]'], ['{'], ['{"query":1}'], ['{"query":"{a}","variables":[]}']])(
  'so has the refusal of the body %s',
  async (body) => {
    const { json, status } = await server.request('POST', '/api/graphql', body, {
      'content-type': 'application/json',
    });
    expect(status).toBe(400);
    expect(json.errors[0].extensions.problems[0].kind).toMatch(/^(?:INPUT_TYPE|JSON_INVALID)$/);
  },
);
