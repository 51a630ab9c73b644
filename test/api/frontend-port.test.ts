import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { startServer } from '../support/start-server.ts';
import type { TestServer } from '../support/start-server.ts';

let server: TestServer;
let frontend: string;
beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  frontend = `http://127.0.0.1:${port}`;
  server = await startServer({ options: { frontendPort: String(port), 'login.rootPassword': 'datahub' } });
});
afterAll(() => server.stop());

describe('the second port', () => {
  it("lets DataHub's client log in and make a token, as on the first", async () => {
    for (const base of [frontend, server.url, `${server.url}/api/gms`]) {
      const headers = { 'content-type': 'application/json' };
      const body = '{"username":"datahub", "password":"datahub"}';
      const logIn = await fetch(`${base}/logIn`, { method: 'POST', headers, body });
      expect(logIn.status).toBe(200);
      const cookie = logIn.headers
        .getSetCookie()
        .map((text) => text.split(';')[0])
        .join('; ');
      const input = {
        ...{ type: 'PERSONAL', actorUrn: 'urn:li:corpuser:datahub', duration: 'ONE_HOUR', name: 'cli token' },
      };
      const query =
        'mutation createAccessToken($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken metadata { id actorUrn ownerUrn name description } } }';
      const answer = await fetch(`${base}/api/v2/graphql`, {
        method: 'POST',
        headers: { ...headers, cookie },
        body: JSON.stringify({ query, variables: { input } }),
      });
      const { data } = (await answer.json()) as { data: { createAccessToken: { accessToken: string } } };
      const authorization = `Bearer ${data.createAccessToken.accessToken}`;
      expect((await fetch(`${server.url}/config`, { headers: { authorization } })).status).toBe(200);
    }
  });

  it('must be another one than the first', () => {
    const flags = { port: '9002', frontendPort: '9002' };
    expect(() => loadConfig({ flags, environment: {} })).toThrow("'frontendPort' must be another port");
  });
});
