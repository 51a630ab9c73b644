import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, writeAspect } from '../../support/test-actors.ts';

const DAY = 86_400_000;
const NOW = 1_790_000_000_000;
let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer({ environment: { now: () => NOW } });
  calls = callsOf(server);
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

async function dataset(name: string, properties?: Record<string, unknown>): Promise<string> {
  await clientOf(server).dataset(name, properties);
  return datasetUrn(name);
}

const actor = 'urn:li:corpuser:datahub';
const stamp = (time: number) => ({ time, actor });

describe('the state of a dataset', () => {
  it('shows assertions by their latest runs, in addition to incidents', async () => {
    const urn = await dataset('details.checked');
    const health = async () => (await shown(urn, 'Dataset', 'health { type status message causes }')).health;
    const incidents = { type: 'INCIDENTS', status: 'PASS', message: null, causes: [] };
    expect(await health()).toEqual([incidents]);
    const run = (assertion: string, time: number, type: string) =>
      write(assertion, 'assertionRunEvent', {
        timestampMillis: time,
        assertionUrn: assertion,
        asserteeUrn: urn,
        runId: `${time}`,
        status: 'COMPLETE',
        result: { type },
      });
    const checks = ['a', 'b', 'c'].map((name) => `urn:li:assertion:details-${name}`);
    for (const check of checks) {
      const customAssertion = { type: 'x', entity: urn };
      await write(check, 'assertionInfo', { type: 'CUSTOM', entityUrn: urn, customAssertion });
    }
    const [a = '', b = ''] = checks;
    await run(a, 1, 'FAILURE');
    await run(a, 2, 'SUCCESS');
    expect(await health()).toEqual([
      { type: 'ASSERTIONS', status: 'PASS', message: 'All assertions are passing', causes: [] },
      incidents,
    ]);
    await run(b, 1, 'FAILURE');
    expect(await health()).toEqual([
      { type: 'ASSERTIONS', status: 'FAIL', message: '1 of 2 assertions are failing', causes: [b] },
      incidents,
    ]);
  });

  it('summarizes its usage, for users who may see it', async () => {
    const urn = await dataset('details.used');
    const SUMMARY =
      'statsSummary { queryCountLast30Days uniqueUserCountLast30Days topUsersLast30Days { username } updateCountLast30Days rowCount sizeInBytes queryCountPercentileLast30Days }';
    const none = {
      queryCountLast30Days: null,
      uniqueUserCountLast30Days: null,
      topUsersLast30Days: [],
      updateCountLast30Days: 0,
      rowCount: null,
      sizeInBytes: null,
      queryCountPercentileLast30Days: null,
    };
    expect((await shown(urn, 'Dataset', SUMMARY)).statsSummary).toEqual(none);
    const use = (daysAgo: number, totalSqlQueries: number, users: Record<string, number>) =>
      write(urn, 'datasetUsageStatistics', {
        timestampMillis: NOW - daysAgo * DAY,
        eventGranularity: { unit: 'DAY', multiple: 1 },
        totalSqlQueries,
        userCounts: Object.entries(users).map(([name, count]) => ({
          user: `urn:li:corpuser:${name}`,
          count,
        })),
      });
    await use(1, 3, { ann: 1, bob: 2 });
    await use(20, 4, { ann: 4 });
    await use(40, 100, { zoe: 100 });
    await write(urn, 'datasetProfile', { timestampMillis: NOW, rowCount: 7, sizeInBytes: 70 });
    await write(urn, 'operation', {
      timestampMillis: NOW - DAY,
      lastUpdatedTimestamp: NOW - DAY,
      operationType: 'INSERT',
    });
    expect((await shown(urn, 'Dataset', SUMMARY)).statsSummary).toEqual({
      queryCountLast30Days: 7,
      uniqueUserCountLast30Days: 2,
      updateCountLast30Days: 1,
      topUsersLast30Days: [{ username: 'ann' }, { username: 'bob' }],
      rowCount: 7,
      sizeInBytes: 70,
      queryCountPercentileLast30Days: null,
    });
  });

  it('summarizes the usage of dashboards and charts', async () => {
    const days = { unit: 'DAY', multiple: 1 };
    for (const [type, aspect] of [
      ['Dashboard', 'dashboardUsageStatistics'],
      ['Chart', 'chartUsageStatistics'],
    ] as const) {
      const urn = `urn:li:${type.toLowerCase()}:(looker,details)`;
      await write(urn, 'status', { removed: false });
      await write(urn, aspect, { timestampMillis: NOW - 2, viewsCount: 500 });
      const userCounts = [{ user: actor, viewsCount: 3, ...(type === 'Dashboard' && { usageCount: 3 }) }];
      const point = { timestampMillis: NOW - DAY, eventGranularity: days, viewsCount: 5, userCounts };
      await write(urn, aspect, point);
      const selection =
        'statsSummary { viewCount viewCountLast30Days uniqueUserCountLast30Days topUsersLast30Days { urn } }';
      expect((await shown(urn, type, selection)).statsSummary).toEqual({
        viewCount: 500,
        viewCountLast30Days: 5,
        uniqueUserCountLast30Days: 1,
        topUsersLast30Days: [{ urn: actor }],
      });
    }
  });
});

