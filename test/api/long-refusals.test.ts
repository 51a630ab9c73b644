import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';

/** Length of 50 failures with 20 values of 100 characters each, in the message and again as problems. */
const LONGEST_ANSWER = 300_000;
const ALLOWED = texts(1_000, (i) => `allowed ${i}`.padEnd(100, '.'));
const WRONG = texts(2_000, (i) => `wrong ${i}`);
const URN = datasetUrn('refused');

function texts(count: number, text: (i: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, i) => text(i));
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const client = clientOf(server);
  await client.define('restricted', {
    cardinality: 'MULTIPLE',
    allowedValues: ALLOWED.map((string) => ({ string })),
  });
  await client.define('single');
  await client.define('elsewhere', { entityTypes: ['chart'] });
  await client.dataset('refused');
});
afterAll(() => server.stop());

const values = WRONG.map((string) => ({ string }));
const assigning = (propertyName: string) => ({
  properties: [{ propertyUrn: propertyUrn(propertyName), values }],
});

/** Values of aspects of a dataset with thousands of failures, or failures with thousands of parts. */
const REFUSED: Readonly<Record<string, readonly [aspect: string, value: unknown]>> = {
  'values that are not allowed': ['structuredProperties', assigning('restricted')],
  'values of a property with cardinality 1': ['structuredProperties', assigning('single')],
  'values of a property of another entity type': ['structuredProperties', assigning('elsewhere')],
  'properties that do not exist': [
    'structuredProperties',
    { properties: WRONG.map((text) => ({ propertyUrn: propertyUrn(text.replace(' ', '')), values: [] })) },
  ],
  'a property that is listed often': [
    'structuredProperties',
    { properties: WRONG.map(() => ({ propertyUrn: propertyUrn('restricted'), values })).slice(0, 100) },
  ],
  'elements of a wrong type': ['datasetProperties', { tags: WRONG.map((_, i) => i) }],
  'unknown members': ['datasetProperties', Object.fromEntries(WRONG.map((text) => [text, 1]))],
  'elements below a long key': [
    'ownership',
    { owners: [], ownerTypes: { ['k'.repeat(500_000)]: WRONG.map(() => 1) } },
  ],
  'one long text': [
    'structuredProperties',
    { properties: [{ propertyUrn: propertyUrn('restricted'), values: [{ string: 'w'.repeat(500_000) }] }] },
  ],
  'links with a scheme that is not allowed': [
    'institutionalMemory',
    {
      elements: WRONG.map((description) => ({
        url: 'javascript:x',
        description,
        createStamp: { time: 0, actor: 'urn:li:corpuser:datahub' },
      })),
    },
  ],
  'upstreams that are no datasets': [
    'upstreamLineage',
    {
      upstreams: WRONG.map((_, i) => ({
        dataset: `urn:li:tag:t${i}`,
        type: 'TRANSFORMED',
        auditStamp: { time: 0, actor: 'urn:li:corpuser:datahub' },
      })),
    },
  ],
};

type Send = (aspect: string, value: unknown) => Promise<Answer>;

const PROTOCOLS: Readonly<Record<string, Send>> = {
  'OpenAPI v2': (aspect, value) =>
    server.request('POST', '/openapi/v2/entity/dataset', [{ urn: URN, [aspect]: { value } }]),
  'OpenAPI v3': (aspect, value) =>
    server.request('POST', '/openapi/v3/entity/dataset', [{ urn: URN, [aspect]: { value } }]),
  'Rest.li': (aspect, value) =>
    server.request('POST', '/aspects?action=ingestProposal', {
      proposal: {
        entityType: 'dataset',
        entityUrn: URN,
        changeType: 'UPSERT',
        aspectName: aspect,
        aspect: { contentType: 'application/json', value: JSON.stringify(value) },
      },
    }),
  'a patch of Rest.li': (aspect, value) =>
    server.request('POST', '/aspects?action=ingestProposal', {
      proposal: {
        entityType: 'dataset',
        entityUrn: URN,
        changeType: 'PATCH',
        aspectName: aspect,
        aspect: {
          contentType: 'application/json-patch+json',
          value: JSON.stringify(
            Object.entries(value as object).map(([name, member]) => ({
              op: 'add',
              path: `/${name.replace('/', '~1')}`,
              value: member,
            })),
          ),
        },
      },
    }),
};

describe.each(Object.keys(PROTOCOLS))('an answer of %s', (protocol) => {
  it.each(Object.keys(REFUSED))('is short for every refusal: %s', async (name) => {
    const [aspect, value] = REFUSED[name] ?? ['', {}];
    const answer = await PROTOCOLS[protocol]?.(aspect, value);
    // Rest.li drops unknown members.
    expect([200, 400, 422], answer?.text.slice(0, 500)).toContain(answer?.status);
    expect(answer?.text.length).toBeLessThan(LONGEST_ANSWER);
  });
});

describe('an answer of GraphQL', () => {
  it('is short for every refusal', async () => {
    const structuredPropertyInputParams = [
      {
        structuredPropertyUrn: propertyUrn('restricted'),
        values: WRONG.map((stringValue) => ({ stringValue })),
      },
    ];
    const { errors } = await server.graphql(
      'mutation($input: UpsertStructuredPropertiesInput!) { upsertStructuredProperties(input: $input) { properties { values { __typename } } } }',
      { input: { assetUrn: URN, structuredPropertyInputParams } },
    );
    expect(errors[0].message).toContain('Only the first 50 failures are reported');
    expect(JSON.stringify(errors).length).toBeLessThan(LONGEST_ANSWER);
  });
});

describe('an asynchronous batch', () => {
  it('has a short text for each proposal that is refused', async () => {
    const { status, text } = await server.request(
      'POST',
      '/openapi/v3/entity/dataset?async=true',
      WRONG.slice(0, 200).map((name) => ({
        urn: datasetUrn(name.replace(' ', '')),
        structuredProperties: {
          value: { properties: [{ propertyUrn: propertyUrn('restricted'), values: values.slice(0, 60) }] },
        },
      })),
    );
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(5 * LONGEST_ANSWER);
  });
});

describe('a batch', () => {
  it('is refused with the first failures of all its entities', async () => {
    const { status, text } = await server.request(
      'POST',
      '/openapi/v3/entity/dataset',
      WRONG.slice(0, 20).map((name) => ({
        urn: datasetUrn(name.replace(' ', '')),
        structuredProperties: { value: assigning('restricted') },
      })),
    );
    expect(status).toBe(400);
    expect(text).toContain('Only the first 50 failures are reported');
    expect(text.length).toBeLessThan(LONGEST_ANSWER);
  });
});
