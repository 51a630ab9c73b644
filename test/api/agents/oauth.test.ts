import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { asBearer } from '../../support/test-actors.ts';
import { ask, refused, send } from './agent-client.ts';
import {
  ASKED,
  BASE,
  OAUTH_OPTIONS,
  OAuthBrowser,
  REDIRECT,
  RESOURCE,
  answerOf,
  exchange,
  post,
  refreshing,
  type Parameters,
} from './oauth-client.ts';

const MINUTE = 60_000;
const METADATA = '/.well-known/oauth-protected-resource/mcp';

/** How far the clock of the server is ahead, in ms. It never goes back. */
let later = 0;
let server: TestServer;
let browser: OAuthBrowser;

beforeAll(async () => {
  server = await startServer({
    environment: { now: () => Date.now() + later },
    options: { ...OAUTH_OPTIONS, 'agents.callsPerMinute': 0, 'limits.refusalsPerSecond': 1_000_000 },
  });
  const client = clientOf(server);
  await client.post('urn:li:tag:PII', 'tagProperties', { name: 'PII' });
  await client.dataset('shop.orders', { name: 'orders' });
  await client.define('io.acme.team');
});
afterAll(() => server.stop());
beforeEach(async () => {
  browser = new OAuthBrowser(server);
  await browser.logIn();
});

async function tokensFor(choices: Parameters = {}): Promise<Readonly<Record<string, unknown>>> {
  const { body, status } = await post(server, '/oauth/token', exchange(await browser.code(choices)));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** The server, called as the client with its access token. */
function clientWith(tokens: Readonly<Record<string, unknown>>): TestServer {
  return asBearer(server, String(tokens['access_token']));
}

async function statusAt(path: string, by: TestServer): Promise<number> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  return (await by.request('POST', path, body)).status;
}

describe('discovery', () => {
  it('names the server and its addresses', async () => {
    const { json } = await server.request('GET', METADATA);
    expect(json).toMatchObject({ resource: RESOURCE, authorization_servers: [`${BASE}/oauth`] });
    const found = await server.request('GET', '/.well-known/oauth-authorization-server/oauth');
    expect(found.json).toMatchObject({
      issuer: `${BASE}/oauth`,
      token_endpoint: `${BASE}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });

  it.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/mcp/token',
  ])('has nothing at %s', async (path) => {
    expect((await fetch(server.url + path)).status).toBe(404);
  });

  it('is announced at /mcp only', async () => {
    const challenge = async (path: string): Promise<string | null> =>
      (await fetch(server.url + path, { method: 'POST', body: '{}' })).headers.get('www-authenticate');
    expect(await challenge('/mcp')).toBe(`Bearer resource_metadata="${BASE}${METADATA}", scope="read"`);
    expect(await challenge('/mcp/token')).toBe('Bearer');
    expect(await challenge('/api/graphql')).toBe('Bearer');
  });
});

describe('the consent page', () => {
  it('is shown after a login, to which a stranger is sent, and which leads back', async () => {
    const response = await new OAuthBrowser(server).open();
    expect(response.status).toBe(303);
    const location = response.headers.get('location') ?? '';
    expect(location).toMatch(/^\.\.\/login\?redirect_uri=%2Foauth%2Fauthorize%3F/);
  });

  it('says who asks, and where the person continues; nothing can frame it', async () => {
    const response = await browser.open({ ...ASKED, scope: 'read write' });
    const page = await response.text();
    expect(page).toContain('Give desk access?');
    expect(page).toContain('client.example');
    expect(page).not.toContain('your own computer');
    expect(page).not.toContain('name="define"');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    const loopback = { ...ASKED, redirect_uri: 'http://127.0.0.1:7777/back' };
    expect(await (await browser.open(loopback)).text()).toContain('your own computer');
  });

  it.each([
    ['no client', { client_id: undefined }],
    ['an unknown client', { client_id: 'nobody' }],
    ['a document that is not https', { client_id: 'http://client.example/x' }],
    ['a document without a path', { client_id: 'https://client.example/' }],
    ['a document in a private network', { client_id: 'https://127.0.0.1/client' }],
    ['no address', { redirect_uri: undefined }],
    ['another address', { redirect_uri: 'https://evil.example/' }],
    ['a longer address', { redirect_uri: `${REDIRECT}x` }],
    ['a parent path', { redirect_uri: 'https://client.example/callback/../x' }],
    ['another port', { redirect_uri: 'https://client.example:444/callback?from=colophon' }],
    ['an address of another client', { redirect_uri: 'https://other.example/' }],
    ['another path on loopback', { redirect_uri: 'http://127.0.0.1:7777/other' }],
    ['a fragment', { redirect_uri: `${REDIRECT}#x` }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
  ])('is refused without an answer to the client: %s', async (_what, wrong) => {
    const response = await browser.open({ ...ASKED, ...wrong });
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { response_type: undefined }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { response_mode: 'fragment' }],
    ['invalid_request', { resource: undefined }],
    ['invalid_target', { resource: `${RESOURCE}/token` }],
    ['invalid_target', { resource: 'https://evil.example/mcp' }],
  ])('is refused with %s: %j', async (code, wrong) => {
    const response = await browser.open({ ...ASKED, ...wrong });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/^https:\/\/client\.example\/callback\?from=colophon&/);
    const answer = answerOf(response);
    expect(Object.fromEntries(answer)).toMatchObject({
      error: code,
      state: ASKED['state'],
      iss: `${BASE}/oauth`,
    });
  });

  it('sends a refusal of the person to the client', async () => {
    const response = await browser.consent({ answer: 'deny' });
    expect(answerOf(response).get('error')).toBe('access_denied');
  });

  it.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, {}],
    ['a sister site', { 'sec-fetch-site': 'same-site' }, {}],
    ['a form without the proof of the page', {}, { proof: 'x' }],
  ])('cannot be answered by %s', async (_what, headers, choices) => {
    const response = await browser.consent(choices, ASKED, headers);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.headers.get('location')).toBeNull();
  });

  it('cannot be answered for another request than the one shown', async () => {
    const shown = await (await browser.open()).text();
    const proof = /name="proof" value="([\w-]+)"/.exec(shown)?.[1];
    const response = await browser.consent({ proof }, { ...ASKED, scope: 'define' });
    expect(response.status).toBe(400);
  });

  it('shows wrong choices again', async () => {
    for (const choices of [{ types: 'nothing' }, { properties: 'urn:li:tag:PII' }, { properties: 'x' }]) {
      const response = await browser.consent(choices);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('Give desk access?');
    }
  });

  it('escapes what the request says', async () => {
    const page = await (await browser.open({ ...ASKED, state: '"><script>alert(1)</script>' })).text();
    expect(page).not.toContain('<script>alert');
  });
});

