import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ask,
  createMemoryHttpServer,
  type MemoryAnswer,
  type MemoryHttpServer,
} from '../../../test/support/memory/http-server.ts';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,db/orders,PROD)';
const TAG = 'urn:li:tag:pii';
const V2 = '/openapi/v2/entity';
const V3 = '/openapi/v3/entity';

let server: MemoryHttpServer;
beforeEach(() => {
  server = createMemoryHttpServer();
});
afterEach(() => server.app.close());

const get = (url: string): Promise<MemoryAnswer> => ask(server, 'GET', url);
const post = (url: string, body: unknown): Promise<MemoryAnswer> => ask(server, 'POST', url, body);
const path = (urn: string): string => encodeURIComponent(urn);
const status = { removed: false };
const writeStatus = (urn = DATASET): Promise<MemoryAnswer> =>
  post(`${V3}/dataset?async=false`, [{ urn, status: { value: status } }]);

describe('writing one aspect', () => {
  it('upserts in v2, without an envelope', async () => {
    const answer = await post(`${V2}/dataset/${path(DATASET)}/status`, status);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ urn: DATASET, aspects: { status: { value: status } } });
    expect(server.catalog.proposals).toEqual([
      { urn: DATASET, aspectName: 'status', changeType: 'UPSERT', value: status },
    ]);
  });

  it('creates in v3, with an envelope', async () => {
    const url = `${V3}/dataset/${path(DATASET)}/status`;
    const answer = await post(url, { value: status, headers: {}, systemMetadata: null });
    expect(answer.json).toEqual({ urn: DATASET, status: { value: status } });
    const again = await post(url, { value: status });
    expect(again.status).toBe(400);
    expect(again.json).toEqual({
      error: 'Validation Error',
      message: 'Cannot perform CREATE since the aspect already exists.',
    });
    expect((await post(`${url}?createIfNotExists=false`, { value: status })).status).toBe(200);
  });

  it.each([
    ['', 'CREATE'],
    ['?createIfNotExists=true&createIfEntityNotExists=true', 'CREATE'],
    ['?createIfNotExists=false&createIfEntityNotExists=true', 'CREATE_ENTITY'],
    ['?createIfNotExists=false', 'UPSERT'],
    ['?createIfNotExists=false&createIfNotExists=false', 'UPSERT'],
    ['?createIfNotExists=false,false&createEntityIfNotExists=false&x=y', 'UPSERT'],
    ['?createIfNotExists=', 'CREATE'],
  ])('takes %j for %s in version 3', async (query, changeType) => {
    await post(`${V3}/dataset/${path(DATASET)}/status${query}`, { value: status });
    expect(server.catalog.proposals[0]?.changeType).toBe(changeType);
  });

  it('answers 202 to an asynchronous write, with the sequence', async () => {
    const answer = await post(`${V3}/dataset/${path(DATASET)}/status?async=true`, { value: status });
    expect(answer.status).toBe(202);
    expect(answer.headers['x-colophon-sequence']).toBe('1');
    expect(answer.headers['traceparent']).toBe(`00-${'0'.repeat(16)}${'ab'.repeat(8)}-${'ab'.repeat(8)}-01`);
  });

  it('returns the stored value byte for byte, with system metadata on request', async () => {
    const url = `${V3}/dataset/${path(DATASET)}/structuredProperties?systemMetadata=true`;
    const propertyUrn = 'urn:li:structuredProperty:a.b';
    const answer = await post(url, { value: { properties: [{ propertyUrn, values: [{ double: 30 }] }] } });
    expect(answer.text).toContain(
      `"value":{"properties":[{"propertyUrn":"${propertyUrn}","values":[{"double":30.0}]}]}`,
    );
    expect(answer.at('structuredProperties', 'systemMetadata', 'version')).toBe('1');
    expect(answer.at('structuredProperties', 'auditStamp')).toEqual({
      time: 1,
      actor: 'urn:li:corpuser:datahub',
    });
  });

  it('returns only the urn when a condition prevented the write', async () => {
    await writeStatus();
    const body = { value: status, headers: { 'If-None-Match': '*' } };
    const answer = await post(`${V3}/dataset/${path(DATASET)}/status`, body);
    expect([answer.status, answer.json]).toEqual([200, { urn: DATASET }]);
  });

  it('passes on conditions and system metadata', async () => {
    await post(`${V3}/dataset/${path(DATASET)}/status`, {
      value: status,
      systemMetadata: { runId: 'r', lastObserved: 5, version: '77', properties: { a: 'b' } },
      headers: { 'If-Version-Match': '3', 'If-Unmodified-Since': '2026-01-31T12:00:00Z', other: 'x' },
    });
    expect(server.catalog.proposals[0]).toMatchObject({
      systemMetadata: { runId: 'r', lastObserved: 5, properties: { a: 'b' } },
      condition: { ifVersionMatch: '3', ifUnmodifiedSince: Date.UTC(2026, 0, 31, 12) },
    });
    expect(server.catalog.proposals[0]?.systemMetadata).not.toHaveProperty('version');
  });

  it('answers a failed condition with exactly error and message', async () => {
    const body = { value: status, headers: { 'If-Version-Match': '-10000' } };
    const answer = await post(`${V3}/dataset/${path(DATASET)}/status`, body);
    expect(answer.status).toBe(412);
    expect(answer.json).toEqual({
      error: 'Precondition Error',
      message: 'Expected version -10000, actual version 1',
    });
  });

  it.each([
    [undefined, 'no body'],
    [[], 'The body must be a JSON object'],
    [{ removed: true }, 'Missing `value` field'],
    [{ value: 3 }, 'body.value must be a JSON object, but it is 3'],
    [{ value: {}, headers: { 'If-Modified-Since': 'yesterday' } }, 'body.headers.If-Modified-Since must be'],
    [{ value: {}, headers: { 'If-None-Match': 'x' } }, 'body.headers.If-None-Match must be "*"'],
    [{ value: {}, systemMetadata: { runId: 3 } }, 'body.systemMetadata.runId must be a string, but it is 3'],
    [{ value: {}, systemMetadata: 'x' }, 'body.systemMetadata must be a JSON object'],
  ])('refuses %j and names the path', async (body, message) => {
    const answer = await post(`${V3}/dataset/${path(DATASET)}/status`, body);
    expect(answer.status).toBe(400);
    expect(answer.at('message')).toContain(message);
  });

  it.each(['async=maybe', 'async=true&async=false', 'systemMetadata=2'])(
    'refuses the query %s',
    async (query) => {
      const answer = await post(`${V3}/dataset/${path(DATASET)}/status?${query}`, { value: status });
      expect(answer.status).toBe(400);
      expect(answer.at('message')).toContain(query.split('=')[0]);
    },
  );
});

