import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { jsonAt } from '../../support/json-at.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor, hideEverything, matching, userUrn, writePolicy } from '../../support/test-actors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const ENTITIES = '/openapi/v3/entity/dataset';
const CALLER = '4bf92f3577b34da6a3ce929d0e0e4736';
const FROM_CALLER = { traceparent: `00-${CALLER}-00f067aa0ba902b7-01` };

/** Names a dataset. */
function name(urn: string, to: string, headers: Record<string, string> = {}): Promise<Answer> {
  const systemMetadata = {
    properties: { job: 'nightly', telemetryTraceId: 'of the client', isNoOp: 'true' },
  };
  const body = [{ urn, datasetProperties: { value: { name: to }, systemMetadata } }];
  return server.request('POST', `${ENTITIES}?async=false&systemMetadata=true`, body, headers);
}

/** The trace id of an answer. */
function traceOf({ headers }: Answer): string {
  return headers.get('traceparent')?.split('-')[1] ?? 'no traceparent';
}

async function storedMetadata(urn: string, aspect = 'datasetProperties'): Promise<unknown> {
  const { json } = await server.request('GET', `${aspectPath(urn, aspect, 'v3')}?systemMetadata=true`);
  return jsonAt(json, 'systemMetadata');
}

describe('the trace id of a write', () => {
  it("is in its system metadata and in the response, regardless of the client's", async () => {
    const urn = datasetUrn('traces.id');
    const written = await name(urn, 'a');
    const properties = { job: 'nightly', telemetryTraceId: traceOf(written) };
    expect(jsonAt(written.json, 0, 'datasetProperties', 'systemMetadata', 'properties')).toEqual(properties);
    expect(await storedMetadata(urn)).toMatchObject({ version: '1', properties });
    expect(await storedMetadata(urn, 'datasetKey')).toMatchObject({ properties });
  });

  it('is taken from the caller', async () => {
    const urn = datasetUrn('traces.caller');
    expect(traceOf(await name(urn, 'a', FROM_CALLER))).toBe(CALLER);
    expect(await storedMetadata(urn)).toMatchObject({ properties: { telemetryTraceId: CALLER } });
  });

  it('does not make an equal value a change', async () => {
    const urn = datasetUrn('traces.noop');
    const first = await name(urn, 'a');
    const second = await name(urn, 'a');
    const properties = {
      job: 'nightly',
      telemetryTraceId: traceOf(second),
      isNoOp: 'true',
      telemetryValueTraceId: traceOf(first),
    };
    expect(jsonAt(second.json, 0, 'datasetProperties', 'systemMetadata', 'properties')).toEqual(properties);
    expect(await storedMetadata(urn)).toMatchObject({ version: '1', properties });
    expect(second.headers.get('x-colophon-sequence')).toBe(first.headers.get('x-colophon-sequence'));
    const third = await name(urn, 'b');
    expect(await storedMetadata(urn)).toMatchObject({
      version: '2',
      properties: { job: 'nightly', telemetryTraceId: traceOf(third) },
    });
  });

  it('is kept by every protocol', async () => {
    const urn = datasetUrn('traces.protocols');
    await name(urn, 'a');
    const aspect = { contentType: 'application/json', value: '{"removed":true}' };
    const proposal = {
      entityType: 'dataset',
      entityUrn: urn,
      aspectName: 'status',
      changeType: 'UPSERT',
      aspect,
    };
    const restli = await server.request('POST', '/aspects?action=ingestProposal', { proposal });
    expect(await storedMetadata(urn, 'status')).toMatchObject({
      properties: { telemetryTraceId: traceOf(restli) },
    });
    const query = `mutation { updateDescription(input: { resourceUrn: "${urn}", description: "x" }) }`;
    const graphql = await server.request('POST', '/api/graphql', { query });
    expect(graphql.json).toMatchObject({ data: { updateDescription: true } });
    expect(await storedMetadata(urn, 'editableDatasetProperties')).toMatchObject({
      properties: { telemetryTraceId: traceOf(graphql) },
    });
  });

  it('is also that of a refused write, and of no read', async () => {
    const urn = datasetUrn('traces.refused');
    const refused = await server.request('POST', `${ENTITIES}?async=false`, [
      { urn, status: { value: { removed: false }, headers: { 'If-Version-Match': '7' } } },
    ]);
    expect([refused.status, traceOf(refused)]).toEqual([412, expect.stringMatching(/^[0-9a-f]{32}$/)]);
    const read = await server.request(
      'GET',
      `${ENTITIES}/${encodeURIComponent(urn)}`,
      undefined,
      FROM_CALLER,
    );
    expect(traceOf(read)).toBe('no traceparent');
  });
});

