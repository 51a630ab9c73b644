import { describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { startCollector, type CollectedSpan, type TraceCollector } from '../../support/trace-collector.ts';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,traced,PROD)';
const TRACE = 'ab'.repeat(16);
const CALLER = 'cd'.repeat(8);

async function write(server: TestServer, headers: Record<string, string> = {}): Promise<string | null> {
  const body = [{ urn: DATASET, datasetProperties: { value: { name: 'Confidential name' } } }];
  const answer = await server.request('POST', '/openapi/v3/entity/dataset?async=false', body, headers);
  expect(answer.status).toBe(200);
  return answer.headers.get('traceparent');
}

const isRequest = ({ kind }: CollectedSpan): boolean => kind === 2;
const namesBelow = (collector: TraceCollector, span: CollectedSpan): string[] =>
  collector.below(span).map(({ name }) => name);

describe('traces', () => {
  it('show a write below the span of the caller, down to the commit and the index', async () => {
    await using collector = await startCollector();
    const server = await startServer({ options: { 'tracing.endpoint': collector.url } });
    const answered = await write(server, {
      traceparent: `00-${TRACE}-${CALLER}-01`,
      'x-request-id': 'job-7',
    });
    await server.stop();

    const request = await collector.awaited(isRequest);
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
    expect(request.name).toBe('POST /openapi/v3/entity/:entity');
    expect(answered).toBe(`00-${TRACE}-${request.spanId}-01`);
    expect(request.attributes).toMatchObject({
      'http.route': '/openapi/v3/entity/:entity',
      'http.response.status_code': 200,
      'colophon.request_id': 'job-7',
      'colophon.actor': 'urn:li:corpuser:datahub',
    });
    const below = collector.below(request);
    const commit = below.find(({ name }) => name === 'store.commit');
    expect(commit?.attributes['colophon.sequence']).toBeGreaterThan(0);
    expect(below.map(({ name }) => name)).toContain('index.apply');
    expect(collector.resource).toMatchObject({ 'service.name': 'colophon' });
    // The collector gets neither written values nor privileges.
    expect(collector.bodies.join()).not.toContain('Confidential name');
    expect(collector.bodies.join()).not.toContain(server.token);
  });

  it('show a GraphQL operation between the request and its reads', async () => {
    await using collector = await startCollector();
    const server = await startServer({ options: { 'tracing.endpoint': collector.url } });
    await write(server);
    const query =
      '{ searchAcrossEntities(input: { query: "*" }) { total searchResults { entity { urn } } } }';
    await server.graphql(query);
    await server.stop();

    const operation = await collector.awaited(({ name }) => name === 'graphql query');
    expect(operation.attributes['colophon.graphql.fields']).toBe('searchAcrossEntities');
    expect(namesBelow(collector, operation)).toContain('index.search');
    const request = collector.spans.find(({ spanId }) => spanId === operation.parentSpanId);
    expect(request).toMatchObject({ name: 'POST /api/graphql', kind: 2 });
    expect(request?.parentSpanId ?? '').toBe('');
  });

  it('show the call of a tool in the trace that its message names, or below its request', async () => {
    await using collector = await startCollector();
    const server = await startServer({ options: { 'tracing.endpoint': collector.url } });
    const call = (name: string, args: object, meta: object) =>
      server.request('POST', '/mcp', {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args, _meta: meta },
      });
    await call('get_me', {}, { traceparent: `00-${TRACE}-${CALLER}-01` });
    await call('search', { filter: 'tag = Confidential' }, { traceparent: 'no trace' });
    await server.stop();

    const joined = await collector.awaited(({ name }) => name === 'tools/call get_me');
    expect(joined).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
    expect(joined.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'get_me',
    });
    expect(namesBelow(collector, joined)).toContain('operation getOwnPrivileges');
    const failed = await collector.awaited(({ name }) => name === 'tools/call search');
    expect(failed.attributes).toMatchObject({ 'error.type': 'NOT_FOUND' });
    const request = collector.spans.find(({ spanId }) => spanId === failed.parentSpanId);
    expect(request).toMatchObject({ name: 'POST /mcp', kind: 2 });
    expect(collector.bodies.join()).not.toContain('Confidential');
  });

  it('give jobs separate traces and omit health checks', async () => {
    await using collector = await startCollector();
    const server = await startServer({ options: { 'tracing.endpoint': collector.url } });
    await server.request('GET', '/health');
    await server.request('POST', '/api/colophon/v1/doctor', {});
    const job = await collector.awaited(({ name }) => name === 'job');
    await server.stop();

    expect(job.parentSpanId ?? '').toBe('');
    expect(job.attributes).toMatchObject({ 'colophon.kind': 'doctor' });
    expect(collector.spans.filter(isRequest).map(({ name }) => name)).toEqual([
      'POST /api/colophon/v1/doctor',
    ]);
  });

  it('are sampled at the configured rate, unless the caller decides', async () => {
    await using collector = await startCollector();
    const server = await startServer({
      options: { 'tracing.endpoint': `${collector.url}/v1/traces`, 'tracing.sample': '0' },
    });
    await write(server);
    await write(server, { traceparent: `00-${'ef'.repeat(16)}-${CALLER}-00` });
    await write(server, { traceparent: `00-${TRACE}-${CALLER}-01` });
    await server.stop();
    expect(collector.spans.filter(isRequest).map(({ traceId }) => traceId)).toEqual([TRACE]);
  });

  it('do not affect requests if the collector is unavailable', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    const server = await startServer({ options: { 'tracing.endpoint': endpoint, logLevel: 'silent' } });
    await write(server);
    const metrics = async () => (await server.request('GET', '/metrics')).text;
    await expect.poll(metrics).toMatch(/spans_total\{outcome="failed"\} [1-9]/);
    await write(server);
    await server.stop();
  });

  it('refuse an invalid endpoint with what is allowed', async () => {
    const refused = startServer({ options: { 'tracing.endpoint': 'collector:4318' } });
    await expect(refused).rejects.toThrow(
      "'tracing.endpoint' must be an address such as http://collector:4318",
    );
    const share = startServer({ options: { 'tracing.sample': '1.5' } });
    await expect(share).rejects.toThrow("'tracing.sample' must be a number from 0 to 1");
  });
});
