import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRegistry } from '../../../src/config/read-registry.ts';
import { keyAspectValue } from '../../../src/model/aspects/key-aspect.ts';
import { isProtectedAspect } from '../../../src/model/aspects/secret-aspects.ts';
import type { EntitySpec } from '../../../src/model/entity-registry.ts';
import { loadRegistry } from '../../../src/model/registry/load-registry.ts';
import { formatUrn } from '../../../src/model/urn.ts';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const proposal = (entityType: string, entityUrn: string, aspectName: string) => ({
  entityType,
  entityUrn,
  aspectName,
  changeType: 'DELETE',
});

/** Every way to delete one aspect. */
const WAYS: Readonly<Record<string, (type: string, urn: string, aspect: string) => Promise<Answer>>> = {
  'the path of v2': (_type, urn, aspect) => server.request('DELETE', aspectPath(urn, aspect, 'v2')),
  'the path of v3': (_type, urn, aspect) => server.request('DELETE', aspectPath(urn, aspect, 'v3')),
  'aspects= of v2': (type, urn, aspect) =>
    server.request('DELETE', `/openapi/v2/entity/${type}/${encodeURIComponent(urn)}?aspects=${aspect}`),
  'aspects= of v3': (type, urn, aspect) =>
    server.request('DELETE', `/openapi/v3/entity/${type}/${encodeURIComponent(urn)}?aspects=${aspect}`),
  'a proposal': (...of) =>
    server.request('POST', '/aspects?action=ingestProposal', { proposal: proposal(...of) }),
  'a batch of proposals': (...of) =>
    server.request('POST', '/aspects?action=ingestProposalBatch', { proposals: [proposal(...of)] }),
};

const entities = [...loadRegistry(readRegistry()).entities.values()].filter(
  (entity) => !isProtectedAspect(sampleUrn(entity), entity.keyAspect.name),
);

function sampleUrn(entity: EntitySpec): ReturnType<typeof formatUrn> {
  const parts = [...entity.keyAspect.record.fields.values()].map((field) => {
    if (field.isUrn) return 'urn:li:dataPlatform:hive';
    return field.type.kind === 'enum' ? ([...field.type.symbols][0] ?? '') : 'of.any.type';
  });
  return formatUrn(entity.name, ...parts);
}

describe.each(Object.entries(WAYS))('deleting by %s', (_way, remove) => {
  it('the key of an entity of any type deletes the entity, which can be created again', async () => {
    const all = entities.map((entity) => ({ ...entity, urn: sampleUrn(entity) }));
    const proposals = all.map(({ keyAspect, name, urn, ...entity }) => {
      const value = JSON.stringify(keyAspectValue({ ...entity, keyAspect, name }, urn));
      const aspect = { contentType: 'application/json', value };
      return { ...proposal(name, urn, keyAspect.name), changeType: 'UPSERT', aspect };
    });
    const statusOf = async (type: string, urn: string) =>
      (await server.request('HEAD', `/openapi/v3/entity/${type}/${encodeURIComponent(urn)}`)).status;
    // Each way creates again what the one before has deleted.
    const created = await server.request('POST', '/aspects?action=ingestProposalBatch', { proposals });
    expect([created.status, created.text]).toEqual([200, created.text]);
    for (const { keyAspect, name, urn } of all) {
      const seen = [await statusOf(name, urn), (await remove(name, urn, keyAspect.name)).status];
      expect([name, ...seen, await statusOf(name, urn)]).toEqual([name, 204, 200, 404]);
    }
  });

  it.each([false, true])('the definition of a property deletes it, soft-deleted: %s', async (removed) => {
    const client = clientOf(server);
    const [property, holder] = [propertyUrn('deleted.by.aspect'), datasetUrn('holder')];
    await client.define('deleted.by.aspect');
    await client.dataset('holder');
    await client.assign(holder, { 'deleted.by.aspect': [{ string: 'x' }] });
    await client.post(property, 'structuredPropertySettings', { showInSearchFilters: true });
    await client.post(property, 'status', { removed });

    expect((await remove('structuredProperty', property, 'propertyDefinition')).status).toBe(200);
    for (const aspect of ['structuredPropertyKey', 'structuredPropertySettings', 'status']) {
      expect((await server.request('GET', aspectPath(property, aspect, 'v3'))).status).toBe(404);
    }
    expect(await client.values(holder)).toEqual({});

    const { qualifiedName, valueType, entityTypes } = definition('deleted.by.aspect');
    const input = { id: qualifiedName, qualifiedName, valueType, entityTypes };
    const { data, errors } = await server.graphql(
      'mutation c($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { urn } }',
      { input },
    );
    expect([data?.createStructuredProperty.urn, errors]).toEqual([property, undefined]);
    expect(await client.values(holder)).toEqual({});
    await server.request('DELETE', aspectPath(property, 'structuredPropertyKey', 'v3'));
  });
});

it('settings that come before the definition do not keep createStructuredProperty from defining it', async () => {
  const property = propertyUrn('settings.first');
  await clientOf(server).post(property, 'structuredPropertySettings', { showInSearchFilters: true });
  const { qualifiedName, valueType, entityTypes } = definition('settings.first');
  const create = () =>
    server.graphql(
      'mutation c($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { urn } }',
      { input: { id: qualifiedName, qualifiedName, valueType, entityTypes } },
    );
  expect((await create()).data?.createStructuredProperty.urn).toBe(property);
  expect((await create()).errors[0].message).toContain('already exists');
});