const BOTH = (writeStatus: string, success = true) => ({
  success,
  primaryStorage: { writeStatus },
  searchStorage: { writeStatus },
});
const UNKNOWN = {
  success: true,
  primaryStorage: { writeStatus: 'UNKNOWN', writeMessage: expect.stringContaining('No trace of this write') },
  searchStorage: { writeStatus: 'UNKNOWN', writeMessage: 'Primary storage write indeterminate.' },
};
const ERROR = (message: string, remedy: string) => ({
  success: false,
  primaryStorage: { writeStatus: 'ERROR', writeMessage: remedy, writeExceptions: [{ message }] },
  searchStorage: { writeStatus: 'ERROR', writeMessage: 'Primary storage write failed.' },
});
const ALL = 'onlyIncludeErrors=false&detailed=true&skipCache=true';

/** State of a write of a dataset; without aspect, of its name. */
async function fate(
  trace: string,
  urn: string,
  { aspect = 'datasetProperties', caller = server, query = ALL } = {},
): Promise<unknown> {
  const answer = await caller.request('POST', `/openapi/v1/trace/write/${trace}?${query}`, {
    [urn]: [aspect],
  });
  expect(answer.status).toBe(200);
  return query === ALL ? jsonAt(answer.json, urn, aspect) : answer.json;
}

/** Writes the removal of a dataset on a condition that does not hold. */
function failToRemove(urn: string, caller = server, headers: Record<string, string> = {}): Promise<Answer> {
  return caller.request(
    'POST',
    `${ENTITIES}?async=true&systemMetadata=true`,
    [{ urn, status: { value: { removed: true }, headers: { 'If-Version-Match': '-10000' } } }],
    headers,
  );
}

