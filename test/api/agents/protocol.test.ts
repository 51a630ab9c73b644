import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';
import { MODERN_META, ask, refused, send } from './agent-client.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ options: { 'agents.allowedOrigins': 'https://tools.example.com' } });
});
afterAll(() => server.stop());

const post = (body: unknown, headers?: Record<string, string>): Promise<Answer> =>
  server.request('POST', '/mcp', body, headers);
const legacy = (method: string, params: unknown = {}): Promise<Answer> =>
  post({ jsonrpc: '2.0', id: 'a', method, params }, { 'mcp-protocol-version': '2025-06-18' });

describe('the modern generation', () => {
  it('answers server/discover', async () => {
    const { json, status } = await send(server, 'server/discover');
    expect(status).toBe(200);
    expect(json.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'colophon' } },
    });
    expect(json.result.instructions).toContain('untrusted');
  });

  it('lists tools with the members of a cacheable result', async () => {
    const { json } = await send(server, 'tools/list');
    expect(json.result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' });
    expect(json.result.tools.length).toBeGreaterThan(1);
  });

  it('accepts a name in base64', async () => {
    const name = `=?base64?${Buffer.from('get_me').toString('base64')}?=`;
    const { json, status } = await send(server, 'tools/call', { name: 'get_me' }, { 'mcp-name': name });
    expect(status).toBe(200);
    expect(json.result.structuredContent.actor).toBeDefined();
  });

  it.each([
    ['mcp-protocol-version', '2025-11-25'],
    ['mcp-method', 'tools/list'],
    ['mcp-name', 'search'],
  ])('refuses a header %s that differs from the body', async (header, value) => {
    const { json, status } = await send(server, 'tools/call', { name: 'get_me' }, { [header]: value });
    expect(status).toBe(400);
    expect(json).toMatchObject({ id: 1, error: { code: -32_020 } });
  });

  it('refuses another version, with those that it supports', async () => {
    const meta = { ...MODERN_META, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' };
    const { json, status } = await post(
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } },
      { 'mcp-protocol-version': '2027-01-01', 'mcp-method': 'tools/list' },
    );
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      code: -32_022,
      data: { supported: ['2026-07-28'], requested: '2027-01-01' },
    });
  });

  it('refuses a request without capabilities, and unknown methods', async () => {
    const { 'io.modelcontextprotocol/clientCapabilities': _capabilities, ...meta } = MODERN_META;
    const without = await post(
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    );
    expect([without.status, without.json.error.code]).toEqual([400, -32_602]);
    const bare = await post(
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    );
    expect([bare.status, bare.json.error.code]).toEqual([400, -32_602]);
    for (const method of ['initialize', 'ping', 'prompts/list', 'constructor']) {
      const unknown = await send(server, method);
      expect([unknown.status, unknown.json.error.code]).toEqual([404, -32_601]);
    }
  });
});

describe('the legacy generation', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])(
    'initializes with %s, without a session',
    async (version) => {
      const { headers, json, status } = await post({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'old', version: '1' } },
      });
      expect(status).toBe(200);
      expect(json).toMatchObject({
        id: 0,
        result: { protocolVersion: version, serverInfo: { name: 'colophon' } },
      });
      expect(headers.get('mcp-session-id')).toBeNull();
    },
  );

  it('answers an unknown version with the newest', async () => {
    const { json } = await legacy('initialize', { protocolVersion: '2024-11-05' });
    expect(json.result.protocolVersion).toBe('2025-11-25');
  });

  it('answers ping, lists and calls without modern members, and notifications with 202', async () => {
    expect((await legacy('ping')).json.result).toEqual({});
    const listed = (await legacy('tools/list')).json.result;
    expect(Object.keys(listed)).toEqual(['tools']);
    const called = (await legacy('tools/call', { name: 'get_me', arguments: {} })).json.result;
    expect(Object.keys(called)).toEqual(['content', 'structuredContent']);
    const notified = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([notified.status, notified.text]).toEqual([202, '']);
  });

  it('answers an unknown method and an unknown tool in a successful response', async () => {
    const unknown = await legacy('server/discover');
    expect([unknown.status, unknown.json.error.code]).toEqual([200, -32_601]);
    const tool = await legacy('tools/call', { name: 'drop_all' });
    expect([tool.status, tool.json.error.code]).toEqual([200, -32_602]);
  });
});

