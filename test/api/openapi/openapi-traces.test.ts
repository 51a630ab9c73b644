import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { jsonAt } from '../../support/json-at.ts';
import { startServer } from '../../support/start-server.ts';
import type { Answer, TestServer } from '../../support/start-server.ts';

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
  it('is in its system metadata and in the answer, whatever the client claims', async () => {
    const urn = datasetUrn('traces.id');
    const written = await name(urn, 'a');
    const properties = { job: 'nightly', telemetryTraceId: traceOf(written) };
    expect(jsonAt(written.json, 0, 'datasetProperties', 'systemMetadata', 'properties')).toEqual(properties);
    expect(await storedMetadata(urn)).toMatchObject({ version: '1', properties });
    expect(await storedMetadata(urn, 'datasetKey')).toMatchObject({ properties });
  });

  it('is that of the caller', async () => {
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