describe('kinds of checks', () => {
  const parameters = { value: { value: '5', type: 'NUMBER' } };
  const field = { path: 'id', type: 'NUMBER', nativeType: 'int' };
  it.each([
    [
      'freshnessAssertion',
      'FRESHNESS',
      {
        type: 'DATASET_CHANGE',
        schedule: { type: 'CRON', cron: { cron: '0 * * * *', timezone: 'UTC' } },
        filter: { type: 'SQL', sql: 'a > 1' },
      },
      'type schedule { type cron { cron timezone } } filter { type sql }',
    ],
    [
      'volumeAssertion',
      'VOLUME',
      { type: 'ROW_COUNT_TOTAL', rowCountTotal: { operator: 'GREATER_THAN', parameters } },
      'type rowCountTotal { operator parameters { value { value type } } }',
    ],
    [
      'sqlAssertion',
      'SQL',
      {
        type: 'METRIC_CHANGE',
        statement: 'select 1',
        changeType: 'ABSOLUTE',
        operator: 'EQUAL_TO',
        parameters,
      },
      'type statement changeType operator parameters { value { value type } }',
    ],
    [
      'fieldAssertion',
      'FIELD',
      {
        type: 'FIELD_VALUES',
        fieldValuesAssertion: {
          field,
          transform: { type: 'LENGTH' },
          operator: 'NOT_NULL',
          failThreshold: { type: 'COUNT', value: 2 },
          excludeNulls: true,
        },
      },
      'type fieldValuesAssertion { field { path type nativeType } transform { type } operator failThreshold { type value } excludeNulls }',
    ],
  ])('show their details: %s', async (member, type, details, selection) => {
    const entity = await dataset('details.kinds');
    const urn = `urn:li:assertion:${member}`;
    await write(urn, 'assertionInfo', { type, [member]: { ...details, entity } });
    const { info } = await shown(
      urn,
      'Assertion',
      `info { type entityUrn ${member} { entityUrn ${selection} } }`,
    );
    expect(info).toEqual({ type, entityUrn: entity, [member]: { ...details, entityUrn: entity } });
  });

  it('show the columns that there should be', async () => {
    const entity = await dataset('details.kinds');
    const urn = 'urn:li:assertion:schemaAssertion';
    const fieldType = { type: { 'com.linkedin.schema.NumberType': {} } };
    const schema = {
      schemaName: 's',
      platform: 'urn:li:dataPlatform:hive',
      version: 0,
      hash: '',
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
      fields: [{ fieldPath: 'id', nativeDataType: 'int', type: fieldType }],
    };
    await write(urn, 'assertionInfo', {
      type: 'DATA_SCHEMA',
      schemaAssertion: { entity, schema, compatibility: 'SUPERSET' },
    });
    const selection =
      'info { schemaAssertion { compatibility fields { path type nativeType } schema { name } } }';
    expect((await shown(urn, 'Assertion', selection)).info.schemaAssertion).toEqual({
      compatibility: 'SUPERSET',
      fields: [{ path: 'id', type: 'NUMBER', nativeType: 'int' }],
      schema: { name: 's' },
    });
  });
});

