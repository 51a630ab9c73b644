import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

/** A value for each aspect of structured properties except the definition. */
const REMNANTS: Readonly<Record<string, readonly unknown[]>> = {
  structuredPropertyKey: [undefined],
  structuredPropertySettings: [{ isHidden: false, showInSearchFilters: true }],
  institutionalMemory: [{ elements: [] }],
  status: [{ removed: true }],
};

/** Ways to define a property that has no definition. */
const DEFINITIONS: Readonly<Record<string, (server: TestServer, name: string) => Promise<void>>> = {
  GraphQL: async (server, name) => {
    const { errors } = await server.graphql(
      `mutation m($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { urn } }`,
      {
        input: {
          id: name,
          qualifiedName: name,
          valueType: 'urn:li:dataType:datahub.string',
          entityTypes: ['urn:li:entityType:datahub.dataset'],
          settings: { showInSearchFilters: true },
        },
      },
    );
    expect(errors).toBeUndefined();
  },
  OpenAPI: async (server, name) => {
    await clientOf(server).define(name);
  },
  'Rest.li': async (server, name) => {
    const { status, text } = await server.request('POST', '/aspects?action=ingestProposal', {
      proposal: {
        entityType: 'structuredProperty',
        entityUrn: propertyUrn(name),
        changeType: 'UPSERT',
        aspectName: 'propertyDefinition',
        aspect: { value: JSON.stringify(definition(name)), contentType: 'application/json' },
      },
    });
    expect(status, text).toBe(200);
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it('covers every aspect that can exist without a definition', () => {
  const file = join(import.meta.dirname, '../../../registry/entity-types.json');
  const { entityTypes }: { entityTypes: Record<string, { keyAspect: string; aspects: string[] }> } =
    JSON.parse(readFileSync(file, 'utf8'));
  const { aspects, keyAspect } = entityTypes['structuredProperty'] ?? { aspects: [], keyAspect: '' };
  const others = [keyAspect, ...aspects].filter((name) => name !== 'propertyDefinition');
  expect(Object.keys(REMNANTS).sort()).toEqual(others.sort());
});

describe.each(Object.entries(DEFINITIONS))('a property defined by %s', (how, define) => {
  it.each(Object.entries(REMNANTS).flatMap(([aspect, values]) => values.map((value) => ({ aspect, value }))))(
    'exists and is active after $aspect was written before it',
    async ({ aspect, value }) => {
      const name = `${how}.${aspect}`.replace('.li', '');
      const urn = propertyUrn(name);
      const written =
        value === undefined
          ? await server.request('POST', '/openapi/v3/entity/structuredProperty?async=false', [{ urn }])
          : await clientOf(server).post(urn, aspect, value);
      expect(written.status, written.text).toBe(200);
      await define(server, name);
      const dataset = datasetUrn(name);
      const values = { [name]: [{ string: 'x' }] };
      const assigned = await clientOf(server).assign(dataset, values);
      expect(assigned.status, assigned.text).toBe(200);
      expect(await clientOf(server).values(dataset)).toEqual(values);
      expect(await clientOf(server).find(`structuredProperties.${name}`)).toEqual([dataset]);
    },
  );
});

it('stays soft-deleted if one batch soft-deletes and defines it, in any order', async () => {
  const parts = [
    { propertyDefinition: { value: definition('first') }, status: { value: { removed: true } } },
    { status: { value: { removed: true } }, propertyDefinition: { value: definition('last') } },
  ];
  const urns = ['first', 'last'].map(propertyUrn);
  const body = urns.map((urn, i) => ({ urn, ...parts[i] }));
  const { status, text } = await server.request(
    'POST',
    '/openapi/v3/entity/structuredProperty?async=false',
    body,
  );
  expect(status, text).toBe(200);
  for (const urn of urns) {
    const { json } = await server.request('GET', aspectPath(urn, 'status', 'v3'));
    expect([urn, json.value]).toEqual([urn, { removed: true }]);
  }
});
