import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose, pressOn } from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

describe('signing in', () => {
  it('with the printed link opens the requested page, in every tab', async () => {
    const window = await visit.open('/properties?q=x', { token: null });
    await window.page.getByRole('button', { name: 'Sign in' }).first().waitFor();
    expect(new URL(window.page.url()).searchParams.get('redirect_uri')).toBe('/properties?q=x');

    await window.page.goto(visit.server.loginUrl);
    await window.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    const tab = await window.page.context().newPage();
    await tab.goto(`${visit.server.url}/search`);
    await tab.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
    await window.page.context().close();
  });

  it('is required after signing out', async () => {
    await using window = await visit.open('/');
    await window.page.getByRole('button', { name: /^Account/ }).click();
    await window.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await window.page.getByText('Other ways to sign in').waitFor();
  });
});

describe('the menus', () => {
  it('open the edits and the import of a table, with the keyboard alone', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    for (const [entry, title] of [
      ['Your edits', 'Your edits'],
      ['Import a table (CSV)', 'Import a table'],
      ['Access tokens', 'Access tokens'],
    ] as const) {
      await pressOn(page.getByRole('button', { name: /^Account/ }));
      await choose(page, entry, 'menuitem');
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      // The focus is on the new page, for screen readers.
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    }
    await pressOn(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Browse' }));
    await page.getByRole('heading', { level: 1, name: 'Browse' }).waitFor();
  });
});

describe('the documentation', () => {
  it('is part of the web interface, with links between its pages', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await pressOn(page.getByRole('button', { name: /^Account/ }));
    await choose(page, 'Documentation', 'menuitem');
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
    await window.expectAccessible();
    await page.getByRole('link', { name: 'Change feed' }).click();
    await page.getByRole('heading', { level: 2, name: 'As it was: reads at a point in time' }).waitFor();
    await window.expectAccessible();
    await page.getByRole('main').getByRole('link', { name: 'webhooks', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.goto(`${visit.server.url}/docs/guide`);
    await page.getByRole('link', { name: 'Look around' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#look-around');
    await page.goto(`${visit.server.url}/docs/nothing`);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });
});

describe('a server that stops responding', () => {
  it('leaves the shell, shows an error, and is retried', async () => {
    const window = await visit.open('/search');
    const { page } = window;
    await page.getByText(/ found$/).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    await window.expectAccessible();
    await page.getByRole('combobox', { name: 'Search the catalog' }).fill('orders');
    await page.keyboard.press('Enter');
    await page.getByText('The server did not respond').first().waitFor();
    // Results, facets and views all failed, which is reported once.
    await expect.poll(() => page.getByRole('alert').count()).toBe(1);
    await page.context().setOffline(false);
    // The page notices that the server is back, and repeats what failed.
    await page.getByText(/ found$/).waitFor();
    await page.context().close();
  });

  it('is reported on a page that requests nothing', async () => {
    const window = await visit.open('/import');
    const { page } = window;
    await page.getByRole('heading', { level: 1, name: 'Import a table' }).waitFor();
    const notice = page.getByText(/^The server is not responding/);
    await page.context().setOffline(true);
    await notice.waitFor({ timeout: 5_000 });
    await page.context().setOffline(false);
    await notice.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('the command palette', () => {
  it('is closed by one Escape, with or without text', async () => {
    await using window = await visit.open('/people');
    const { page } = window;
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    for (const text of ['', 'orders']) {
      await page.keyboard.press('Control+k');
      await palette.getByRole('searchbox').waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press('Escape');
      await palette.waitFor({ state: 'detached' });
    }
  });

  it('returns the focus to the form that a person decides not to leave', async () => {
    await using window = await visit.open('/properties/new');
    const { page } = window;
    const name = page.getByRole('textbox', { name: /^Name/ }).first();
    await name.fill('Unsaved');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('searchbox').waitFor();
    await page.getByRole('option', { name: 'People' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await pressOn(page.getByRole('button', { name: 'Stay' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});

describe('forced colours', () => {
  it('keep the state of a switch visible', async () => {
    await using window = await visit.open('/policies/new');
    const { page } = window;
    await page.emulateMedia({ forcedColors: 'active' });
    const label = page.getByText('Active', { exact: true });
    const track = label.locator('.switch-track');
    const background = (): Promise<string> =>
      track.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await background();
    expect(await track.evaluate((element) => getComputedStyle(element).borderStyle)).toBe('solid');
    await label.click();
    await expect.poll(background).not.toBe(before);
  });
});

describe('a page that is opened from one that is scrolled', () => {
  it.each([30, 70, 600])(
    'by %d pixels begins at its top; going back returns to the place',
    async (scrolled) => {
      await using window = await visit.open('/search');
      const { page } = window;
      await page.getByText(/ found$/).waitFor();
      const place = (): Promise<number> => page.evaluate('scrollY');
      await page.evaluate(`scrollTo(0, ${scrolled})`);
      await page.getByRole('link', { name: 'Properties', exact: true }).click();
      await page.locator('h1:focus', { hasText: 'Properties' }).waitFor();
      await expect.poll(place).toBe(0);
      await page.goBack();
      await page.locator('h1:focus', { hasText: 'Search' }).waitFor();
      await expect.poll(place).toBe(scrolled);
    },
  );
});

describe('addresses', () => {
  it('that do not exist show the interface’s own page', async () => {
    await using window = await visit.open('/no/such/page');
    await window.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});

describe.each(['light', 'dark'] as const)('the %s look', (colorScheme) => {
  it.each([1400, 390])('is accessible at %d px', async (width) => {
    await using window = await visit.open('/search', { colorScheme, width });
    await window.page.getByText(/ found$/).waitFor();
    await window.expectAccessible();
  });
});
