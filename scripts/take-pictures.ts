/**
 * Takes the screenshots of README.md and docs/guide: the web interface with the demo, in Chromium ($CHROMIUM, by default
 * /usr/bin/chromium). Writes them to docs/images.
 *
 *   npm run pictures
 *
 * Data and clocks are fixed, so that a picture changes only with the interface and the fonts of the machine; Chromium draws
 * some edges one shade lighter or darker.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { CatalogClient } from '../src/cli/connection/catalog-client.ts';
import { loadConfig } from '../src/config/load.ts';
import { startServer } from '../src/server.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'images');
const NOW = Date.UTC(2026, 10, 2, 9, 30);
const DAY_MS = 86_400_000;

const ORDERS = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)';
const CUSTOMERS = 'urn:li:dataset:(urn:li:dataPlatform:postgres,customer_accounts.public.customers,PROD)';
/** Owns the table of orders. */
const EDITOR = 'urn:li:corpuser:tomas.novak';
const CLASSIFICATION = 'structuredProperties.io.hearth.dataClassification';
const DATASET = '_entityType:is:DATASET';
const SNOWFLAKE = 'platform:is:urn:li:dataPlatform:snowflake';

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly colorScheme?: 'light' | 'dark';
  /** Height of the window in CSS pixels; default 900. */
  readonly height?: number;
  /** Steps before the screenshot; resolves when the page is complete. */
  readonly prepare: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  {
    name: 'search',
    path: search({ q: 'customer', filter: [`${CLASSIFICATION}:is:Confidential|Restricted`] }),
    prepare: async (page) => {
      await page.getByText(/ found$/).waitFor();
    },
  },
  {
    name: 'asset',
    path: `/dataset/${encodeURIComponent(ORDERS)}`,
    prepare: async (page) => {
      await page.getByText('Data steward').first().waitFor();
    },
  },
  {
    name: 'property-editor',
    path: '/properties/io.hearth.regions/edit',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Remove AU' }).click();
      await page.getByText('Breaking', { exact: true }).waitFor();
    },
  },
  {
    name: 'columns',
    path: `/dataset/${encodeURIComponent(CUSTOMERS)}/columns`,
    height: 620,
    prepare: async (page) => {
      await page.getByText('Confidential').first().waitFor();
      for (const column of ['first_name', 'phone'])
        await page.getByRole('checkbox', { name: `Select ${column}` }).click({ force: true });
      await page.evaluate(`document.querySelector('.grid-frame').scrollLeft = 10_000`);
    },
  },
  {
    name: 'bulk-edit',
    path: search({ filter: [DATASET, SNOWFLAKE, '-structuredProperties.io.hearth.retentionDays:exists'] }),
    prepare: async (page) => {
      await page.getByText('Select page').click();
      await page.getByRole('button', { name: /^Select all/ }).click();
      await page.getByRole('button', { name: 'Edit selected' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Field' }).fill('Retention');
      await page.getByRole('option', { name: 'Retention' }).click();
      await dialog.getByRole('combobox', { name: 'Retention' }).fill('365');
      await page.getByRole('option', { name: '365' }).click();
      await dialog.getByRole('button', { name: 'Compare' }).click();
      await dialog.getByText(/would change, /).waitFor();
    },
  },
  {
    name: 'lineage',
    path: `/dataset/${encodeURIComponent(ORDERS)}/lineage`,
    height: 700,
    prepare: async (page) => {
      await page
        .getByRole('group', { name: /^Lineage as a graph/ })
        .getByRole('link')
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Show all' }).click();
    },
  },
  {
    name: 'history',
    path: `/dataset/${encodeURIComponent(ORDERS)}/history`,
    height: 760,
    prepare: async (page) => {
      await page
        .getByRole('list', { name: 'Changes, newest first' })
        .getByText('Retention')
        .first()
        .waitFor();
    },
  },
  {
    name: 'browse',
    path: '/browse/domains',
    height: 620,
    prepare: async (page) => {
      await page.getByRole('list', { name: 'Domains' }).getByRole('link').first().waitFor();
    },
  },
  {
    name: 'policy',
    path: `/policies?${new URLSearchParams({ tab: 'test', actor: EDITOR, privilege: 'EDIT_ENTITY_PROPERTIES', entity: CUSTOMERS }).toString()}`,
    height: 620,
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Closest policies' }).waitFor();
    },
  },
  {
    name: 'coverage',
    path: '/properties',
    colorScheme: 'dark',
    prepare: async (page) => {
      await page.getByText('220 of 349').waitFor();
    },
  },
  {
    name: 'delete',
    path: '/properties/io.hearth.costCenter',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('dialog').getByRole('link').first().waitFor();
    },
  },
];

/** Changes two values as another user, so that there is a history. */
async function editAsPerson(): Promise<void> {
  const { token } = await post('/api/colophon/v1/tokens', server.rootToken(), {
    name: 'pictures',
    actorUrn: EDITOR,
    durationMs: null,
  });
  const retention = {
    structuredPropertyUrn: 'urn:li:structuredProperty:io.hearth.retentionDays',
    values: [{ numberValue: 365 }],
  };
  const regions = {
    structuredPropertyUrn: 'urn:li:structuredProperty:io.hearth.regions',
    values: [{ stringValue: 'EU' }, { stringValue: 'UK' }],
  };
  for (const property of [retention, regions]) {
    clock += DAY_MS;
    const { errors } = await post('/api/graphql', String(token), {
      query:
        'mutation edit($input: UpsertStructuredPropertiesInput!) { upsertStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }',
      variables: { input: { assetUrn: ORDERS, structuredPropertyInputParams: [property] } },
    });
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
  }
}

async function post(path: string, token: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
}

function search({ q = '', filter }: { readonly q?: string; readonly filter: readonly string[] }): string {
  return `/search?${new URLSearchParams([['q', q], ...filter.map((text) => ['filter', text])]).toString()}`;
}

// The edit below changes single properties.
const compatibility = { 'compatibility.upsertStructuredProperties': 'merge' };
const flags = { ...compatibility, memory: true, port: '0', readers: 0, logLevel: 'error' };
let clock = NOW - 14 * DAY_MS;
const server = await startServer(loadConfig({ flags, environment: {} }), { now: () => clock });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const client = new CatalogClient({ url: server.url, token: server.rootToken() });
  await client.request('POST', '/api/colophon/v1/demo');
  await editAsPerson();
  clock = NOW;
  mkdirSync(FOLDER, { recursive: true });
  for (const picture of PICTURES) await take(picture);
} finally {
  await browser.close();
  await server.close();
}

async function take({ name, path, colorScheme = 'light', height = 900, prepare }: Picture): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1400, height },
    colorScheme,
    reducedMotion: 'reduce',
  });
  await page.clock.setFixedTime(NOW);
  await page.addInitScript((token) => sessionStorage.setItem('colophon.token', token), server.rootToken());
  // Never answered: an open request for changes shows that the server is there.
  await page.route('**/api/colophon/v1/changes?*', () => undefined);
  await page.goto(server.url + path);
  await prepare(page);
  await page.mouse.move(0, 0);
  await page.locator('.skeleton').first().waitFor({ state: 'hidden' });
  // Names, counts and fonts follow the first content.
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled', caret: 'hide' });
  await page.close();
}
