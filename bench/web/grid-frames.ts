/**
 * Measures the frames of the grid of columns in Chromium, while it is scrolled, typed in, filtered and walked through by
 * keys, and lists those over 50 ms:
 *
 *   node bench/web/grid-frames.ts [--columns 10000] [--rounds 3] [--no-write]
 *
 * Run `npm run build:web` before. A frame is that of the performance observer (`long-animation-frame`): from the begin of
 * its work to its end, with scripts, style and layout. Where other processes take the cores, only the processor time of
 * the page's main thread says something: `processorMs` for all frames of a round.
 */
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { describeMachine } from '../measurements/machine.ts';
import { quantile, round } from '../measurements/statistics.ts';
import { startColophon } from '../systems/colophon-server.ts';
import { RunScope } from '../systems/run-scope.ts';
import { MainThread, report, startBrowser } from './page-measures.ts';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    columns: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: true },
  },
});
const COLUMNS = Number(options.columns);
const ROUNDS = Number(options.rounds);
const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,bench.wide,PROD)';
const PROPERTY = 'urn:li:structuredProperty:bench.classification';

/** Counts frames from animation frame to animation frame, and long ones by their work. */
const OBSERVE = `
  globalThis.longFrames = [];
  globalThis.frameGaps = [];
  new PerformanceObserver((list) => longFrames.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'long-animation-frame' });
  let before = performance.now();
  const next = (now) => { frameGaps.push(now - before); before = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
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
    await page.keyboard.press('Control+Home');
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

using scope = new RunScope();
const server = await startColophon(scope, scope.subfolder('colophon'));
await load();
const browser = await startBrowser();
const machine = await describeMachine();
const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
await context.addInitScript(`sessionStorage.setItem('colophon.token', ${JSON.stringify(server.token)})`);
const page = await context.newPage();
await page.addInitScript(OBSERVE);
await page.goto(`${server.url}/dataset/${encodeURIComponent(DATASET)}/columns`);
await page.locator('[data-cell="0:6"]').getByText('Internal').waitFor({ timeout: 120_000 });

const thread = await MainThread.of(page);
const results: Record<string, object> = {};
for (const [name, act] of Object.entries(ACTIONS)) {
  const long: number[] = [];
  const gaps: number[] = [];
  let processor = 0;
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    await page.evaluate(`document.querySelector('.grid-frame').scrollTop = 0`);
    await page.waitForTimeout(500);
    await page.evaluate('longFrames.length = frameGaps.length = 0');
    const before = await thread.processorMs();
    await act(page);
    await page.waitForTimeout(200);
    processor += (await thread.processorMs()) - before;
    long.push(...(await page.evaluate<number[]>('longFrames')));
    gaps.push(...(await page.evaluate<number[]>('frameGaps')));
  }
  results[name] = {
    frames: gaps.length,
    gapP50Ms: round(quantile(gaps, 0.5)),
    gapP99Ms: round(quantile(gaps, 0.99)),
    processorMs: round(processor / ROUNDS),
    over50Ms: long.length,
    longestMs: round(Math.max(0, ...long)),
  };
}
await browser.close();
report('grid-frames', { machine, columns: COLUMNS, rounds: ROUNDS, results }, options.write);

/** A property, a dataset of so many columns, and a value on each. */
async function load(): Promise<void> {
  const paths = Array.from({ length: COLUMNS }, (_, index) => `column_${String(index).padStart(5, '0')}`);
  const propertyDefinition = {
    qualifiedName: 'bench.classification',
    displayName: 'Classification',
    valueType: 'urn:li:dataType:datahub.string',
    cardinality: 'SINGLE',
    entityTypes: ['urn:li:entityType:datahub.schemaField'],
  };
  await send('structuredProperty', [
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
  await send('dataset', [{ urn: DATASET, schemaMetadata: { value: schemaMetadata } }]);
  const properties = [{ propertyUrn: PROPERTY, values: [{ string: 'Internal' }] }];
  await send(
    'schemaField',
    paths.map((path) => ({
      urn: `urn:li:schemaField:(${DATASET},${path})`,
      structuredProperties: { value: { properties } },
    })),
  );
}

async function send(type: string, entities: readonly object[]): Promise<void> {
  const answer = await fetch(`${server.url}/openapi/v3/entity/${type}?async=false`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(entities),
  });
  if (!answer.ok) throw new Error(`The ${type} was not written: ${answer.status} ${await answer.text()}`);
}