describe('a dataset at earlier versions', () => {
  it('has the named versions of its aspects, and the latest versions of others', async () => {
    const urn = await dataset('details.versions', { name: 'first' });
    await clientOf(server).dataset('details.versions', { name: 'second' });
    await write(urn, 'status', { removed: false });
    const at = async (versionStamp?: string) =>
      server.graphql(
        'query v($urn: String!, $versionStamp: String) { versionedDataset(urn: $urn, versionStamp: $versionStamp) { urn type exists name origin platform { name } properties { name } status { removed } health { type } schema { name } } }',
        { urn, versionStamp },
      );
    const latest = {
      urn,
      type: 'DATASET',
      exists: true,
      name: 'details.versions',
      origin: 'PROD',
      platform: { name: 'hive' },
      properties: { name: 'second' },
      status: { removed: false },
      health: [{ type: 'INCIDENTS' }],
      schema: null,
    };
    expect((await at()).data.versionedDataset).toEqual(latest);
    expect((await at('datasetProperties:1;status:0')).data.versionedDataset).toEqual({
      ...latest,
      properties: { name: 'first' },
    });
    expect((await at('datasetProperties:9')).data.versionedDataset.properties).toBeNull();
    expect((await at('browsePaths')).errors[0].extensions.code).toBe(400);
  });
});

describe('details of an asset', () => {
  it('are shown for a dataset: runs, contract, columns and their sources, its logical parent', async () => {
    const [urn, source] = [await dataset('details.target'), await dataset('details.source')];
    const [to, from] = [`urn:li:schemaField:(${urn},a)`, `urn:li:schemaField:(${source},b)`];
    await write(urn, 'upstreamLineage', {
      upstreams: [{ dataset: source, type: 'TRANSFORMED' }],
      fineGrainedLineages: [
        { upstreamType: 'FIELD_SET', upstreams: [from], downstreamType: 'FIELD', downstreams: [to] },
      ],
    });
    await write(urn, 'logicalParent', { parent: { destinationUrn: source } });
    const check = 'urn:li:assertion:promised';
    await write(check, 'assertionInfo', { type: 'CUSTOM', customAssertion: { type: 'x', entity: urn } });
    const contract = 'urn:li:dataContract:details';
    await write(contract, 'dataContractProperties', { entity: urn, freshness: [{ assertion: check }] });
    const run = 'urn:li:dataProcessInstance:details';
    await write(run, 'dataProcessInstanceProperties', {
      name: 'run',
      created: stamp(5),
      type: 'BATCH_AD_HOC',
    });
    await write(run, 'dataProcessInstanceOutput', { outputs: [urn] });
    const end = { type: 'SUCCESS', nativeResultType: 'airflow' };
    const event = { timestampMillis: 9, status: 'COMPLETE', attempt: 1, result: end, durationMillis: 4 };
    await write(run, 'dataProcessInstanceRunEvent', event);
    const selection = `
      description externalUrl uri platformNativeType constraints { type }
      fineGrainedLineages { upstreams { urn path } downstreams { path } }
      logicalParent { urn }
      contract { urn properties { entityUrn freshness { assertion { urn } } schema { assertion { urn } } } }
      written: runs(direction: INCOMING) { total runs { urn created { time } properties { type created { time } } state { status attempt durationMillis result { resultType nativeResultType } } } }
      read: runs(direction: OUTGOING) { total }`;
    expect(await shown(urn, 'Dataset', selection)).toEqual({
      description: null,
      externalUrl: null,
      uri: null,
      platformNativeType: null,
      constraints: [],
      fineGrainedLineages: [{ upstreams: [{ urn: from, path: 'b' }], downstreams: [{ path: 'a' }] }],
      logicalParent: { urn: source },
      contract: {
        urn: contract,
        properties: { entityUrn: urn, freshness: [{ assertion: { urn: check } }], schema: null },
      },
      written: {
        total: 1,
        runs: [
          {
            urn: run,
            created: { time: 5 },
            properties: { type: 'BATCH_AD_HOC', created: { time: 5 } },
            state: [
              {
                status: 'COMPLETE',
                attempt: 1,
                durationMillis: 4,
                result: { resultType: 'SUCCESS', nativeResultType: 'airflow' },
              },
            ],
          },
        ],
      },
      read: { total: 0 },
    });
  });

  it('are shown for a job: its inputs and outputs', async () => {
    const [read, written] = [await dataset('details.read'), await dataset('details.written')];
    const job = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,details,PROD),a)';
    const before = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,details,PROD),b)';
    await write(job, 'dataJobInputOutput', {
      inputDatasets: [read],
      outputDatasets: [],
      outputDatasetEdges: [{ destinationUrn: written }],
      inputDatajobs: [before],
    });
    const selection =
      'inputOutput { inputDatasets { urn } outputDatasets { urn } inputDatajobs { urn } fineGrainedLineages { query } }';
    expect((await shown(job, 'DataJob', selection)).inputOutput).toEqual({
      inputDatasets: [{ urn: read }],
      outputDatasets: [{ urn: written }],
      inputDatajobs: [{ urn: before }],
      fineGrainedLineages: [],
    });
  });

  it('are the documents that say so', async () => {
    const urn = await dataset('details.documented');
    const info = (title: string, more: object = {}) => ({
      title,
      status: { state: 'PUBLISHED' },
      contents: { text: title },
      created: stamp(1),
      lastModified: stamp(1),
      relatedAssets: [{ asset: urn }],
      ...more,
    });
    const [root, child] = ['urn:li:document:details-root', 'urn:li:document:details-child'];
    await write(root, 'documentInfo', info('Root'));
    await write(root, 'documentSettings', { showInGlobalContext: false });
    await write(child, 'documentInfo', info('Child', { parentDocument: { document: root } }));
    await write(child, 'subTypes', { typeNames: ['Runbook'] });
    const find = async (input: object) => {
      const query =
        'query d($urn: String!, $input: RelatedDocumentsInput!) { dataset(urn: $urn) { relatedDocuments(input: $input) { start count total documents { urn } } } }';
      return (await server.graphql(query, { urn, input })).data.dataset.relatedDocuments;
    };
    expect(await find({})).toMatchObject({ start: 0, count: 2, total: 2 });
    expect((await find({ rootOnly: true })).documents).toEqual([{ urn: root }]);
    expect((await find({ parentDocuments: [root] })).documents).toEqual([{ urn: child }]);
    expect((await find({ types: ['Runbook'] })).documents).toEqual([{ urn: child }]);
    expect((await find({ domains: ['urn:li:domain:none'] })).total).toBe(0);
    const selection = 'settings { showInGlobalContext } parentDocuments { count documents { urn } }';
    expect(await shown(child, 'Document', selection)).toEqual({
      settings: null,
      parentDocuments: { count: 1, documents: [{ urn: root }] },
    });
    expect((await shown(root, 'Document', selection)).settings).toEqual({ showInGlobalContext: false });
  });

  it('are found among siblings, versions and glossary children', async () => {
    const [a, b] = [await dataset('details.sibling-a'), await dataset('details.sibling-b')];
    await write(b, 'siblings', { siblings: [a], primary: false });
    const input = '(input: { query: "*", count: 5 }) { count total searchResults { entity { urn } } }';
    expect((await shown(a, 'Dataset', `siblingsSearch${input}`)).siblingsSearch).toEqual({
      count: 1,
      total: 1,
      searchResults: [{ entity: { urn: b } }],
    });
    const set = 'urn:li:versionSet:(details,dataset)';
    const versions = { versionSet: set, version: { versionTag: '1' }, sortId: 'AAA' };
    await write(a, 'versionProperties', { ...versions, isLatest: true });
    expect((await shown(set, 'VersionSet', `versionsSearch${input}`)).versionsSearch.total).toBe(1);
    const node = await calls.mutate('createGlossaryNode', 'CreateGlossaryEntityInput', { name: 'Details' });
    const term = await calls.mutate('createGlossaryTerm', 'CreateGlossaryEntityInput', {
      name: 'In it',
      parentNode: node,
    });
    const found = (await shown(node, 'GlossaryNode', `glossaryChildrenSearch${input}`))
      .glossaryChildrenSearch;
    expect(found.searchResults).toEqual([{ entity: { urn: term } }]);
  });
});

