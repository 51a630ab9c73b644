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

  // A printed page says how many more there are.
  await page.emulateMedia({ media: 'print' });
  const printed = row.getByRole('button', { name: 'Show all 300' });
  expect(await printed.evaluate((button) => getComputedStyle(button, '::after').content)).toBe(
    '"and 280 more"',
  );
  await page.emulateMedia({ media: 'screen' });

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

it('a long text is cut off on the screen, and printed as a whole', async () => {
  const asset = 'urn:li:dataset:(urn:li:dataPlatform:hive,long_note,PROD)';
  const urn = 'urn:li:structuredProperty:many.note';
  await writeAspect(visit.server, urn, 'propertyDefinition', {
    qualifiedName: 'many.note',
    displayName: 'Note',
    valueType: 'urn:li:dataType:datahub.string',
    cardinality: 'SINGLE',
    entityTypes: ['urn:li:entityType:datahub.dataset'],
  });
  const string = `${'word '.repeat(400)}at the end`;
  await writeAspect(visit.server, asset, 'structuredProperties', {
    properties: [{ propertyUrn: urn, values: [{ string }] }],
  });
  await using window = await visit.open(`/dataset/${encodeURIComponent(asset)}?tab=properties`);
  const { page } = window;
  await page.getByRole('button', { name: 'Show all', exact: true }).waitFor();
  expect(await page.getByText('at the end').count()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await page.getByText('at the end').count()).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.getByRole('button', { name: 'Show all', exact: true }).waitFor();
  expect(await page.getByText('at the end').count()).toBe(0);
});
