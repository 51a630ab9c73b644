import type { Page, Response } from 'playwright-core';
import { RoundTrips } from '../../test/browser/web/round-trips.ts';
import type { MainThread } from './page-measures.ts';

const ORDERS = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)';
const ORDERS_PATH = `/dataset/${encodeURIComponent(ORDERS)}`;
const ORDERS_LINK = `.result-title a[href$="${ORDERS_PATH}"]`;
const RESULTS = `document.querySelector('.result')`;
const ASSET = `document.querySelector('[role=tabpanel] a')`;
/** The search with its facets. */
const SEARCH = `${RESULTS} && document.querySelector('[aria-label^="Exclude "]')`;

/** A page, with the conditions under which it shows what a person came for, and everything. */
export interface Shown {
  readonly path: string;
  readonly useful: string;
  readonly all: string;
}

/** Pages by name. */
export const PAGES = {
  home: {
    path: '/',
    useful: `document.querySelector('.dashboard li a, .dashboard td a')`,
    all: `document.querySelector('.dashboard li a, .dashboard td a') && !document.querySelector('.skeleton')`,
  },
  search: { path: '/search?q=fct_orders', useful: RESULTS, all: SEARCH },
  asset: {
    path: ORDERS_PATH,
    useful: ASSET,
    all: `${ASSET} && !document.querySelector('.skeleton')`,
  },
} satisfies Readonly<Record<string, Shown>>;

/**
 * `shownAt(condition)`: time of the first frame after the condition holds, ms since the navigation began. Rejects after 30 seconds:
 * the page no longer has what the condition names.
 */
export const CLOCK = `
  globalThis.shownAt = (condition) => new Promise((resolve, reject) => {
    const began = performance.now();
    const look = () => {
      if (performance.now() - began > 30_000) return reject(new Error('Never held: ' + condition));
      if (!condition()) return requestAnimationFrame(look);
      // The task after the next frame's work: what holds now is painted then.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    look();
  });
`;

/** Opens a page; ms from the start of the navigation. */
export async function open(
  page: Page,
  url: string,
  { path, useful, all }: Shown,
): Promise<{ readonly useful: number; readonly all: number }> {
  await page.goto(url + path, { waitUntil: 'commit' });
  const [first, last] = await page.evaluate<[number, number]>(
    `Promise.all([shownAt(() => ${useful}), shownAt(() => ${all})])`,
  );
  return { useful: first, all: last };
}

/** Follows a result; ms from the click. */
export function toAsset(page: Page): Promise<number> {
  return change(page, `document.querySelector('${ORDERS_LINK}').click()`, ASSET);
}

/** Goes back; ms from the request. */
export function back(page: Page): Promise<number> {
  return change(page, 'history.back()', SEARCH);
}

function change(page: Page, act: string, condition: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const start = performance.now();
    ${act};
    return shownAt(() => ${condition}).then((end) => end - start);
  })()`);
}

const TYPED = 'customer orders';
/** Between two keys, ms: what follows from the one is done before the next. */
const KEY_MS = 250;

/** Types in the search field of the search page; the processor time of each key with its completions, ms. */
export async function typeSearch(page: Page, thread: MainThread): Promise<readonly number[]> {
  const field = page.getByRole('combobox', { name: 'Search the catalog' });
  await field.fill('');
  await field.press('x');
  await field.press('Backspace');
  const keys: number[] = [];
  for (const key of TYPED) {
    await page.waitForTimeout(KEY_MS);
    const before = await thread.processorMs();
    // Not by the field's role: finding it would count as work of the page.
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await page.waitForTimeout(KEY_MS);
    keys.push((await thread.processorMs()) - before);
  }
  return keys;
}

/** What the way from a result to the page of its asset costs when it is opened first; counted, not timed. */
export interface Trips {
  /** Groups of requests of which each waits for responses to the one before. */
  readonly roundTrips: number;
  readonly requests: number;
  /** As sent over the network. */
  readonly bytes: number;
}

/** Counts the way from a result to its asset, as a person goes it: with the pointer over the link first. */
export async function countTrips(page: Page): Promise<Trips> {
  const trips = await RoundTrips.of(page);
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  const rounds = await trips.after(async () => {
    const link = page.locator(ORDERS_LINK);
    await link.hover();
    await link.click();
  });
  const sizes = await Promise.all(
    responses.map(async (response) => (await response.request().sizes()).responseBodySize),
  );
  return {
    roundTrips: rounds.length,
    requests: rounds.flat().length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}
