/**
 * Measures how long the pages take in Chromium, with the demo as catalog and the processor slowed four times:
 *
 *   node bench/web/page-times.ts [--rounds 10] [--slowdown 4] [--no-write]
 *
 * - first useful paint: from the start of the navigation to the paint that shows what a person came for, the results of
 *   their search; in a window without a cache, and in one that has the files of an earlier visit;
 * - all shown: to the paint that shows the facets with their counts, too;
 * - route change with data in the cache: from a click or going back to the paint of the other page.
 *
 * All of it also without the slowdown. Run `npm run build:web` before. The server and the browser share the cores; only the
 * page is slowed. Where other processes take the cores, only the processor time of the page's main thread says something,
 * and that without the slowdown: a slowed page waits in a loop, which counts.
 */
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { CatalogClient } from '../../src/cli/connection/catalog-client.ts';
import { describeMachine } from '../measurements/machine.ts';
import { quantile, round } from '../measurements/statistics.ts';
import { startColophon } from '../systems/colophon-server.ts';
import { RunScope } from '../systems/run-scope.ts';
import { MainThread, report, startBrowser, whenAtRest } from './page-measures.ts';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    rounds: { type: 'string', default: '10' },
    slowdown: { type: 'string', default: '4' },
    write: { type: 'boolean', default: true },
  },
});
const ROUNDS = Number(options.rounds);
const SLOWDOWN = Number(options.slowdown);

const RESULTS = `document.querySelector('.result')`;
const SEARCH = `${RESULTS} && document.querySelector('[aria-label="Filters"] input')`;
const ASSET = `document.querySelector('[role=tabpanel] a')`;

/** `shownAt(condition)`: time of the first frame after the condition holds, ms since the navigation began. */
const CLOCK = `
  globalThis.shownAt = (condition) => new Promise((resolve) => {
    const look = () => {
      if (!condition()) return requestAnimationFrame(look);
      // The task after the next frame's work: what holds now is painted then.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    look();
  });
`;

using scope = new RunScope();
const server = await startColophon(scope, scope.subfolder('colophon'));
await new CatalogClient(server).request('POST', '/api/colophon/v1/demo');
const browser = await startBrowser();
const machine = await describeMachine();
const results = { slowed: await measure(SLOWDOWN), notSlowed: await measure(1) };
await browser.close();
await report('page-times', { machine, slowdown: SLOWDOWN, rounds: ROUNDS, results }, options.write);

/** All figures with this slowdown. */
async function measure(slowdown: number): Promise<object> {
  const samples = new Map<string, Sample[]>();
  const add = (name: string, sample: Sample): void => {
    samples.set(name, [...(samples.get(name) ?? []), sample]);
  };
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    await using context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    await context.addInitScript(
      `sessionStorage.setItem('colophon.token', ${JSON.stringify(server.token)}); ${CLOCK}`,
    );
    let page: Page | undefined;
    let thread: MainThread | undefined;
    for (const files of ['nothing cached', 'files cached']) {
      await page?.close();
      page = await restingPage(context);
      thread = await MainThread.of(page);
      await thread.slowDown(slowdown);
      const before = await thread.processorMs();
      const { useful, all } = await open(page);
      const processorMs = (await thread.processorMs()) - before;
      add(`first useful paint, ${files}`, { ms: useful });
      add(`all shown, ${files}`, { ms: all, processorMs });
    }
    if (page === undefined || thread === undefined) throw new Error('No page was opened.');
    await whenAtRest(browser);
    // The first visit loads the page's code and its data; both are in the cache afterwards.
    await toAsset(page);
    await whenAtRest(browser);
    await back(page);
    for (const [name, go] of [
      ['search to asset, data cached', toAsset],
      ['asset back to search, data cached', back],
    ] as const) {
      const before = await thread.processorMs();
      const ms = await go(page);
      add(name, { ms, processorMs: (await thread.processorMs()) - before });
    }
  }
  return Object.fromEntries([...samples].map(([name, all]) => [name, summary(all)]));
}

interface Sample {
  readonly ms: number;
  /** Processor time of the page's main thread, where it is measured. */
  readonly processorMs?: number;
}

function summary(samples: readonly Sample[]): object {
  const times = samples.map(({ ms }) => ms);
  const processor = samples.flatMap(({ processorMs }) => processorMs ?? []);
  return {
    p50Ms: round(quantile(times, 0.5)),
    p95Ms: round(quantile(times, 0.95)),
    bestMs: round(Math.min(...times)),
    ...(processor.length > 0 && { processorP50Ms: round(quantile(processor, 0.5)) }),
  };
}

/** A new page of the server that has done its work, in a browser that has. */
async function restingPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.url}/assets/colophon.svg`);
  await whenAtRest(browser);
  return page;
}

/** Opens the search; ms from the start of the navigation. */
async function open(page: Page): Promise<{ readonly useful: number; readonly all: number }> {
  await page.goto(`${server.url}/search?q=customer`, { waitUntil: 'commit' });
  const [useful, all] = await page.evaluate<[number, number]>(
    `Promise.all([shownAt(() => ${RESULTS}), shownAt(() => ${SEARCH})])`,
  );
  return { useful, all };
}

/** Follows the first result; ms from the click. */
function toAsset(page: Page): Promise<number> {
  return change(page, `document.querySelector('.result-title a').click()`, ASSET);
}

/** Goes back; ms from the request. */
function back(page: Page): Promise<number> {
  return change(page, 'history.back()', SEARCH);
}

function change(page: Page, act: string, condition: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const start = performance.now();
    ${act};
    return shownAt(() => ${condition}).then((end) => end - start);
  })()`);
}
