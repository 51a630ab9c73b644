import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../support/start-server.ts';

const PROGRAM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({ options: { 'login.rootPassword': 'datahub' } });
  browser = await chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

async function logIn(password: string): Promise<void> {
  await page.getByLabel('User name').fill('datahub');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describe('logging in with a password', () => {
  it('returns to GraphiQL with the session, and ends it on sign-out', async () => {
    await page.goto(`${server.url}/api/graphiql`);
    await page.locator('#sign-in').getByRole('link', { name: 'Sign in' }).click();
    await logIn('wrong');
    await page.getByRole('alert').getByText('Invalid Credentials').waitFor();
    await logIn('datahub');
    const editor = page.locator('.graphiql-query-editor .CodeMirror');
    await editor.click();
    expect(new URL(page.url()).pathname).toBe('/api/graphiql');
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('mutation { createTag(input: { id: "by-session", name: "By session" }) }');
    await page.keyboard.press('Control+Enter');
    await page.locator('.result-window').getByText('urn:li:tag:by-session').waitFor();

    await page.goto(`${server.url}/`);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('Other ways to sign in').waitFor();
    expect(await context.cookies()).toEqual([]);
  });

  it('lets the API browser send requests', async () => {
    await page.goto(`${server.url}/login?redirect_uri=/openapi/swagger-ui`);
    await logIn('datahub');
    await page.getByLabel('Entity type').selectOption('tag');
    await page.locator('#operations-tag-getTag').waitFor();
  });

  it('is not valid for pages of another site', async () => {
    await page.goto(`${server.url}/login`);
    await logIn('datahub');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    // To the browser, the same machine under another name is another site.
    const other = await startServer();
    await page.goto(`${other.url.replace('127.0.0.1', 'localhost')}/health`).catch(() => undefined);
    const answers: (number | undefined)[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(server.url)) answers.push(response.status());
    });
    await page.setContent(
      `<form method="post" enctype="text/plain" action="${server.url}/api/graphql">
       <input name='{"query":"mutation { createTag(input: { id: \\"stolen\\", name: \\"x\\" }) }","x":"' value='"}'><button>Go</button></form>`,
    );
    await page.getByRole('button', { name: 'Go' }).click();
    await page.waitForURL(`${server.url}/api/graphql`);
    expect(answers.every((status) => status === 401 || status === 403)).toBe(true);
    const { data } = await server.graphql('{ tag(urn: "urn:li:tag:stolen") { exists } }');
    expect(data.tag.exists).toBe(false);
    await other.stop();
  });
});

describe('an invitation', () => {
  it('creates an account and signs in', async () => {
    const { data } = await server.graphql('{ getNativeUserInviteToken { inviteToken } }');
    await page.goto(`${server.url}/signup?invite_token=${data.getNativeUserInviteToken.inviteToken}`);
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Title').fill('Analyst');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('alert').getByText('A password must have 8').waitFor();
    await page.getByLabel('Password').fill('long enough');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expect(page.url()).toBe(`${server.url}/`);
  });
});