describe('people', () => {
  it('are shown with their manager, persona and platforms', async () => {
    const urn = 'urn:li:corpuser:details';
    await write(urn, 'corpUserInfo', { active: true, managerUrn: actor, departmentId: 7 });
    const platform = 'urn:li:dataPlatform:hive';
    await write(urn, 'corpUserEditableInfo', {
      persona: 'urn:li:dataHubPersona:dataSteward',
      platforms: [platform],
    });
    const selection =
      'properties { manager { urn } departmentId } editableProperties { persona { urn } platforms { urn } } settings { views { defaultView { urn } } }';
    expect(await shown(urn, 'CorpUser', selection)).toEqual({
      properties: { manager: { urn: actor }, departmentId: 7 },
      editableProperties: {
        persona: { urn: 'urn:li:dataHubPersona:dataSteward' },
        platforms: [{ urn: platform }],
      },
      settings: null,
    });
  });

  it('set their own default view, and one for all users', async () => {
    const view = async (viewType: string): Promise<string> => {
      const definition = { entityTypes: ['DATASET'], filter: { operator: 'AND', filters: [] } };
      const input = { viewType, name: viewType, definition };
      return (await calls.mutate('createView', 'CreateViewInput', input, '{ urn }')).urn;
    };
    const [personal, global] = [await view('PERSONAL'), await view('GLOBAL')];
    const chosen = async () =>
      (
        await server.graphql(
          '{ me { corpUser { settings { appearance { showThemeV2 } views { defaultView { urn } } } } } globalViewsSettings { defaultView } }',
        )
      ).data;
    const none = { settings: { appearance: null, views: { defaultView: null } } };
    const nothing = { me: { corpUser: none }, globalViewsSettings: { defaultView: null } };
    expect(await chosen()).toEqual(nothing);
    const own = 'UpdateCorpUserViewsSettingsInput';
    const all = 'UpdateGlobalViewsSettingsInput';
    expect(await calls.mutate('updateCorpUserViewsSettings', own, { defaultView: personal })).toBe(true);
    expect(await calls.mutate('updateGlobalViewsSettings', all, { defaultView: global })).toBe(true);
    const setting = { name: 'SHOW_THEME_V2', value: true };
    expect(await calls.mutate('updateUserSetting', 'UpdateUserSettingInput', setting)).toBe(true);
    const settings = { appearance: { showThemeV2: true }, views: { defaultView: { urn: personal } } };
    expect(await chosen()).toEqual({
      me: { corpUser: { settings } },
      globalViewsSettings: { defaultView: global },
    });
    expect((await calls.refused('updateGlobalViewsSettings', all, { defaultView: personal })).code).toBe(400);
    const missing = { defaultView: 'urn:li:dataHubView:none' };
    expect((await calls.refused('updateCorpUserViewsSettings', own, missing)).code).toBe(404);
    await calls.mutate('updateCorpUserViewsSettings', own, {});
    await calls.mutate('updateGlobalViewsSettings', all, {});
    expect((await chosen()).globalViewsSettings.defaultView).toBeNull();
    const reader = await addActor(server, 'details-reader', { roles: ['Reader'] });
    const ownChoice = await callsOf(reader).mutate('updateCorpUserViewsSettings', own, {
      defaultView: global,
    });
    expect(ownChoice).toBe(true);
    expect((await callsOf(reader).refused('updateGlobalViewsSettings', all, {})).code).toBe(403);
  });
});

