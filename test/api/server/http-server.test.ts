import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonAt } from '../../support/json-at.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Sends raw bytes, which clients would not send, and returns the first line of the response. */
function firstLine(request: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.once('data', (chunk) => {
      resolve(chunk.toString('latin1').split('\r\n', 1)[0] ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

describe('authentication', () => {
  it('is required on every API path, with an error in its form', async () => {
    for (const path of [
      '/config',
      '/openapi/v2/entity/dataset',
      '/api/graphql',
      '/api/colophon/v1/status',
      '/nothing',
    ]) {
      for (const authorization of ['', 'Bearer wrong', 'Basic x:y']) {
        const answer = await fetch(server.url + path, { headers: { authorization } });
        expect(answer.status, path).toBe(401);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(await answer.json()).toMatchObject({ error: 'Unauthorized', status: 401 });
      }
    }
  });

  it('is issued once for the code of the login link', async () => {
    const code = new URL(server.loginUrl).searchParams.get('token');
    const headers = { 'content-type': 'application/json' };
    const login = (): Promise<Response> =>
      fetch(`${server.url}/login`, { method: 'POST', headers, body: JSON.stringify({ code }) });
    expect((await fetch(`${server.url}/login?token=${code}`)).status).toBe(200);
    const answer = await login();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const token = jsonAt(await answer.json(), 'token');
    const config = await fetch(`${server.url}/config`, {
      headers: { authorization: `Bearer ${String(token)}` },
    });
    expect(config.status).toBe(200);
    expect((await login()).status).toBe(401);
  });
});

describe('the first request of clients', () => {
  it.each(['', '/gms', '/api/gms'])('is answered under the base path %j', async (base) => {
    const commit: unknown = expect.stringMatching(/^[0-9a-f]+$/);
    const answer = await server.request('GET', `${base}/config`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      noCode: 'true',
      statefulIngestionCapable: true,
      patchCapable: true,
      datahub: { serverType: 'prod', serverEnv: 'core' },
      versions: { 'acryldata/datahub': { version: 'v1.7.0', commit } },
    });
  });

  it('returns less without a token: enough to log in, but no commit', async () => {
    const answer = await fetch(`${server.url}/config`);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        noCode: 'true',
        versions: { 'acryldata/datahub': { version: 'v1.7.0' } },
        datahub: { serverType: 'prod', serverEnv: 'core' },
      },
    ]);
    const wrong = await fetch(`${server.url}/config`, { headers: { authorization: 'Bearer wrong' } });
    expect(wrong.status).toBe(401);
    expect((await fetch(`${server.url}/config`, { method: 'POST', body: '{}' })).status).toBe(401);
  });

  it('includes metrics without a token only if configured', async () => {
    const open = await startServer({ options: { openMetrics: true } });
    for (const path of ['/metrics', '/actuator/prometheus']) {
      expect((await fetch(server.url + path)).status).toBe(401);
      const answer = await fetch(open.url + path);
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('# HELP')]);
    }
    await open.stop();
  });

  it('is open on health paths', async () => {
    for (const path of ['/health', '/health/ready']) {
      const answer = await fetch(server.url + path);
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'UP' }]);
    }
  });
});

describe('malformed requests', () => {
  it.each([
    'GET /% HTTP/1.1',
    'GET /openapi/v3/entity/dataset/%ff HTTP/1.1',
    'GET /config?x=%zz HTTP/1.1',
    'NONSENSE',
  ])('are answered with 400: %s', async (line) => {
    const headers = `Host: x\r\nAuthorization: Bearer ${server.token}\r\n\r\n`;
    expect(await firstLine(`${line}\r\n${headers}`)).toContain(' 400 ');
  });

  it('are refused by size before they are read', async () => {
    const headers = `Host: x\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\n`;
    const line = await firstLine(
      `POST /openapi/v3/entity/dataset HTTP/1.1\r\n${headers}Content-Length: ${17 * 1024 ** 2}\r\n\r\n`,
    );
    expect(line).toContain(' 413 ');
  });

  it('do not change the prototype of anything', async () => {
    const body = '{"__proto__":{"polluted":true},"value":{"name":"a","customProperties":{"__proto__":"x"}}}';
    const urn = encodeURIComponent('urn:li:dataset:(urn:li:dataPlatform:hive,proto,PROD)');
    const url = `/openapi/v3/entity/dataset/${urn}/datasetProperties`;
    const answer = await server.request('POST', `${url}?createIfNotExists=false`, body);
    expect(answer.status, answer.text).toBe(200);
    expect((await server.request('GET', url)).text).toBe(
      '{"value":{"name":"a","customProperties":{"__proto__":"x"}}}',
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('keep the server answering', async () => {
    const bodies = [
      'null',
      '[]',
      '[[]]',
      '{"urn":{}}',
      '[{"urn":null}]',
      '[null]',
      '"x"',
      '1e999',
      '[{"urn":"urn:li:tag:a","status":{"value":{"removed":1e999}}}]',
      '['.repeat(100_000),
    ];
    for (const body of bodies) {
      for (const path of [
        '/openapi/v3/entity/tag',
        '/openapi/v2/entity/tag',
        '/openapi/v3/entity/generic',
        '/openapi/v3/entity/tag/batchGet',
        '/openapi/v2/entity/batch/tag',
      ]) {
        const answer = await server.request('POST', path, body);
        expect(answer.status, `${path} ${body.slice(0, 80)} ${answer.text}`).toBeLessThan(500);
      }
    }
    expect((await server.request('GET', '/health')).status).toBe(200);
  });
});
