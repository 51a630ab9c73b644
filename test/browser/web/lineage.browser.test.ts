import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { addActor, writeAspect } from '../../support/test-actors.ts';
import { choose, tabTo } from './keyboard.ts';
import { WebVisit, type Window } from './visit.ts';

const SOURCE = datasetUrn('raw.sales');
const TABLE = datasetUrn('mart.sales');
const JOB = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,nightly,PROD),publish)';
const EXPORT = datasetUrn('export.sales');
const HUB = datasetUrn('hub');
const HOSTILE = '<script>alert(1)</script>';

const pathOf = (urn: string): string => `/dataset/${encodeURIComponent(urn)}/lineage`;
const column = (urn: string, name: string): string => `urn:li:schemaField:(${urn},${name})`;

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  const { server } = visit;
  const derive = (
    urn: string,
    from: string,
    columns: readonly (readonly [string, string])[] = [],
  ): Promise<void> =>
    writeAspect(server, urn, 'upstreamLineage', {
      upstreams: [{ dataset: from, type: 'TRANSFORMED' }],
      fineGrainedLineages: columns.map(([of, to]) => ({
        upstreamType: 'FIELD_SET',
        downstreamType: 'FIELD',
        upstreams: [column(from, of)],
        downstreams: [column(urn, to)],
      })),
    });
  await writeAspect(server, SOURCE, 'datasetProperties', { name: HOSTILE });
  await writeAspect(server, TABLE, 'datasetProperties', { name: 'Sales' });
  await derive(TABLE, SOURCE, [['cents', 'amount']]);
  await writeAspect(server, EXPORT, 'datasetProperties', { name: 'Export' });
  await writeAspect(server, JOB, 'dataJobInfo', { name: 'Publish', type: { string: 'COMMAND' } });
  await writeAspect(server, JOB, 'dataJobInputOutput', { inputDatasets: [TABLE], outputDatasets: [EXPORT] });
  await writeAspect(server, HUB, 'datasetProperties', { name: 'Hub' });
  const many = Array.from({ length: 300 }, (_, index) => ({
    urn: datasetUrn(`spoke.${index}`),
    upstreamLineage: { value: { upstreams: [{ dataset: HUB, type: 'COPY' }] } },
  }));
  const { status, text } = await server.request('POST', '/openapi/v3/entity/dataset?async=false', many);
  expect(status, text).toBeLessThan(300);
});
afterAll(() => visit[Symbol.asyncDispose]());

async function names({ page }: Window): Promise<readonly string[]> {
  const links = page.getByRole('group', { name: /^Lineage as a graph/ }).getByRole('link');
  await links.first().waitFor();
  return (await links.allInnerTexts()).sort();
}

