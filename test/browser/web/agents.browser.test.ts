import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addActor, asBearer } from '../../support/test-actors.ts';
import { ask } from '../../api/agents/agent-client.ts';
import { COLOPHON } from '../../support/spawn-server.ts';
import { choose, pressOn } from './keyboard.ts';
import { WebVisit } from './visit.ts';

const ORDERS = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

/** The answer to `initialize` of the process that a snippet names, started as a client starts it. */
async function answerOfBridge(snippet: string): Promise<unknown> {
  const { args, env } = JSON.parse(snippet) as { args: string[]; env: Record<string, string> };
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;
  const environment = { PATH: process.env['PATH'], HOME: tmpdir(), ...env };
  // Not synchronously: the server is in this process.
  const running = promisify(execFile)(COLOPHON, args, { env: environment });
  running.child.stdin?.end(input);
  return JSON.parse((await running).stdout);
}

describe('connecting an agent', () => {
  it('starts in the account menu, narrows a token, shows what the client needs, and tests it', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await pressOn(page.getByRole('button', { name: /^Account/ }));
    await choose(page, 'Connect an agent', 'menuitem');
    await page.getByRole('heading', { level: 1, name: 'Connect an agent' }).waitFor();
    await page.getByText('No changes yet').waitFor();
    await window.expectAccessible();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Name of the token' }).inputValue())
      .toBe('Claude Code');
    expect(await page.getByRole('radio', { name: /^Read only/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Create token' }).click();
    const command = page.getByLabel('Terminal', { exact: true });
    await command.waitFor();
    const token = await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
    expect(await command.textContent()).toBe(
      `claude mcp add --transport http colophon ${visit.server.url}/mcp/token --header "Authorization: Bearer ${token}"`,
    );
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByText('Connected. The agent has').waitFor();
    await window.expectAccessible();
    const agent = asBearer(visit.server, token);
    expect((await ask(agent, 'get_me')).token).toMatchObject({ read_only: true });
    for (const [client, part] of [
      ['Cursor', '${env:COLOPHON_TOKEN}'],
      ['VS Code', '"promptString"'],
      ['Codex', 'bearer_token_env_var'],
      ['Another client', '"DATAHUB_GMS_URL"'],
    ] as const) {
      await page.locator('label').filter({ hasText: client }).first().click();
      await page.locator('pre').filter({ hasText: part }).waitFor();
    }
    const snippet = await page.locator('pre').filter({ hasText: '"command"' }).textContent();
    expect(await answerOfBridge(snippet ?? '')).toMatchObject({
      result: { serverInfo: { name: 'colophon' } },
    });
  });

  it('gives an agent that only proposes, whose change somebody approves', async () => {
    const ann = await addActor(visit.server, 'anna', { roles: ['Admin'] });
    await using window = await visit.open('/agents', { token: ann.token });
    const { page } = window;
    await page.getByRole('radio', { name: /^Read and propose/ }).check({ force: true });
    await page.getByText('Each change becomes a proposal.').waitFor();
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
    await page.getByRole('table', { name: 'Access tokens' }).getByText('Read and propose').waitFor();
    const agent = asBearer(visit.server, token);
    const changes = [{ urns: [ORDERS], field: 'description', action: 'set', values: ['Sold goods.'] }];
    const { plan } = await ask(agent, 'set_metadata', { changes, reason: 'Nobody described it' });
    expect(await ask(agent, 'set_metadata', { plan })).toMatchObject({ state: 'held' });
    await page.goto(`${visit.server.url}/proposals`);
    await page.getByRole('table', { name: 'Proposals' }).getByRole('link').first().click();
    await page.getByText('Nobody described it').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Approved by anna').waitFor();
    const { text } = await visit.server.request(
      'GET',
      `/openapi/v3/entity/dataset/${encodeURIComponent(ORDERS)}`,
    );
    expect(text).toContain('Sold goods.');
  });

  it('works on a phone in the dark, and with narrowed rights to write', async () => {
    await using window = await visit.open('/agents', { width: 390, colorScheme: 'dark' });
    const { page } = window;
    await page.getByRole('radio', { name: /^Another client/ }).check({ force: true });
    await page.getByRole('radio', { name: /^Read and write/ }).check({ force: true });
    await page.getByRole('textbox', { name: 'Name of the token' }).fill('writer');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.locator('pre').filter({ hasText: '--write' }).waitFor();
    await window.expectAccessible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});

describe('the calls of agents', () => {
  it('are listed with their reason, can be undone, and end when the token is revoked', async () => {
    const changes = [{ urns: [ORDERS], field: 'tags', action: 'add', values: ['urn:li:tag:pii'] }];
    const ann = await addActor(visit.server, 'ann', { roles: ['Admin'] });
    const { plan } = await ask(ann, 'set_metadata', { changes, reason: 'Notes name customers' });
    await ask(ann, 'set_metadata', { plan });
    await using window = await visit.open('/agents', { token: ann.token });
    const { page } = window;
    const row = page.getByRole('row').filter({ hasText: 'Notes name customers' });
    await row.getByRole('link', { name: 'fct_orders' }).waitFor();
    await row.getByText('test 1.0.0').waitFor();
    await row.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog', { name: /^Undo edit/ });
    await dialog.getByRole('button', { name: 'Preview undo' }).click();
    await dialog.getByRole('button', { name: 'Change 1 asset' }).click();
    await dialog.getByRole('link', { name: 'Open edit' }).waitFor();
    await window.expectAccessible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const { json } = await visit.server.request(
      'GET',
      `/openapi/v3/entity/dataset/${encodeURIComponent(ORDERS)}`,
    );
    expect(JSON.stringify(json.globalTags ?? {})).not.toContain('urn:li:tag:pii');
    await page.getByRole('button', { name: 'Revoke test' }).waitFor();
  });
});
