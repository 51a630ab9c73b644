import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RoundTrips, type Round } from './round-trips.ts';
import { WebVisit } from './visit.ts';

/** A table with owners, tags, terms, a domain and properties. */
const TABLE = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)';
const PATH = `/dataset/${encodeURIComponent(TABLE)}`;
/** Connections that a browser opens to a server at most. */
const CONNECTIONS = 6;

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

/** Records the uses of `Intl` and of the methods that use it, of which the first loads the browser's language data. */
const INTL_RECORDER = `
  globalThis.intlUses = [];
  const record = (object, name) => {
    const original = object[name];
    object[name] = new Proxy(original, {
      apply: (...args) => (intlUses.push(name), Reflect.apply(...args)),
      construct: (...args) => (intlUses.push(name), Reflect.construct(...args)),
      get: (target, member) => (member === 'supportedLocalesOf' && intlUses.push(member), target[member]),
    });
  };
  for (const name of Object.getOwnPropertyNames(Intl)) {
    if (/^[A-Z]/.test(name)) record(Intl, name);
  }
  record(String.prototype, 'localeCompare');
  for (const { prototype } of [Number, Date]) record(prototype, 'toLocaleString');
`;

const isCode = (request: Request): boolean => /\/assets\/web\/.*\.(?:js|css)$/.test(request.url());
const dataOf = (rounds: readonly Round[]): readonly Round[] =>
  rounds.map((round) => round.filter((request) => !isCode(request))).filter((round) => round.length > 0);
const openTable = async (page: Page): Promise<void> => {
  await page.locator(`a[href$="${PATH}"]`).first().press('Enter');
};

describe('the first page', () => {
  it.each(['/', '/search?q=fct_orders', PATH])(
    '%s is shown without the language data of the browser',
    async (path) => {
      await using window = await visit.open('/profile');
      const { page } = window;
      await page.addInitScript(INTL_RECORDER);
      await page.goto(`${visit.server.url}${path}`);
      await page.locator('#content a').first().waitFor();
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
      expect(await page.evaluate('intlUses')).toEqual([]);
    },
  );
});

describe('the data of a page', () => {
  it.each([
    ['/', 7],
    ['/search?q=fct_orders', 7],
    [PATH, 7],
  ])('%s is asked for in at most %d requests', async (path, most) => {
    await using window = await visit.open('/profile');
    const { page } = window;
    // What changed is not read again meanwhile.
    await page.route(/\/colophon\/v1\/changes\?.*wait=/, () => undefined);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // Numbers of proposals are asked for once the page is shown.
      if (pathname.endsWith('/proposals')) return;
      if (/^\/(?:api|openapi)\//.test(pathname) && !request.url().includes('wait='))
        asked.push(/query (\w+)/.exec(request.postData() ?? '')?.[1] ?? pathname);
    });
    // What the page before asks until it is left does not count.
    page.once('framenavigated', () => (asked.length = 0));
    await page.goto(`${visit.server.url}${path}`);
    await page.locator('#content a').first().waitFor();
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(most);
    expect(asked.length).toBeGreaterThan(2);
  });
});

describe('round trips', () => {
  it('from a result to the page of its asset: at most two, its code being there already', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const trips = await RoundTrips.of(page);
    const code = page.waitForResponse((response) => /\/entity-page-[^/]+\.js$/.test(response.url()));
    await page.goto(`${visit.server.url}/search?q=fct_orders`);
    await (await code).finished();
    await page.locator(`a[href$="${PATH}"]`).first().focus();
    const rounds = await trips.after(() => openTable(page));
    expect(page.url()).toContain(PATH);
    expect(
      rounds
        .flat()
        .filter(isCode)
        .map((request) => request.url()),
    ).toEqual([]);
    expect(rounds.length).toBeLessThanOrEqual(2);
  });

  it('to an asset whose code is not there: its data is requested beside the code, which is a few files', async () => {
    await using window = await visit.open('/search?q=fct_orders');
    const { page } = window;
    await page.route(/\/entity-page-[^/]+\.js$/, (route) => route.abort());
    await page.reload();
    await page.locator(`a[href$="${PATH}"]`).first().waitFor();
    await page.unroute(/\/entity-page-[^/]+\.js$/);
    const trips = await RoundTrips.of(page);
    const rounds = await trips.after(() => openTable(page));
    const [first = []] = rounds;
    expect(first.filter((request) => request.url().includes('/openapi/v3/entity/')).length).toBe(1);
    // Two turns of the connections; parts such as the renderer of Markdown follow.
    expect(first.filter(isCode).length).toBeLessThanOrEqual(2 * CONNECTIONS);
    expect(dataOf(rounds).length).toBeLessThanOrEqual(2);
    window.complaints.length = 0;
  });
});