describe('deleting', () => {
  it('deletes an entity, even a nonexistent one, and ignores the body', async () => {
    for (const body of [undefined, [], '{']) {
      await writeStatus();
      const answer = await ask(server, 'DELETE', `${V3}/dataset/${DATASET}`, body);
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect((await get(`${V3}/dataset/${path(DATASET)}`)).status).toBe(404);
    }
    expect((await ask(server, 'DELETE', `${V3}/dataset/${DATASET}`)).status).toBe(200);
    const text = await ask(server, 'DELETE', `${V3}/dataset/${DATASET}`, 'x', {
      'content-type': 'text/plain',
    });
    expect(text.status).toBe(200);
  });

  it('deletes aspects', async () => {
    await ask(server, 'DELETE', `${V3}/dataset/${DATASET}?aspects=status,ownership`);
    await ask(server, 'DELETE', `${V2}/dataset/${path(DATASET)}/status`);
    expect(server.catalog.proposals).toEqual(
      ['status', 'ownership', 'status'].map((aspectName) => ({
        urn: DATASET,
        aspectName,
        changeType: 'DELETE',
      })),
    );
  });

  it('clears all aspects but the key', async () => {
    await writeStatus();
    server.catalog.proposals.length = 0;
    await ask(server, 'DELETE', `${V3}/dataset/${DATASET}?clear=true`);
    expect(server.catalog.proposals).toEqual([{ urn: DATASET, aspectName: 'status', changeType: 'DELETE' }]);
    expect((await get(`${V3}/dataset/${path(DATASET)}`)).status).toBe(200);
  });
});

