import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BASE, OAUTH_OPTIONS, OAuthBrowser, exchange, post, refreshing } from '../api/agents/oauth-client.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';

const FLAGS = [
  '--public-url',
  BASE,
  '--agents-oauth',
  '--login-root-password',
  'correct horse',
  // The first line of the server has a token.
  '--login-root-link=true',
  ...OAUTH_OPTIONS['agents.oauthClients'].flatMap((client) => ['--agents-oauth-clients', client]),
];

let folder: string;
let server: SpawnedServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-test-'));
  server = await spawnServer(folder, [], FLAGS);
});
afterEach(async () => {
  await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function killed(): Promise<void> {
  await server.end('SIGKILL');
  server = await spawnServer(folder, [], FLAGS);
}

async function statusWith(token: unknown): Promise<number> {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return response.status;
}

it('what a client holds, and what it has used, survives a kill', async () => {
  const browser = new OAuthBrowser(server);
  await browser.logIn();
  const code = await browser.code();
  await killed();
  const { body: first } = await post(server, '/oauth/token', exchange(code));
  await killed();
  expect(await statusWith(first['access_token'])).toBe(200);
  const { body: second } = await post(server, '/oauth/token', refreshing(first['refresh_token']));
  await killed();
  expect(await statusWith(second['access_token'])).toBe(200);
  const again = await post(server, '/oauth/token', refreshing(first['refresh_token']));
  expect(again.body['error']).toBe('invalid_grant');
  await killed();
  expect(await statusWith(second['access_token'])).toBe(401);
});
