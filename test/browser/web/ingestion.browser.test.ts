import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { addActor, writeAspect } from '../../support/test-actors.ts';
import { Keyboard, choose, pressOn, tabTo } from './keyboard.ts';
import { WebVisit } from './visit.ts';

const HOSTILE = '<img src=x onerror="document.title=1"> مصدر';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
});
afterAll(() => visit[Symbol.asyncDispose]());

/** Adds a source and returns its urn. */
async function addSource(id: string, name = id): Promise<string> {
  const urn = `urn:li:dataHubIngestionSource:${id}`;
  await writeAspect(visit.server, urn, 'dataHubIngestionSourceInfo', {
    name,
    type: 'csv-enricher',
    config: { recipe: '{"source":{"type":"csv-enricher","config":{}}}', executorId: 'default' },
  });
  return urn;
}

/** Reports the state of a run, like an executor. */
const report = (run: string, result: object): Promise<void> =>
  writeAspect(visit.server, run, 'dataHubExecutionRequestResult', result);

/** Urn of the last requested run or test. */
async function lastRequest(): Promise<string> {
  const { data } = await visit.server.graphql(
    '{ listExecutionRequests(input: { count: 1 }) { executionRequests { urn } } }',
  );
  return data.listExecutionRequests.executionRequests[0].urn;
}

const status = (page: Page) =>
  page.getByRole('region', { name: /^(Run|Connection test)/ }).getByRole('status');