describe('patching', () => {
  const patch = [{ op: 'add', path: '/properties/a', value: { x: 1 } }];

  it.each([[{ patch }], [patch], [{ value: { patch } }], [{ value: patch, systemMetadata: null }]])(
    'takes the form %j',
    async (body) => {
      const url = `${V2}/dataset/${path(DATASET)}/structuredProperties`;
      const answer = await ask(server, 'PATCH', url, body, { 'content-type': 'application/json-patch+json' });
      expect(answer.json).toEqual({
        urn: DATASET,
        aspects: { structuredProperties: { value: { patched: true } } },
      });
      expect(server.catalog.proposals[0]).toMatchObject({
        changeType: 'PATCH',
        patch: { operations: patch },
      });
    },
  );

  it('passes on keys of arrays', async () => {
    const url = `${V3}/dataset/${path(DATASET)}/structuredProperties`;
    const keys = { properties: ['propertyUrn', 'attribution␟source'] };
    await ask(server, 'PATCH', url, { patch: [], arrayPrimaryKeys: keys, forceGenericPatch: true });
    await ask(server, 'PATCH', url, { patch: [], forceGenericPatch: true });
    await ask(server, 'PATCH', url, { patch: [], arrayPrimaryKeys: null });
    expect(
      server.catalog.proposals.map((proposal) => proposal.changeType === 'PATCH' && proposal.patch),
    ).toEqual([
      { operations: [], arrayPrimaryKeys: keys },
      { operations: [], arrayPrimaryKeys: {} },
      { operations: [] },
    ]);
  });

  it('ignores the value that clients send with remove', async () => {
    const url = `${V3}/dataset/${path(DATASET)}/structuredProperties`;
    await ask(server, 'PATCH', url, { patch: [{ op: 'remove', path: '/properties/a', value: {} }] });
    expect(server.catalog.proposals[0]).toMatchObject({
      patch: { operations: [{ op: 'remove', path: '/properties/a' }] },
    });
  });

  it.each([
    [{}, 'Missing `patch` field'],
    [{ patch: {} }, 'body.patch must be a list of operations'],
    [{ patch: [{ op: 'increment', path: '/a' }] }, 'body.patch[0].op must be one of'],
    [{ patch: [{ op: 'add', path: '/a' }] }, 'body.patch[0].value is missing'],
    [{ patch: [{ op: 'remove', path: 'a' }] }, "path must be empty or start with '/'"],
    [{ patch: [{ op: 'move', path: '/a' }] }, 'body.patch[0].from must be a string'],
    [{ patch: [], arrayPrimaryKeys: { a: 'b' } }, 'arrayPrimaryKeys.a must be a list'],
    [{ value: { patch: {} } }, 'body.value.patch must be a list of operations'],
    [{ patch: [], forceGenericPatch: 'yes' }, 'forceGenericPatch must be true or false'],
  ])('refuses %j', async (body, message) => {
    const answer = await ask(server, 'PATCH', `${V3}/dataset/${path(DATASET)}/status`, body);
    expect(answer.status).toBe(400);
    expect(answer.at('message')).toContain(message);
  });
});

