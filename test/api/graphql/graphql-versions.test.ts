import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
const [V1, V2] = [datasetUrn('table.v1'), datasetUrn('table.v2')];
const SET = 'urn:li:versionSet:(table,dataset)';
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  await clientOf(server).dataset('table.v1');
  await clientOf(server).dataset('table.v2');
});
afterAll(() => server.stop());

describe('versions', () => {
  const link = (linkedEntity: string, version: string, versionSet = SET) =>
    calls.call(
      'mutation',
      'linkAssetVersion',
      {
        input: ['LinkVersionInput!', { versionSet, linkedEntity, version, comment: 'c', sourceTimestamp: 5 }],
      },
      '{ urn latestVersion { urn } }',
    );
  const unlink = (unlinkedEntity: string) =>
    calls.call(
      'mutation',
      'unlinkAssetVersion',
      { input: ['UnlinkVersionInput!', { versionSet: SET, unlinkedEntity }] },
      '{ urn latestVersion { urn } }',
    );

  it('are linked in sequence, the last one as the latest, and unlinked', async () => {
    expect((await link(V1, 'one')).data.linkAssetVersion).toEqual({ urn: SET, latestVersion: { urn: V1 } });
    expect((await link(V2, 'two')).data.linkAssetVersion.latestVersion).toEqual({ urn: V2 });
    const [first, second] = [
      await calls.stored(V1, 'versionProperties'),
      await calls.stored(V2, 'versionProperties'),
    ];
    expect(first).toMatchObject({
      isLatest: false,
      sortId: 'AAAAAAAA',
      version: { versionTag: 'one' },
      comment: 'c',
    });
    expect(second).toMatchObject({ isLatest: true, sortId: 'AAAAAAAB', sourceCreatedTimestamp: { time: 5 } });
    const { data } = await server.graphql(
      'query v($urn: String!) { dataset(urn: $urn) { versionProperties { version { versionTag } isLatest versionSet { urn } } } }',
      { urn: V2 },
    );
    expect(data.dataset.versionProperties).toEqual({
      version: { versionTag: 'two' },
      isLatest: true,
      versionSet: { urn: SET },
    });
    expect((await link(V1, 'again')).errors[0].extensions.code).toBe(400);
    expect((await unlink(V2)).data.unlinkAssetVersion.latestVersion).toEqual({ urn: V1 });
    expect((await calls.stored(V1, 'versionProperties')).isLatest).toBe(true);
    expect((await unlink(V2)).errors[0].extensions.code).toBe(404);
    expect((await unlink(V1)).data.unlinkAssetVersion).toEqual({ urn: SET, latestVersion: null });
  });

  it('must be of one type, and exist', async () => {
    expect((await link(V1, 'x', 'urn:li:versionSet:(table,mlModel)')).errors[0].extensions.code).toBe(400);
    expect((await link(datasetUrn('never'), 'x')).errors[0].extensions.code).toBe(404);
  });
});

describe('operations', () => {
  it('are reported, or refused if invalid', async () => {
    const report = (input: object) =>
      calls.call('mutation', 'reportOperation', {
        input: [
          'ReportOperationInput!',
          { urn: V1, operationType: 'INSERT', sourceType: 'DATA_PROCESS', ...input },
        ],
      });
    expect(
      (
        await report({
          numAffectedRows: 3,
          partition: 'p',
          customProperties: [{ key: 'k', value: 'v' }],
          timestampMillis: 1700000000000,
        })
      ).data.reportOperation,
    ).toBe(V1);
    const { data } = await server.graphql(
      'query o($urn: String!) { dataset(urn: $urn) { operations(limit: 1) { timestampMillis operationType sourceType numAffectedRows partition actor customProperties { key value } } } }',
      { urn: V1 },
    );
    expect(data.dataset.operations).toEqual([
      {
        timestampMillis: 1700000000000,
        operationType: 'INSERT',
        sourceType: 'DATA_PROCESS',
        numAffectedRows: 3,
        partition: 'p',
        actor: 'urn:li:corpuser:datahub',
        customProperties: [{ key: 'k', value: 'v' }],
      },
    ]);
    expect((await report({ operationType: 'CUSTOM' })).errors[0].extensions.code).toBe(400);
    expect((await report({ urn: datasetUrn('never') })).errors[0].extensions.code).toBe(404);
  });
});

describe('runs of a job', () => {
  it('are listed, latest first', async () => {
    const job = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,f,PROD),j)';
    const client = clientOf(server);
    await client.post(job, 'dataJobInfo', { name: 'j', type: { string: 'x' } });
    for (const [id, time] of [
      ['a', 1],
      ['b', 2],
    ] as const) {
      const urn = `urn:li:dataProcessInstance:${id}`;
      await client.post(urn, 'dataProcessInstanceProperties', {
        name: id,
        created: { time, actor: 'urn:li:corpuser:datahub' },
      });
      await client.post(urn, 'dataProcessInstanceRelationships', {
        parentTemplate: job,
        upstreamInstances: [],
      });
    }
    const { data, errors } = await server.graphql(
      'query r($urn: String!) { dataJob(urn: $urn) { runs(start: 0, count: 1) { start count total runs { urn created { time } } } } }',
      { urn: job },
    );
    expect(errors).toBeUndefined();
    expect(data.dataJob.runs).toEqual({
      start: 0,
      count: 1,
      total: 2,
      runs: [{ urn: 'urn:li:dataProcessInstance:b', created: { time: 2 } }],
    });
  });
});
