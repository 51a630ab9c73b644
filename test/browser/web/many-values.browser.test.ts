import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeAspect } from '../../support/test-actors.ts';
import { focused, tabTo } from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
});
afterAll(() => visit[Symbol.asyncDispose]());

it('a property of 300 values shows the first ones, and all of them with a search within', async () => {
  const urn = 'urn:li:structuredProperty:many.keywords';
  await writeAspect(visit.server, urn, 'propertyDefinition', {
    qualifiedName: 'many.keywords',
    displayName: 'Keywords',
    valueType: 'urn:li:dataType:datahub.string',
    cardinality: 'MULTIPLE',
    entityTypes: ['urn:li:entityType:datahub.dataset'],
  });
  const asset = 'urn:li:dataset:(urn:li:dataPlatform:hive,many_keywords,PROD)';
  const values = Array.from({ length: 300 }, (_, index) => ({ string: `keyword ${index}` }));
  await writeAspect(visit.server, asset, 'structuredProperties', {
    properties: [{ propertyUrn: urn, values }],
  });
  await using window = await visit.open(`/dataset/${encodeURIComponent(asset)}?tab=properties`);
  const { page } = window;
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Keywords', exact: true }) });
  await row.getByText('keyword 19').waitFor();
  expect(await row.getByText('keyword 20').count()).toBe(0);
  await tabTo(page, row.getByRole('button', { name: 'Show all 300' }));
  await page.keyboard.press('Enter');
  await row.getByText('keyword 299').waitFor();
  // The search has the focus.
  await page.keyboard.type('word 29');
  await row.getByRole('status').getByText('11 of 300').waitFor();
  await window.expectAccessible();
  await row.getByRole('button', { name: 'Show fewer' }).click();
  await row.getByText('keyword 0').waitFor();
  expect(await row.getByText('keyword 299').count()).toBe(0);

  // The editor folds them, too, but not what was added.
  await page.getByRole('button', { name: 'Edit Keywords' }).click();
  const chips = page.getByRole('list', { name: 'Keywords', exact: true }).getByRole('listitem');
  await expect.poll(() => chips.count()).toBe(20);
  await page.getByLabel('Add to Keywords').fill('newest');
  await page.keyboard.press('Enter');
  await chips.getByText('newest').waitFor();
  await page.getByRole('button', { name: 'Remove keyword 3', exact: true }).click();
  await focused(page, 'Remove keyword 4');
  await page.getByRole('button', { name: 'Show all 300' }).click();
  await page.keyboard.type('word 29');
  await expect.poll(() => chips.count()).toBe(11);
  await window.expectAccessible();
});
