import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { misfits } from '../../support/misfits.ts';
import { asBearer, addActor } from '../../support/test-actors.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let document: Parameters<typeof misfits>[2];
beforeAll(async () => {
  server = await startServer();
  await clientOf(server).define('days', { type: 'number' });
  await clientOf(server).dataset('a');
  document = (await server.request('GET', '/openapi/v3/api-docs')).json;
});
afterAll(() => server.stop());

const DATASET = '/openapi/v3/entity/dataset';
const valued = (property: string, value: object) => [
  {
    urn: datasetUrn('a'),
    structuredProperties: {
      value: { properties: [{ propertyUrn: propertyUrn(property), values: [value] }] },
    },
  },
];
const changes = [{ field: 'tags', action: 'clear' }];

/** Refusals of each form: without a kind, with data of each type, of several parts, and with a place. */
const REFUSED: readonly (readonly [string, number, string | undefined, string, string, unknown])[] = [
  [
    'a value of a wrong type',
    400,
    'VALUE_TYPE',
    'POST',
    `${DATASET}?async=false`,
    valued('days', { string: 'x' }),
  ],
  [
    'a missing property',
    400,
    'PROPERTY_UNDEFINED',
    'POST',
    `${DATASET}?async=false`,
    valued('none', { string: 'x' }),
  ],
  ['a malformed urn', 400, 'URN_INVALID', 'GET', `${DATASET}/nothing`, undefined],
  ['a body that is no JSON', 400, 'JSON_INVALID', 'POST', DATASET, '{'],
  ['a missing member', 400, 'INPUT_MISSING', 'POST', '/api/colophon/v1/tokens', {}],
  [
    'members that exclude each other',
    400,
    'INPUT_EXCLUDES',
    'POST',
    '/api/colophon/v1/bulk-edits',
    { undo: 1, changes },
  ],
  ['an unknown member', 400, 'INPUT_UNKNOWN', 'POST', '/api/colophon/v1/bulk-edits', { undoo: 1 }],
  [
    'a missing entity',
    404,
    undefined,
    'GET',
    `${DATASET}/${encodeURIComponent(datasetUrn('none'))}`,
    undefined,
  ],
];

it.each(REFUSED)('the answer to %s fits the document', async (_what, status, kind, method, path, body) => {
  const answer = await server.request(method, path, body);
  expect(answer.status, answer.text).toBe(status);
  expect(answer.json?.problems?.[0]?.kind).toBe(kind);
  if (answer.text !== '')
    expect(misfits(answer.json, { $ref: '#/components/schemas/Error' }, document)).toEqual([]);
});

it('so do the answers without a valid token, and without a right', async () => {
  const reader = await addActor(server, 'reader');
  for (const [as, status] of [
    [asBearer(server, 'nothing'), 401],
    [reader, 403],
  ] as const) {
    const answer = await as.request('POST', `${DATASET}?async=false`, valued('days', { double: 1 }));
    expect(answer.status, answer.text).toBe(status);
    expect(misfits(answer.json, { $ref: '#/components/schemas/Error' }, document)).toEqual([]);
  }
});
