/**
 * Measures the processor time of each frame of the grid of columns in Chromium, while it is scrolled, typed in, filtered and
 * walked through by keys, and compares it with another checkout of this repository:
 *
 *   node bench/web/grid-frames.ts [--base /path/to/checkout] [--columns 10000] [--rounds 3] [--no-write]
 *
 * Run `npm run build:web` before, in both. The checkouts take turns, in changing order. A frame is all that the page's main
 * thread does from the end of one frame to the end of the next. Processor time is that of a machine where nothing else runs.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { describeMachine } from '../measurements/machine.ts';
import { quantile, round } from '../measurements/statistics.ts';
import { COLOPHON, startColophon, type ColophonServer } from '../systems/colophon-server.ts';
import { RunScope } from '../systems/run-scope.ts';
import { frameTimes, report, startBrowser, whenAtRest } from './page-measures.ts';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    base: { type: 'string' },
    columns: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: true },
  },
});
const COLUMNS = Number(options.columns);
const ROUNDS = Number(options.rounds);
const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,bench.wide,PROD)';
const PROPERTY = 'urn:li:structuredProperty:bench.classification';

// Counts frames without a change, too.
const DRAW_ALWAYS = `
  const next = () => requestAnimationFrame(next);
  next();
`;

const ACTIONS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'scroll with the wheel': async (page) => {
    await page.locator('.grid-frame').hover();
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(16);
    }
  },
  'jump through the scroll bar': async (page) => {
    for (let step = 1; step <= 20; step += 1) {
      await page.evaluate(`document.querySelector('.grid-frame').scrollTop = ${step * 15_000}`);
      await page.waitForTimeout(50);
    }
  },
  'walk with arrow and page keys': async (page) => {
    await page.locator('[data-cell="0:1"]').click();
    for (let step = 0; step < 40; step += 1)
      await page.keyboard.press(step % 4 === 3 ? 'PageDown' : 'ArrowDown');
    for (let step = 0; step < 5; step += 1)
      for (const key of ['Control+End', 'Control+Home']) {
        await page.keyboard.press(key);
        await page.waitForTimeout(50);
      }
  },
  'type in a cell': async (page) => {
    await page.locator('[data-cell="0:6"]').click();
    await page.keyboard.type('confidential', { delay: 30 });
    await page.keyboard.press('Escape');
  },
  'type in the filter': async (page) => {
    const filter = page.getByRole('searchbox', { name: 'Filter columns' });
    await filter.pressSequentially('column_09', { delay: 60 });
    await page.waitForTimeout(400);
    await filter.fill('');
    await page.waitForTimeout(400);
  },
};

/** A checkout whose grid is measured. */
interface Side {
  /** A separate browser, because a trace covers a whole browser. */
  readonly browser: Browser;
  readonly page: Page;
  /** Processor time of frames by action, ms. */
  readonly frames: Map<string, number[]>;
}

using scope = new RunScope();
const machine = await describeMachine();
const sides: Record<string, Side> = {};
if (options.base !== undefined) sides['base'] = await open('base', join(options.base, 'colophon'));
sides['this'] = await open('this', COLOPHON);

for (let turn = 0; turn < ROUNDS; turn += 1) {
  const order = Object.values(sides);
  for (const [name, act] of Object.entries(ACTIONS)) {
    for (const { page, frames } of turn % 2 === 0 ? order : order.toReversed()) {
      await page.evaluate(`document.querySelector('.grid-frame').scrollTop = 0`);
      await page.waitForTimeout(500);
      const times = await frameTimes(page, async () => {
        await act(page);
        await page.waitForTimeout(200);
      });
      frames.set(name, [...(frames.get(name) ?? []), ...times]);
    }
  }
}
await Promise.all(Object.values(sides).map(({ browser }) => browser.close()));
const results = Object.fromEntries(
  Object.entries(sides).map(([side, { frames }]) => [
    side,
    Object.fromEntries([...frames].map(([name, times]) => [name, summary(times)])),
  ]),
);
await report('grid-frames', { machine, columns: COLUMNS, rounds: ROUNDS, results }, options.write);

/** Figures of frames; percentiles are of frames with work. */
function summary(times: readonly number[]): object {
  const busy = times.filter((time) => time >= 1);
  return {
    frames: times.length,
    processorMs: round(times.reduce((sum, time) => sum + time, 0) / ROUNDS),
    p50Ms: round(quantile(busy, 0.5)),
    p95Ms: round(quantile(busy, 0.95)),
    longestMs: round(Math.max(...times)),
    over50Ms: times.filter((time) => time > 50).length,
  };
}

/** Starts a server of a checkout with the dataset, and opens its columns. */
async function open(name: string, program: string): Promise<Side> {
  const server = await startColophon(scope, scope.subfolder(name), {}, program);
  await load(server);
  const browser = await startBrowser();
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  await context.addInitScript(`sessionStorage.setItem('colophon.token', ${JSON.stringify(server.token)})`);
  const page = await context.newPage();
  await page.addInitScript(DRAW_ALWAYS);
  await page.goto(`${server.url}/dataset/${encodeURIComponent(DATASET)}/columns`);
  await page.locator('[data-cell="0:6"]').getByText('Internal').waitFor({ timeout: 120_000 });
  await whenAtRest(browser);
  return { browser, page, frames: new Map() };
}

/** A property, a dataset of so many columns, and a value on each. */
async function load(server: ColophonServer): Promise<void> {
  const paths = Array.from({ length: COLUMNS }, (_, index) => `column_${String(index).padStart(5, '0')}`);
  const propertyDefinition = {
    qualifiedName: 'bench.classification',
    displayName: 'Classification',
    valueType: 'urn:li:dataType:datahub.string',
    cardinality: 'SINGLE',
    entityTypes: ['urn:li:entityType:datahub.schemaField'],
  };
  await send(server, 'structuredProperty', [
    {
      urn: PROPERTY,
      propertyDefinition: { value: propertyDefinition },
      structuredPropertySettings: { value: { showInColumnsTable: true } },
    },
  ]);
  const schemaMetadata = {
    schemaName: 'wide',
    platform: 'urn:li:dataPlatform:snowflake',
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: paths.map((fieldPath, index) => ({
      fieldPath,
      nativeDataType: 'VARCHAR',
      nullable: true,
      description: index % 2 === 0 ? `Column ${index} of the table` : '',
      type: { type: { 'com.linkedin.schema.StringType': {} } },
    })),
  };
  await send(server, 'dataset', [{ urn: DATASET, schemaMetadata: { value: schemaMetadata } }]);
  const properties = [{ propertyUrn: PROPERTY, values: [{ string: 'Internal' }] }];
  await send(
    server,
    'schemaField',
    paths.map((path) => ({
      urn: `urn:li:schemaField:(${DATASET},${path})`,
      structuredProperties: { value: { properties } },
    })),
  );
}

async function send(server: ColophonServer, type: string, entities: readonly object[]): Promise<void> {
  const answer = await fetch(`${server.url}/openapi/v3/entity/${type}?async=false`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(entities),
  });
  if (!answer.ok) throw new Error(`The ${type} was not written: ${answer.status} ${await answer.text()}`);
}
