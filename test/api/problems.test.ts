import { afterAll, beforeAll, expect, it } from 'vitest';
import { datasetUrn, propertyUrn } from '../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const UNDEFINED = propertyUrn('nobody.defined');
const VALUE = { properties: [{ propertyUrn: UNDEFINED, values: [{ string: 'x' }] }] };
const [A, B] = [datasetUrn('a'), datasetUrn('b')];

const element = (urn: string) => ({ urn, structuredProperties: { value: VALUE } });
const proposal = (entityUrn: string) => ({
  entityType: 'dataset',
  entityUrn,
  changeType: 'UPSERT',
  aspectName: 'structuredProperties',
  aspect: { contentType: 'application/json', value: JSON.stringify(VALUE) },
});
const WAYS: readonly (readonly [string, (urns: readonly string[]) => Promise<Answer>])[] = [
  [
    'OpenAPI v3',
    (urns) => server.request('POST', '/openapi/v3/entity/dataset?async=false', urns.map(element)),
  ],
  [
    'Rest.li',
    (urns) =>
      server.request('POST', '/aspects?action=ingestProposalBatch', {
        proposals: urns.map(proposal),
        async: 'false',
      }),
  ],
];

it.each(WAYS)('%s lists the problems of a refused batch beside its message', async (_name, send) => {
  const { json, status, text } = await send([A, B]);
  expect(status, text).toBeGreaterThanOrEqual(400);
  const problem = {
    code: 'VALIDATION',
    message: expect.stringContaining('nobody.defined'),
    kind: 'PROPERTY_UNDEFINED',
    aspectName: 'structuredProperties',
    property: UNDEFINED,
  };
  expect(json.problems, text).toEqual([
    { ...problem, urn: A },
    { ...problem, urn: B },
  ]);
  for (const { message } of json.problems) expect(json.message).toContain(message);
});

it('GraphQL lists them in the extensions', async () => {
  const query = `mutation ($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { urn } }`;
  const allowedValues = [{ stringValue: 'x' }, { stringValue: 'x' }];
  const input = {
    id: 'twice',
    valueType: 'urn:li:dataType:datahub.string',
    entityTypes: ['urn:li:entityType:datahub.dataset'],
    allowedValues,
  };
  const { errors } = await server.graphql(query, { input });
  const [{ extensions, message }] = errors;
  expect(extensions.problems, message).toEqual([
    {
      code: 'VALIDATION',
      message,
      kind: 'VALUE_LISTED_TWICE',
      data: { value: 'x' },
      urn: propertyUrn('twice'),
      aspectName: 'propertyDefinition',
      field: 'allowedValues[1]',
    },
  ]);
});

/** Inputs that are refused by parsing, over each protocol, and the field in their problem. */
const MALFORMED: readonly (readonly [string, () => Promise<readonly unknown[]>, string])[] = [
  ['a body of REST', rest('POST', '/api/colophon/v1/webhooks', { name: 'n', url: 3 }), 'url'],
  ['a member that is missing', rest('POST', '/api/colophon/v1/webhooks', { name: 'n' }), 'url'],
  [
    'an unknown member',
    rest('POST', '/api/colophon/v1/webhooks', { name: 'n', url: 'https://a.example', nam: 1 }),
    'nam',
  ],
  [
    'an unknown member of a list',
    rest('POST', '/api/colophon/v1/plans', { definitions: [{ urn: UNDEFINED, x: 1 }] }),
    'definitions[0].x',
  ],
  [
    'an invalid urn',
    rest('POST', '/api/colophon/v1/plans', { deletions: [{ urn: 'x', hard: true }] }),
    'deletions[0].urn',
  ],
  [
    'a value that the operation refuses',
    rest('POST', '/api/colophon/v1/webhooks', { name: 'n', url: 'ftp://a' }),
    'url',
  ],
  ['a parameter', rest('GET', '/openapi/v3/entity/dataset?count=x'), 'count'],
  [
    'an entity of OpenAPI v3',
    rest('POST', '/openapi/v3/entity/dataset', [element(A), { urn: 3 }]),
    '[1].urn',
  ],
  [
    'an entity of OpenAPI v2',
    rest('POST', '/openapi/v2/entity/dataset', [element(A), { urn: 3 }]),
    '[1].urn',
  ],
  [
    'a proposal of Rest.li',
    rest('POST', '/aspects?action=ingestProposal', { proposal: { ...proposal(A), changeType: 3 } }),
    'proposal.changeType',
  ],
  ['a variable of GraphQL', variables({ name: 'n', url: 3 }), 'url'],
  ['a missing member of a variable', variables({ name: 'n' }), 'url'],
  ['an unknown member of a variable', variables({ name: 'n', url: 'https://a.example', nam: 1 }), 'nam'],
  [
    'an element of a variable',
    variables({ name: 'n', url: 'https://a.example', aspects: ['a', 1] }),
    'aspects[1]',
  ],
  ['a value of GraphQL that the operation refuses', variables({ name: 'n', url: 'ftp://a' }), 'url'],
  ['a literal of GraphQL', literal('{ name: "n", url: 3 }'), 'url'],
  ['a missing member of a literal', literal('{ name: "n" }'), 'url'],
  [
    'an element of a literal',
    literal('{ name: "n", url: "https://a.example", aspects: ["a", 1] }'),
    'aspects[1]',
  ],
];

