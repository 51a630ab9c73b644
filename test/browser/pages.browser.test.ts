import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const PROGRAM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({ options: { web: false } });
  await clientOf(server).dataset('browsed/orders');
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
  page = await browser.newPage();
  complaints = [];
  elsewhere = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${server.url}/`) && !/^(data|blob):/.test(url)) elsewhere.push(url);
  });
});
afterEach(() => page.close());

describe('signing in', () => {
  it('accepts the login link once and removes its code from the address, without the web interface', async () => {
    const link = server.loginUrl;
    await page.goto(link);
    await page.getByText('You are signed in.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are not signed in.').waitFor();
    expect(complaints).toEqual([]);

    await page.goto(link);
    await page.getByRole('alert').getByText('has been used').waitFor();
    expect(page.url()).toBe(`${server.url}/login`);
    expect(elsewhere).toEqual([]);
  });

  it('accepts a pasted token, and rejects an invalid one', async () => {
    await page.goto(`${server.url}/gms/login`);
    await page.getByText('Other ways to sign in').click();
    const signIn = page.locator('#token-form').getByRole('button', { name: 'Sign in' });
    await page.getByLabel('Access token').fill('wrong');
    await signIn.click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Access token').fill(server.token);
    await signIn.click();
    await page.getByText('You are signed in.').waitFor();
  });
});

describe('the API browser', () => {
  it('says where to sign in', async () => {
    await page.goto(`${server.url}/openapi/swagger-ui/`);
    await page.getByText('to browse the API').waitFor();
  });

  it('loads only from the server, shows an entity type, and sends requests with the token', async () => {
    await page.goto(server.loginUrl);
    await page.getByText('API browser').click();
    await page.getByLabel('Entity type').selectOption('dataset');
    const operation = page.locator('#operations-dataset-getDataset');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByPlaceholder('urn').fill(datasetUrn('browsed/orders'));
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').getByText('"browsed/orders"').first().waitFor();
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  });
});
