import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  withToken,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';
import { until } from '../../support/until.ts';

const SOURCE_A = 'urn:li:dataHubIngestionSource:a';
const SOURCE_B = 'urn:li:dataHubIngestionSource:b';
const SECRET = 'hush-hush-7f3a';
const RUN =
  '{ urn input { task arguments { key value } requestedAt actorUrn executorId source { type ingestionSource } } result { status report startTimeMs durationMs structuredReport { type serializedValue } } }';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer({ options: { 'ingestion.clientVersion': '1.2.3' } });
  calls = callsOf(server);
  await addSource(server, SOURCE_A);
  await addSource(server, SOURCE_B);
});
afterAll(() => server.stop());

const config = { recipe: '{"source":{"type":"csv-enricher","config":{}}}', executorId: 'default' };

async function addSource(on: TestServer, urn: string, more: object = {}): Promise<void> {
  const input = { name: urn, type: 'csv-enricher', config, ...more };
  const { errors } = await updateSource(on, urn, input);
  expect(errors).toBeUndefined();
}

const updateSource = (on: TestServer, urn: string, input: object) =>
  callsOf(on).call('mutation', 'updateIngestionSource', {
    urn: ['String!', urn],
    input: ['UpdateIngestionSourceInput!', input],
  });

const request = (ingestionSourceUrn = SOURCE_A, as = calls): Promise<string> =>
  as.mutate('createIngestionExecutionRequest', 'CreateIngestionExecutionRequestInput', {
    ingestionSourceUrn,
  });

const cancel = (executionRequestUrn: string, ingestionSourceUrn = SOURCE_A, as = calls) => {
  const input = { ingestionSourceUrn, executionRequestUrn };
  return as.call('mutation', 'cancelIngestionExecutionRequest', {
    input: ['CancelIngestionExecutionRequestInput!', input],
  });
};

const refusedRequest = (as: TestServer, ingestionSourceUrn: string) =>
  callsOf(as).refused('createIngestionExecutionRequest', 'CreateIngestionExecutionRequestInput', {
    ingestionSourceUrn,
  });

async function shown(urn: string) {
  const { data, errors } = await calls.call('query', 'executionRequest', { urn: ['String!', urn] }, RUN);
  expect(errors).toBeUndefined();
  return data.executionRequest;
}

/** Reports as an executor does. */
const report = (urn: string, result: object) =>
  server.request('POST', '/aspects?action=ingestProposal', {
    proposal: {
      entityType: 'dataHubExecutionRequest',
      changeType: 'UPSERT',
      entityKeyAspect: {
        value: JSON.stringify({ id: urn.split(':').at(-1) }),
        contentType: 'application/json',
      },
      aspectName: 'dataHubExecutionRequestResult',
      aspect: { value: JSON.stringify(result), contentType: 'application/json' },
    },
  });

/** Aspects in the topic that an executor follows, by urn. */
async function polled(urn: string, as = server) {
  const path = '/openapi/v1/events/poll?topic=MetadataChangeLog_Versioned_v1&lookbackWindowDays=1&limit=5000';
  const { json, status, text } = await as.request('GET', `${path}&pollTimeoutSeconds=0`);
  expect(status, text).toBe(200);
  const values: readonly { readonly entityUrn: string }[] = json.events.map(
    ({ value }: { readonly value: string }) => JSON.parse(value),
  );
  return values.filter(({ entityUrn }) => entityUrn === urn);
}

