import { afterAll, beforeAll, expect, it } from 'vitest';
import { nextDrawing } from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
});
afterAll(() => visit[Symbol.asyncDispose]());

const AD_CLICKS = 'urn:li:dataset:(urn:li:dataPlatform:postgres,growth.public.ad_clicks,PROD)';

it('follows the first five minutes of the README', async () => {
  await using window = await visit.open('/');
  const { page } = window;
  await page.getByRole('button', { name: 'Load the demo' }).click();
  await page.getByText('The demo is loaded').waitFor({ timeout: 60_000 });

  // 1. Define a property.
  await page.getByRole('link', { name: 'Properties', exact: true }).first().click();
  await page.getByRole('link', { name: 'New property' }).click();
  await page.getByLabel('Name', { exact: false }).first().fill('io.acme.reviewDays');
  await page.getByRole('button', { name: /Value type/ }).click();
  await page.getByRole('option', { name: /^Number/ }).click();
  await page.getByRole('combobox', { name: 'Asset types' }).click();
  await page.getByRole('combobox', { name: 'Asset types' }).fill('dataset');
  await page.getByRole('option', { name: 'Dataset', exact: true }).click();
  for (const [index, value] of ['30', '365'].entries()) {
    await page.getByRole('button', { name: 'Add value' }).click();
    await page.getByRole('textbox', { name: `Value ${index + 1}`, exact: true }).fill(value);
  }
  await page.getByRole('checkbox', { name: 'Search filter' }).click({ force: true });
  await page.getByText('The property is created.').waitFor();
  // On a slow machine, the server has refused the form before the second value was there.
  window.complaints.length = 0;
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'io.acme.reviewDays' }).waitFor();

  // 2. Assign it.
  await page.getByRole('combobox', { name: 'Search the catalog' }).fill('ad_clicks');
  await page.keyboard.press('Enter');
  await page
    .getByRole('listitem')
    .filter({ hasText: /Table.*PostgreSQL/ })
    .getByRole('link', { name: 'ad_clicks' })
    .click();
  await page.getByRole('button', { name: 'without a value' }).click();
  const edit = page.getByRole('button', { name: /Edit .*reviewDays/ });
  // Choices close when the page scrolls: nobody presses before the page has drawn where it scrolled to.
  await edit.scrollIntoViewIfNeeded();
  await page.evaluate(nextDrawing);
  await edit.click();
  await page.getByRole('option', { name: /^365/ }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();

  // 3. Filter.
  await page.getByRole('link', { name: 'Search' }).first().click();
  const facet = page.getByRole('group', { name: /reviewDays/ });
  await facet.getByText('365').click();
  await page.getByText('1 found').waitFor();
  await page.getByRole('link', { name: 'ad_clicks' }).waitFor();

  // 4. Change it.
  await page.goto(`${visit.server.url}/properties/io.acme.reviewDays/edit`);
  await page.getByRole('button', { name: 'Remove 365' }).click();
  await page.getByRole('complementary').getByRole('link', { name: 'ad_clicks' }).waitFor();
  expect(await page.getByRole('button', { name: 'Replace and save' }).isDisabled()).toBe(true);
  await page.getByRole('radio', { name: /^Remove/ }).click({ force: true });
  expect(await page.getByRole('button', { name: 'Save and remove values' }).isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();

  // 5. Delete and restore.
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'ad_clicks' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Restore io.acme.reviewDays' }).click();
  await page.getByText('No deleted properties').waitFor();
  const { json } = await visit.server.request(
    'GET',
    `/openapi/v3/entity/dataset/${encodeURIComponent(AD_CLICKS)}/structuredProperties`,
  );
  expect(JSON.stringify(json)).toContain('io.acme.reviewDays');
});
