import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, writeAspect } from '../../support/test-actors.ts';

const NOW = 1_790_000_000_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ environment: { now: () => NOW } });
});
afterAll(() => server.stop());

const write = (urn: string, aspect: string, value: unknown): Promise<void> =>
  writeAspect(server, urn, aspect, value);

/** The result of a selection on an entity. */
// The tests assert the shape of the response.
// oxlint-disable-next-line typescript/no-explicit-any
async function shown(urn: string, type: string, selection: string, as = server): Promise<any> {
  const query = `query e($urn: String!) { entity(urn: $urn) { ... on ${type} { ${selection} } } }`;
  const { data, errors } = await as.graphql(query, { urn });
  expect(errors).toBeUndefined();
  return data.entity;
}

describe('details under the type names of DataHub', () => {
  it('are those of users, groups and platforms', async () => {
    const [user, group, platform] = [userUrn('older'), 'urn:li:corpGroup:older', 'urn:li:dataPlatform:older'];
    await write(user, 'corpUserInfo', { active: true, fullName: 'Old Er' });
    await write(user, 'corpUserEditableInfo', { aboutMe: 'x', persona: 'urn:li:dataHubPersona:dataSteward' });
    await write(group, 'corpGroupInfo', { displayName: 'Old', admins: [user], members: [], groups: [] });
    const info = { name: 'older', type: 'OTHERS', datasetNameDelimiter: '.', logical: true };
    await write(platform, 'dataPlatformInfo', info);
    const ofUser = 'info { ...I } editableInfo { ...E } editableProperties { persona { urn } }';
    const fragments =
      'fragment I on CorpUserInfo { active fullName } fragment E on CorpUserEditableInfo { aboutMe }';
    const { data, errors } = await server.graphql(`{ corpUser(urn: "${user}") { ${ofUser} } } ${fragments}`);
    expect(errors).toBeUndefined();
    expect(data.corpUser).toEqual({
      info: { active: true, fullName: 'Old Er' },
      editableInfo: { aboutMe: 'x' },
      editableProperties: { persona: { urn: 'urn:li:dataHubPersona:dataSteward' } },
    });
    expect(
      await shown(group, 'CorpGroup', 'info { ... on CorpGroupInfo { displayName admins { urn } } }'),
    ).toEqual({
      info: { displayName: 'Old', admins: [{ urn: user }] },
    });
    expect(
      await shown(
        platform,
        'DataPlatform',
        'info { ... on DataPlatformInfo { type } } properties { logical }',
      ),
    ).toEqual({
      info: { type: 'OTHERS' },
      properties: { logical: true },
    });
  });

  it('are those of charts, dashboards, pipelines, jobs and terms', async () => {
    const [chart, dashboard] = ['urn:li:chart:(looker,older)', 'urn:li:dashboard:(looker,older)'];
    const flow = 'urn:li:dataFlow:(airflow,older,prod)';
    const job = `urn:li:dataJob:(${flow},first)`;
    const term = 'urn:li:glossaryTerm:older';
    const lastModified = { lastModified: { time: 1, actor: 'urn:li:corpuser:datahub' } };
    const stamps = { created: { time: 0, actor: 'urn:li:corpuser:datahub' }, ...lastModified };
    await write(chart, 'chartInfo', { title: 'C', description: '', lastModified: stamps });
    await write(dashboard, 'dashboardInfo', {
      title: 'D',
      description: '',
      charts: [chart],
      lastModified: stamps,
    });
    await write(flow, 'dataFlowInfo', { name: 'F' });
    await write(job, 'dataJobInfo', { name: 'J', type: { string: 'x' } });
    await write(job, 'dataTransformLogic', {
      transforms: [{ queryStatement: { value: 'select 1', language: 'SQL' } }],
    });
    await write(term, 'glossaryTermInfo', { definition: 'T', termSource: 'INTERNAL' });
    expect(await shown(chart, 'Chart', 'info { ... on ChartInfo { name } }')).toEqual({
      info: { name: 'C' },
    });
    expect(
      await shown(dashboard, 'Dashboard', 'info { ... on DashboardInfo { name charts { urn } } }'),
    ).toEqual({
      info: { name: 'D', charts: [{ urn: chart }] },
    });
    const jobs = 'dataJobs { entities { entity { urn } } }';
    expect(await shown(flow, 'DataFlow', `info { ... on DataFlowInfo { name } } ${jobs}`)).toEqual({
      info: { name: 'F' },
      dataJobs: { entities: [{ entity: { urn: job } }] },
    });
    const logic = 'dataTransformLogic { transforms { queryStatement { value } } }';
    expect(await shown(job, 'DataJob', `info { ... on DataJobInfo { name } } ${logic}`)).toEqual({
      info: { name: 'J' },
      dataTransformLogic: { transforms: [{ queryStatement: { value: 'select 1' } }] },
    });
    expect(
      await shown(term, 'GlossaryTerm', 'glossaryTermInfo { ... on GlossaryTermInfo { description } }'),
    ).toEqual({
      glossaryTermInfo: { description: 'T' },
    });
  });

  it('show the parameters of a model, of any type', async () => {
    const model = 'urn:li:mlModel:(urn:li:dataPlatform:sagemaker,older,PROD)';
    const selection =
      'properties { hyperParameters { key value { __typename ... on IntBox { intValue } ... on StringBox { stringValue } } } }';
    await write(model, 'mlModelProperties', { hyperParameters: { depth: { int: 3 } } });
    expect((await shown(model, 'MLModel', selection)).properties.hyperParameters).toEqual({
      key: 'depth',
      value: { __typename: 'IntBox', intValue: 3 },
    });
    await write(model, 'mlModelProperties', { hyperParameters: { kernel: { string: 'rbf' } } });
    expect((await shown(model, 'MLModel', selection)).properties.hyperParameters).toEqual({
      key: 'kernel',
      value: { __typename: 'StringBox', stringValue: 'rbf' },
    });
  });
});

