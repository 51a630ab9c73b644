import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page, Request } from 'playwright-core';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { addActor, userUrn, withToken, writeAspect, writePolicy } from '../../support/test-actors.ts';
import { focused } from './keyboard.ts';
import { WebVisit, checksWithin } from './visit.ts';

const DATASET = datasetUrn('orders');
const PATH = `/dataset/${encodeURIComponent(DATASET)}`;

let visit: WebVisit;
const describeTable = (description: string): Promise<void> =>
  writeAspect(visit.server, DATASET, 'datasetProperties', { name: 'orders', description });
const writeSchema = (...names: readonly string[]): Promise<void> =>
  writeAspect(visit.server, DATASET, 'schemaMetadata', {
    schemaName: 'orders',
    platform: 'urn:li:dataPlatform:hive',
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: names.map((fieldPath) => ({
      fieldPath,
      nativeDataType: 'text',
      type: { type: { 'com.linkedin.schema.StringType': {} } },
    })),
  });

beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  await describeTable('First.');
});
afterAll(() => visit[Symbol.asyncDispose]());

const isOfFeed = (request: Request): boolean => request.url().includes('/colophon/v1/changes');

describe('changes by others are shown without a reload', () => {
  it('on the page of an asset, and when its window becomes visible again', async () => {
    await using window = await visit.open(PATH);
    const { page } = window;
    await page.getByText('First.').waitFor();
    await describeTable('Second.');
    await page.getByText('Second.').waitFor();

    const show = (state: string): Promise<void> =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await show('hidden');
    let asked = 0;
    page.on('request', (request) => {
      if (isOfFeed(request)) asked += 1;
    });
    await describeTable('Third.');
    await page.getByText('Second.').waitFor();
    expect(asked).toBe(0);
    await show('visible');
    await page.getByText('Third.').waitFor();
  });

  it('over one request that the server holds; a page that nobody uses asks nothing else', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const open = new Set<Request>();
    let most = 0;
    page.on('request', (request) => {
      if (isOfFeed(request)) most = Math.max(most, open.add(request).size);
    });
    const end = (request: Request): void => void open.delete(request);
    page.on('requestfinished', end).on('requestfailed', end);
    await page.clock.install();
    const held = (): Promise<Request> =>
      page.waitForRequest((request) => isOfFeed(request) && request.url().includes('wait=50'));
    const first = held();
    await page.goto(visit.server.url + PATH);
    await first;
    const second = held();
    await page.getByRole('link', { name: 'Properties' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Properties' }).waitFor();
    await second;
    await expect.poll(() => open.size).toBe(1);
    // A page in use asks whether the server is there.
    expect(await checksWithin(page, 10)).toBeGreaterThan(0);
    await checksWithin(page, 60);
    expect(await checksWithin(page, 20)).toBeLessThanOrEqual(1);
    expect(most).toBe(1);
  });

  it('while editing: focus and typed text are kept, even if a refetch fails', async () => {
    const catalog = clientOf(visit.server);
    for (const name of ['first', 'second']) await catalog.define(name);
    await using window = await visit.open(`${PATH}?tab=properties`);
    const { page } = window;
    await page.getByRole('button', { name: 'Edit first' }).click();
    await page.getByLabel('first', { exact: true }).fill('one');
    await page.keyboard.press('Enter');
    await focused(page, 'Edit first');
    await page.getByRole('button', { name: 'Edit second' }).click();
    const field = page.getByLabel('second', { exact: true });
    await field.fill('two');
    await catalog.define('third');
    await page.getByRole('button', { name: 'Edit third' }).waitFor();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

    const isOfAsset = (url: URL): boolean => url.pathname.includes('/openapi/v3/entity/');
    await page.route(isOfAsset, (route) => route.fulfill({ status: 503, json: { message: 'Away.' } }));
    const away = page.waitForResponse((response) => response.status() === 503);
    await describeTable('Not shown.');
    await away;
    await page.unroute(isOfAsset);
    const back = page.waitForResponse((response) => isOfAsset(new URL(response.url())) && response.ok());
    await describeTable('Third.');
    await back;
    expect(await field.inputValue()).toBe('two');
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByText('Third.').waitFor();
    expect(window.complaints.splice(0)).toEqual([expect.stringContaining('503')]);
    for (const name of ['first', 'second', 'third']) {
      await visit.server.request(
        'DELETE',
        `/openapi/v3/entity/structuredProperty/urn:li:structuredProperty:${name}`,
      );
    }
  });

  it('in the list of properties, and on the page of one with its values', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    await page.getByText('No properties yet').waitFor();
    await clientOf(visit.server).define('newest');
    await page
      .getByRole('table', { name: 'Structured properties' })
      .getByRole('link', { name: 'newest', exact: true })
      .click();
    await page.getByRole('heading', { name: 'newest' }).waitFor();
    await clientOf(visit.server).assign(DATASET, { newest: [{ string: 'dawn' }] });
    await page.getByText('dawn').first().waitFor();
  });

  it('after an outage of the server, during which the page keeps its data and shows a notice', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const table = page.getByRole('table', { name: 'Structured properties' });
    const newest = table.getByRole('link', { name: 'newest', exact: true });
    await newest.waitFor();
    const isGraphQL = (url: URL): boolean => url.pathname.endsWith('/api/graphql');
    await page.route(isGraphQL, (route) => route.fulfill({ status: 503, json: { message: 'Away.' } }));
    await clientOf(visit.server).define('later');
    const notice = page.getByText(/^The server is not responding/);
    await notice.waitFor();
    expect(await newest.isVisible()).toBe(true);
    await window.expectAccessible();
    // The page may recover by itself just before the press, which removes the button.
    const again = await page.getByRole('button', { name: 'Try again' }).elementHandle();
    await page.unroute(isGraphQL);
    await again.evaluate((button) => {
      if (button instanceof HTMLElement) button.click();
    });
    await table.getByRole('link', { name: 'later', exact: true }).waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(new Set(window.complaints.splice(0))).toEqual(new Set([expect.stringContaining('503')]));
    await visit.server.request(
      'DELETE',
      '/openapi/v3/entity/structuredProperty/urn:li:structuredProperty:later',
    );
  });

  it('unless another page is shown by then', async () => {
    await using window = await visit.open(PATH);
    const { page } = window;
    await page.getByText('Third.').waitFor();
    const next = page.waitForRequest(
      (request) => isOfFeed(request) && !request.url().includes(encodeURIComponent(DATASET)),
    );
    await page.getByRole('link', { name: 'Properties' }).first().click();
    await next;
    await page
      .getByRole('table', { name: 'Structured properties' })
      .getByRole('link', { name: 'newest', exact: true })
      .waitFor();
  });

  it('with one long-poll request per window', async () => {
    await using window = await visit.open(`${PATH}?tab=history`);
    const { page } = window;
    const open = new Set<Request>();
    page.on('request', (request) => {
      if (isOfFeed(request)) open.add(request);
    });
    page.on('requestfailed', (request) => open.delete(request));
    page.on('requestfinished', (request) => open.delete(request));
    await page.getByRole('tab', { name: 'Lineage' }).click();
    await page.getByText('No lineage yet').waitFor();
    await page.getByRole('tab', { name: 'Columns' }).click();
    await page.getByText('No columns yet').waitFor();
    await writeSchema('id', 'placed_at');
    await page.getByText('placed_at').first().waitFor();
    await expect.poll(() => open.size).toBe(1);
  });
});

