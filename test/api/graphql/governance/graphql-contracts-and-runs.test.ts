import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../../support/catalog-client.ts';
import { callsOf } from '../../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../../support/start-server.ts';
import { addActor, userUrn, writeAspect } from '../../../support/test-actors.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
});
afterAll(() => server.stop());

describe('contracts', () => {
  const SHAPE =
    '{ urn status { state } properties { entityUrn freshness { assertion { urn } } schema { assertion { urn } } dataQuality { assertion { urn } } } }';
  const upsert = (input: object, as = calls) =>
    as.mutate('upsertDataContract', 'UpsertDataContractInput', input, SHAPE);
  const refused = async (input: object, as = calls) =>
    (await as.refused('upsertDataContract', 'UpsertDataContractInput', input, '{ urn }')).code;
  const check = async (name: string, entity: string): Promise<string> => {
    const urn = `urn:li:assertion:${name}`;
    await writeAspect(server, urn, 'assertionInfo', {
      type: 'CUSTOM',
      entityUrn: entity,
      customAssertion: { type: 'x', entity },
    });
    return urn;
  };

  it('are created, replaced and shown on the dataset, which has at most one', async () => {
    await clientOf(server).dataset('contracts.a');
    const entityUrn = datasetUrn('contracts.a');
    const [first, second] = [await check('first', entityUrn), await check('second', entityUrn)];
    const made = await upsert({ entityUrn, id: 'a', freshness: [{ assertionUrn: first }] });
    const urn = 'urn:li:dataContract:a';
    expect(made).toEqual({
      urn,
      status: { state: 'ACTIVE' },
      properties: { entityUrn, freshness: [{ assertion: { urn: first } }], schema: [], dataQuality: [] },
    });
    const again = await upsert({ entityUrn, state: 'PENDING', dataQuality: [{ assertionUrn: second }] });
    expect(again).toMatchObject({ urn, status: { state: 'PENDING' }, properties: { freshness: [] } });
    const { data } = await server.graphql(
      'query d($urn: String!) { dataset(urn: $urn) { contract { urn } } }',
      {
        urn: entityUrn,
      },
    );
    expect(data.dataset.contract).toEqual({ urn });
    expect(await refused({ entityUrn, id: 'b' })).toBe(400);
  });

  it('are refused with missing assertions, two of a kind that may occur once, and without a dataset', async () => {
    await clientOf(server).dataset('contracts.b');
    const entityUrn = datasetUrn('contracts.b');
    const assertionUrn = await check('third', entityUrn);
    expect(await refused({ entityUrn, schema: [{ assertionUrn: 'urn:li:assertion:none' }] })).toBe(404);
    expect(await refused({ entityUrn, freshness: [{ assertionUrn }, { assertionUrn }] })).toBe(400);
    expect(await refused({ entityUrn: datasetUrn('contracts.never') })).toBe(404);
  });

  it('need the privilege on the dataset, and no other', async () => {
    await clientOf(server).dataset('contracts.c');
    const entityUrn = datasetUrn('contracts.c');
    const keeper = await addActor(server, 'contract-keeper', { roles: ['Reader'] });
    expect(await refused({ entityUrn }, callsOf(keeper))).toBe(403);
    await calls.mutate('createPolicy', 'PolicyUpdateInput', {
      type: 'METADATA',
      name: 'Contracts',
      state: 'ACTIVE',
      description: '',
      privileges: ['EDIT_ENTITY_DATA_CONTRACT'],
      resources: { type: 'dataset', allResources: true },
      actors: {
        users: [userUrn('contract-keeper')],
        allUsers: false,
        allGroups: false,
        resourceOwners: false,
      },
    });
    expect((await upsert({ entityUrn }, callsOf(keeper))).status).toEqual({ state: 'ACTIVE' });
  });
});

describe('runs of ingestions', () => {
  const urnOf = (id: string) => `urn:li:dataHubExecutionRequest:${id}`;
  const request = (id: string, requestedAt: number) =>
    writeAspect(server, urnOf(id), 'dataHubExecutionRequestInput', {
      task: 'RUN_INGEST',
      args: { recipe: '{}' },
      executorId: 'default',
      requestedAt,
      source: { type: 'CLI_INGESTION_SOURCE' },
    });

  it('are listed, the latest first', async () => {
    await request('early', 1);
    await request('late', 2);
    const list = async (input: object) => {
      const query =
        'query l($input: ListExecutionRequestsInput!) { listExecutionRequests(input: $input) { start count total executionRequests { id } } }';
      return (await server.graphql(query, { input })).data.listExecutionRequests;
    };
    const [early, late] = [{ id: 'early' }, { id: 'late' }];
    expect(await list({})).toEqual({ start: 0, count: 2, total: 2, executionRequests: [late, early] });
    const sort = { field: 'requestTimeMs', sortOrder: 'ASCENDING' };
    expect((await list({ sort, count: 1 })).executionRequests).toEqual([early]);
    const reader = await addActor(server, 'runs-reader', { roles: ['Reader'] });
    const input = ['ListExecutionRequestsInput!', {}] as const;
    const answer = await callsOf(reader).call('query', 'listExecutionRequests', { input }, '{ total }');
    expect(answer.errors[0].extensions.code).toBe(403);
  });

  it('are hidden from users who do not manage ingestion, because recipes may hold passwords', async () => {
    const urn = urnOf('recipe');
    const args = { recipe: '{ "password": "hidden" }' };
    const source = { type: 'MANUAL_INGESTION_SOURCE' };
    await writeAspect(server, urn, 'dataHubExecutionRequestInput', {
      task: 'RUN_INGEST',
      args,
      executorId: 'default',
      source,
      requestedAt: 1,
    });
    const reader = await addActor(server, 'recipe-reader', { roles: ['Reader'] });
    const path = `/openapi/v3/entity/dataHubExecutionRequest/${encodeURIComponent(urn)}`;
    expect(JSON.stringify(await server.request('GET', path))).toContain('hidden');
    expect((await reader.request('GET', path)).status).toBe(404);
  });

  it('are undone', async () => {
    const urn = datasetUrn('runs.made');
    const systemMetadata = { runId: 'run-1', lastObserved: 1 };
    const value = { name: 'made' };
    await server.request('POST', '/openapi/v3/entity/dataset?async=false', [
      { urn, datasetProperties: { value, systemMetadata } },
    ]);
    await request('run-1', 3);
    await writeAspect(server, urnOf('run-1'), 'dataHubExecutionRequestResult', { status: 'SUCCESS' });
    expect(await calls.mutate('rollbackIngestion', 'RollbackIngestionInput', { runId: 'run-1' })).toBe(
      'run-1',
    );
    expect(await calls.stored(urn, 'datasetProperties')).toBeUndefined();
    expect((await calls.stored(urnOf('run-1'), 'dataHubExecutionRequestResult')).status).toBe('ROLLED_BACK');
    const editor = await addActor(server, 'runs-editor', { roles: ['Editor'] });
    const refusal = await callsOf(editor).refused('rollbackIngestion', 'RollbackIngestionInput', {
      runId: 'x',
    });
    expect(refusal.code).toBe(403);
  });
});