it('shows when a term, a group of terms, a domain and a data product were created', async () => {
  const cases = [
    [
      'urn:li:glossaryTerm:new',
      'glossaryTermInfo',
      { definition: '', termSource: 'INTERNAL' },
      'GlossaryTerm',
    ],
    ['urn:li:glossaryNode:new', 'glossaryNodeInfo', { definition: '' }, 'GlossaryNode'],
    ['urn:li:domain:new', 'domainProperties', { name: 'New' }, 'Domain'],
    ['urn:li:dataProduct:new', 'dataProductProperties', { name: 'New' }, 'DataProduct'],
  ] as const;
  for (const [urn, aspect, value, type] of cases) {
    await write(urn, aspect, value);
    const { properties } = await shown(urn, type, 'properties { createdOn { time actor { urn } } }');
    expect(properties.createdOn, type).toEqual({ time: NOW, actor: { urn: 'urn:li:corpuser:datahub' } });
  }
});

it('shows the actors of a role in the source system', async () => {
  const role = 'urn:li:role:reader';
  const anna = await addActor(server, 'anna', { roles: ['Reader'] });
  const ben = await addActor(server, 'ben', { roles: ['Reader'], groups: ['readers'] });
  await write('urn:li:corpGroup:readers', 'corpGroupInfo', { admins: [], members: [], groups: [] });
  await write(role, 'roleProperties', { name: 'Reader', type: 'READ' });
  await write(role, 'actors', {
    users: [{ user: userUrn('anna') }],
    groups: [{ group: 'urn:li:corpGroup:readers' }],
  });
  const selection =
    'properties { type } isAssignedToMe actors { users { user { urn } } groups { group { urn } } }';
  expect(await shown(role, 'Role', selection, anna)).toEqual({
    properties: { type: 'READ' },
    isAssignedToMe: true,
    actors: {
      users: [{ user: { urn: userUrn('anna') } }],
      groups: [{ group: { urn: 'urn:li:corpGroup:readers' } }],
    },
  });
  expect(await shown(role, 'Role', 'isAssignedToMe', ben)).toEqual({ isAssignedToMe: true });
  expect(await shown(role, 'Role', 'isAssignedToMe')).toEqual({ isAssignedToMe: false });
});

