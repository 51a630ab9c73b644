import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NAMED_PAGES } from '../../../web/src/urls/pages.ts';
import { addActor } from '../../support/test-actors.ts';
import { holdCode } from './hold-requests.ts';
import { pressOn } from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

describe('browsing', () => {
  it('opens the children of a container, and the search for its assets', async () => {
    await using window = await visit.open('/browse');
    const { page } = window;
    await page.getByRole('link', { name: 'Containers' }).click();
    await page.getByRole('heading', { name: 'Containers' }).waitFor();
    await page.getByRole('button', { name: 'Open analytics' }).click();
    await page
      .getByRole('list', { name: 'analytics' })
      .getByRole('link', { name: 'staging', exact: true })
      .waitFor();
    await window.expectAccessible();
    await page.getByRole('link', { name: /assets of staging$/ }).click();
    await page.waitForURL(/\/search\?filter=container%3Abelow%3Aurn/);
  });

  it('begins the pages of groups, people and containers with their assets', async () => {
    await using window = await visit.open('/corpGroup/urn%3Ali%3AcorpGroup%3Acheckout');
    const { page } = window;
    await page.getByRole('tab', { name: /^Assets \d/, selected: true }).waitFor();
    await page.getByRole('region', { name: 'Coverage of these assets' }).getByText('Retention').waitFor();
    const found = page.getByRole('status').filter({ hasText: /^\d+ found$/ });
    const all = await found.textContent();
    await window.expectAccessible();
    await page.getByRole('checkbox', { name: /Snowflake/ }).click();
    await page.getByRole('button', { name: /^Remove .*Platform is Snowflake/ }).waitFor();
    expect(await found.textContent()).not.toBe(all);
    expect(new URL(page.url()).pathname).toContain('/corpGroup/');
    await page.goto(`${visit.server.url}/container/urn%3Ali%3Acontainer%3Ahearth.snowflake.analytics`);
    await pressOn(page.getByRole('link', { name: 'Page 2' }));
    await page.waitForURL(/\/container\/.*page=2/);
    await pressOn(page.getByRole('tab', { name: /^Assets/ }));
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'About', selected: true }).waitFor();
    await page.getByRole('region', { name: 'Summary' }).waitFor();
    await page.goto(`${visit.server.url}/corpuser/urn%3Ali%3Acorpuser%3Achloe.martin`);
    await page.getByRole('tab', { name: /^Assets/ }).waitFor();
    await page
      .getByRole('link', { name: /without a value$/ })
      .first()
      .click();
    await page.waitForURL(/\/search\?filter=owners%3Ais%3Aurn/);
  });

  it('begins the page of a glossary group with its terms, and says what an incident is about', async () => {
    await using window = await visit.open('/glossaryNode/urn%3Ali%3AglossaryNode%3Ahearth.commerce');
    const { page } = window;
    await page.getByRole('tab', { name: 'Terms', selected: true }).waitFor();
    await page
      .getByRole('list', { name: 'terms' })
      .getByRole('link', { name: 'Order', exact: true })
      .waitFor();
    await window.expectAccessible();
    await page.goto(`${visit.server.url}/incident/urn%3Ali%3Aincident%3Alate-payments`);
    await page.getByRole('heading', { level: 1, name: 'Payments of yesterday are missing' }).waitFor();
    await page.getByText('Active', { exact: true }).waitFor();
    await window.expectAccessible();
    await page.getByRole('link', { name: 'fct_payments' }).click();
    await page.waitForURL(/\/dataset\//);
  });

  it('opens a glossary group and searches, with the keyboard alone', async () => {
    await using window = await visit.open('/browse/glossary');
    const { page } = window;
    await page.getByRole('button', { name: 'Open Money' }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('list', { name: 'Money' })
      .getByRole('link', { name: 'Chargeback', exact: true })
      .waitFor();
    await page.getByRole('searchbox', { name: 'Find in glossary' }).focus();
    await page.keyboard.type('chargeback');
    await page.waitForURL(/q=chargeback/);
    await page.getByRole('link', { name: 'Chargeback', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Commerce', exact: true }).waitFor({ state: 'detached' });
  });

  it('opens an entity of a tree and its assets, with the keyboard alone', async () => {
    await using window = await visit.open('/browse');
    const { page } = window;
    await pressOn(page.getByRole('link', { name: 'Containers' }));
    await pressOn(page.getByRole('button', { name: 'Open analytics' }));
    await pressOn(page.getByRole('button', { name: 'Close analytics' }));
    await pressOn(page.getByRole('link', { name: 'analytics', exact: true }));
    await page.waitForURL(/\/container\/urn/);
    await page.goBack();
    await pressOn(page.getByRole('link', { name: /ssets of analytics$/ }));
    await page.waitForURL(/\/search\?filter=container/);
  });

  it('opens a data product with its assets, which search finds by it', async () => {
    await using window = await visit.open('/browse/products');
    const { page } = window;
    await page.getByRole('link', { name: 'Sales', exact: true }).click();
    await page.getByRole('tab', { name: 'Assets 5', selected: true }).waitFor();
    await page.getByRole('link', { name: 'agg_daily_sales' }).first().waitFor();
    await window.expectAccessible();
  });

  it.each(['domains', 'platforms', 'tags', 'products'])('shows %s at 390 px in the dark', async (kind) => {
    await using window = await visit.open(`/browse/${kind}`, { width: 390, colorScheme: 'dark' });
    const { page } = window;
    await page.getByRole('list', { name: /^(Domains|Platforms|Tags|Data products)$/ }).waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    await window.expectAccessible();
  });
});

describe('creating', () => {
  it('shows a new domain and a new data product in it', async () => {
    await using window = await visit.open('/browse/domains');
    const { page } = window;
    await page.getByRole('button', { name: 'New domain' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('<b>Legal</b>');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: '<b>Legal</b>', exact: true }).waitFor();
    await page.goto(`${visit.server.url}/browse/products`);
    await page.getByRole('button', { name: 'New data product' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Contracts');
    await page.getByRole('combobox', { name: 'Domain' }).fill('Legal');
    await page.getByRole('option', { name: '<b>Legal</b>', exact: true }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Contracts', exact: true }).waitFor();
  });

  it('creates a tag with the keyboard alone, and shows why it was refused', async () => {
    await using window = await visit.open('/browse/tags');
    const { page } = window;
    const create = async (): Promise<void> => {
      await page.getByRole('button', { name: 'New tag' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('reviewed');
      await page.keyboard.press('Enter');
    };
    await create();
    await page.getByRole('link', { name: 'reviewed', exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await create();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
  });

  it('is not offered to a reader', async () => {
    const { token } = await addActor(visit.server, 'rolf', { roles: ['Reader'] });
    await using window = await visit.open('/browse/domains', { token });
    await window.page.getByRole('link', { name: 'Finance', exact: true }).waitFor();
    expect(await window.page.getByRole('button', { name: 'New domain' }).count()).toBe(0);
  });
});

describe('the command palette', () => {
  it('keeps text that is typed while it loads', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    const release = await holdCode(page, 'palette');
    await page.getByText(/ found$/).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('gloss');
    release();
    const field = page.getByRole('searchbox', { name: /^Go to a page/ });
    await field.waitFor();
    await page.keyboard.type('ary');
    await expect.poll(() => field.inputValue()).toBe('glossary');
    await page.getByRole('option', { name: 'Glossary' }).first().waitFor();
    // The first Escape clears the field.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  });

  it('opens, and keeps what is typed, while the code of a page loads', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    const release = await holdCode(page, 'home-page');
    await page.getByText(/ found$/).waitFor();
    await page.getByRole('link', { name: 'Colophon, start page' }).click();
    await page.waitForURL(`${visit.server.url}/`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('glossary');
    const field = page.getByRole('searchbox', { name: /^Go to a page/ });
    await expect.poll(() => field.inputValue()).toBe('glossary');
    release();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/browse\/glossary$/);
  });

  it('opens every page', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await page.getByText(/ found$/).waitFor();
    for (const { label: name, path } of [
      ...NAMED_PAGES,
      { label: 'Domains', path: '/browse/domains' },
      { label: 'Data products', path: '/browse/products' },
    ]) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(name);
      await page.getByRole('option', { name, exact: true }).first().click();
      await page.waitForURL(visit.server.url + path);
    }
  });

  it('opens pages and entities with the keyboard, and keeps visits until sign-out', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await page.getByText(/ found$/).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await page.keyboard.type('glossary');
    await page.getByRole('option', { name: 'Glossary' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/browse\/glossary$/);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('chargeback');
    const found = page.getByRole('option', { name: 'Chargeback', exact: true }).first();
    await found.waitFor();
    await window.expectAccessible();
    await found.click();
    await page.waitForURL(/\/glossaryTerm\//);

    await page.getByRole('button', { name: /^Command palette/ }).click();
    await page
      .getByRole('group', { name: 'Recently visited' })
      .getByRole('option', { name: 'Chargeback', exact: true })
      .waitFor();
    await page.keyboard.type('sign out');
    await page.getByRole('option', { name: 'Sign out', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem('colophon.visits'))).toBeNull();
  });
});
