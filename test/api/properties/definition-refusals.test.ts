import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aspectPath,
  clientOf,
  datasetUrn,
  definition,
  propertyUrn,
  type DefinitionOptions,
} from '../../support/catalog-client.ts';
import { jsonAt } from '../../support/json-at.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

function post(name: string, options: DefinitionOptions): Promise<Answer> {
  return clientOf(server).post(propertyUrn(name), 'propertyDefinition', definition(name, options));
}

describe('the entity types of a definition', () => {
  it('must be types whose entities have properties', async () => {
    const answer = await post('types', { entityTypes: ['dataset', 'tag', 'query'] });
    expect(answer.status).toBe(400);
    expect(jsonAt(answer.json, 'message')).toContain(
      'have no structured properties: [urn:li:entityType:datahub.tag, urn:li:entityType:datahub.query]',
    );
    expect((await post('types', { entityTypes: ['dataset', 'schemaField', 'glossaryTerm'] })).status).toBe(
      200,
    );
  });

  it('are checked in GraphQL, patches and plans as well', async () => {
    const create = `mutation c($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { urn } }`;
    const tag = 'urn:li:entityType:datahub.tag';
    const input = { id: 'of.tags', valueType: 'urn:li:dataType:datahub.string', entityTypes: [tag] };
    const { errors } = await server.graphql(create, { input });
    expect(errors?.[0]?.message).toContain('have no structured properties');
    await clientOf(server).define('patched');
    const patch = [{ op: 'add', path: `/entityTypes/${tag}`, value: tag }];
    const path = aspectPath(propertyUrn('patched'), 'propertyDefinition');
    expect((await server.request('PATCH', path, { patch })).text).toContain('have no structured properties');
    const definitions = [
      { urn: propertyUrn('planned'), propertyDefinition: definition('planned', { entityTypes: ['tag'] }) },
    ];
    const plan = await server.request('POST', '/api/colophon/v1/plans', { definitions });
    expect([plan.status, plan.text]).toEqual([400, expect.stringContaining('have no structured properties')]);
  });
});

describe('a version that a later definition leaves out', () => {
  it('still counts: values are kept, the same version is refused, a greater one is accepted', async () => {
    const { assign, dataset, find, values } = clientOf(server);
    const [first, second] = ['20240101000000', '20240102000000'];
    await dataset('d');
    expect((await post('versioned', { version: first })).status).toBe(200);
    await assign(datasetUrn('d'), { versioned: [{ string: 'x' }] });
    expect((await post('versioned', {})).status).toBe(200);
    expect((await post('versioned', {})).status).toBe(200);
    const again = await post('versioned', { version: first });
    expect([again.status, again.text]).toEqual([
      400,
      expect.stringContaining(`Must be greater than ${first}, the highest version of the property so far`),
    ]);
    expect((await post('versioned', { version: second })).status).toBe(200);
    expect(await values(datasetUrn('d'))).toEqual({ versioned: [{ string: 'x' }] });
    expect(await find('structuredProperties.versioned')).toEqual([datasetUrn('d')]);
  });

  /** Sends a definition over a protocol; returns the definition in the response, undefined if there is none. */
  type Send = (name: string, options: DefinitionOptions) => Promise<unknown>;
  const inAnswer = (answer: Answer, ...path: readonly (string | number)[]): unknown => {
    expect([200, 201], answer.text).toContain(answer.status);
    return jsonAt(answer.json, ...path);
  };
  const WRITES: readonly (readonly [string, Send])[] = [
    [
      'OpenAPI v2',
      async (name, options) => inAnswer(await post(name, options), 'aspects', 'propertyDefinition', 'value'),
    ],
    [
      'OpenAPI v3',
      async (name, options) => {
        const path = `${aspectPath(propertyUrn(name), 'propertyDefinition', 'v3')}?createIfNotExists=false`;
        const answer = await server.request('POST', path, { value: definition(name, options) });
        return inAnswer(answer, 'propertyDefinition', 'value');
      },
    ],
    [
      'a batch of OpenAPI v3',
      async (name, options) => {
        const entity = {
          urn: propertyUrn(name),
          propertyDefinition: { value: definition(name, options) },
        };
        const path = '/openapi/v3/entity/structuredProperty?async=false&createIfNotExists=false';
        return inAnswer(await server.request('POST', path, [entity]), 0, 'propertyDefinition', 'value');
      },
    ],
    [
      'Rest.li',
      async (name, options) => {
        const aspect = { contentType: 'application/json', value: JSON.stringify(definition(name, options)) };
        const proposal = {
          entityType: 'structuredProperty',
          entityUrn: propertyUrn(name),
          changeType: 'UPSERT',
          aspectName: 'propertyDefinition',
          aspect,
        };
        expect((await server.request('POST', '/aspects?action=ingestProposal', { proposal })).status).toBe(
          200,
        );
        return undefined;
      },
    ],
  ];

  it.each(WRITES)(
    'is neither stored nor answered over %s; values count under the name',
    async (how, send) => {
      const { assign, dataset, find, values } = clientOf(server);
      const name = `dropped.${how.replaceAll(/\W/g, '')}`;
      const field = `structuredProperties._versioned.${name.replace('.', '_')}.20240101000000.string`;
      const stored = async (): Promise<unknown> =>
        jsonAt(
          (await server.request('GET', aspectPath(propertyUrn(name), 'propertyDefinition', 'v3'))).json,
          'value',
        );
      await dataset(name);
      const versioned = definition(name, { version: '20240101000000' });
      expect([undefined, versioned]).toContainEqual(await send(name, { version: '20240101000000' }));
      expect(await stored()).toEqual(versioned);
      await assign(datasetUrn(name), { [name]: [{ string: 'x' }] });
      expect(await find(field)).toEqual([datasetUrn(name)]);
      for (let repeated = 0; repeated < 2; repeated++) {
        expect([undefined, definition(name)]).toContainEqual(await send(name, {}));
        expect(await stored()).toEqual(definition(name));
      }
      expect(await values(datasetUrn(name))).toEqual({ [name]: [{ string: 'x' }] });
      expect(await find(`structuredProperties.${name}`)).toEqual([datasetUrn(name)]);
      expect(await find(field)).toEqual([]);
    },
  );

  it('is kept by GraphQL, which has no version', async () => {
    await post('kept', { version: '20240101000000' });
    const { errors } = await server.graphql(
      'mutation u($input: UpdateStructuredPropertyInput!) { updateStructuredProperty(input: $input) { urn } }',
      { input: { urn: propertyUrn('kept'), description: 'new' } },
    );
    expect(errors).toBeUndefined();
    const { json } = await server.request('GET', aspectPath(propertyUrn('kept'), 'propertyDefinition', 'v3'));
    expect(json.value).toMatchObject({ version: '20240101000000', description: 'new' });
  });
});
