import { jsonAt } from '../../support/json-at.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let now = Date.UTC(2026, 0, 1);
beforeAll(async () => {
  server = await startServer({ environment: { now: () => now } });
});
afterAll(() => server.stop());

const ROOT = 'urn:li:corpuser:datahub';

async function issue(body: Record<string, unknown>): Promise<{ id: string; token: string }> {
  const { status, json } = await server.request('POST', '/api/colophon/v1/tokens', body);
  expect(status).toBe(201);
  return json;
}

/** Statuses of a request to each API with this token. */
async function statuses(token: string | undefined): Promise<number[]> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const ask = async (method: string, path: string, body?: string): Promise<number> => {
    const init = {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body }),
    };
    return (await fetch(server.url + path, init)).status;
  };
  return Promise.all([
    ask('POST', '/api/graphql', JSON.stringify({ query: '{ __typename }' })),
    ask('GET', '/openapi/v2/entity/dataset'),
    ask('GET', '/openapi/v3/entity/dataset'),
    ask('GET', '/openapi/operations/identity/user/urn'),
    ask('GET', '/api/colophon/v1/tokens'),
  ]);
}

const ALLOWED = [200, 200, 200, 200, 200];
const REFUSED = [401, 401, 401, 401, 401];

describe('tokens of others', () => {
  it('are refused in GraphQL with the message that clients compare', async () => {
    const { token } = await issue({ name: 'theirs', actorUrn: 'urn:li:corpuser:theirs', durationMs: null });
    const mine = await issue({ name: 'mine', actorUrn: 'urn:li:corpuser:mine', durationMs: null });
    const ask = async (query: string, variables: object): Promise<unknown> => {
      const init = {
        method: 'POST',
        headers: { authorization: `Bearer ${mine.token}` },
        body: JSON.stringify({ query, variables }),
      };
      const answer = await fetch(`${server.url}/api/graphql`, init);
      return jsonAt(await answer.json(), 'errors', 0, 'message');
    };
    const input = { type: 'PERSONAL', actorUrn: 'urn:li:corpuser:theirs', duration: 'ONE_HOUR', name: 'x' };
    const filters = [{ field: 'ownerUrn', values: ['urn:li:corpuser:theirs'] }];
    const refused = await Promise.all([
      ask(
        'mutation m($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }',
        { input },
      ),
      ask('query l($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { total } }', {
        input: { start: 0, count: 10, filters },
      }),
      ask('query g($token: String!) { getAccessTokenMetadata(token: $token) { urn } }', { token }),
    ]);
    const text = 'Unauthorized to perform this action. Please contact your DataHub administrator.';
    expect(refused).toEqual([text, text, text]);
  });
});

describe('access tokens', () => {
  it('are required by every API', async () => {
    expect(await statuses(undefined)).toEqual(REFUSED);
    expect(await statuses('wrong')).toEqual(REFUSED);
    expect(await statuses(server.token)).toEqual(ALLOWED);
  });

  it('are refused after revocation', async () => {
    const { id, token } = await issue({ name: 'short', actorUrn: ROOT, durationMs: 60_000 });
    expect(await statuses(token)).toEqual(ALLOWED);
    expect((await server.request('DELETE', `/api/colophon/v1/tokens/${id}`)).status).toBe(200);
    expect(await statuses(token)).toEqual(REFUSED);
    expect((await server.request('DELETE', `/api/colophon/v1/tokens/${id}`)).status).toBe(404);
  });

  it('expire', async () => {
    const { token } = await issue({ name: 'minute', actorUrn: ROOT, durationMs: 60_000 });
    now += 59_999;
    expect(await statuses(token)).toEqual(ALLOWED);
    now += 1;
    expect(await statuses(token)).toEqual(REFUSED);
  });

  it('carry the rights of their actor', async () => {
    const { token } = await issue({ name: 'other', actorUrn: 'urn:li:corpuser:somebody', durationMs: null });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const path = '/openapi/v2/entity/tag/urn%3Ali%3Atag%3At/tagProperties';
    const body = JSON.stringify({ name: 't' });
    const written = await fetch(server.url + path, { method: 'POST', headers, body });
    expect(written.status).toBe(403);
    const query = 'mutation { createTag(input: { id: "t", name: "t" }) }';
    const created = await fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    expect(created.status).toBe(200);
    expect(await created.json()).toMatchObject({
      errors: [{ extensions: { code: 403, type: 'UNAUTHORIZED' } }],
    });
    const read = await fetch(`${server.url}/openapi/v3/entity/dataset`, { headers });
    expect(read.status).toBe(200);
  });

  it('are kept as hashes', async () => {
    const { token } = await issue({ name: 'secret', actorUrn: ROOT, durationMs: null });
    const { text } = await server.request('GET', '/openapi/v3/entity/dataHubAccessToken?count=100');
    expect(text).toContain('"name":"secret"');
    expect(text).not.toContain(token);
  });

  it('are issued once for the code of a login link', async () => {
    const code = new URL(server.loginUrl).searchParams.get('token');
    const login = () =>
      fetch(`${server.url}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      });
    const page = await fetch(server.loginUrl);
    expect(page.status).toBe(200);
    const first = await login();
    expect(first.status).toBe(200);
    const { token } = (await first.json()) as { token: string };
    expect(await statuses(token)).toEqual(ALLOWED);
    expect((await login()).status).toBe(401);
  });
});