describe('unsupported features', () => {
  it('are reported: semantic search', async () => {
    const { code, message } = await (async () => {
      const { errors } = await calls.call(
        'query',
        'semanticSearchAcrossEntities',
        { input: ['SearchAcrossEntitiesInput!', { query: 'x' }] },
        '{ total searchResults { score } }',
      );
      return { code: errors[0].extensions.code, message: errors[0].message };
    })();
    expect(code).toBe(400);
    expect(message).toContain('Semantic search is disabled');
  });

  it('do not affect reading platform resources', async () => {
    const urn = 'urn:li:platformResource:details';
    await write(urn, 'platformResourceInfo', { resourceType: 'tag', primaryKey: 'k', secondaryKeys: ['s'] });
    const selection =
      'id info { resourceType primaryKey secondaryKeys value { blob } } properties { customProperties { key } }';
    expect(await shown(urn, 'DataHubPlatformResource', selection)).toEqual({
      id: 'details',
      info: { resourceType: 'tag', primaryKey: 'k', secondaryKeys: ['s'], value: null },
      properties: null,
    });
  });
});

describe('the run of a job', () => {
  it('shows the training of an ML model', async () => {
    const urn = 'urn:li:dataProcessInstance:details-training';
    const training = { id: 'training-1', outputUrls: ['s3://models/1'] };
    await write(urn, 'mlTrainingRunProperties', {
      ...training,
      trainingMetrics: [{ name: 'accuracy', value: '0.95' }],
      hyperParams: [{ name: 'batchSize', value: '32' }],
    });
    const selection =
      'mlTrainingRunProperties { id outputUrls trainingMetrics { name value } hyperParams { name value } }';
    expect(await shown(urn, 'DataProcessInstance', selection)).toEqual({
      mlTrainingRunProperties: {
        ...training,
        trainingMetrics: [{ name: 'accuracy', value: '0.95' }],
        hyperParams: [{ name: 'batchSize', value: '32' }],
      },
    });
  });
});
