import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/start-server.ts';

const PROGRAM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer();
  browser = await chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

let page: Page;
let complaints: string[];
let elsewhere: string[];
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  complaints = [];
  elsewhere = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${server.url}/`) && !url.startsWith('data:')) elsewhere.push(url);
  });
});
afterEach(() => page.close());

/** Enters a query into the editor and runs it. */
async function run(query: string): Promise<void> {
  const editor = page.locator('.graphiql-query-editor .CodeMirror');
  await editor.click();
  await page.keyboard.press('Control+A');
  // Typing would complete brackets.
  await page.keyboard.insertText(query);
  await page.keyboard.press('Control+Enter');
}

const result = () => page.locator('.result-window');

describe('GraphiQL', () => {
  it('shows query and variables of the address, and runs them only on request', async () => {
    await page.goto(server.loginUrl);
    await page.getByRole('button', { name: /^Account/ }).waitFor();
    const parameters = new URLSearchParams({ query: '{ __typename }', variables: '{ "a": 1 }' });
    await page.goto(`${server.url}/api/graphiql?${parameters.toString()}`);
    const editor = page.locator('.graphiql-query-editor .CodeMirror');
    await editor.getByText('__typename').waitFor();
    expect(await page.locator('.graphiql-editor-tool').textContent()).toContain('"a"');
    expect(await result().textContent()).not.toContain('Query');
    await editor.click();
    await page.keyboard.press('Control+Enter');
    await result().getByText('"Query"').waitFor();
  });

  it('loads only from the server, signs in with the login link, runs a query and a mutation', async () => {
    await page.goto(server.loginUrl);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'GraphiQL' }).click();
    await page.locator('.graphiql-query-editor .CodeMirror').waitFor();
    expect(await page.locator('#sign-in').isVisible()).toBe(false);

    await run('mutation { createTag(input: { id: "from-browser", name: "From a browser" }) }');
    await result().getByText('urn:li:tag:from-browser').waitFor();
    await run('{ tag(urn: "urn:li:tag:from-browser") { properties { name } } }');
    await result().getByText('From a browser').waitFor();

    await page.getByLabel('Show Documentation Explorer').click();
    await page.getByText('Root Types').waitFor();
    await page.locator('.graphiql-doc-explorer').getByText('Mutation', { exact: true }).click();
    await page.getByText('upsertStructuredProperties').first().waitFor();
    const screenshot = process.env['SCREENSHOTS'];
    if (screenshot !== undefined) await page.screenshot({ path: `${screenshot}/graphiql.png` });
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('and the API browser look as chosen, and lead back to the web interface', async () => {
    await page.goto(server.loginUrl);
    await page.getByRole('button', { name: /^Account/ }).waitFor();
    for (const path of ['/api/graphiql', '/openapi/swagger-ui']) {
      for (const [chosen, colour] of [
        ['dark', 'rgb(25, 23, 20)'],
        ['light', 'rgb(251, 250, 248)'],
      ] as const) {
        await page.evaluate((value) => {
          localStorage.setItem('colophon.appearance', value);
        }, chosen);
        await page.goto(server.url + path);
        await page.locator('.graphiql-query-editor, .swagger-ui .info').first().waitFor();
        expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(colour);
      }
      expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toContain('Inter');
    }
    await page.getByRole('link', { name: 'GraphiQL' }).click();
    await page.locator('.graphiql-query-editor .CodeMirror').waitFor();
    await page.getByRole('link', { name: 'Colophon', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows signed-out people how to sign in', async () => {
    await page.goto(`${server.url}/api/graphiql`);
    await page.locator('#sign-in').waitFor();
    expect(await page.locator('#sign-in').innerText()).toContain('Sign in, or open the login link');
    await page.locator('.graphiql-query-editor .CodeMirror').waitFor();
    await run('{ me { corpUser { urn } } }');
    await result().getByText('No access token was presented').waitFor();
    expect(elsewhere).toEqual([]);
  });

  it('works under every base path, with and without a slash', async () => {
    for (const path of ['/gms/api/graphiql', '/api/gms/api/graphiql', '/api/graphiql/']) {
      await page.goto(server.url + path);
      await page.locator('.graphiql-query-editor .CodeMirror').waitFor();
    }
    expect(elsewhere).toEqual([]);
  });
});
