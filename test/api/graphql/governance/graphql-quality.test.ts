import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../../support/catalog-client.ts';
import { callsOf } from '../../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
const [A, B] = [datasetUrn('quality.a'), datasetUrn('quality.b')];
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  await clientOf(server).dataset('quality.a');
  await clientOf(server).dataset('quality.b');
});
afterAll(() => server.stop());

describe('incidents', () => {
  const raise = (input: object) =>
    calls.mutate('raiseIncident', 'RaiseIncidentInput', { type: 'OPERATIONAL', resourceUrn: A, ...input });
  const on = async (urn: string, args = '') =>
    (
      await server.graphql(
        `query i($urn: String!) { dataset(urn: $urn) { health { type status message causes reportedAt activeIncidentHealthDetails { latestIncidentUrn latestIncidentTitle lastActivityAt count } } incidents${args} { start count total incidents { urn } } } }`,
        { urn },
      )
    ).data.dataset;

  it('are raised, shown on the asset, changed and resolved', async () => {
    expect(await on(A)).toMatchObject({
      health: [{ type: 'INCIDENTS', status: 'PASS', reportedAt: null, activeIncidentHealthDetails: null }],
      incidents: { total: 0 },
    });
    const urn = await raise({
      title: 'Late',
      description: 'no rows',
      priority: 'HIGH',
      startedAt: 5,
      assigneeUrns: ['urn:li:corpuser:datahub'],
    });
    expect(await on(A)).toEqual({
      health: [
        {
          type: 'INCIDENTS',
          status: 'FAIL',
          message: '1 active incident',
          causes: [urn],
          reportedAt: expect.any(Number),
          activeIncidentHealthDetails: {
            latestIncidentUrn: urn,
            latestIncidentTitle: 'Late',
            lastActivityAt: expect.any(Number),
            count: 1,
          },
        },
      ],
      incidents: { start: 0, count: 20, total: 1, incidents: [{ urn }] },
    });
    const shown = async () =>
      (
        await server.graphql(
          `query e($urn: String!) { entity(urn: $urn) { ... on Incident { title description incidentType customType priority startedAt source { type } entity { urn } assignees { ... on CorpUser { username } } incidentStatus { state stage message lastUpdated { actor } } created { actor } } } }`,
          { urn },
        )
      ).data.entity;
    expect(await shown()).toEqual({
      title: 'Late',
      description: 'no rows',
      incidentType: 'OPERATIONAL',
      customType: null,
      priority: 'HIGH',
      startedAt: 5,
      source: { type: 'MANUAL' },
      entity: { urn: A },
      assignees: [{ username: 'datahub' }],
      incidentStatus: {
        state: 'ACTIVE',
        stage: null,
        message: null,
        lastUpdated: { actor: 'urn:li:corpuser:datahub' },
      },
      created: { actor: 'urn:li:corpuser:datahub' },
    });
    const change = (field: string, type: string, input: object) =>
      calls.call('mutation', field, { urn: ['String!', urn], input: [type, input] });
    expect(
      (
        await change('updateIncident', 'UpdateIncidentInput!', {
          title: 'Later',
          priority: 'LOW',
          resourceUrns: [A, B],
        })
      ).data.updateIncident,
    ).toBe(true);
    expect(await on(B, '(state: ACTIVE, priority: LOW)')).toMatchObject({ incidents: { total: 1 } });
    expect(await on(B, '(priority: CRITICAL)')).toMatchObject({ incidents: { total: 0 } });
    expect(
      (
        await change('updateIncidentStatus', 'IncidentStatusInput!', {
          state: 'RESOLVED',
          stage: 'FIXED',
          message: 'done',
        })
      ).data.updateIncidentStatus,
    ).toBe(true);
    expect(await shown()).toMatchObject({
      title: 'Later',
      incidentStatus: { state: 'RESOLVED', stage: 'FIXED', message: 'done' },
    });
    expect(await on(A, '(state: ACTIVE)')).toMatchObject({
      health: [{ status: 'PASS' }],
      incidents: { total: 0 },
    });
  });

  it.each([
    ['without an asset', { resourceUrn: undefined }, 400, 'At least 1 resource urn must be defined'],
    ['on a missing asset', { resourceUrn: datasetUrn('never') }, 404, 'Entity does not exist'],
    ['of an unnamed kind', { type: 'CUSTOM' }, 400, "needs 'customType'"],
  ])('%s are refused', async (_what, input, code, message) => {
    const refused = await calls.refused('raiseIncident', 'RaiseIncidentInput', {
      type: 'SQL',
      resourceUrn: A,
      ...input,
    });
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(message);
  });

  it('that do not exist cannot be changed', async () => {
    const { errors } = await calls.call('mutation', 'updateIncidentStatus', {
      urn: ['String!', 'urn:li:incident:never'],
      input: ['IncidentStatusInput!', { state: 'RESOLVED' }],
    });
    expect(errors[0].extensions.code).toBe(404);
  });
});