describe('ingestion sources', () => {
  it('are created, run, watched and edited with the mouse', async () => {
    await using window = await visit.open('/operations');
    const { page } = window;
    await page.getByRole('link', { name: 'Ingestion' }).click();
    await page.getByText('No ingestion sources yet').waitFor();
    await page.getByRole('link', { name: 'New source' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE);
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('every day');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^The schedule cannot be read/).waitFor();
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('30 2 * * *');
    await page.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Berlin');
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
    await page.getByText('30 2 * * * (Europe/Berlin)').waitFor();
    await page.getByText('No runs yet').waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    await status(page).getByText('Waiting', { exact: true }).waitFor();
    const run = await lastRequest();
    await report(run, { status: 'RUNNING', startTimeMs: 1_700_000_000_000 });
    await status(page).getByText('Running').waitFor();
    const structured = {
      source: { report: { warnings: [{ title: HOSTILE, message: 'Slow', context: ['orders'] }] } },
      sink: { report: { total_records_written: 1_234 } },
    };
    await report(run, {
      status: 'SUCCEEDED_WITH_WARNINGS',
      startTimeMs: 1_700_000_000_000,
      durationMs: 4_200,
      report: `Pipeline finished ${HOSTILE}`,
      structuredReport: {
        type: 'CLI_INGEST',
        contentType: 'application/json',
        serializedValue: JSON.stringify(structured),
      },
    });
    await status(page).getByText('Succeeded with warnings').waitFor();
    await page.getByText('1,234 records written').waitFor();
    await page.getByText('Slow · orders').waitFor();
    await page.getByLabel('Log', { exact: true }).getByText(`Pipeline finished ${HOSTILE}`).waitFor();
    await page.getByRole('row', { name: /Succeeded with warnings .* 4\.2 s/ }).waitFor();
    await window.expectAccessible();
    await page.reload();
    await status(page).getByText('Succeeded with warnings').waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Recipe' }).getByText('WAREHOUSE_PASSWORD').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor();
    const { data } = await visit.server.graphql(
      '{ listIngestionSources(input: {}) { ingestionSources { name type config { recipe } } } }',
    );
    // Every catalog has the source `datahub-gc`, which the page does not show.
    const sources: { readonly name: string; readonly type: string; readonly config: { recipe: string } }[] =
      data.listIngestionSources.ingestionSources;
    const source = sources.find(({ name }) => name === 'Warehouse');
    expect(source?.type).toBe('postgres');
    expect(JSON.parse(source?.config.recipe ?? '')).toMatchObject({
      source: { config: { password: '${WAREHOUSE_PASSWORD}' } },
    });

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete source' }).click();
    await page.getByText('No ingestion sources yet').waitFor();
  });

  it('are run, cancelled and tested with the keyboard alone', async () => {
    await addSource('keys');
    await using window = await visit.open('/ingestion');
    const { page } = window;
    const keyboard = new Keyboard(page);
    await keyboard.use('button', 'Run keys now');
    await page.getByRole('row', { name: /keys .*Waiting/ }).waitFor();
    await keyboard.use('button', 'Cancel the run of keys');
    await page.getByRole('row', { name: /keys .*Cancelled/ }).waitFor();

    await keyboard.use('link', 'keys');
    await keyboard.use('button', 'Test connection');
    await status(page).getByText('Waiting', { exact: true }).waitFor();
    const tested = { basic_connectivity: { capable: false, failure_reason: 'No such host.' } };
    await report(await lastRequest(), {
      status: 'FAILURE',
      startTimeMs: 1,
      durationMs: 1,
      structuredReport: {
        type: 'TEST_CONNECTION',
        contentType: 'application/json',
        serializedValue: JSON.stringify(tested),
      },
    });
    await status(page).getByText('Failed').waitFor();
    await page.getByText('No such host.', { exact: true }).waitFor();

    await pressOn(page.getByRole('button', { name: /^Log of the run of/ }));
    await page.getByText('Cancelled before an executor started it.').waitFor();
    await pressOn(page.getByRole('button', { name: 'More actions' }));
    await choose(page, 'Edit', 'menuitem');
    await tabTo(page, page.getByRole('textbox', { name: 'Recipe' }));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('source: [');
    await pressOn(page.getByRole('button', { name: 'Save' }));
    await page.getByText('The recipe is not valid YAML').waitFor();
    await tabTo(page, page.getByRole('textbox', { name: 'Recipe' }));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('source: {type: mysql}');
    await pressOn(page.getByRole('button', { name: 'Save' }));
    await page.getByText('mysql').waitFor();
  });

  it('update live for another person, at 390 px', async () => {
    const urn = await addSource('watched', 'x'.repeat(300));
    await using window = await visit.open('/ingestion', { colorScheme: 'dark', width: 390 });
    const { page } = window;
    await page.getByText('Never run').waitFor();
    const { data } = await visit.server.graphql(
      `mutation { createIngestionExecutionRequest(input: { ingestionSourceUrn: "${urn}" }) }`,
    );
    await page.getByText('Waiting', { exact: true }).waitFor();
    await report(data.createIngestionExecutionRequest, { status: 'FAILURE', startTimeMs: 1, durationMs: 1 });
    await page.getByText('Failed').waitFor();
    await window.expectAccessible();
    const isWide = (): Promise<boolean> =>
      page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    expect(await isWide()).toBe(false);
    await page.getByRole('link', { name: 'xxx' }).click();
    await page.getByRole('button', { name: /^Log of the run of/ }).click();
    await status(page).getByText('Failed').waitFor();
    await window.expectAccessible();
    expect(await isWide()).toBe(false);
  });
});

describe('a reader', () => {
  it('is not offered ingestion, and sees the required privilege', async () => {
    const reader = await addActor(visit.server, 'reader', { roles: ['Reader'] });
    await using window = await visit.open('/operations', { token: reader.token });
    const { page } = window;
    await page.getByRole('tab', { name: 'Removals' }).waitFor();
    await page.getByRole('heading', { name: 'Operations' }).waitFor();
    expect(await page.getByRole('link', { name: 'Ingestion' }).count()).toBe(0);
    for (const path of ['/ingestion', '/ingestion/new', '/ingestion/urn:li:dataHubIngestionSource:keys']) {
      await page.goto(visit.server.url + path);
      await page.getByText('You need the privilege Manage Metadata Ingestion').waitFor();
    }
  });
});