describe('a run of a deleted source', () => {
  const SOURCE = 'urn:li:dataHubIngestionSource:gone';
  const sourceOf = async (urn: string): Promise<unknown> => {
    const document = `{ executionRequest(urn: "${urn}") { urn source { urn type name } } }`;
    const { data, errors } = await server.graphql(document);
    expect(errors).toBeUndefined();
    return data.executionRequest;
  };

  it('has no source, neither after its deletion nor if it never existed', async () => {
    await addSource(server, SOURCE);
    const urn = await request(SOURCE);
    expect(await sourceOf(urn)).toMatchObject({ urn, source: { urn: SOURCE, type: 'csv-enricher' } });
    await calls.call('mutation', 'deleteIngestionSource', { urn: ['String!', SOURCE] });
    expect(await sourceOf(urn)).toEqual({ urn, source: null });

    const stray = 'urn:li:dataHubExecutionRequest:stray';
    const source = {
      type: 'MANUAL_INGESTION_SOURCE',
      ingestionSource: 'urn:li:dataHubIngestionSource:never',
    };
    const input = { task: 'RUN_INGEST', args: {}, executorId: 'default', requestedAt: 1, source };
    await writeAspect(server, stray, 'dataHubExecutionRequestInput', input);
    expect(await sourceOf(stray)).toEqual({ urn: stray, source: null });
  });
});

describe('a request to run an ingestion source', () => {
  it('is in the topic that an executor follows, in its form', async () => {
    const urn = await request();
    const input = {
      task: 'RUN_INGEST',
      args: {
        recipe: `{"source":{"type":"csv-enricher","config":{}},"pipeline_name":"${SOURCE_A}"}`,
        version: '1.2.3',
        debug_mode: 'false',
      },
      executorId: 'default',
      source: { type: 'MANUAL_INGESTION_SOURCE', ingestionSource: SOURCE_A },
      requestedAt: expect.any(Number),
      actorUrn: 'urn:li:corpuser:datahub',
    };
    const event = (await polled(urn)).find(
      (one) => 'aspectName' in one && one.aspectName === 'dataHubExecutionRequestInput',
    );
    expect(event).toMatchObject({ entityType: 'dataHubExecutionRequest', changeType: 'UPSERT' });
    const { aspect } = event as unknown as { readonly aspect: { readonly value: string } };
    expect(JSON.parse(aspect.value)).toEqual(input);
    expect(urn).toMatch(/^urn:li:dataHubExecutionRequest:[\da-f-]{36}$/);
  });

  it('shows status, log and report, and keeps its final state when the executor reads the log again', async () => {
    const urn = await request();
    expect(await shown(urn)).toMatchObject({ urn, result: null });
    const running = { status: 'RUNNING', startTimeMs: 5, report: 'No logs yet' };
    expect((await report(urn, running)).status).toBe(200);
    expect((await shown(urn)).result).toMatchObject({ ...running, durationMs: null });
    // Killed, and started again.
    expect((await report(urn, { ...running, startTimeMs: 6 })).status).toBe(200);
    const structuredReport = { type: 'CLI_INGEST', serializedValue: '{}', contentType: 'application/json' };
    const done = { status: 'SUCCESS', startTimeMs: 6, durationMs: 7, report: 'the log', structuredReport };
    expect((await report(urn, done)).status).toBe(200);
    expect((await report(urn, done)).status).toBe(200);
    for (const late of [running, { status: 'CANCELLED', report: 'No active execution request found.' }]) {
      const { status, text } = await report(urn, late);
      expect(status).toBe(422);
      expect(text).toContain(`${urn} has ended with status SUCCESS, which is final. Request another run.`);
    }
    expect((await shown(urn)).result).toMatchObject({ status: 'SUCCESS', report: 'the log', durationMs: 7 });
    const runs = await calls.call(
      'query',
      'ingestionSource',
      { urn: ['String!', SOURCE_A] },
      '{ executions(start: 0, count: 1) { total executionRequests { urn result { status } } } }',
    );
    expect(runs.data.ingestionSource.executions).toMatchObject({
      executionRequests: [{ urn, result: { status: 'SUCCESS' } }],
    });
    const rolledBack = await calls.mutate('rollbackIngestion', 'RollbackIngestionInput', {
      runId: urn.split(':').at(-1),
    });
    expect(rolledBack).toBe(urn.split(':').at(-1));
    expect((await shown(urn)).result).toMatchObject({ status: 'ROLLED_BACK', report: 'the log' });
    expect((await report(urn, running)).status).toBe(422);
  });

  it('has version, executor and arguments of the source', async () => {
    const recipe = JSON.stringify({ source: { type: 'x' }, pipeline_name: 'mine' });
    const extraArgs = [{ key: 'extra_env_vars', value: '{"A":"b"}' }];
    const own = { recipe, executorId: 'remote', version: 'native', debugMode: true, extraArgs };
    const source = 'urn:li:dataHubIngestionSource:own';
    await addSource(server, source, { config: own });
    const { input } = await shown(await request(source));
    const args = Object.fromEntries(
      input.arguments.map(({ key, value }: { key: string; value: string }) => [key, value]),
    );
    expect(args).toEqual({ recipe, version: 'native', debug_mode: 'true', extra_env_vars: '{"A":"b"}' });
    expect(input.executorId).toBe('remote');
  });

  it('needs a source that exists and has a recipe', async () => {
    const missing = await refusedRequest(server, 'urn:li:dataHubIngestionSource:missing');
    expect(missing).toMatchObject({ code: 404 });
    expect(missing.message).toContain('Failed to find ingestion source with urn');
    expect(await refusedRequest(server, 'urn:li:tag:a')).toMatchObject({ code: 400 });
    const yaml = 'urn:li:dataHubIngestionSource:yaml';
    await addSource(server, yaml, { config: { ...config, recipe: `{"password": ${SECRET}}` } });
    const refusal = await refusedRequest(server, yaml);
    expect(refusal).toMatchObject({ code: 400 });
    expect(refusal.message).toContain(`config.recipe of ${yaml} must be a recipe as JSON: an object`);
    expect(refusal.message).not.toContain('hush');
  });
});