describe('assertions', () => {
  const input = {
    entityUrn: A,
    type: 'Freshness by hand',
    description: 'looked at it',
    platform: { name: 'great-expectations' },
    fieldPaths: ['id', 'name'],
    operator: 'BETWEEN',
    parameters: { minValue: { value: '1', type: 'NUMBER' } },
    nativeParameters: [{ key: 'k', value: 'v' }],
    logic: 'select 1',
  };
  const upsert = (urn: string | null, changes: object = {}) =>
    calls.call(
      'mutation',
      'upsertCustomAssertion',
      { urn: ['String', urn], input: ['UpsertCustomAssertionInput!', { ...input, ...changes }] },
      '{ urn platform { name } dataset { urn } info { type description entityUrn source { type } customAssertion { type fields { path } field { path } operator parameters { minValue { value type } maxValue { value } } nativeParameters { key value } logic } } }',
    );
  const report = (urn: string, result: object) =>
    calls.call('mutation', 'reportAssertionResult', {
      urn: ['String!', urn],
      result: ['AssertionResultInput!', result],
    });

  it('of custom types are created, replaced, shown on the dataset, and deleted', async () => {
    const { data, errors } = await upsert(null);
    expect(errors).toBeUndefined();
    const { urn, ...made } = data.upsertCustomAssertion;
    expect(made).toEqual({
      platform: { name: 'great-expectations' },
      dataset: { urn: A },
      info: {
        type: 'CUSTOM',
        description: 'looked at it',
        entityUrn: A,
        source: { type: 'EXTERNAL' },
        customAssertion: {
          type: 'Freshness by hand',
          fields: [{ path: 'id' }, { path: 'name' }],
          field: { path: 'id' },
          operator: 'BETWEEN',
          parameters: { minValue: { value: '1', type: 'NUMBER' }, maxValue: null },
          nativeParameters: [{ key: 'k', value: 'v' }],
          logic: 'select 1',
        },
      },
    });
    const again = await upsert(urn, { description: 'again', fieldPaths: null, logic: null });
    expect(again.data.upsertCustomAssertion).toMatchObject({
      urn,
      info: { description: 'again', customAssertion: { fields: [], logic: null } },
    });
    const on = await server.graphql(
      'query a($urn: String!) { dataset(urn: $urn) { assertions(start: 0, count: 5) { start count total assertions { urn } } } }',
      { urn: A },
    );
    expect(on.data.dataset.assertions).toEqual({ start: 0, count: 1, total: 1, assertions: [{ urn }] });
    expect(
      (
        await report(urn, {
          type: 'FAILURE',
          timestampMillis: 1700000000000,
          severity: 'HIGH',
          properties: [{ key: 'rows', value: '0' }],
        })
      ).data,
    ).toEqual({ reportAssertionResult: true });
    expect(
      (await report(urn, { type: 'ERROR', error: { type: 'UNKNOWN_ERROR', message: 'why' } })).errors,
    ).toBeUndefined();
    const remove = () => calls.call('mutation', 'deleteAssertion', { urn: ['String!', urn] });
    expect((await remove()).data.deleteAssertion).toBe(true);
    expect((await remove()).errors[0].extensions.code).toBe(404);
  });

  it('are created before their dataset, and refused without a platform or in place of another kind', async () => {
    const codeOf = async (answer: ReturnType<typeof upsert>): Promise<unknown> =>
      (await answer).errors[0].extensions.code;
    const early = await upsert(null, { entityUrn: datasetUrn('later') });
    expect(early.data.upsertCustomAssertion.info.entityUrn).toBe(datasetUrn('later'));
    expect(await codeOf(upsert(null, { platform: {} }))).toBe(400);
    await clientOf(server).post('urn:li:assertion:native', 'assertionInfo', { type: 'DATASET' });
    expect(await codeOf(upsert('urn:li:assertion:native'))).toBe(400);
    expect(await codeOf(report('urn:li:assertion:native', { type: 'SUCCESS' }))).toBe(400);
    expect(await codeOf(report('urn:li:assertion:never', { type: 'SUCCESS' }))).toBe(404);
  });
});