describe('a code', () => {
  it('is exchanged for tokens that read, and are valid at /mcp only', async () => {
    const response = await browser.consent();
    expect(Object.fromEntries(answerOf(response))).toEqual({
      from: 'colophon',
      code: expect.any(String),
      state: ASKED['state'],
      iss: `${BASE}/oauth`,
    });
    const code = answerOf(response).get('code') ?? '';
    const { body, headers } = await post(server, '/oauth/token', exchange(code));
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read' });
    const client = clientWith(body);
    expect((await ask(client, 'get_me')).token).toMatchObject({
      read_only: true,
      untrusted: { name: 'desk' },
    });
    expect(await statusAt('/mcp', client)).toBe(200);
    expect(await statusAt('/mcp/token', client)).toBe(401);
    expect(await statusAt('/mcp/datahub', client)).toBe(401);
    for (const path of ['/config', '/openapi/v3/entity/dataset', '/api/colophon/v1/tokens', '/metrics'])
      expect((await client.request('GET', path)).status, path).toBe(401);
    const query = { query: '{ me { corpUser { urn } } }' };
    expect((await client.request('POST', '/api/graphql', query)).status).toBe(401);
    const refresh = asBearer(server, String(body['refresh_token']));
    expect(await statusAt('/mcp', refresh)).toBe(401);
    expect(await statusAt('/mcp', asBearer(server, code))).toBe(401);
    expect(await statusAt('/mcp', asBearer(server, `grant.${code}`))).toBe(401);
    const asCookie = await fetch(`${server.url}/config`, {
      headers: { cookie: `PLAY_SESSION=${String(body['access_token'])}` },
    });
    expect(asCookie.status).toBe(401);
  });

  it.each([
    ['invalid_grant', { client_id: 'other' }],
    ['invalid_grant', { redirect_uri: 'http://127.0.0.1:1/back' }],
    ['invalid_grant', { redirect_uri: undefined }],
    ['invalid_grant', { code_verifier: 'another-verifier-0123456789-0123456789-0123' }],
    ['invalid_request', { code_verifier: undefined }],
    ['invalid_request', { code_verifier: 'short' }],
    ['invalid_request', { client_id: undefined }],
    ['invalid_request', { grant_type: undefined }],
    ['unsupported_grant_type', { grant_type: 'password' }],
    ['invalid_grant', { code: 'unknown' }],
    ['invalid_target', { resource: 'https://evil.example/mcp' }],
  ])('is refused with %s: %j', async (error, wrong) => {
    const code = await browser.code();
    const { body, status } = await post(server, '/oauth/token', { ...exchange(code), ...wrong });
    expect([status, body['error']]).toEqual([400, error]);
    expect((await post(server, '/oauth/token', exchange(code))).status).toBe(200);
  });

  it('is not accepted as JSON', async () => {
    const { json, status } = await server.request('POST', '/oauth/token', exchange(await browser.code()));
    expect([status, json.error]).toEqual([400, 'invalid_request']);
  });

  it('expires after a minute', async () => {
    const code = await browser.code();
    later += MINUTE + 1;
    expect((await post(server, '/oauth/token', exchange(code))).body['error']).toBe('invalid_grant');
  });

  it('revokes what it gave when it is used again, also at the same time', async () => {
    const code = await browser.code();
    const { body } = await post(server, '/oauth/token', exchange(code));
    expect((await post(server, '/oauth/token', exchange(code))).body['error']).toBe('invalid_grant');
    expect(await statusAt('/mcp', clientWith(body))).toBe(401);
    const other = await browser.code();
    const answers = await Promise.all([1, 2, 3].map(() => post(server, '/oauth/token', exchange(other))));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { body: tokens, status } of answers)
      if (status === 200) expect(await statusAt('/mcp', clientWith(tokens))).toBe(401);
  });
});