describe('results of a search', () => {
  const found = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem');

  it('stay in place until the person asks for the new ones', async () => {
    await using window = await visit.open('/search?q=orders');
    const { page } = window;
    await found(page).filter({ hasText: 'Third.' }).waitFor();
    await writeAspect(visit.server, datasetUrn('late orders'), 'datasetProperties', { name: 'late orders' });
    await page.getByText('Results have changed.').waitFor();
    expect(await found(page).count()).toBe(1);
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Show new results' }).focus();
    await page.keyboard.press('Enter');
    await found(page).filter({ hasText: 'late orders' }).waitFor();
    expect(await page.getByText('Results have changed.').count()).toBe(0);
  });

  it('are updated in place', async () => {
    await using window = await visit.open('/search?q=orders');
    const { page } = window;
    await found(page).filter({ hasText: 'Third.' }).waitFor();
    await describeTable('Fourth.');
    await found(page).filter({ hasText: 'Fourth.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Show new results' }).count()).toBe(0);
  });

  it('appear if there were none', async () => {
    await using window = await visit.open('/search?q=invoices');
    const { page } = window;
    await page.getByText('No results').waitFor();
    await writeAspect(visit.server, datasetUrn('invoices'), 'datasetProperties', { name: 'invoices' });
    await found(page).filter({ hasText: 'invoices' }).waitFor();
  });
});

