import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

describe('the search field', () => {
  it('shows completions that arrive late, and a way to all results', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    await page.route('**/api/graphql', async (route) => {
      const isCompletion = route.request().postData()?.includes('query suggest') === true;
      if (isCompletion) await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    const field = page.getByRole('combobox', { name: 'Search the catalog' });
    await field.click();
    await page.keyboard.type('custom');
    await page.getByRole('option', { name: 'All results for “custom”' }).waitFor();
    await page
      .getByRole('option', { name: /^Customers/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=custom');
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('leaves the lines as they are at a key, until the suggestions for it arrive', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const field = page.getByRole('combobox', { name: 'Search the catalog' });
    await field.click();
    await page.keyboard.type('custom');
    const first = page.getByRole('option', { name: /^Customers/ }).first();
    await first.waitFor();
    await page.waitForLoadState('networkidle');
    let proceed = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (proceed = resolve));
    await page.route('**/api/graphql', async (route) => {
      if (route.request().postData()?.includes('query suggest') === true) await isHeld;
      await route.continue();
    });
    const changes = await first.evaluateHandle((line) => {
      const seen: MutationRecord[] = [];
      const options = { subtree: true, childList: true, characterData: true, attributes: true };
      new MutationObserver((records) => seen.push(...records)).observe(line, options);
      return seen;
    });
    await page.keyboard.type('er');
    await page.getByRole('option', { name: 'All results for “customer”' }).waitFor();
    expect(await changes.evaluate(({ length }) => length)).toBe(0);
    proceed();
    await first.locator('mark', { hasText: 'Customer' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it.each([
    ['before the completions', true, false],
    ['after the completions', false, true],
  ])(
    'shows results and no list after Enter, when they arrive %s',
    async (_case, isCompletionLate, isRestLate) => {
      await using window = await visit.open('/properties');
      const { page } = window;
      const field = page.getByRole('combobox', { name: 'Search the catalog' });
      await field.waitFor();
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      const late = { isCompletion: isCompletionLate, rest: isRestLate };
      await page.route('**/api/graphql', async (route) => {
        const isCompletion = route.request().postData()?.includes('query suggest') === true;
        if (isCompletion ? late.isCompletion : late.rest)
          await new Promise((resolve) => setTimeout(resolve, 800));
        await route.continue();
      });
      const completed = page.waitForResponse(
        (answer) => answer.request().postData()?.includes('query suggest') === true,
      );
      await field.fill('ad_clicks');
      await page.keyboard.press('Enter');
      const results = page.getByRole('list', { name: 'Results' });
      await results.getByRole('link', { name: 'ad_clicks' }).first().waitFor();
      await completed;
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      expect(await field.getAttribute('aria-expanded')).toBe('false');
      expect(new URL(page.url()).search).toBe('?q=ad_clicks');
      await results.getByRole('link', { name: 'ad_clicks' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'ad_clicks' }).waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    },
  );

  it('leads to suggestions with the arrow keys, and back to the text', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const field = page.getByRole('combobox', { name: 'Search the catalog' });
    await field.fill('ad_clicks');
    await page
      .getByRole('option', { name: /^ad_clicks/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /^ad_clicks/, selected: true }).waitFor();
    await window.expectAccessible();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('ad_clicks');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /^ad_clicks/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'ad_clicks' }).waitFor();
  });
});

describe('suggestions', () => {
  const shown = (page: Page, group: string, name: RegExp | string) =>
    page.getByRole('group', { name: group }).getByRole('option', { name });

  it('are grouped, and open assets, properties, views, people and pages', async () => {
    await visit.server.graphql('mutation($input: CreateViewInput!) { createView(input: $input) { urn } }', {
      input: {
        viewType: 'PERSONAL',
        name: 'Regional tables',
        definition: { entityTypes: ['DATASET'], filter: { operator: 'AND', filters: [] } },
      },
    });
    await using window = await visit.open('/people');
    const { page } = window;
    const field = page.getByRole('combobox', { name: 'Search the catalog' });
    await field.fill('region');
    await shown(page, 'Properties', /^Regions io\.hearth\.regions/).waitFor();
    await shown(page, 'Views', /^Regional tables/).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toMatch(/^urn:li:dataHubView:/);
    expect(await field.inputValue()).toBe('');

    await field.fill('castro');
    await shown(page, 'People', /^Inês Castro/).waitFor();
    await field.fill('custo');
    await shown(page, 'Domains, terms and tags', /^Customers/).waitFor();
    await shown(page, 'Assets', /Looker/)
      .first()
      .waitFor();
    expect(await page.locator('.suggestion mark').first().textContent()).toMatch(/^custo$/i);
    await field.fill('audit');
    await shown(page, 'Pages', 'Audit log').click();
    await page.waitForURL(/\/audit$/);
  });

  it('name similar texts if no name matches', async () => {
    await using window = await visit.open('/people');
    const { page } = window;
    await page.getByRole('combobox', { name: 'Search the catalog' }).fill('custmer');
    await shown(page, 'Did you mean', 'customer').first().click();
    await expect.poll(() => new URL(page.url()).search).toBe('?q=customer');
  });

  it('list recent searches, which a person can clear, until sign-out', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    const field = page.getByRole('combobox', { name: 'Search the catalog' });
    for (const text of ['orders', 'returns']) {
      await field.fill(text);
      await page.keyboard.press('Enter');
      await expect.poll(() => new URL(page.url()).search).toBe(`?q=${text}`);
    }
    await page.getByRole('link', { name: 'People' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await field.focus();
    const searches = page.getByRole('group', { name: 'Recent searches' });
    await searches.getByRole('option', { name: 'returns' }).waitFor();
    await searches.getByRole('option', { name: 'orders' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=returns');
    await page.getByRole('link', { name: 'People' }).first().click();
    await field.click();
    await page.getByRole('option', { name: 'Clear recent searches' }).click();
    await page.getByRole('group', { name: 'Recent searches' }).waitFor({ state: 'detached' });
    await field.fill('orders');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?q=orders');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem('colophon.searches'))).toBeNull();
  });
});
