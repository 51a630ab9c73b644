import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer, type TestServerOptions } from '../../support/start-server.ts';

let server: TestServer;
let sockets: Socket[] = [];
const start = async (options: Record<string, unknown>, more: TestServerOptions = {}): Promise<TestServer> => {
  server = await startServer({ options, ...more });
  return server;
};
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server.stop();
});

/** A connection that sends this text, and the response until it was closed. */
const open = async (text = ''): Promise<{ readonly socket: Socket; readonly answer: Promise<string> }> => {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const answer = new Promise<string>((resolve) => {
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
  });
  await once(socket, 'connect');
  socket.write(text);
  return { socket, answer };
};
const HEALTH = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';
const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

describe('requests a second', () => {
  it('are unlimited by default', async () => {
    await start({});
    const answers = await Promise.all(Array.from({ length: 200 }, () => server.request('GET', '/config')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('are limited per actor, with a burst of ten seconds and a Retry-After', async () => {
    let now = Date.now();
    await start({ 'limits.requestsPerSecond': 2 }, { environment: { now: () => now } });
    const statuses: number[] = [];
    for (let i = 0; i < 20; i++) statuses.push((await server.request('GET', '/config')).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await server.request('POST', '/api/graphql', { query: '{ __typename }' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    const message = 'urn:li:corpuser:datahub may send 2 requests per second. Try again in 1 s.';
    expect(refused.json).toEqual({
      error: 'Too Many Requests',
      message,
      problems: [{ code: 'TOO_MANY_REQUESTS', kind: 'RATE_LIMITED', data: { seconds: 1 }, message }],
    });
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    now += 500;
    expect((await server.request('GET', '/config')).status).toBe(200);
    expect((await server.request('GET', '/config')).status).toBe(429);
  });

  it('without a valid token are limited per address, without effect on valid ones', async () => {
    const now = Date.now();
    await start({ 'limits.refusalsPerSecond': 1 }, { environment: { now: () => now } });
    const wrong = { authorization: 'Bearer wrong' };
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      statuses.push((await server.request('GET', '/config', undefined, wrong)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await server.request('GET', '/config')).status).toBe(200);
  });
});

describe('what is sent', () => {
  it.each([
    ['path', (text: string) => `GET /config?x=${text} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['header', (text: string) => `GET /config HTTP/1.1\r\nHost: a\r\nX: ${text}\r\n\r\n`],
  ])('is refused when its %s is too long', async (_part, request) => {
    await start({ 'limits.headerBytes': '8KiB' });
    const { answer } = await open(request('x'.repeat(10_000)));
    expect(await answer).toMatch(/^HTTP\/1.1 431 /);
    expect(bodyOf(await answer)).toMatchObject({ message: expect.stringContaining('8192 bytes') });
    expect((await open(request('x'.repeat(1000)))).socket.writable).toBe(true);
  });

  it('is refused if it is not HTTP', async () => {
    await start({});
    const { answer } = await open('nonsense\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1.1 400 /);
    expect(bodyOf(await answer)).toMatchObject({ error: 'Bad Request' });
  });

  it('is closed if its headers do not end', async () => {
    await start({ 'limits.headersTimeout': '200ms' });
    const { answer } = await open('GET /config HTTP/1.1\r\nHost: a\r\n');
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
    expect(bodyOf(await answer)).toMatchObject({ error: 'Request Timeout' });
  });

  it('is closed if its body does not end', async () => {
    await start({ 'limits.requestTimeout': '300ms' });
    const headers = `Authorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: 100`;
    const { answer } = await open(`POST /api/graphql HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n{`);
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('is limited by connections, of which the longest idle one is closed', async () => {
    await start({ 'limits.connections': 2 });
    const others = [await open(HEALTH), await open(HEALTH)];
    // The server has accepted them once it has answered.
    await Promise.all(others.map(({ socket }) => once(socket, 'data')));
    const { socket } = await open(HEALTH);
    await once(socket, 'data');
    expect(await others[0]?.answer).toMatch(/^HTTP\/1.1 200 /);
    expect(others[1]?.socket.destroyed).toBe(false);
  });

  it('is refused beyond the connection limit while all are in use', async () => {
    await start({ 'limits.connections': 2 });
    const headers = `Authorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: 9`;
    const accepted = [nextAccepted(), nextAccepted()];
    const others = [await open(HEALTH), await open(HEALTH)];
    await Promise.all([...others.map(({ socket }) => once(socket, 'data')), ...accepted]);
    for (const { socket } of others)
      socket.write(`POST /api/graphql HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n{`);
    const isRefused = async (): Promise<boolean> =>
      (await (await open(HEALTH).catch(() => ({ answer: '' }))).answer) === '';
    await expect.poll(isRefused).toBe(true);
    expect(others.map(({ socket }) => socket.destroyed)).toEqual([false, false]);
  });

  it('is limited by connections per address', async () => {
    await start({ 'limits.connectionsPerAddress': 2 });
    const others = [await open(HEALTH), await open(HEALTH)];
    await Promise.all(others.map(({ socket }) => once(socket, 'data')));
    const { answer } = await open(HEALTH).catch(() => ({ answer: '' }));
    expect(await answer).toBe('');
    others[0]?.socket.end();
    await others[0]?.answer;
    await expect.poll(async () => (await fetch(`${server.url}/health`)).status).toBe(200);
  });

  it('is not limited by the address of a trusted proxy', async () => {
    await start({ 'limits.connectionsPerAddress': 1, trustedProxies: ['127.0.0.0/8'] });
    for (let i = 0; i < 3; i++) await once((await open(HEALTH)).socket, 'data');
  });
});

describe('bodies of requests that do not end', () => {
  /** Each thread has a budget of its own. */
  const ONE_BUDGET = { 'limits.bodiesBytes': '1MiB', readers: '0' };
  const begin = (length: number): string =>
    `POST /openapi/v3/entity/dataset HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n[`;

  it('are limited to half of the budget per actor, and released when they end', async () => {
    await start(ONE_BUDGET);
    const { socket } = await open(begin(400_000));
    const post = () => server.request('POST', '/openapi/v3/entity/dataset', [{ urn: 'x'.repeat(150_000) }]);
    await expect.poll(async () => (await post()).status).toBe(429);
    const refused = await post();
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.json.message).toContain('limits.bodiesBytes');
    const graphql = JSON.stringify({ query: `{ __typename } #${'x'.repeat(150_000)}` });
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
    const byFastPath = await fetch(`${server.url}/api/graphql`, { method: 'POST', headers, body: graphql });
    expect(byFastPath.status).toBe(429);
    socket.destroy();
    await expect.poll(async () => (await post()).status).toBe(400);
  });

  it.each([
    ['sent in chunks', {}, (text: string) => new Blob([text]).stream()],
    ['compressed', { 'content-encoding': 'gzip' }, (text: string) => gzipSync(text)],
  ])('count by received bytes if %s', async (_name, more, encode) => {
    await start(ONE_BUDGET);
    await open(begin(400_000));
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', ...more };
    const send = async () =>
      (
        await fetch(`${server.url}/openapi/v3/entity/dataset`, {
          method: 'POST',
          headers,
          duplex: 'half',
          body: encode(JSON.stringify([{ urn: 'x'.repeat(150_000) }])),
        })
      ).status;
    await expect.poll(send).toBe(429);
  });
});

describe('a response that is not read', () => {
  it('is aborted, and the server continues', async () => {
    await start({ 'limits.sendTimeout': '300ms' });
    const accepted = nextAccepted();
    const request = `GET /openapi/v3/api-docs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.token}\r\n\r\n`;
    // More responses than the buffers of the operating system hold.
    const { socket, answer } = await open(request.repeat(20));
    socket.pause();
    await once(await accepted, 'close');
    socket.resume();
    expect(await answer).toMatch(/^HTTP\/1.1 200 /);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });
});

describe('an unread stream of changes', () => {
  it('is aborted, and the server continues', async () => {
    await start({ 'limits.sendTimeout': '300ms' });
    const accepted = nextAccepted();
    const headers = `Host: a\r\nAuthorization: Bearer ${server.token}\r\nAccept: text/event-stream\r\n`;
    const { answer, socket } = await open(
      `GET /api/colophon/v1/changes?since=oldest HTTP/1.1\r\n${headers}\r\n`,
    );
    socket.pause();
    const gone = once(await accepted, 'close');
    for (let i = 0; i < 12; i++) {
      await clientOf(server).dataset('a', { name: 'a', description: `${i} `.padEnd(2 ** 20, 'x') });
    }
    await gone;
    socket.resume();
    expect(await answer).toMatch(/^HTTP\/1.1 200 /);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });
});

describe('pages and lists', () => {
  const search = (count: number) =>
    server.graphql(
      'query s($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total } }',
      { input: { query: '*', types: ['DATASET'], count } },
    );

  it('have a configurable maximum length, in every protocol', async () => {
    await start({ 'limits.pageSize': 3 });
    await clientOf(server).dataset('a');
    expect((await search(3)).errors).toBeUndefined();
    expect((await search(4)).errors[0]).toMatchObject({
      message: expect.stringContaining('at most 3'),
      extensions: { code: 400 },
    });
    const rest = (count: number) => server.request('GET', `/openapi/v3/entity/dataset?count=${count}`);
    expect((await rest(3)).status).toBe(200);
    expect((await rest(4)).status).toBe(400);
    const urns = Array.from({ length: 4 }, (_, i) => ({ urn: datasetUrn(`t${i}`) }));
    const batch = (body: unknown) => server.request('POST', '/openapi/v3/entity/dataset/batchGet', body);
    expect((await batch(urns.slice(1))).status).toBe(200);
    expect((await batch(urns)).status).toBe(400);
  });

  it('have a configurable maximum length for entities in writes and reads', async () => {
    await start({ 'limits.pageSize': 3 });
    await clientOf(server).dataset('a');
    const message = 'The number of urns must be at most 3, not 4. Split the request.';
    const four = (urn: (name: string) => string): string =>
      JSON.stringify(['a', 'b', 'c', 'd'].map((name) => urn(name)));
    const tag = `addTags(input: { tagUrns: ${four((name) => `urn:li:tag:${name}`)}, resourceUrn: "${datasetUrn('a')}" })`;
    const remove = `batchUpdateSoftDeleted(input: { deleted: true, urns: ${four(datasetUrn)} })`;
    const actor = 'actorUrn: "urn:li:corpuser:datahub", privilege: "EDIT_ENTITY"';
    const explain = `explainPrivilege(input: { ${actor}, resourceUrn: "${datasetUrn('a')}", propertyUrns: ["${propertyUrn('a')}", "${propertyUrn('b')}"] }) { allowed }`;
    for (const request of [`mutation { ${tag} }`, `mutation { ${remove} }`, `{ ${explain} }`]) {
      const { errors } = await server.graphql(request);
      expect(errors?.[0].message, request).toContain(message);
      expect(errors[0].extensions.code, request).toBe(400);
    }
  });

  it.each([
    ['limits.graphql.depth', 2, '{ me { corpUser { urn } } }', 'nested 3 levels'],
    ['limits.graphql.aliases', 1, '{ a: __typename b: __typename }', '2 aliases'],
    ['limits.graphql.tokens', 10, '{ a b c d e f g h i j k }', 'more than 10 tokens'],
    [
      'limits.graphql.cost',
      100,
      '{ searchAcrossEntities(input: { query: "*", count: 60 }) { searchResults { entity { urn } } } }',
      'may have 181 fields',
    ],
  ])('of GraphQL respect %s', async (option, value, query, named) => {
    await start({ [option]: value });
    const { errors } = await server.graphql(query);
    expect(errors[0].extensions.code).toBe(400);
    expect(errors[0].message).toContain(named);
  });
});

describe('the address of a client', () => {
  const addressOnRecord = async (): Promise<string> => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const status = { urn: datasetUrn('a'), status: { value: { removed: false } } };
    await server.request('POST', '/openapi/v3/entity/dataset?async=false', [status], headers);
    const query = '{ auditEvents(input: { entityTypes: ["dataset"] }) { events { request { address } } } }';
    return (await server.graphql(query)).data.auditEvents.events[0].request.address;
  };

  it('is that of the connection, regardless of headers', async () => {
    await start({});
    expect(await addressOnRecord()).toBe('127.0.0.1');
  });

  it('is reported by a trusted proxy', async () => {
    await start({ trustedProxies: '127.0.0.0/8,::1' });
    expect(await addressOnRecord()).toBe('203.0.113.7');
  });
});

/** Waits for the next connection that a server of this process accepts; returns the server's socket. */
function nextAccepted(): Promise<Socket> {
  return new Promise((resolve) => {
    const accept = (message: unknown): void => {
      unsubscribe('net.server.socket', accept);
      // Node documents that messages of this channel are { socket: net.Socket }.
      resolve((message as { readonly socket: Socket }).socket);
    };
    subscribe('net.server.socket', accept);
  });
}