describe('a refresh token', () => {
  it('is exchanged once; a second use revokes all of its family', async () => {
    const first = await tokensFor();
    const { body: second } = await post(server, '/oauth/token', refreshing(first['refresh_token']));
    expect(await statusAt('/mcp', clientWith(second))).toBe(200);
    const again = await post(server, '/oauth/token', refreshing(first['refresh_token']));
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
    expect(await statusAt('/mcp', clientWith(first))).toBe(401);
    expect(await statusAt('/mcp', clientWith(second))).toBe(401);
    const last = await post(server, '/oauth/token', refreshing(second['refresh_token']));
    expect(last.body['error']).toBe('invalid_grant');
  });

  it.each([
    ['invalid_grant', { client_id: 'other' }],
    ['invalid_grant', { refresh_token: 'unknown' }],
    ['invalid_target', { resource: `${BASE}/other` }],
  ])('is refused with %s: %j', async (error, wrong) => {
    const tokens = await tokensFor();
    const sent = { ...refreshing(tokens['refresh_token']), ...wrong };
    expect((await post(server, '/oauth/token', sent)).body['error']).toBe(error);
    expect(await statusAt('/mcp', clientWith(tokens))).toBe(200);
  });

  it('outlives the access token, but not the access that was given', async () => {
    const tokens = await tokensFor({ lifetime: '1' });
    later += 61 * MINUTE;
    expect(await statusAt('/mcp', clientWith(tokens))).toBe(401);
    const { body } = await post(server, '/oauth/token', refreshing(tokens['refresh_token']));
    expect(await statusAt('/mcp', clientWith(body))).toBe(200);
    later += 24 * 60 * MINUTE;
    const late = await post(server, '/oauth/token', refreshing(body['refresh_token']));
    expect(late.body['error']).toBe('invalid_grant');
  });

  it('is revoked by the client, and by the person in the list of tokens', async () => {
    const tokens = await tokensFor();
    const sent = { token: String(tokens['refresh_token']), client_id: 'other' };
    expect((await post(server, '/oauth/revoke', sent)).status).toBe(200);
    expect(await statusAt('/mcp', clientWith(tokens))).toBe(200);
    expect((await post(server, '/oauth/revoke', { ...sent, client_id: 'desk' })).status).toBe(200);
    expect(await statusAt('/mcp', clientWith(tokens))).toBe(401);
    expect((await post(server, '/oauth/revoke', { token: 'unknown', client_id: 'desk' })).status).toBe(200);
    const others = await tokensFor();
    const { json } = await server.request('GET', '/api/colophon/v1/tokens');
    const grants = json.tokens.filter(({ name }: { readonly name: string }) => name === 'desk');
    for (const { id } of grants) await server.request('DELETE', `/api/colophon/v1/tokens/${id}`);
    expect(await statusAt('/mcp', clientWith(others))).toBe(401);
    const { body } = await post(server, '/oauth/token', refreshing(others['refresh_token']));
    expect(body['error']).toBe('invalid_grant');
  });
});

