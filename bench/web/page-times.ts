/**
 * Measures how long the pages take in Chromium, with the demo as catalog and the processor slowed four times, and compares
 * them with those of another checkout of this repository:
 *
 *   node bench/web/page-times.ts [--base /path/to/checkout] [--rounds 10] [--slowdown 4] [--no-write] [--table]
 *
 * - first useful paint of home, search and asset: from the start of the navigation to the paint that shows what a person
 *   came for; in a window without a cache, and in one that has the files of an earlier visit;
 * - all shown: to the paint that shows the rest of the page, too;
 * - route change with data in the cache: from a click or going back to the paint of the other page;
 * - the way from a result to its asset, opened first: its round trips, requests and bytes, counted;
 * - typing in the search field: processor time of the page's main thread by key, not slowed.
 *
 * `--table` writes the comparison into bench/README.md, between the markers of `page-times`; it needs `--base`.
 *
 * The first three also without the slowdown. Progress is printed while it runs, and a table at the end; five rounds of one
 * checkout take about six minutes. Run `npm run build:web` before, in both checkouts, which take turns. The server
 * and the browser share the cores; only the page is slowed. Where other processes take the cores, only counts and the
 * processor time of the page's main thread say something, and that without the slowdown: a slowed page waits in a loop, which
 * counts.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { CatalogClient } from '../../src/cli/connection/catalog-client.ts';
import { commitOfTree, describeMachine, idleShare } from '../measurements/machine.ts';
import { quantile, round } from '../measurements/statistics.ts';
import { COLOPHON, startColophon, type ColophonServer } from '../systems/colophon-server.ts';
import { RunScope } from '../systems/run-scope.ts';
import { MainThread, report, startBrowser, whenAtRest } from './page-measures.ts';
import { comparedTable, pageTable, type Summaries, type Summary } from './page-table.ts';
import { renewPage } from '../write-table.ts';
import { CLOCK, PAGES, back, countTrips, open, toAsset, typeSearch, type Trips } from './page-steps.ts';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    base: { type: 'string' },
    rounds: { type: 'string', default: '10' },
    slowdown: { type: 'string', default: '4' },
    table: { type: 'boolean', default: false },
    write: { type: 'boolean', default: true },
  },
});
const ROUNDS = Number(options.rounds);
const SLOWDOWN = Number(options.slowdown);

if (options.table && options.base === undefined) throw new Error('--table needs --base.');

interface Sample {
  readonly ms?: number;
  /** Processor time of the page's main thread, where it is measured. */
  readonly processorMs?: number;
  /** Requests that the page sent until then, with those for files from the cache. */
  readonly requests?: number;
}

/** A checkout whose pages are measured. */
interface Side {
  readonly name: string;
  readonly server: ColophonServer;
  /** Samples by slowdown and name. */
  readonly samples: Map<number, Map<string, Sample[]>>;
  trips: Trips | undefined;
}

using scope = new RunScope();
const sides: Record<string, Side> = {};
if (options.base !== undefined) sides['base'] = await start('base', join(options.base, 'colophon'));
sides['this'] = await start('this', COLOPHON);
const browser = await startBrowser();
const machine = await describeMachine();
// Before the results are written.
const commit = commitOfTree();
for (let turn = 0; turn < ROUNDS; turn += 1) {
  const order = Object.values(sides);
  for (const side of turn % 2 === 0 ? order : order.toReversed()) {
    console.error(`Round ${turn + 1} of ${ROUNDS}, ${side.name}`);
    for (const slowdown of [SLOWDOWN, 1]) await measure(side, slowdown);
    await measureTyping(side);
    side.trips = await measureTrips(side);
  }
}
await browser.close();
const results = Object.fromEntries(
  Object.entries(sides).map(([name, { samples, trips }]) => [
    name,
    {
      slowed: summaries(samples.get(SLOWDOWN)),
      notSlowed: summaries(samples.get(1)),
      'result to asset, opened first': trips,
    },
  ]),
);
for (const [name, { slowed, notSlowed }] of Object.entries(results))
  console.log(`${name}\n${pageTable(SLOWDOWN, slowed, notSlowed)}`);
const idleAfter = await idleShare();
await report(
  'page-times',
  { machine, idleAfter, slowdown: SLOWDOWN, rounds: ROUNDS, results },
  options.write,
);
if (options.table) await renewPage('README.md', comparison(), 'page-times');