describe('the lineage of a dataset', () => {
  it('is a graph that is filtered with the mouse, with the filter in the address', async () => {
    await using window = await visit.open(pathOf(TABLE));
    const { page } = window;
    expect(await names(window)).toEqual([HOSTILE, 'Export', 'Publish', 'Sales'].sort());
    await window.expectAccessible();
    await page.getByText(/^Task \(1\)$/).click();
    await page.waitForURL(/hide=dataJob/);
    await page.getByRole('link', { name: 'Publish' }).waitFor({ state: 'detached' });
    expect(await names(window)).toEqual([HOSTILE, 'Export', 'Sales'].sort());
  });

  it('shows columns on demand, in the graph and in the list', async () => {
    await using window = await visit.open(pathOf(TABLE));
    const { page } = window;
    await page.getByRole('button', { name: 'Columns of Sales' }).click();
    await page
      .getByRole('list', { name: `Columns of ${HOSTILE}` })
      .getByText('cents')
      .waitFor();
    await page.getByRole('list', { name: 'Columns of Sales' }).getByText('amount').waitFor();
    await page.getByRole('button', { name: 'Show as a list' }).click();
    const row = page.getByRole('table', { name: 'Lineage of the columns of Sales' }).getByRole('row').last();
    expect(await row.innerText()).toMatch(/cents[\s\S]*amount/);
  });

  it('is edited within the shown distance, up to assets that have a value', async () => {
    const catalog = clientOf(visit.server);
    await catalog.define('team');
    await catalog.assign(EXPORT, { team: [{ string: 'own' }] });
    await using window = await visit.open(`${pathOf(SOURCE)}?hops=3`);
    const { page } = window;
    await page.getByRole('button', { name: 'Edit all downstream' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit everything downstream within 3 hops' });
    await dialog.getByRole('combobox', { name: 'Field' }).fill('tea');
    await page.getByRole('option', { name: 'team' }).click();
    await dialog.getByRole('combobox', { name: 'team' }).fill('sales');
    await window.expectAccessible();
    const stops = dialog.getByRole('checkbox', { name: /^Leave out assets that have a value/ });
    expect(await stops.isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await dialog.getByText('1 would change, 0 unchanged, 0 refused.').waitFor();
    await dialog.getByRole('button', { name: 'Change 1 asset' }).click();
    await dialog.getByText('1 changed, 0 unchanged, 0 refused.').waitFor();
    expect(await catalog.values(TABLE)).toEqual({ team: [{ string: 'sales' }] });
    expect(await catalog.values(EXPORT)).toEqual({ team: [{ string: 'own' }] });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => catalog.values(TABLE)).toEqual({});
  });

  it('is panned, zoomed and expanded with the keyboard alone', async () => {
    await using window = await visit.open(`${pathOf(TABLE)}?hops=1`);
    const { page } = window;
    const frame = page.getByRole('group', { name: /^Lineage as a graph/ });
    const sales = frame.getByRole('link', { name: 'Sales' });
    await sales.waitFor();
    const place = async () => (await sales.boundingBox()) ?? { x: 0, width: 0 };
    const before = await place();
    await frame.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await place()).x).toBeLessThan(before.x);
    await page.keyboard.press('+');
    await expect.poll(async () => (await place()).width).toBeGreaterThan(before.width);
    await page.getByRole('button', { name: /^Show more downstream of Publish/ }).focus();
    await page.keyboard.press('Enter');
    await frame.getByRole('link', { name: 'Export' }).waitFor();
  });

  it('moves between nodes with the arrow keys, to their columns and to their pages', async () => {
    await using window = await visit.open(pathOf(TABLE));
    const { page } = window;
    const frame = page.getByRole('group', { name: /^Lineage as a graph/ });
    const isAt = (name: string): Promise<void> =>
      page
        .locator(':focus')
        .and(frame.getByRole('link', { name, exact: true }))
        .waitFor();
    await tabTo(page, page.getByRole('button', { name: /Distance$/ }));
    await page.keyboard.press('Enter');
    await choose(page, '3 hops');
    await page.waitForURL(/hops=3/);
    await tabTo(page, frame);
    await page.keyboard.press('Enter');
    await isAt('Sales');
    await page.keyboard.press('ArrowRight');
    await isAt('Publish');
    await page.keyboard.press('ArrowRight');
    await isAt('Export');
    await page.keyboard.press('ArrowRight');
    await isAt('Export');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await isAt('Sales');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Columns of Sales' }).getByText('amount').waitFor();
    await page.keyboard.press('ArrowLeft');
    await isAt(HOSTILE);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
  });

  it('is saved as an SVG that stands alone, with the columns that are shown, and as an image', async () => {
    await using window = await visit.open(pathOf(TABLE));
    const { page } = window;
    await page.getByRole('button', { name: 'Columns of Sales' }).click();
    await page.getByRole('list', { name: 'Columns of Sales' }).getByText('amount').waitFor();
    const save = async (entry: string): Promise<Buffer> => {
      const download = page.waitForEvent('download');
      await tabTo(page, page.getByRole('button', { name: 'Save the graph as a file' }));
      await page.keyboard.press('Enter');
      await choose(page, entry, 'menuitem');
      return readFile(await (await download).path());
    };
    const svg = (await save('Save as SVG')).toString();
    expect(svg).toContain('<title>Lineage of Sales</title>');
    expect(svg).toContain('>amount</text>');
    expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script');
    expect(svg).toContain('font-family="Inter,');
    expect(svg).not.toMatch(/<script|href=|url\((?!#)/);
    const png = await save('Save as PNG');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const width = Number(/ width="(\d+)/.exec(svg)?.[1]);
    expect(png.readUInt32BE(16)).toBe(width * 2);
    await window.expectAccessible();
  });

  it('shows some of hundreds of neighbours, their number, and more on request', async () => {
    await using window = await visit.open(`${pathOf(HUB)}?as=list`);
    const { page } = window;
    await page.getByText('Total: 0 upstream, 300 downstream').waitFor();
    const rows = page.getByRole('table', { name: 'Lineage' }).getByRole('row');
    expect(await rows.count()).toBe(10);
    await page.getByRole('button', { name: 'Show more downstream of Hub, 292 hidden' }).click();
    await page.getByRole('button', { name: 'Show more downstream of Hub, 242 hidden' }).waitFor();
    expect(await rows.count()).toBe(60);
  });
});

describe('on a narrow screen', () => {
  it.each(['light', 'dark'] as const)('it is a list in the %s look', async (colorScheme) => {
    const { token } = await addActor(visit.server, `reader-${colorScheme}`, { roles: ['Reader'] });
    await using window = await visit.open(pathOf(TABLE), { width: 390, colorScheme, token });
    await window.page.getByRole('table', { name: 'Lineage' }).waitFor();
    expect(
      await window.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
    await window.expectAccessible();
  });
});
