import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BASE,
  OAUTH_OPTIONS,
  OAuthBrowser,
  exchange,
  post,
  refreshing,
  type Parameters,
} from '../api/agents/oauth-client.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { CatalogProcesses } from './catalog-processes.ts';

let postgres: PostgresServer;
let catalog: CatalogProcesses;
let browser: OAuthBrowser;

beforeAll(async () => {
  postgres = await startPostgres();
  const environment = {
    COLOPHON_STORE: await postgres.createDatabase(),
    COLOPHON_PUBLIC_URL: BASE,
    COLOPHON_AGENTS_OAUTH: 'true',
    COLOPHON_AGENTS_OAUTH_CLIENTS: OAUTH_OPTIONS['agents.oauthClients'].join(','),
    COLOPHON_LOGIN_ROOT_PASSWORD: OAUTH_OPTIONS['login.rootPassword'],
    // The first line of each process has a token.
    COLOPHON_LOGIN_ROOT_LINK: 'true',
  };
  catalog = await CatalogProcesses.start(environment, 2);
  browser = new OAuthBrowser({ url: catalog.url(0) });
  await browser.logIn();
});
afterAll(async () => {
  await catalog[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const redeem = (i: number, sent: Parameters) => post({ url: catalog.url(i) }, '/oauth/token', sent);

async function statusAt(i: number, tokens: Readonly<Record<string, unknown>>): Promise<number> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  return (await catalog.call(i, 'POST', '/mcp', body, { token: String(tokens['access_token']) })).status;
}

/** The statuses at both processes; a process drops what it has cached within a second. */
const statuses = (tokens: Readonly<Record<string, unknown>>): Promise<readonly number[]> =>
  Promise.all([statusAt(0, tokens), statusAt(1, tokens)]);

describe('two processes of one catalog', () => {
  it('exchange a code and refresh tokens of each other at once', async () => {
    const { body: first, status } = await redeem(1, exchange(await browser.code()));
    expect(status, JSON.stringify(first)).toBe(200);
    expect(await statuses(first)).toEqual([200, 200]);
    const second = await redeem(0, refreshing(first['refresh_token']));
    expect(second.status).toBe(200);
    expect(await statuses(second.body)).toEqual([200, 200]);
  });

  it('accept a code and a refresh token only once between them, also at the same time', async () => {
    const code = await browser.code();
    const answers = await Promise.all([redeem(0, exchange(code)), redeem(1, exchange(code))]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { body, status } of answers)
      if (status === 200) await expect.poll(() => statuses(body)).toEqual([401, 401]);

    const { body: first } = await redeem(0, exchange(await browser.code()));
    // Both have read the token before it is used.
    const { body: second } = await redeem(1, refreshing(first['refresh_token']));
    const again = await redeem(0, refreshing(first['refresh_token']));
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
    await expect.poll(() => statuses(second)).toEqual([401, 401]);
    const last = await redeem(1, refreshing(second['refresh_token']));
    expect(last.body['error']).toBe('invalid_grant');
  });

  it('end access that the client or the person revokes at one of them', async () => {
    const { body: byClient } = await redeem(0, exchange(await browser.code()));
    expect(await statuses(byClient)).toEqual([200, 200]);
    const sent = { token: String(byClient['refresh_token']), client_id: 'desk' };
    expect((await post({ url: catalog.url(1) }, '/oauth/revoke', sent)).status).toBe(200);
    await expect.poll(() => statuses(byClient)).toEqual([401, 401]);

    const { body: byPerson } = await redeem(0, exchange(await browser.code()));
    expect(await statuses(byPerson)).toEqual([200, 200]);
    const { json } = await catalog.call(1, 'GET', '/api/colophon/v1/tokens');
    const grants = json.tokens.filter(({ name }: { readonly name: string }) => name === 'desk');
    for (const { id } of grants) await catalog.call(1, 'DELETE', `/api/colophon/v1/tokens/${id}`);
    await expect.poll(() => statuses(byPerson)).toEqual([401, 401]);
    const { body } = await redeem(0, refreshing(byPerson['refresh_token']));
    expect(body['error']).toBe('invalid_grant');
  });
});
