import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { jsonAt } from '../../support/json-at.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

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
    expect(refused.json).toEqual({
      error: 'Precondition Error',
      message: ANY_TEXT,
      problems: [
        {
          code: 'PRECONDITION',
          message: ANY_TEXT,
          kind: 'CHANGED_SINCE',
          urn: URN,
          aspectName: 'datasetProperties',
        },
      ],
    });
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
      problems: [
        {
          code: 'VALIDATION',
          message: ALREADY_EXISTS,
          kind: 'ALREADY_EXISTS',
          urn: URN,
          aspectName: 'datasetProperties',
        },
      ],
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

describe('conditions in the headers of the request', () => {
  const NAME = 'datasetProperties';
  const proposal = (urn: string, name: string) => ({
    entityType: 'dataset',
    entityUrn: urn,
    aspectName: NAME,
    changeType: 'UPSERT',
    aspect: { contentType: 'application/json', value: JSON.stringify({ name }) },
  });
  type Send = (urn: string, name: string, headers: Record<string, string>) => Promise<Answer>;
  const WAYS: Readonly<Record<string, Send>> = {
    'POST of v2': (urn, name, headers) => server.request('POST', aspectPath(urn, NAME), { name }, headers),
    'POST of v3': (urn, name, headers) => {
      const path = `${aspectPath(urn, NAME, 'v3')}?createIfNotExists=false`;
      return server.request('POST', path, { value: { name } }, headers);
    },
    'PATCH of v2': (urn, name, headers) => {
      const patch = [{ op: 'add', path: '/name', value: name }];
      return server.request('PATCH', aspectPath(urn, NAME), { patch }, headers);
    },
    'a batch of v2': (urn, name, headers) => {
      const body = [{ urn, aspects: { [NAME]: { value: { name } } } }];
      return server.request('POST', '/openapi/v2/entity/dataset?async=false', body, headers);
    },
    'a batch of v3': (urn, name, headers) => {
      const body = [{ urn, [NAME]: { value: { name } } }];
      return server.request('POST', '/openapi/v3/entity/dataset?async=false', body, headers);
    },
    'a generic batch': (urn, name, headers) => {
      const body = { dataset: [{ urn, [NAME]: { value: { name } } }] };
      return server.request('POST', '/openapi/v3/entity/generic?async=false', body, headers);
    },
    'a proposal': (urn, name, headers) => {
      const body = { proposal: proposal(urn, name) };
      return server.request('POST', '/aspects?action=ingestProposal', body, headers);
    },
    'a batch of proposals': (urn, name, headers) => {
      const body = { proposals: [proposal(urn, name)] };
      return server.request('POST', '/aspects?action=ingestProposalBatch', body, headers);
    },
  };

  it.each(Object.entries(WAYS))('guard each write of %s', async (way, send) => {
    const urn = datasetUrn(`guarded by ${way}`);
    const seen = [
      (await send(urn, 'a', { 'If-Version-Match': '-1' })).status,
      (await send(urn, 'b', { 'If-Version-Match': '1' })).status,
      // What a client read before `b` does not overwrite it.
      (await send(urn, 'lost', { 'If-Version-Match': '1' })).status,
      (await send(urn, 'lost', { 'If-Unmodified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).status,
      (await send(urn, 'lost', { 'If-Modified-Since': '2999-01-01T00:00:00Z' })).status,
      (await send(urn, 'lost', { 'If-Match': '"2"' })).status,
      (await send(urn, 'lost', { 'If-Unmodified-Since': 'yesterday' })).status,
    ];
    expect(seen).toEqual([200, 200, 412, 412, 412, 400, 400]);
    const { json } = await server.request('GET', aspectPath(urn, NAME, 'v3'));
    expect(json.value.name).toBe('b');
  });

  it('yield to the conditions of an aspect in the body', async () => {
    const body = { value: { name: 'c' }, headers: { 'If-Version-Match': '-1' } };
    const path = `${aspectPath(datasetUrn('own condition'), NAME, 'v3')}?createIfNotExists=false`;
    expect((await server.request('POST', path, body, { 'If-Version-Match': '9' })).status).toBe(200);
  });

  it('guard the deletion of an aspect, and refuse that of an entity', async () => {
    const urn = datasetUrn('guarded deletion');
    await server.request('POST', aspectPath(urn, NAME), { name: 'x' });
    const entity = `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`;
    const remove = async (path: string, version: string) =>
      (await server.request('DELETE', path, undefined, { 'If-Version-Match': version })).status;
    expect(await remove(aspectPath(urn, NAME), '2')).toBe(412);
    expect(await remove(entity, '1')).toBe(400);
    expect(await remove(aspectPath(urn, NAME), '1')).toBe(200);
  });

  it('are refused where they would be ignored', async () => {
    const headers = { 'If-Version-Match': '1' };
    const query = { query: '{ __typename }', variables: {} };
    const graphql = await server.request('POST', '/api/graphql', query, headers);
    const action = await server.request('POST', '/entities?action=setWritable', { value: true }, headers);
    for (const { status, text } of [graphql, action]) {
      expect([status, text]).toEqual([400, expect.stringContaining('if-version-match')]);
    }
  });
});