describe('batches', () => {
  it('return in v3 the written aspects, one element per urn', async () => {
    const body = [
      { urn: DATASET, status: { value: status, systemMetadata: null, headers: {} } },
      { urn: 'urn:li:dataset:(urn:li:dataPlatform:hive,b,PROD)', status: { value: { removed: true } } },
      { urn: DATASET, datasetProperties: { value: { customProperties: {} } }, ownership: null },
    ];
    const answer = await post(`${V3}/dataset?createIfNotExists=false&createEntityIfNotExists=false`, body);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual([
      { urn: DATASET, status: { value: status }, datasetProperties: { value: { customProperties: {} } } },
      { urn: 'urn:li:dataset:(urn:li:dataPlatform:hive,b,PROD)', status: { value: { removed: true } } },
    ]);
    expect(server.catalog.proposals.every(({ changeType }) => changeType === 'UPSERT')).toBe(true);
  });

  it('return only urns in v2 when asynchronous', async () => {
    const body = [{ urn: DATASET, aspects: { status: { value: status } } }];
    const answer = await post(`${V2}/dataset`, body);
    expect([answer.status, answer.json]).toEqual([202, [{ urn: DATASET }]]);
    const sync = await post(`${V2}/dataset?async=false`, body);
    expect([sync.status, sync.json]).toEqual([200, body]);
  });

  it('of patches return nothing when asynchronous', async () => {
    const body = [{ urn: DATASET, status: { value: { patch: [] } } }];
    const answer = await ask(server, 'PATCH', `${V3}/dataset`, body);
    expect([answer.status, answer.text]).toEqual([202, '']);
    const sync = await ask(server, 'PATCH', `${V3}/dataset?async=false`, body);
    expect(sync.json).toEqual([{ urn: DATASET, status: { value: { patched: true } } }]);
  });

  it('report all invalid elements, and write nothing', async () => {
    const answer = await post(`${V3}/dataset`, [
      { status: { value: status } },
      { urn: 'urn:li:FOOBAR:x', status: { value: status } },
      { urn: DATASET, status: { value: status } },
      3,
      { urn: DATASET, status: status },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.at('message')).toContain('Missing `urn` field in [0].');
    expect(answer.at('message')).toContain('Invalid urn!: urn:li:FOOBAR:x');
    expect(answer.at('message')).toContain('[3] must be a JSON object, but it is 3.');
    expect(answer.at('message')).toContain('[4].status.value must be a JSON object, but it is missing.');
    expect(server.catalog.proposals).toEqual([]);
  });

  it('list a limited number of failures', async () => {
    const answer = await post(
      `${V3}/dataset`,
      Array.from({ length: 300 }, () => ({})),
    );
    expect(answer.at('message')).toMatch(/and 250 more\.$/);
  });

  it('are refused unless they are lists', async () => {
    expect((await post(`${V3}/dataset`, {})).at('error')).toContain('The body must be a list');
    expect((await post(`${V2}/dataset`, [{ urn: DATASET }])).at('error')).toContain(
      'Missing `aspects` field in [0]',
    );
  });

  it('pass names such as __proto__ on to validation', async () => {
    const body = `[{"urn":"${DATASET}","__proto__":{"value":{}},"constructor":{"value":{}}}]`;
    const answer = await post(`${V3}/dataset`, body);
    expect(answer.status).toBe(400);
    expect(server.catalog.proposals.map(({ aspectName }) => aspectName)).toEqual([
      '__proto__',
      'constructor',
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('write and read several types at once', async () => {
    const body = {
      dataset: [{ urn: DATASET, status: { value: status } }],
      tag: [{ urn: TAG, status: { value: { removed: true } } }],
    };
    const written = await post(`${V3}/generic?async=false`, body);
    expect([written.status, written.json]).toEqual([200, body]);
    const read = await post(`${V3}/generic/batchGet`, { dataset: [{ urn: DATASET, status: {} }], tag: [] });
    expect(read.json).toEqual({ dataset: [{ urn: DATASET, status: { value: status } }], tag: [] });
    const patch = { tag: [{ urn: TAG, status: { value: { patch: [] } } }] };
    expect((await ask(server, 'PATCH', `${V3}/generic`, patch)).json).toEqual({ tag: [] });
    expect((await ask(server, 'PATCH', `${V3}/generic?async=false`, patch)).at('tag')).toHaveLength(1);
    const refused = await post(`${V3}/generic`, { dataset: [{}], nope: [] });
    expect(refused.at('message')).toContain('nope');
    expect((await post(`${V3}/generic`, { tag: [{}] })).at('message')).toContain('tag[0]');
  });
});
