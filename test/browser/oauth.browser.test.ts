import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../api/agents/agent-client.ts';
import { ASKED, OAUTH_OPTIONS, exchange, formOf, post } from '../api/agents/oauth-client.ts';
import { asBearer } from '../support/test-actors.ts';
import { WebVisit } from './web/visit.ts';

let visit: WebVisit;
/** The program on the person's computer, which waits for the code. */
let program: Server;
let redirect: string;

beforeAll(async () => {
  visit = await WebVisit.start({ demo: false, options: OAUTH_OPTIONS });
  program = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Desk</title><h1>Signed in</h1>');
  }).listen(0, '127.0.0.1');
  await once(program, 'listening');
  const address = program.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  redirect = `http://127.0.0.1:${address.port}/back`;
});
afterAll(async () => {
  program.close();
  program.closeAllConnections();
  await visit[Symbol.asyncDispose]();
});

function pathFor(scope: string): string {
  return `/oauth/authorize?${formOf({ ...ASKED, redirect_uri: redirect, scope })}`;
}

describe('a person who is asked for access', () => {
  it('signs in, reads who asks, chooses, and returns to the program with a code', async () => {
    const window = await visit.open(pathFor('write'), { token: null, width: 390, colorScheme: 'dark' });
    const { page } = window;
    await page.getByRole('textbox', { name: 'User name' }).fill('datahub');
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByRole('heading', { name: 'Give desk access?' }).waitFor();
    await page.getByText('a program on your own computer').waitFor();
    await window.expectAccessible();
    expect(await page.getByRole('checkbox', { name: /^Read/ }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: /^All of that/ }).count()).toBe(0);
    await page.getByText('Only some of your data').click();
    await page.getByLabel(/^Entity types/).fill('nothing');
    await page.getByRole('button', { name: 'Give access' }).click();
    await page.getByRole('alert').filter({ hasText: 'nothing' }).waitFor();
    await page.getByRole('checkbox', { name: /^Change/ }).check();
    await page.getByRole('button', { name: 'Give access' }).click();
    await page.getByRole('heading', { name: 'Signed in' }).waitFor();
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const { body } = await post(visit.server, '/oauth/token', { ...exchange(code), redirect_uri: redirect });
    expect(body['scope']).toBe('read write');
    const agent = asBearer(visit.server, String(body['access_token']));
    expect((await ask(agent, 'get_me')).actor).toBe('urn:li:corpuser:datahub');
    await page.context().close();
  });

  it('may refuse', async () => {
    const { page } = await visit.open(pathFor('read'), { token: null });
    await page.getByRole('textbox', { name: 'User name' }).fill('datahub');
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Signed in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    await page.context().close();
  });
});