function variables(input: object): () => Promise<readonly unknown[]> {
  return () =>
    graphql('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret } }', { input });
}

function literal(input: string): () => Promise<readonly unknown[]> {
  return () => graphql(`mutation { createWebhook(input: ${input}) { secret } }`);
}

async function graphql(document: string, values?: Record<string, unknown>): Promise<readonly unknown[]> {
  const { errors } = await server.graphql(document, values);
  return errors[0].extensions.problems;
}

function rest(method: string, path: string, body?: unknown): () => Promise<readonly unknown[]> {
  return async () => {
    const { json, status, text } = await server.request(method, path, body);
    expect(status, text).toBe(400);
    return json.problems;
  };
}

/** Why each is refused. */
const KINDS: Readonly<Record<string, object>> = {
  'a body of REST': { kind: 'INPUT_TYPE', data: { name: 'url', type: 'string' } },
  'a member that is missing': { kind: 'INPUT_MISSING', data: { name: 'url' } },
  'an unknown member': { kind: 'INPUT_UNKNOWN', data: { name: 'nam', closest: 'name' } },
  'an unknown member of a list': { kind: 'INPUT_UNKNOWN', data: { name: 'x', closest: '' } },
  'an invalid urn': { kind: 'URN_INVALID' },
  'a value that the operation refuses': { kind: 'URL_INVALID', data: { most: 2_048 } },
  'a parameter': { kind: 'INPUT_FORMAT', data: { name: 'count', value: 'x' } },
  'an entity of OpenAPI v3': { kind: 'INPUT_TYPE', data: { name: 'urn', type: 'string' } },
  'an entity of OpenAPI v2': { kind: 'INPUT_TYPE', data: { name: 'urn', type: 'string' } },
  'a proposal of Rest.li': {
    kind: 'INPUT_CHOICE',
    data: { name: 'changeType', value: '3', allowed: expect.arrayContaining(['UPSERT']) },
  },
  'a variable of GraphQL': { kind: 'INPUT_VALUE', data: { name: 'url', value: '3', type: 'String' } },
  'a missing member of a variable': { kind: 'INPUT_MISSING', data: { name: 'url' } },
  'an unknown member of a variable': { kind: 'INPUT_UNKNOWN', data: { name: 'nam', closest: 'name' } },
  'an element of a variable': {
    kind: 'INPUT_VALUE',
    data: { name: 'aspects[1]', value: '1', type: 'String' },
  },
  'a literal of GraphQL': { kind: 'INPUT_VALUE', data: { name: 'url', value: '3', type: 'String' } },
  'a missing member of a literal': { kind: 'INPUT_MISSING', data: { name: 'url' } },
  'an element of a literal': {
    kind: 'INPUT_VALUE',
    data: { name: 'aspects[1]', value: '1', type: 'String' },
  },
  'a value of GraphQL that the operation refuses': { kind: 'URL_INVALID', data: { most: 2_048 } },
};

it.each(MALFORMED)('%s has the path of the refused part', async (name, send, field) => {
  const problem = { code: 'INVALID_REQUEST', message: expect.any(String), field };
  expect(await send()).toEqual([{ ...problem, ...KINDS[name] }]);
});