it('counts operations by day, and shows the time of the first point, for users who may see them', async () => {
  const urn = datasetUrn('older.operations');
  await clientOf(server).dataset('older.operations');
  const operation = (timestampMillis: number, operationType: string) =>
    write(urn, 'operation', { timestampMillis, lastUpdatedTimestamp: timestampMillis, operationType });
  const DAY = 86_400_000;
  for (let day = 1; day <= 5; day++) await operation(NOW - day * DAY, 'INSERT');
  await operation(NOW - DAY + 1, 'DELETE');
  await write(urn, 'datasetProfile', { timestampMillis: NOW - 9 * DAY, rowCount: 1 });
  const selection =
    'operationsStats(input: { range: WEEK }) { buckets { aggregations { totalOperations } } aggregations { totalOperations totalInserts totalDeletes } } timeseriesCapabilities { assetStats { oldestOperationTime oldestDatasetUsageTime oldestDatasetProfileTime } }';
  expect(await shown(urn, 'Dataset', selection)).toEqual({
    operationsStats: {
      buckets: [2, 1, 1, 1, 1].map((totalOperations) => ({ aggregations: { totalOperations } })),
      aggregations: { totalOperations: 6, totalInserts: 5, totalDeletes: 1 },
    },
    timeseriesCapabilities: {
      assetStats: {
        oldestOperationTime: NOW - 5 * DAY,
        oldestDatasetUsageTime: null,
        oldestDatasetProfileTime: NOW - 9 * DAY,
      },
    },
  });
});

it('shows assertions by type', async () => {
  const urn = datasetUrn('older.checked');
  await clientOf(server).dataset('older.checked');
  for (const [name, type] of [
    ['a', 'SUCCESS'],
    ['b', 'FAILURE'],
  ] as const) {
    const assertion = `urn:li:assertion:older-${name}`;
    const customAssertion = { type: 'x', entity: urn };
    await write(assertion, 'assertionInfo', { type: 'CUSTOM', entityUrn: urn, customAssertion });
    const run = {
      timestampMillis: 7,
      assertionUrn: assertion,
      asserteeUrn: urn,
      runId: 'r',
      status: 'COMPLETE',
    };
    const batchSpec = { nativeBatchId: 'b', customProperties: {} };
    await write(assertion, 'assertionRunEvent', { ...run, result: { type }, batchSpec });
  }
  const selection =
    'health { type latestAssertionStatusByType { type status total statusCount lastStatusResultAt } }';
  expect((await shown(urn, 'Dataset', selection)).health[0]).toEqual({
    type: 'ASSERTIONS',
    latestAssertionStatusByType: [
      { type: 'CUSTOM', status: 'FAIL', total: 2, statusCount: 1, lastStatusResultAt: 7 },
    ],
  });
  const events = 'runEvents { runEvents { batchSpec { nativeBatchId } } }';
  expect(await shown('urn:li:assertion:older-a', 'Assertion', events)).toEqual({
    runEvents: { runEvents: [{ batchSpec: { nativeBatchId: 'b' } }] },
  });
});

describe('updateAssetSettings', () => {
  const SETTINGS = '{ assetSummary { templates { template { urn } } } }';

  it('sets the template of a summary, with the privilege', async () => {
    const { mutate, refused } = callsOf(server);
    const domain = 'urn:li:domain:summary';
    await write(domain, 'domainProperties', { name: 'Summary' });
    const page = { surfaceType: 'ASSET_SUMMARY', scope: 'GLOBAL', rows: [] };
    const { urn: template } = await mutate('upsertPageTemplate', 'UpsertPageTemplateInput', page, '{ urn }');
    const summary = { urn: domain, summary: { template } };
    const chosen = { assetSummary: { templates: [{ template: { urn: template } }] } };
    expect(await mutate('updateAssetSettings', 'UpdateAssetSettingsInput', summary, SETTINGS)).toEqual(
      chosen,
    );
    expect(await shown(domain, 'Domain', `settings ${SETTINGS}`)).toEqual({ settings: chosen });
    // Nothing to change.
    expect(
      await mutate('updateAssetSettings', 'UpdateAssetSettingsInput', { urn: domain }, SETTINGS),
    ).toEqual(chosen);

    const missing = { urn: domain, summary: { template: 'urn:li:dataHubPageTemplate:missing' } };
    expect((await refused('updateAssetSettings', 'UpdateAssetSettingsInput', missing, SETTINGS)).code).toBe(
      404,
    );
    const nobody = callsOf(await addActor(server, 'summarizer', { roles: ['Reader'] }));
    expect(
      (await nobody.refused('updateAssetSettings', 'UpdateAssetSettingsInput', summary, SETTINGS)).code,
    ).toBe(403);
    const { canManageAssetSummary } = (await shown(domain, 'Domain', 'privileges { canManageAssetSummary }'))
      .privileges ?? {
      canManageAssetSummary: true,
    };
    expect(canManageAssetSummary).toBe(true);
  });
});