describe('the grid of columns', () => {
  it('shows new columns and values, without moving a cell that is being edited', async () => {
    await clientOf(visit.server).define('grade', { entityTypes: ['schemaField'] });
    await writeSchema('id', 'placed_at');
    await using window = await visit.open(`${PATH}/columns?show=grade`);
    const { page } = window;
    const row = (name: string) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });
    const header = page.getByRole('columnheader', { name: 'Description', exact: true });
    const place = await header.getAttribute('aria-colindex');
    await row('placed_at').locator(`[aria-colindex="${place}"]`).dblclick();
    const editor = page.getByRole('textbox', { name: 'placed_at · Description' });
    await editor.fill('When it was pl');

    await writeSchema('amount', 'id', 'placed_at');
    await clientOf(visit.server).assign(`urn:li:schemaField:(${DATASET},id)`, { grade: [{ string: 'A1' }] });
    await row('id').filter({ hasText: 'A1' }).waitFor();
    await editor.pressSequentially('aced.');
    await editor.press('Enter');
    await row('amount').waitFor();
    await row('placed_at').filter({ hasText: 'When it was placed.' }).waitFor();
  });
});

describe('other pages', () => {
  it('show new lineage', async () => {
    await using window = await visit.open(`${PATH}/lineage?view=list`);
    const { page } = window;
    await page.getByText('No lineage yet').waitFor();
    await writeAspect(visit.server, datasetUrn('invoices'), 'upstreamLineage', {
      upstreams: [
        { dataset: DATASET, type: 'TRANSFORMED', auditStamp: { time: 1, actor: 'urn:li:corpuser:x' } },
      ],
    });
    await page.getByRole('link', { name: 'invoices' }).waitFor();
  });

  it('show new history entries', async () => {
    await using window = await visit.open(`${PATH}/history`);
    const { page } = window;
    await page.getByText('Fourth.').first().waitFor();
    await describeTable('Fifth.');
    await page.getByText('Fifth.').first().waitFor();
  });

  it('show domains, people, policies and tokens', async () => {
    await using browse = await visit.open('/browse/domains');
    await browse.page.getByText('No domains yet').waitFor();
    await writeAspect(visit.server, 'urn:li:domain:sales', 'domainProperties', { name: 'Sales' });
    await browse.page.getByRole('link', { name: 'Sales', exact: true }).waitFor();

    await using people = await visit.open('/people');
    await people.page.getByRole('heading', { name: 'People' }).waitFor();
    await addActor(visit.server, 'zoe');
    await people.page.getByRole('link', { name: 'zoe' }).waitFor();

    await using policies = await visit.open('/policies');
    await policies.page.getByRole('heading', { name: 'Policies' }).waitFor();
    await writePolicy(visit.server, 'zoes', {
      privileges: ['VIEW_ENTITY'],
      actors: { users: [userUrn('zoe')] },
    });
    await policies.page.getByRole('link', { name: 'test', exact: true }).waitFor();

    await using tokens = await visit.open('/tokens');
    await tokens.page.getByRole('heading', { name: 'Access tokens' }).waitFor();
    await withToken(visit.server, userUrn('datahub'), { name: 'nightly' });
    await tokens.page.getByText('nightly').waitFor();
  });

  it('keep a draft if someone deletes its property', async () => {
    await using window = await visit.open('/properties/grade/edit');
    const { page } = window;
    await page.getByLabel('Display name').fill('Grading');
    await visit.server.request(
      'DELETE',
      '/openapi/v3/entity/structuredproperty/urn:li:structuredProperty:grade',
    );
    await page.getByText('Someone else permanently deleted this property').waitFor();
    expect(await page.getByLabel('Display name').inputValue()).toBe('Grading');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('Property not found').first().waitFor();
  });
});
