import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { jsonAt, jsonItems } from '../../support/json-at.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { userUrn, writeAspect } from '../../support/test-actors.ts';

const stage = (id: string): string => `urn:li:lifecycleStageType:${id}`;
const HELD = datasetUrn('lifecycle.held');
const SHOWN = datasetUrn('lifecycle.shown');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await define('held', { settings: { hideInSearch: true } });
  await define('listed');
  for (const name of ['held', 'shown']) await clientOf(server).dataset(`lifecycle.${name}`);
  await writeAspect(server, HELD, 'status', { removed: false, lifecycleStage: stage('held') });
  await writeAspect(server, SHOWN, 'status', { removed: false, lifecycleStage: stage('listed') });
});
afterAll(() => server.stop());

function define(id: string, members: object = {}): Promise<void> {
  const stamp = { time: 0, actor: userUrn('datahub') };
  const info = { name: `Stage ${id}`, settings: {}, created: stamp, lastModified: stamp, ...members };
  return writeAspect(server, stage(id), 'lifecycleStageTypeInfo', info);
}

describe('entities in a stage that hides them', () => {
  const byName = { query: 'lifecycle', types: ['DATASET'] };
  const filters = [{ field: 'name', values: ['lifecycle.held', 'lifecycle.shown'] }];
  const urnsIn = async (field: string, type: string, input: object): Promise<string[]> => {
    const query = `query s($input: ${type}!) { ${field}(input: $input) { searchResults { entity { urn } } } }`;
    const { data, errors } = await server.graphql(query, { input });
    expect(errors).toBeUndefined();
    return data[field].searchResults.map(({ entity }: { entity: { urn: string } }) => entity.urn).sort();
  };

  it('are not found by GraphQL, except on request', async () => {
    const searchFlags = { includeHiddenLifecycleStages: true };
    const asked = { ...byName, orFilters: [{ and: filters }] };
    for (const [field, type] of [
      ['searchAcrossEntities', 'SearchAcrossEntitiesInput'],
      ['scrollAcrossEntities', 'ScrollAcrossEntitiesInput'],
    ] as const) {
      expect(await urnsIn(field, type, asked)).toEqual([SHOWN]);
      expect(await urnsIn(field, type, { ...asked, searchFlags })).toEqual([HELD, SHOWN].sort());
    }
    expect(
      await urnsIn('search', 'SearchInput', { type: 'DATASET', query: 'lifecycle.held', filters }),
    ).toEqual([SHOWN]);
    expect(await clientOf(server).facet('lifecycleStage')).toMatchObject({ [stage('listed')]: 1 });
    expect(await clientOf(server).facet('name')).not.toHaveProperty('lifecycle.held');
    const completed = await callsOf(server).call(
      'query',
      'autoComplete',
      { input: ['AutoCompleteInput!', { type: 'DATASET', query: 'lifecycle.', limit: 20 }] },
      '{ suggestions }',
    );
    expect(completed.data.autoComplete.suggestions).toContain('lifecycle.shown');
    expect(completed.data.autoComplete.suggestions).not.toContain('lifecycle.held');
  });

  it('are found by a filter or query on the stage', async () => {
    expect(await clientOf(server).find('lifecycleStage', 'EQUAL', [stage('held')])).toEqual([HELD]);
    const query = `/q lifecycleStage:"${stage('held')}"`;
    expect(
      await urnsIn('searchAcrossEntities', 'SearchAcrossEntitiesInput', { query, types: ['DATASET'] }),
    ).toEqual([HELD]);
  });

  it('are not found by REST, except on request', async () => {
    const scrolled = async (query: string): Promise<unknown[]> => {
      const { json } = await server.request('GET', `/openapi/v3/entity/dataset?count=100&${query}`);
      return jsonItems(json, 'entities').map((entity) => jsonAt(entity, 'urn'));
    };
    expect(await scrolled('')).toContain(SHOWN);
    expect(await scrolled('')).not.toContain(HELD);
    expect(await scrolled('includeHiddenLifecycleStages=true')).toContain(HELD);
    const searched = async (searchFlags: object): Promise<unknown[]> => {
      const body = { entity: 'dataset', input: '*', start: 0, count: 100, searchFlags };
      const { json } = await server.request('POST', '/entities?action=search', body);
      return jsonItems(jsonAt(json, 'value'), 'entities').map((hit) => jsonAt(hit, 'entity'));
    };
    expect(await searched({})).toContain(SHOWN);
    expect(await searched({})).not.toContain(HELD);
    expect(await searched({ includeHiddenLifecycleStages: true })).toContain(HELD);
    const all = await server.request('POST', '/entities?action=listUrns', {
      entity: 'dataset',
      start: 0,
      count: 100,
    });
    expect(jsonAt(all.json, 'value', 'entities')).toContain(HELD);
  });

  it('are read by their urn', async () => {
    const { data } = await server.graphql('query d($urn: String!) { dataset(urn: $urn) { name } }', {
      urn: HELD,
    });
    expect(data.dataset.name).toBe('lifecycle.held');
    expect(await callsOf(server).stored(HELD, 'datasetProperties')).toMatchObject({ name: 'lifecycle.held' });
  });

  it('are found again as soon as the stage no longer hides them', async () => {
    await define('held');
    expect(await clientOf(server).find('name', 'EQUAL', ['lifecycle.held'])).toEqual([HELD]);
    await define('held', { entityTypes: ['chart'], settings: { hideInSearch: true } });
    expect(await clientOf(server).find('name', 'EQUAL', ['lifecycle.held'])).toEqual([HELD]);
    await define('held', { entityTypes: ['dataset'], settings: { hideInSearch: true } });
    expect(await clientOf(server).find('name', 'EQUAL', ['lifecycle.held'])).toEqual([]);
  });

  it('are found again while the stage is soft-deleted', async () => {
    await writeAspect(server, stage('held'), 'status', { removed: true });
    expect(await clientOf(server).find('name', 'EQUAL', ['lifecycle.held'])).toEqual([HELD]);
    await writeAspect(server, stage('held'), 'status', { removed: false });
    expect(await clientOf(server).find('name', 'EQUAL', ['lifecycle.held'])).toEqual([]);
  });
});