describe('scopes', () => {
  const changes = [{ urns: [datasetUrn('shop.orders')], field: 'tags', action: 'add', values: ['PII'] }];
  const call = (by: TestServer, name: string): Promise<Answer> =>
    send(by, 'tools/call', { name, arguments: {} });

  it('that are missing are named, all at once', async () => {
    const reader = clientWith(await tokensFor());
    const { status, headers } = await call(reader, 'set_definitions');
    expect(status).toBe(403);
    expect(headers.get('www-authenticate')).toContain(
      'error="insufficient_scope", scope="read write define"',
    );
    const tagging = await call(reader, 'set_metadata');
    expect(tagging.headers.get('www-authenticate')).toContain('scope="read write"');
  });

  it('allow what was chosen, and no more than was asked for', async () => {
    const tokens = await tokensFor({ write: 'on' });
    expect(tokens['scope']).toBe('read write');
    const writer = clientWith(tokens);
    const { plan } = await ask(writer, 'set_metadata', { changes, reason: 'a test' });
    // A plan belongs to the access, not to the token of the hour.
    const { body } = await post(server, '/oauth/token', refreshing(tokens['refresh_token']));
    await ask(clientWith(body), 'set_metadata', { plan });
    expect((await call(writer, 'set_definitions')).status).toBe(403);
    const asked = { ...ASKED, scope: 'read' };
    const code = await browser.code({ write: 'on', define: 'on' }, asked);
    expect((await post(server, '/oauth/token', exchange(code))).body['scope']).toBe('read');
  });

  it('without define, undo no definition either', async () => {
    const definer = clientWith(await tokensFor({ define: 'on' }));
    const urn = 'urn:li:structuredProperty:io.acme.team';
    const planned = await ask(definer, 'set_definitions', { deletions: [{ urn }], reason: 'a test' });
    const { commit } = await ask(definer, 'set_definitions', { plan: planned.plan });
    const writer = clientWith(await tokensFor({ write: 'on' }));
    const { code } = await refused(writer, 'undo', { commit, reason: 'a test' });
    expect(code).toBe('FORBIDDEN');
  });

  it('are narrowed to entity types', async () => {
    const narrowed = clientWith(await tokensFor({ types: 'dashboard' }));
    expect((await ask(narrowed, 'search', { query: 'orders' })).total).toBe(0);
  });
});

describe('the audit log', () => {
  it('has the consent, and the calls by the access', async () => {
    await tokensFor();
    const { json } = await server.request('GET', '/api/colophon/v1/audit?count=20');
    const operations = json.events.map(
      ({ request }: { readonly request?: { readonly operation: string } }) => request?.operation,
    );
    expect(operations).toContain('POST /oauth/authorize');
    expect(operations).toContain('POST /oauth/token');
  });
});

describe('without the option', () => {
  it('nothing of it exists', async () => {
    const plain = await startServer();
    try {
      for (const path of [METADATA, '/.well-known/oauth-authorization-server/oauth']) {
        expect((await fetch(plain.url + path)).status, path).toBe(404);
      }
      expect((await plain.request('GET', '/oauth/authorize')).status).toBe(404);
      expect((await plain.request('POST', '/oauth/token', {})).status).toBe(404);
      const { headers } = await fetch(`${plain.url}/mcp`, { method: 'POST', body: '{}' });
      expect(headers.get('www-authenticate')).toBe('Bearer');
    } finally {
      await plain.stop();
    }
  });

  it('needs a public address with https', async () => {
    for (const publicUrl of ['', 'http://catalog.example']) {
      const started = startServer({ options: { 'agents.oauth': true, publicUrl } });
      await expect(started).rejects.toThrow("'agents.oauth' requires publicUrl with https");
    }
  });
});

describe('clients in browsers', () => {
  const origin = 'https://inspector.example';

  it.each([
    ['GET', METADATA],
    ['GET', '/.well-known/oauth-authorization-server/oauth'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/revoke'],
  ])('may %s %s from any page, without cookies', async (method, path) => {
    const headers = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'mcp-protocol-version',
    };
    const preflight = await fetch(server.url + path, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': method,
      'access-control-allow-headers': 'mcp-protocol-version',
    });
    const answer = await fetch(server.url + path, { method, headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('may not read the consent page', async () => {
    const response = await fetch(`${server.url}/oauth/authorize`, { method: 'OPTIONS', headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('limits', () => {
  it('end requests of one address, and documents that are fetched for one person', async () => {
    const limited = await startServer({
      environment: { now: () => 1_700_000_000_000 },
      options: { ...OAUTH_OPTIONS, 'limits.refusalsPerSecond': 1 },
    });
    try {
      const person = new OAuthBrowser(limited);
      await person.logIn();
      // Refused before anything is fetched from it.
      const asked = { ...ASKED, client_id: 'https://127.0.0.1/client' };
      for (let i = 0; i < 10; i++) expect((await person.open(asked)).status).toBe(400);
      const beyond = await person.open(asked);
      expect([beyond.status, beyond.headers.get('retry-after')]).toEqual([429, '1']);
      expect((await person.open()).status).toBe(200);
      for (let i = 0; i < 10; i++)
        expect((await post(limited, '/oauth/token', refreshing('unknown'))).status).toBe(400);
      const { headers, status } = await post(limited, '/oauth/token', refreshing('unknown'));
      expect([status, headers.get('retry-after')]).toEqual([429, '1']);
      expect((await post(limited, '/oauth/revoke', {})).status).toBe(429);
      expect((await limited.request('GET', '/config')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