/** The comparison of both checkouts, with what its figures depend on. */
function comparison(): string {
  const { base, this: now } = results;
  if (base === undefined || now === undefined) throw new Error('A checkout was not measured.');
  const share = (idle: number): string => `${Math.round(idle * 100)} %`;
  const trips = [base, now].map(({ 'result to asset, opened first': way }) =>
    way === undefined ? '' : `${way.roundTrips} round trips, ${way.requests} requests, ${way.bytes} bytes`,
  );
  return [
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${machine.cores} cores, ${share(machine.idle)} idle ` +
      `before and ${share(idleAfter)} after, ${ROUNDS} rounds, with the demo:`,
    comparedTable(SLOWDOWN, base, now),
    `From a result to the page of its asset, opened first: before ${trips[0]}; now ${trips[1]}.`,
  ].join('\n\n');
}

/** Starts a server of a checkout with the demo. */
async function start(name: string, program: string): Promise<Side> {
  const server = await startColophon(scope, scope.subfolder(name), {}, program);
  await new CatalogClient(server).request('POST', '/api/colophon/v1/demo');
  return { name, server, samples: new Map(), trips: undefined };
}

function add({ samples }: Side, slowdown: number, name: string, sample: Sample): void {
  const byName = samples.get(slowdown) ?? new Map<string, Sample[]>();
  samples.set(slowdown, byName.set(name, [...(byName.get(name) ?? []), sample]));
}

/** Opens each page in a window without a cache and in one with, and goes from one to the other and back. */
async function measure(side: Side, slowdown: number): Promise<void> {
  for (const [name, shown] of Object.entries(PAGES)) {
    await using context = await newContext(browser, side);
    let page: Page | undefined;
    let thread: MainThread | undefined;
    for (const files of ['nothing cached', 'files cached']) {
      await page?.close();
      page = await restingPage(context, side);
      thread = await MainThread.of(page);
      await thread.slowDown(slowdown);
      let requests = 0;
      page.on('request', () => (requests += 1));
      const before = await thread.processorMs();
      const { useful, all } = await open(page, side.server.url, shown);
      const processorMs = (await thread.processorMs()) - before;
      add(side, slowdown, `${name}: first useful paint, ${files}`, { ms: useful });
      add(side, slowdown, `${name}: all shown, ${files}`, { ms: all, processorMs, requests });
    }
    if (name === 'search' && page !== undefined && thread !== undefined)
      await measureChanges(side, slowdown, page, thread);
  }
}

async function measureChanges(side: Side, slowdown: number, page: Page, thread: MainThread): Promise<void> {
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
    add(side, slowdown, name, { ms, processorMs: (await thread.processorMs()) - before });
  }
}

async function measureTyping(side: Side): Promise<void> {
  await using context = await newContext(browser, side);
  const page = await restingPage(context, side);
  const thread = await MainThread.of(page);
  await open(page, side.server.url, { ...PAGES.search, path: '/search' });
  await whenAtRest(browser);
  for (const processorMs of await typeSearch(page, thread))
    add(side, 1, 'a key in the search field', { processorMs });
}

async function measureTrips(side: Side): Promise<Trips> {
  await using context = await newContext(browser, side);
  const page = await restingPage(context, side);
  await open(page, side.server.url, PAGES.search);
  await whenAtRest(browser);
  return await countTrips(page);
}

async function newContext(of: Browser, { server }: Side): Promise<BrowserContext> {
  const context = await of.newContext({ viewport: { width: 1400, height: 900 } });
  await context.addInitScript(
    `sessionStorage.setItem('colophon.token', ${JSON.stringify(server.token)}); ${CLOCK}`,
  );
  return context;
}

/** A new page of the server that has done its work, in a browser that has. */
async function restingPage(context: BrowserContext, { server }: Side): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.url}/assets/colophon.svg`);
  await whenAtRest(browser);
  return page;
}

function summaries(samples: ReadonlyMap<string, readonly Sample[]> = new Map()): Summaries {
  return Object.fromEntries([...samples].map(([name, all]) => [name, summary(all)]));
}

function summary(samples: readonly Sample[]): Summary & Readonly<Record<string, number>> {
  const times = samples.flatMap(({ ms }) => ms ?? []);
  const requests = samples.flatMap((sample) => sample.requests ?? []);
  const processor = samples.flatMap(({ processorMs }) => processorMs ?? []);
  return {
    ...(times.length > 0 && {
      p50Ms: round(quantile(times, 0.5)),
      p95Ms: round(quantile(times, 0.95)),
      bestMs: round(Math.min(...times)),
    }),
    ...(processor.length > 0 && {
      processorP50Ms: round(quantile(processor, 0.5)),
      processorMaxMs: round(Math.max(...processor)),
    }),
    ...(requests.length > 0 && { requestsP50: quantile(requests, 0.5) }),
  };
}