describe('POST /openapi/v1/trace/write/{traceId}', () => {
  it('shows the state of a synchronous and of an asynchronous write', async () => {
    const urn = datasetUrn('traces.fates');
    const written = await name(urn, 'a');
    expect(await fate(traceOf(written), urn)).toEqual(BOTH('ACTIVE_STATE'));
    expect(await fate(written.headers.get('traceparent') ?? '', urn)).toEqual(BOTH('ACTIVE_STATE'));
    expect(await fate(traceOf(written).toUpperCase(), urn)).toEqual(BOTH('ACTIVE_STATE'));
    expect(await fate(traceOf(written), urn, { aspect: 'datasetKey' })).toEqual(BOTH('ACTIVE_STATE'));
    const status = { value: { removed: false } };
    const later = await server.request('POST', `${ENTITIES}?async=true`, [{ urn, status }]);
    expect([later.status, later.headers.get('x-colophon-warnings')]).toEqual([202, null]);
    expect(await fate(traceOf(later), urn, { aspect: 'status' })).toEqual(BOTH('ACTIVE_STATE'));
  });

  it('shows equal and overwritten values, for any number of writes', async () => {
    const urn = datasetUrn('traces.overwritten');
    const traces = [];
    for (const to of ['a', 'a', 'b', 'b', 'c']) traces.push(traceOf(await name(urn, to)));
    const fates = await Promise.all(traces.map((trace) => fate(trace, urn)));
    expect(fates).toEqual([
      BOTH('HISTORIC_STATE'),
      BOTH('NO_OP'),
      BOTH('HISTORIC_STATE'),
      BOTH('NO_OP'),
      BOTH('ACTIVE_STATE'),
    ]);
    // Of several equal writes, only the last has a trace.
    const [first, last] = [traceOf(await name(urn, 'c')), traceOf(await name(urn, 'c'))];
    expect([await fate(first, urn), await fate(last, urn)]).toEqual([UNKNOWN, BOTH('NO_OP')]);
    expect(await fate(traces.at(-1) ?? '', urn)).toEqual(BOTH('ACTIVE_STATE'));
  });

  it('shows no state for other requests, missing aspects and points', async () => {
    const urn = datasetUrn('traces.unknown');
    const trace = traceOf(await name(urn, 'a'));
    expect(await fate(CALLER, urn)).toEqual(UNKNOWN);
    expect(await fate(trace, urn, { aspect: 'ownership' })).toEqual(UNKNOWN);
    expect(await fate(trace, datasetUrn('traces.missing'))).toEqual(UNKNOWN);
    expect(await fate(trace, urn, { aspect: 'datasetProfile' })).toEqual({
      success: true,
      primaryStorage: { writeStatus: 'NO_OP' },
      searchStorage: { writeStatus: 'TRACE_NOT_IMPLEMENTED' },
    });
    expect(await fate(trace, urn, { query: '' })).toEqual({});
  });

  it('shows why an asynchronous write failed', async () => {
    const urn = datasetUrn('traces.failed');
    await server.request('POST', `${ENTITIES}?async=false`, [{ urn, status: { value: { removed: false } } }]);
    const failed = await failToRemove(urn);
    const trace = traceOf(failed);
    const message = 'Expected version -10000, actual version 1';
    expect([failed.status, failed.json]).toEqual([
      202,
      [
        {
          urn,
          status: expect.objectContaining({
            value: { removed: true },
            systemMetadata: expect.objectContaining({ properties: { telemetryTraceId: trace } }),
          }),
        },
      ],
    ]);
    expect(failed.headers.get('x-colophon-warnings')).toContain(`Nothing was written. ${message}`);
    expect(failed.headers.get('x-colophon-sequence')).toBeNull();
    expect(await storedMetadata(urn, 'status')).toMatchObject({ version: '1' });
    expect(await fate(trace, urn, { aspect: 'status' })).toEqual(
      ERROR(message, 'Read the aspect again and retry with its version.'),
    );
    const { primaryStorage, ...rest } = ERROR(message, 'Read the aspect again and retry with its version.');
    const { writeExceptions: _, ...undetailed } = primaryStorage;
    expect(await fate(trace, urn, { aspect: 'status', query: '' })).toEqual({
      [urn]: { status: { ...rest, primaryStorage: undetailed } },
    });
  });

  it('shows that a failed condition does not prevent other writes of the request', async () => {
    const [urn, other] = [datasetUrn('traces.whole'), datasetUrn('traces.other')];
    const unmet = { value: { removed: true }, headers: { 'If-Version-Match': '7' } };
    const failed = await server.request('POST', `${ENTITIES}?async=true`, [
      { urn, status: unmet },
      { urn: other, status: { value: { removed: true } } },
    ]);
    const of = (asked: string) => fate(traceOf(failed), asked, { aspect: 'status' });
    expect(await of(urn)).toMatchObject(BOTH('ERROR', false));
    expect(await of(other)).toEqual(BOTH('ACTIVE_STATE'));
    expect(failed.headers.get('x-colophon-warnings')).toContain(
      '1 of 2 changes refused, the others are written',
    );
    expect(failed.json.map((entity: object) => jsonAt(entity, 'status', 'value', 'removed'))).toEqual([
      true,
      true,
    ]);
    expect((await server.request('GET', aspectPath(urn, 'status', 'v3'))).status).toBe(404);
  });

  it('shows writes that were refused among others', async () => {
    const [urn, other] = [datasetUrn('traces.refusedBeside'), datasetUrn('traces.written')];
    const failed = await server.request('POST', `${ENTITIES}?async=true`, [
      { urn, status: { value: { removed: 'perhaps' } } },
      { urn: other, status: { value: { removed: true } } },
    ]);
    const of = (asked: string) => fate(traceOf(failed), asked, { aspect: 'status' });
    expect(await of(urn)).toEqual(
      ERROR(expect.stringContaining('cannot be coerced'), 'Correct the value and send it again.'),
    );
    expect(await of(other)).toEqual(BOTH('ACTIVE_STATE'));
  });

  it('refuses failures at once unless the client requests an asynchronous write', async () => {
    const urn = datasetUrn('traces.strict');
    const unmet = { value: { removed: true }, headers: { 'If-Version-Match': '7' } };
    expect((await server.request('POST', ENTITIES, [{ urn, status: unmet }])).status).toBe(412);
    expect((await failToRemove(urn, server, { 'x-colophon-strict': 'true' })).status).toBe(412);
    const invalid = { value: { removed: 'perhaps' }, headers: { 'If-Version-Match': '7' } };
    const body = [{ urn, status: invalid }];
    expect((await server.request('POST', `${ENTITIES}?async=true`, body)).status).toBe(400);
  });

  it('shows failures only to their caller, and only of readable aspects', async () => {
    await hideEverything(server);
    const [urn, hidden] = [datasetUrn('traces.shared'), datasetUrn('traces.hidden')];
    const [ana, ben] = await Promise.all(['ana', 'ben'].map((user) => addActor(server, user)));
    if (ana === undefined || ben === undefined) throw new Error('no users');
    await writePolicy(server, 'traces', {
      privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'CREATE_ENTITY'],
      actors: { users: [userUrn('ana'), userUrn('ben')] },
      resources: { filter: matching('URN', [urn]) },
    });
    const written = traceOf(await name(urn, 'a'));
    const elsewhere = traceOf(await name(hidden, 'a'));
    expect(await fate(written, urn, { caller: ana })).toEqual(BOTH('ACTIVE_STATE'));
    expect(await fate(elsewhere, hidden, { caller: ana })).toEqual(UNKNOWN);

    const failed = await failToRemove(urn, ana, FROM_CALLER);
    expect(failed.status).toBe(202);
    const of = (caller: TestServer) => fate(CALLER, urn, { aspect: 'status', caller });
    expect(await of(ana)).toMatchObject(BOTH('ERROR', false));
    expect([await of(ben), await of(server)]).toEqual([UNKNOWN, UNKNOWN]);
    expect((await failToRemove(hidden, ben)).status).toBe(403);
  });

  it.each([
    ['x', {}, "'x' is not a trace id"],
    [`${CALLER}0`, {}, 'is not a trace id'],
    [CALLER, { [datasetUrn('up')]: ['bogus'] }, 'Unknown aspect bogus'],
    [CALLER, { [datasetUrn('up')]: 'status' }, 'must be a list'],
    [CALLER, { nonsense: ['status'] }, 'Invalid urn!: nonsense'],
    [CALLER, [], 'The body must be a JSON object'],
    [`${CALLER}?detailed=perhaps`, {}, "it is 'perhaps'"],
  ])('refuses %s with %j', async (id, body, message) => {
    const answer = await server.request('POST', `/openapi/v1/trace/write/${id}`, body);
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
