import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { Keyboard, pressOn } from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

const ORDERS = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)';

/** A token for a user of the demo, who has no role. */
const tokenOfReader = () => tokenOf('ada.kovacs');

async function tokenOf(name: string): Promise<string> {
  const { json } = await visit.server.request('POST', '/api/colophon/v1/tokens', {
    name: 'test',
    actorUrn: `urn:li:corpuser:${name}`,
    durationMs: 3_600_000,
  });
  return String(json.token);
}

describe('the overview', () => {
  it.each([
    ['light', 1400],
    ['dark', 390],
  ] as const)('shows readiness, lag and counts, %s at %d px', async (colorScheme, width) => {
    await using window = await visit.open('/operations', { colorScheme, width });
    const { page } = window;
    await page.getByText('Ready', { exact: true }).waitFor();
    await page.getByText('Index lag').waitFor();
    await page
      .getByRole('region', { name: 'Catalog contents' })
      .getByText('Datasets', { exact: true })
      .waitFor();
    await window.expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it('shares its address with a Rest.li resource, which still answers programs', async () => {
    const headers = { authorization: `Bearer ${visit.server.token}`, accept: 'application/json' };
    const answer = await fetch(`${visit.server.url}/operations`, { headers });
    expect(answer.status).toBe(405);
  });
});

describe('removals', () => {
  it('of the values of a deleted property are shown', async () => {
    const urn = 'urn:li:structuredProperty:io.hearth.costCenter';
    const deletions = [{ urn, hard: true }];
    await visit.server.request('POST', '/api/colophon/v1/plans/apply', { deletions });
    await using window = await visit.open('/operations?tab=removals');
    await window.page
      .getByRole('row', { name: /costCenter/ })
      .getByText(/\d+ cleared/)
      .waitFor();
    await window.expectAccessible();
  });
});

describe('jobs', () => {
  it('of the doctor are started with the keyboard alone and shown again later', async () => {
    await using window = await visit.open('/operations');
    const { page } = window;
    await new Keyboard(page).tab('Doctor');
    await page.getByText('No report yet').waitFor();
    await new Keyboard(page).use('button', 'Compare');
    await page.getByText('The index matches the store.').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=doctor');
    await page.reload();
    await page.getByText('The index matches the store.').waitFor();
    await page.getByRole('button', { name: 'Compare and repair' }).click();
    await page.getByText('Job 2').waitFor();
    await page.getByText('succeeded').waitFor();
    await window.expectAccessible();
  });

  it('of a system update run a selected step', async () => {
    await using window = await visit.open('/operations?tab=system-update');
    const { page } = window;
    await page.getByText('No report yet').waitFor();
    await page.getByRole('button', { name: /Steps/ }).click();
    await page.getByRole('option', { name: /Rebuild the index/ }).click();
    await page.getByRole('button', { name: 'Start update' }).click();
    await page.getByRole('table', { name: 'Steps of the update' }).getByText('Rebuild the index').waitFor();
    await page.getByRole('table', { name: 'Index fields of structured properties' }).waitFor();
    await window.expectAccessible();
  });
});

it('a running job is left, shown again and stopped, with the keyboard alone', async () => {
  const gate = Promise.withResolvers<undefined>();
  const environment = { pause: () => gate.promise };
  await using held = await WebVisit.start({ demo: false, environment });
  await using window = await held.open('/operations?tab=doctor');
  const { page } = window;
  const keyboard = new Keyboard(page);
  try {
    await keyboard.use('button', 'Compare and repair');
    await page.getByText('running').waitFor();
    await keyboard.tab('Removals');
    await page.getByText('No value removals').waitFor();
    await page.reload();
    await keyboard.tab('Doctor');
    await window.expectAccessible();
    await keyboard.use('button', 'Stop');
    await page.getByText('Stopping.').waitFor();
    gate.resolve(undefined);
    await page.getByText('Stopped on request. Finished work is kept.').waitFor();
  } finally {
    gate.resolve(undefined);
  }
});

describe('the audit log', () => {
  const rows = (page: Page) => page.getByRole('list', { name: 'Audit log' }).locator('> li');

  it('says in sentences who did what, with values and details', async () => {
    const headers = { authorization: `Bearer ${await tokenOf('tomas.novak')}` };
    const write = `mutation write($input: UpsertStructuredPropertiesInput!) {
      upsertStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }`;
    for (const stringValue of ['Internal', 'Restricted']) {
      const structuredPropertyUrn = 'urn:li:structuredProperty:io.hearth.dataClassification';
      const params = [{ structuredPropertyUrn, values: [{ stringValue }] }];
      const input = { assetUrn: ORDERS, structuredPropertyInputParams: params };
      await visit.server.request('POST', '/api/graphql', { query: write, variables: { input } }, headers);
    }
    await using window = await visit.open(`/audit?entity=${encodeURIComponent(ORDERS)}`);
    const { page } = window;
    const row = rows(page).first();
    await row
      .getByText('Tomáš Novák changed Data classification of fct_orders from Internal to Restricted')
      .waitFor();
    expect(await row.textContent()).toMatch(/just now|ago/);
    await pressOn(row.getByRole('button', { name: 'Details' }));
    await row.getByText('Network address').waitFor();
    await row.getByText('upsert structured properties').waitFor();
    await row.getByRole('deletion').getByText('Internal').waitFor();
    expect(await row.textContent()).not.toMatch(/urn:li|structuredProperties|openapi\//);
    await window.expectAccessible();
    await row.getByRole('link', { name: 'Data classification' }).click();
    await page.getByRole('heading', { level: 1, name: 'Data classification' }).waitFor();
  });

  it('says what was refused, and which privilege it needs', async () => {
    const token = await tokenOfReader();
    const headers = { authorization: `Bearer ${token}` };
    await visit.server.request('GET', '/api/colophon/v1/audit', undefined, headers);
    await using window = await visit.open('/audit?kind=DENIED');
    await rows(window.page)
      .getByText(/was not allowed to .*, which needs [A-Z]/)
      .first()
      .waitFor();
  });

  it('is filtered with the keyboard alone', async () => {
    await using window = await visit.open('/audit');
    const { page } = window;
    const keyboard = new Keyboard(page);
    await rows(page).first().waitFor();
    await keyboard.pick('Who', 'DataHub', /^DataHub/);
    await keyboard.to('checkbox', 'Sign-ins');
    await keyboard.press('Space');
    await page.waitForURL(/actor=.*kind=LOG_IN/);
    await keyboard.use('button', 'Clear filters');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await rows(page).first().waitFor();
  });

  it('is filtered and paged, with the filter in the address', async () => {
    await visit.server.request('POST', '/api/colophon/v1/doctor', { repair: true });
    await using window = await visit.open('/audit');
    const { page } = window;
    await rows(page).first().waitFor();
    await page.getByText('Maintenance', { exact: true }).click();
    await rows(page).getByText('repaired the search index').first().waitFor();
    expect(new URL(page.url()).search).toBe('?kind=UPKEEP');
    await page.getByRole('combobox', { name: 'Entity', exact: true }).fill('Profit and loss');
    await page
      .getByRole('option', { name: /Profit and loss/ })
      .first()
      .click();
    await page.getByText('No events match').waitFor();
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows(page).first().waitFor();
  });
});

describe('a person without rights', () => {
  it('sees the state of the server, and why the rest is refused', async () => {
    const token = await tokenOfReader();
    await using window = await visit.open('/operations', { token });
    const { page } = window;
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await expect
      .poll(() => page.getByRole('tab').allTextContents(), { timeout: 10_000 })
      .toEqual(['Overview', 'Removals']);
    // A page that refuses most of its content is not offered.
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    expect(await sections.allTextContents()).toEqual(['Search', 'Properties', 'Browse', 'People', 'Review']);
    await page.goto(`${visit.server.url}/operations?tab=doctor`);
    await page.getByRole('heading', { name: 'You don’t have permission to start the doctor' }).waitFor();
    await page.goto(`${visit.server.url}/audit`);
    await page.getByRole('heading', { name: 'You don’t have permission to read the audit log' }).waitFor();
  });
});