describe('a cancelled request', () => {
  it('ends at once if no executor has started it, and notifies the executor', async () => {
    const urn = await request();
    expect((await cancel(urn)).data).toEqual({ cancelIngestionExecutionRequest: urn });
    expect((await shown(urn)).result).toMatchObject({
      status: 'CANCELLED',
      report: 'Cancelled before an executor started it.',
    });
    expect(await calls.stored(urn, 'dataHubExecutionRequestSignal')).toMatchObject({
      signal: 'KILL',
      executorId: 'default',
      createdAt: { actor: 'urn:li:corpuser:datahub' },
    });
    expect((await report(urn, { status: 'RUNNING', startTimeMs: 1 })).status).toBe(422);
    const again = await cancel(urn);
    expect(again.errors[0]).toMatchObject({ extensions: { code: 409 } });
    expect(again.errors[0].message).toContain('has ended already: CANCELLED');
  });

  it('is ended by the executor that runs it', async () => {
    const urn = await request();
    await report(urn, { status: 'RUNNING', startTimeMs: 1 });
    expect((await cancel(urn)).errors).toBeUndefined();
    expect((await shown(urn)).result).toMatchObject({ status: 'RUNNING' });
    expect((await report(urn, { status: 'CANCELLED', startTimeMs: 1, report: 'log' })).status).toBe(200);
  });

  it('must belong to the source', async () => {
    const urn = await request(SOURCE_B);
    for (const [of, source] of [
      [urn, SOURCE_A],
      ['urn:li:dataHubExecutionRequest:missing', SOURCE_A],
    ] as const) {
      const { errors } = await cancel(of, source);
      expect(errors[0]).toMatchObject({ extensions: { code: 404 } });
      expect(errors[0].message).toContain(`${source} has no execution request ${of}`);
    }
    expect((await shown(urn)).result).toBeNull();
  });
});

describe('a test of a connection', () => {
  it('is requested with its recipe', async () => {
    const recipe = JSON.stringify({ source: { type: 'postgres' } });
    const urn = await calls.mutate('createTestConnectionRequest', 'CreateTestConnectionRequestInput', {
      recipe,
    });
    const { input } = await shown(urn);
    expect(input).toMatchObject({
      task: 'TEST_CONNECTION',
      executorId: 'default',
      source: { type: 'MANUAL_TEST_CONNECTION', ingestionSource: null },
    });
    expect(input.arguments).toContainEqual({
      key: 'recipe',
      value: `{"source":{"type":"postgres"},"pipeline_name":"${urn}"}`,
    });
  });

  it('reveals only the position of an error in a malformed recipe', async () => {
    const recipe = `{"password": ${SECRET}}`;
    const refusal = await calls.refused('createTestConnectionRequest', 'CreateTestConnectionRequestInput', {
      recipe,
    });
    expect(refusal).toMatchObject({ code: 400 });
    expect(refusal.message).toContain('recipe must be a recipe as JSON');
    expect(refusal.message).not.toContain('hush');
  });
});