describe('a request', () => {
  it.each([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], -32_600],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, -32_600],
    ['no JSON-RPC', { method: 'ping', id: 1 }, -32_600],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, -32_600],
    ['parameters in a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, -32_602],
    ['malformed JSON', '{"jsonrpc":', -32_700],
    ['too deep JSON', `{"a":${'['.repeat(101)}${']'.repeat(101)}}`, -32_700],
  ])('that is %s is refused with 400', async (_what, body, code) => {
    const { json, status } = await post(body);
    expect([status, json.error.code]).toEqual([400, code]);
  });

  it('is at most 1 MiB', async () => {
    const { status } = await post({
      jsonrpc: '2.0',
      id: 1,
      method: 'ping',
      params: { a: 'x'.repeat(1_050_000) },
    });
    expect(status).toBe(413);
  });

  it.each(['GET', 'DELETE', 'PUT'])('by %s is answered with 405', async (method) => {
    const { headers, status } = await server.request(method, '/mcp');
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('without a token is answered with 401, which leads to no login', async () => {
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('with the session of a browser is answered with 401', async () => {
    const code = new URL(server.loginUrl).searchParams.get('token');
    const login = await fetch(`${server.url}/login`, {
      method: 'POST',
      body: JSON.stringify({ code }),
      headers: { 'content-type': 'application/json' },
    });
    const cookie = login.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    expect(cookie).not.toBe('');
    const { status } = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      headers: { 'content-type': 'application/json', origin: server.url, cookie },
    });
    expect(status).toBe(401);
  });

  it.each([
    ['/.well-known/oauth-protected-resource'],
    ['/.well-known/oauth-protected-resource/mcp'],
    ['/.well-known/oauth-authorization-server'],
    ['/.well-known/oauth-authorization-server/mcp'],
    ['/.well-known/openid-configuration'],
    ['/mcp/.well-known/openid-configuration'],
  ])('for %s finds nothing, without a token', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const { status } = await fetch(server.url + path, { method });
      expect(status).toBe(404);
    }
  });

  it('from a page of another site is refused, except from allowed ones', async () => {
    const from = async (origin: string): Promise<number> =>
      (await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { origin })).status;
    expect(await from('https://evil.example.com')).toBe(403);
    expect(await from('null')).toBe(403);
    expect(await from('https://tools.example.com')).toBe(200);
    expect(await from(server.url)).toBe(200);
  });

  it('from the script of an allowed page is announced by its browser, and can be read there', async () => {
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,mcp-method',
    };
    const preflight = (origin: string): Promise<Response> =>
      fetch(`${server.url}/mcp`, { method: 'OPTIONS', headers: { origin, ...asked } });
    const allowed = await preflight('https://tools.example.com');
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': 'https://tools.example.com',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization,mcp-method',
      vary: 'Origin',
    });
    const foreign = await preflight('https://evil.example.com');
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const origin = 'https://tools.example.com';
    for (const authorization of [`Bearer ${server.token}`, 'Bearer wrong']) {
      const { headers } = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { origin, authorization });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('for a foreign host on this machine is refused', async () => {
    expect(await statusWithHost('catalog.evil.example')).toBe(403);
    expect(await statusWithHost(`localhost:${new URL(server.url).port}`)).toBe(200);
  });
});

/** `fetch` does not let one set the host. */
function statusWithHost(host: string): Promise<number> {
  const { promise, reject, resolve } = Promise.withResolvers<number>();
  const headers = { host, authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  httpRequest(`${server.url}/mcp`, { method: 'POST', headers }, (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  })
    .on('error', reject)
    .end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  return promise;
}

describe('a call', () => {
  it('waits for the sequence of an earlier answer', async () => {
    const { sequence } = await ask(server, 'get_me');
    expect((await ask(server, 'get_me', { after: sequence })).sequence).toBeGreaterThanOrEqual(sequence);
    const error = await refused(server, 'get_me', { after: 1_000_000_000 });
    expect(['PRECONDITION', 'TIMEOUT', 'INVALID_REQUEST']).toContain(error.code);
  });

  it('is limited per token', async () => {
    const now = (): number => 1_700_000_000_000;
    const slow = await startServer({ environment: { now }, options: { 'agents.callsPerMinute': 6 } });
    try {
      await ask(slow, 'get_me');
      const error = await refused(slow, 'get_me');
      expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect(error.retry_after).toBeGreaterThan(0);
      const other = await addActor(slow, 'ann');
      await ask(other, 'get_me');
    } finally {
      await slow.stop();
    }
  });

  it('is counted by tool and outcome', async () => {
    await refused(server, 'search', { limit: -1 });
    const { text } = await server.request('GET', '/metrics');
    expect(text).toMatch(
      /colophon_agent_call_seconds_count\{[^}]*tool="search",outcome="INVALID_REQUEST"[^}]*\} 1/,
    );
    expect(text).toMatch(/colophon_agent_characters_total\{tool="get_me"\} \d/);
  });
});
