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
      urn: propertyUrn('twice'),
      aspectName: 'propertyDefinition',
      field: 'allowedValues[1]',
    },
  ]);
});
