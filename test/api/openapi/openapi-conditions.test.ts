import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { jsonAt } from '../../support/json-at.ts';
import { startServer } from '../../support/start-server.ts';
import type { Answer, TestServer } from '../../support/start-server.ts';

const ANY_TEXT: unknown = expect.any(String);
const ALREADY_EXISTS: unknown = expect.stringContaining(
  'Cannot perform CREATE since the aspect already exists.',
);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const URN = datasetUrn('conditions');
const ASPECT = `${aspectPath(URN, 'datasetProperties', 'v3')}?createIfNotExists=false`;
let count = 0;
const write = (headers: Record<string, string>): Promise<Answer> =>
  server.request('POST', ASPECT, { value: { name: `name ${count++}` }, headers });

describe('conditional writes', () => {
  it('compare versions, of which the first is 1', async () => {
    expect((await write({ 'If-Version-Match': '7' })).status).toBe(412);
    expect((await write({ 'If-Version-Match': '-1' })).status).toBe(200);
    expect((await write({ 'If-Version-Match': '-1' })).status).toBe(412);
    expect((await write({ 'If-Version-Match': '1' })).status).toBe(200);
    const refused = await write({ 'If-Version-Match': '1' });
    expect(refused.status).toBe(412);
    expect(refused.json).toEqual({ error: 'Precondition Error', message: ANY_TEXT });
    expect(jsonAt(refused.json, 'message')).toContain('Expected version 1, actual version 2');
  });

  it('hold for a batch as a whole', async () => {
    const other = datasetUrn('conditions.other');
    const body = [
      { urn: other, datasetProperties: { value: { name: 'never' } } },
      {
        urn: URN,
        datasetProperties: { value: { name: 'never' }, headers: { 'If-Version-Match': '-10000' } },
      },
    ];
    const answer = await server.request('POST', '/openapi/v3/entity/dataset?async=false', body);
    expect(answer.status).toBe(412);
    expect(jsonAt(answer.json, 'error')).toBe('Precondition Error');
    const missing = await server.request('GET', aspectPath(other, 'datasetProperties', 'v3'));
    expect([missing.status, missing.headers.get('not-found-reason')]).toEqual([404, 'ENTITY']);
  });

  it('compare times', async () => {
    expect((await write({ 'If-Unmodified-Since': '2000-01-01T00:00:00Z' })).status).toBe(412);
    expect((await write({ 'If-Modified-Since': '2000-01-01T00:00:00Z' })).status).toBe(200);
    expect((await write({ 'If-Modified-Since': '2999-01-01T00:00:00Z' })).status).toBe(412);
    expect((await write({ 'If-Unmodified-Since': '2999-01-01T00:00:00Z' })).status).toBe(200);
  });

  it('skip silently what exists, if asked', async () => {
    const url = aspectPath(URN, 'datasetProperties', 'v3');
    const before = (await server.request('GET', url)).text;
    const body = { value: { name: 'never' }, headers: { 'If-None-Match': '*' } };
    const answer = await server.request('POST', url, body);
    expect([answer.status, answer.json]).toEqual([200, { urn: URN }]);
    expect((await server.request('GET', url)).text).toBe(before);
    expect((await server.request('POST', url, { value: { name: 'never' } })).json).toEqual({
      error: 'Validation Error',
      message: ALREADY_EXISTS,
    });
  });

  it('create an entity only once', async () => {
    const urn = datasetUrn('conditions.created');
    const url = `${aspectPath(urn, 'datasetProperties', 'v3')}?createIfNotExists=false&createIfEntityNotExists=true`;
    expect((await server.request('POST', url, { value: { name: 'a' } })).status).toBe(200);
    expect((await server.request('POST', url, { value: { name: 'b' } })).status).toBe(400);
  });
});

describe('versions of an aspect', () => {
  it('can be read, and are counted in the system metadata', async () => {
    const urn = datasetUrn('conditions.versions');
    const url = aspectPath(urn, 'datasetProperties', 'v3');
    for (const name of ['one', 'two', 'three']) {
      await server.request('POST', `${url}?createIfNotExists=false`, {
        value: { name },
        systemMetadata: { runId: `run-${name}`, lastObserved: 5, pipelineName: 'p', properties: { a: 'b' } },
      });
    }
    const read = async (version: number): Promise<unknown> =>
      jsonAt((await server.request('GET', `${url}?version=${version}`)).json, 'value', 'name');
    expect(await Promise.all([0, 1, 2].map(read))).toEqual(['three', 'one', 'two']);
    const latest = await server.request('GET', `${url}?systemMetadata=true`);
    expect(jsonAt(latest.json, 'systemMetadata')).toMatchObject({
      version: '3',
      runId: 'run-three',
      lastObserved: 5,
      pipelineName: 'p',
      properties: { a: 'b' },
    });
    expect(jsonAt(latest.json, 'auditStamp', 'actor')).toBe('urn:li:corpuser:datahub');
    const old = await server.request('POST', '/openapi/v3/entity/dataset/batchGet', [
      { urn, datasetProperties: { headers: { 'If-Version-Match': '1' } } },
    ]);
    expect(old.json).toEqual([{ urn, datasetProperties: { value: { name: 'one' } } }]);
  });
});

describe('a timeseries aspect', () => {
  it('answers its newest point', async () => {
    const urn = datasetUrn('conditions.profiled');
    const url = aspectPath(urn, 'datasetProfile', 'v3');
    expect((await server.request('GET', url)).headers.get('not-found-reason')).toBe('ENTITY');
    await server.request('POST', aspectPath(urn, 'status', 'v2'), { removed: false });
    expect((await server.request('HEAD', url)).status).toBe(404);
    for (const timestampMillis of [1_700_000_000_000, 1_700_000_000_001]) {
      const value = { timestampMillis, rowCount: 3 };
      const written = await server.request('POST', `${url}?createIfNotExists=false`, { value });
      expect(written.json, written.text).toEqual({ urn, datasetProfile: { value } });
    }
    const value = { timestampMillis: 1_700_000_000_001, rowCount: 3 };
    expect((await server.request('GET', url)).json).toEqual({ value });
    expect((await server.request('HEAD', url)).status).toBe(204);
    const batch = await server.request('POST', '/openapi/v3/entity/dataset/batchGet', [
      { urn, datasetProfile: {} },
    ]);
    expect(batch.json).toEqual([{ urn, datasetProfile: { value } }]);
  });
});