describe('a schedule', () => {
  it.each([
    [
      '61 * * * *',
      'UTC',
      "schedule.interval '61 * * * *' is not a cron expression: Invalid value for minute: 61. Use five",
    ],
    ['* * * * *', 'Mars/Phobos', "schedule.timezone 'Mars/Phobos' is not a time zone. Use an IANA name"],
  ])('%j in %j is refused', async (interval, timezone, message) => {
    const input = { name: 'x', type: 'x', config, schedule: { interval, timezone } };
    const created = await calls.refused('createIngestionSource', 'UpdateIngestionSourceInput', input);
    expect(created).toMatchObject({ code: 400 });
    expect(created.message).toContain(message);
    const { errors } = await updateSource(server, SOURCE_A, input);
    expect(errors[0].message).toContain(message);
    expect(await calls.stored(SOURCE_A, 'dataHubIngestionSourceInfo')).not.toHaveProperty('schedule');
  });

  it('is requested once, for any number of server starts', async () => {
    const at = (time: string) => ({ environment: { now: () => Date.parse(time) } });
    const first = await startServer({ onDisk: true, ...at('2030-01-01T00:30:00Z') });
    const { folder } = first;
    await addSource(first, SOURCE_A, { schedule: { interval: '0 * * * *', timezone: 'UTC' } });
    await addSource(first, SOURCE_B, { schedule: { interval: '0 0 * * *', timezone: 'UTC' } });
    await first.stop({ keepFolder: true });
    const listed = async (on: TestServer) => {
      const { data } = await on.graphql(
        '{ listExecutionRequests(input: {}) { total executionRequests { input { requestedAt actorUrn source { type ingestionSource } } } } }',
      );
      return data.listExecutionRequests;
    };
    const second = await startServer({ folder, ...at('2030-01-01T01:00:10Z') });
    await until('the run is requested', async () => (await listed(second)).total > 0);
    const source = { type: 'SCHEDULED_INGESTION_SOURCE', ingestionSource: SOURCE_A };
    const [input] = [{ requestedAt: Date.parse('2030-01-01T01:00:10Z'), actorUrn: null, source }];
    expect(await listed(second)).toEqual({ total: 1, executionRequests: [{ input }] });
    await second.stop({ keepFolder: true });
    const third = await startServer({ folder, ...at('2030-01-01T02:00:00Z') });
    await until('the next run is requested', async () => (await listed(third)).total > 1);
    expect(await listed(third)).toMatchObject({ total: 2 });
    await third.stop();
  });
});

