/**
 * Measures how long the pages take in Chromium, with the demo as catalog and the processor slowed four times:
 *
 *   node bench/web/page-times.ts [--rounds 10] [--slowdown 4] [--no-write]
 *
 * - first useful paint: from the start of the navigation to the paint that shows facets and results of the search, in a
 *   window without a cache, and in one that has the files of an earlier visit;
 * - route change with data in the cache: from a click or going back to the paint of the other page.
 *
 * All of it also without the slowdown. Run `npm run build:web` before. The server and the browser share the cores; only the
 * page is slowed. Where other processes take the cores, only the processor time of the page without the slowdown says
 * something: a slowed page waits in a loop, which counts.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import type { BrowserContext, Page } from 'playwright-core';
import { CatalogClient } from '../../src/cli/connection/catalog-client.ts';
import { buildDemo } from '../../src/cli/demo/build-demo.ts';
import { loadDemo } from '../../src/cli/demo/load-demo.ts';
import { commitOfTree, describeMachine, idleShare } from '../measurements/machine.ts';
import { quantile, round } from '../measurements/statistics.ts';
import { startColophon } from '../systems/colophon-server.ts';
import { RunScope } from '../systems/run-scope.ts';

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

/** Shown when the search has facets with counts and results: what a person came for. */
const SEARCH = `document.querySelector('.result') && document.querySelector('[aria-label="Filters"] input')`;
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
const machine = await describeMachine();
const server = await startColophon(scope, scope.subfolder('colophon'));
await loadDemo(buildDemo(), new CatalogClient(server), () => undefined);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const idle = await idleShare();
const devTools = await browser.newBrowserCDPSession();
const results = { slowed: await measure(SLOWDOWN), notSlowed: await measure(1) };
await browser.close();
const report = {
  commit: commitOfTree(),
  machine,
  idleShareBefore: idle,
  slowdown: SLOWDOWN,
  rounds: ROUNDS,
  results,
};
console.log(JSON.stringify(report, null, 2));
if (options.write) {
  const folder = join(import.meta.dirname, '..', 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'page-times.json'), `${JSON.stringify(report, null, 2)}\n`);
}

/** All figures with this slowdown. */
async function measure(slowdown: number): Promise<object> {
  const samples = new Map<string, Sample[]>();
  const add = async (name: string, act: () => Promise<number>): Promise<void> => {
    samples.set(name, [...(samples.get(name) ?? []), await sampleOf(act)]);
  };
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    await using context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    await context.addInitScript(
      `sessionStorage.setItem('colophon.token', ${JSON.stringify(server.token)}); ${CLOCK}`,
    );
    const first = await slowPage(context, slowdown);
    await add('first useful paint, nothing cached', () => firstPaint(first));
    const page = await slowPage(context, slowdown);
    await add('first useful paint, files cached', () => firstPaint(page));
    await page.waitForLoadState('networkidle');
    // The first visit loads the page's code and its data; both are in the cache afterwards.
    await toAsset(page);
    await page.waitForLoadState('networkidle');
    await back(page);
    await add('search to asset, data cached', () => toAsset(page));
    await add('asset back to search, data cached', () => back(page));
  }
  return Object.fromEntries([...samples].map(([name, all]) => [name, summary(all)]));
}

interface Sample {
  readonly ms: number;
  /** Processor time of the page's process. */
  readonly processorMs: number;
}

function summary(samples: readonly Sample[]): object {
  const times = samples.map(({ ms }) => ms);
  const processor = samples.map(({ processorMs }) => processorMs);
  return {
    p50Ms: round(quantile(times, 0.5)),
    p95Ms: round(quantile(times, 0.95)),
    bestMs: round(Math.min(...times)),
    processorP50Ms: round(quantile(processor, 0.5)),
  };
}

async function sampleOf(act: () => Promise<number>): Promise<Sample> {
  const before = await rendererSeconds();
  const ms = await act();
  const after = await rendererSeconds();
  // Pages of earlier rounds may end meanwhile.
  const used = [...after].map(([id, seconds]) => seconds - (before.get(id) ?? 0));
  return { ms, processorMs: used.reduce((sum, seconds) => sum + seconds, 0) * 1000 };
}

/** Processor time of each page's process so far, s. */
async function rendererSeconds(): Promise<ReadonlyMap<number, number>> {
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
  return new Map(
    processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]),
  );
}

/** A page whose scripts, styles and layout run slower. */
async function slowPage(context: BrowserContext, slowdown: number): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** Opens the search; ms from the start of the navigation. */
async function firstPaint(page: Page): Promise<number> {
  await page.goto(`${server.url}/search?q=customer`, { waitUntil: 'commit' });
  return page.evaluate<number>(`shownAt(() => ${SEARCH})`);
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
