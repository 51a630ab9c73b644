import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { writeAspect } from '../../support/test-actors.ts';
import { WebVisit } from './visit.ts';

const DATASET = datasetUrn('orders');
const PATH = `/dataset/${encodeURIComponent(DATASET)}`;

let visit: WebVisit;
const describeTable = (description: string): Promise<void> =>
  writeAspect(visit.server, DATASET, 'datasetProperties', { name: 'orders', description });

beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  await describeTable('First.');
});
afterAll(() => visit[Symbol.asyncDispose]());

describe('what somebody else changes is shown without a reload', () => {
  it('on the page of an asset, and when its window comes back into sight', async () => {
    await using window = await visit.open(PATH);
    const { page } = window;
    await page.getByText('First.').waitFor();
    await describeTable('Second.');
    await page.getByText('Second.').waitFor();

    const show = (state: string): Promise<void> =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/colophon/v1/changes')) asked += 1;
    });
    await show('hidden');
    await describeTable('Third.');
    await page.getByText('Second.').waitFor();
    expect(asked).toBe(0);
    await show('visible');
    await page.getByText('Third.').waitFor();
  });

  it('in the list of properties', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    await page.getByText('No properties yet').waitFor();
    await clientOf(visit.server).define('newest');
    await page.getByRole('link', { name: 'newest' }).waitFor();
  });

  it('unless the page is about something else by then', async () => {
    await using window = await visit.open(PATH);
    const { page } = window;
    await page.getByText('Third.').waitFor();
    const held = page.waitForEvent('requestfailed', (request) => request.url().includes('/changes'));
    await page.getByRole('link', { name: 'Properties' }).first().click();
    await held;
    await page.getByRole('link', { name: 'newest' }).waitFor();
  });
});