describe('the right to run', () => {
  it('is MANAGE_INGESTION on all sources, or EXECUTE_ENTITY on one', async () => {
    const reader = await addActor(server, 'reader', { roles: ['Reader'] });
    const runner = await addActor(server, 'runner');
    const manager = await addActor(server, 'manager');
    await writePolicy(server, 'runner', {
      privileges: ['EXECUTE_ENTITY'],
      actors: { users: [userUrn('runner')] },
      resources: { filter: matching('URN', [SOURCE_A]) },
    });
    await writePolicy(server, 'manager', {
      type: 'PLATFORM',
      privileges: ['MANAGE_INGESTION'],
      actors: { users: [userUrn('manager')] },
    });
    const ofB = await request(SOURCE_B, callsOf(manager));
    const urn = await request(SOURCE_A, callsOf(runner));
    expect((await shown(urn)).input.actorUrn).toBe(userUrn('runner'));
    for (const [who, source] of [
      [reader, SOURCE_A],
      [runner, SOURCE_B],
      [runner, 'urn:li:dataHubIngestionSource:missing'],
    ] as const) {
      expect(await refusedRequest(who, source)).toMatchObject({ code: 403 });
    }
    expect((await cancel(ofB, SOURCE_B, callsOf(runner))).errors[0].extensions.code).toBe(403);
    expect((await cancel(ofB, SOURCE_A, callsOf(runner))).errors[0].extensions.code).toBe(404);
    expect((await cancel(urn, SOURCE_A, callsOf(runner))).errors).toBeUndefined();
    // Runs may show passwords in their recipes.
    const query = `{ executionRequest(urn: "${urn}") { urn } }`;
    expect((await runner.graphql(query)).errors[0].extensions.code).toBe(403);
    expect((await manager.graphql(query)).errors).toBeUndefined();
    const recipe = JSON.stringify({ source: {} });
    const test = await callsOf(runner).refused(
      'createTestConnectionRequest',
      'CreateTestConnectionRequestInput',
      {
        recipe,
      },
    );
    expect(test).toMatchObject({ code: 403 });
  });

  it('does not permit writing the request: an executor would run it', async () => {
    const editor = await addActor(server, 'editor', { roles: ['Editor'] });
    await writePolicy(server, 'editor', {
      privileges: ['CREATE_ENTITY', 'EDIT_ENTITY', 'DELETE_ENTITY', 'VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('editor')] },
    });
    const urn = await request();
    const path = `/openapi/v3/entity/datahubexecutionrequest/${encodeURIComponent(urn)}`;
    const input = {
      task: 'RUN_INGEST',
      args: {},
      executorId: 'default',
      source: { type: 'x' },
      requestedAt: 1,
    };
    const forged = encodeURIComponent('urn:li:dataHubExecutionRequest:forged');
    for (const [method, at, body] of [
      ['POST', `${path}/dataHubExecutionRequestInput`, { value: input }],
      ['POST', `${path}/dataHubExecutionRequestResult`, { value: { status: 'SUCCESS' } }],
      [
        'POST',
        `/openapi/v3/entity/datahubexecutionrequest/${forged}/dataHubExecutionRequestInput`,
        { value: input },
      ],
      ['DELETE', path, undefined],
    ] as const) {
      const { status, text } = await editor.request(method, at, body);
      expect(status, text).toBe(403);
    }
  });

  it('is not a restricted token', async () => {
    for (const restriction of [{ readOnly: true }, { entityTypes: ['dataHubIngestionSource'] }]) {
      const narrow = await withToken(server, 'urn:li:corpuser:datahub', restriction);
      expect(await refusedRequest(narrow, SOURCE_A)).toMatchObject({ code: 403 });
    }
  });

  it('is required to see requests and secrets in the change log', async () => {
    const one = await startServer();
    await hideEverything(one);
    await addSource(one, SOURCE_A);
    const urn = await request(SOURCE_A, callsOf(one));
    const input = { name: 'warehouse', value: SECRET };
    const secret = await callsOf(one).mutate('createSecret', 'CreateSecretInput', input);
    await callsOf(one).mutate('updateSecret', 'UpdateSecretInput', {
      ...input,
      urn: secret,
      value: `${SECRET}2`,
    });
    const follower = await addActor(one, 'follower');
    const executor = await addActor(one, 'executor');
    const privileges = ['GET_METADATA_CHANGE_LOG_EVENTS', 'GET_PLATFORM_EVENTS'];
    const users = [userUrn('follower'), userUrn('executor')];
    await writePolicy(one, 'follow', { type: 'PLATFORM', privileges, actors: { users } });
    await writePolicy(one, 'view', { privileges: ['VIEW_ENTITY_PAGE'], actors: { users } });
    await writePolicy(one, 'execute', {
      type: 'PLATFORM',
      privileges: ['MANAGE_INGESTION', 'MANAGE_SECRETS'],
      actors: { users: [userUrn('executor')] },
    });
    for (const hidden of [urn, SOURCE_A, secret]) expect(await polled(hidden, follower)).toEqual([]);
    expect(await polled(urn, executor)).toHaveLength(2);
    const ofSecret = JSON.stringify(await polled(secret, executor));
    expect(ofSecret).toContain('warehouse');
    expect(ofSecret).not.toMatch(/hush|colophon:1:|\\"value\\"/);
    await one.stop();
  });
});
