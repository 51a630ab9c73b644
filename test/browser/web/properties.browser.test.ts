import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addActor } from '../../support/test-actors.ts';
import { WebVisit, type Window } from './visit.ts';
import { expectWords } from './expect-words.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

const DATASET = 'urn:li:entityType:datahub.dataset';
const STRING = 'urn:li:dataType:datahub.string';

/** Defines a property with the API. */
async function define(name: string, members: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const urn = `urn:li:structuredProperty:${name}`;
  const propertyDefinition = {
    qualifiedName: name,
    valueType: STRING,
    entityTypes: [DATASET],
    cardinality: 'SINGLE',
    ...members,
  };
  const answer = await visit.server.request('POST', '/api/colophon/v1/plans/apply', {
    definitions: [{ urn, propertyDefinition }],
  });
  expect(answer.status, answer.text).toBe(200);
}

/** The stored definition; undefined if there is none. */
async function stored(name: string): Promise<Record<string, unknown> | undefined> {
  const path = `/openapi/v3/entity/structuredproperty/urn:li:structuredProperty:${name}`;
  const { json } = await visit.server.request('GET', `${path}/propertyDefinition`);
  return json.value;
}

/** Number of assets with a value of a property, or with this one. */
async function assetsWith(name: string, value?: string): Promise<number> {
  const field = `structuredProperties.${name}`;
  const criterion = value === undefined ? { field, condition: 'EXISTS' } : { field, values: [value] };
  const { data } = await visit.server.graphql(
    `query assetsWith($filters: [AndFilterInput!]) {
      searchAcrossEntities(input: { query: "*", count: 0, orFilters: $filters }) { total }
    }`,
    { filters: [{ and: [criterion] }] },
  );
  return data.searchAcrossEntities.total;
}

/** Presses keys one after the other. */
async function press(window: Window, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await window.page.keyboard.press(key);
}

describe('the list', () => {
  it('shows coverage, filters and sorts, with both in the address', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const row = page.getByRole('row', { name: /Retention/ });
    await row.getByText('220 of 349').waitFor();
    await window.expectAccessible();
    await page.getByRole('searchbox', { name: 'Find by name or description' }).fill('cost');
    await page.getByText('2 properties').waitFor();
    await page.getByRole('button', { name: /Sort by/ }).click();
    await page.getByRole('option', { name: 'Last changed' }).click();
    await page.waitForURL(/q=cost&sort=lastModified/);
    await page.reload();
    await page.getByText('2 properties').waitFor();
    const table = page.getByRole('table', { name: 'Structured properties' });
    await table.getByRole('link', { name: 'Cost centre', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Cost centre' }).waitFor();
  });

  it('maps coverage by domain or another field, and each cell leads to exactly its gap', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const map = page.getByRole('table', { name: 'Coverage by domain' });
    for (const name of [/Data classification, Finance: .* without a value/, /Personal data, No domain: /]) {
      const cell = map.getByRole('link', { name });
      await cell.focus();
      const missing = / ([\d,]+) without a value/.exec((await cell.getAttribute('aria-label')) ?? '')?.[1];
      await page.keyboard.press('Enter');
      await page.getByText(`${missing} found`, { exact: true }).waitFor();
      await page.goBack();
    }
    await page.getByRole('button', { name: /Show all/ }).click();
    await map.getByRole('rowheader', { name: 'Used by' }).waitFor();
    await page.getByRole('button', { name: /Compare by/ }).click();
    await page.getByRole('option', { name: 'Platform' }).click();
    await page.getByRole('table', { name: 'Coverage by platform' }).getByText('Snowflake').waitFor();
    expect(new URL(page.url()).searchParams.get('by')).toBe('platform');
    await window.expectAccessible();
  });

  it('pages through hundreds', async () => {
    const definitions = Array.from({ length: 60 }, (_, i) => {
      const qualifiedName = `io.many.p${String(i).padStart(2, '0')}`;
      const propertyDefinition = {
        qualifiedName,
        valueType: STRING,
        entityTypes: [DATASET],
        cardinality: 'SINGLE',
      };
      return { urn: `urn:li:structuredProperty:${qualifiedName}`, propertyDefinition };
    });
    await visit.server.request('POST', '/api/colophon/v1/plans/apply', { definitions });
    await using window = await visit.open('/properties?q=io.many&sort=qualifiedName');
    await window.page.getByText('60 properties').waitFor();
    await window.page.getByRole('link', { name: 'Page 2' }).click();
    await window.page.getByRole('link', { name: 'io.many.p59' }).waitFor();
    await window.page.getByRole('row', { name: /p59/ }).getByText('0 of 349').waitFor();
  });
});

describe('a property', () => {
  it('shows values with counts and a search for each, distribution, coverage, history and rights', async () => {
    await using window = await visit.open('/properties/io.hearth.retentionDays');
    const { page } = window;
    const value = page
      .getByRole('table', { name: 'Values by number of assets' })
      .getByRole('link', { name: '730' });
    expect(await value.getAttribute('href')).toBe(
      `/search?${new URLSearchParams({ filter: 'structuredProperties.io.hearth.retentionDays:is:730.0' }).toString()}`,
    );
    await page.getByText('Median').waitFor();
    await window.expectAccessible();
    await page.getByRole('tab', { name: 'Coverage' }).click();
    const line = page.getByRole('figure', { name: 'Coverage over time' });
    const moment = line.getByRole('slider', { name: 'Coverage over time' });
    await moment.press('Home');
    expect(await moment.getAttribute('aria-valuetext')).toMatch(/^\d+ \w+: \d+ %, \d+ of \d+ assets$/);
    await line.getByText('Show as a table').click();
    expect(await line.getByRole('row').count()).toBeGreaterThan(25);
    const byPlatform = page.getByRole('table', { name: 'Coverage by platform' });
    await byPlatform.getByRole('row', { name: /Snowflake \d+ %/ }).waitFor();
    const gap = page
      .getByRole('table', { name: 'Coverage by owner' })
      .getByRole('link', { name: /No owner$/ });
    expect(await gap.getAttribute('href')).toContain('filter=-owners%3Aexists');
    await window.expectAccessible();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'Definition created' }).waitFor();
    await page.getByRole('tab', { name: 'Access' }).click();
    await page.getByText(/^You may change this property\. /).waitFor();
    expect(new URL(page.url()).searchParams.get('tab')).toBe('access');
  });
});

describe('the editor', () => {
  it('defines a property with the mouse, with validation by the server while typing', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    // A double click must not press Cancel, which is in its place on the new page.
    await page.getByRole('link', { name: 'New property' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'New property' }).waitFor();
    await page.getByLabel('Name', { exact: false }).first().fill('io.acme.my tier');
    await page.getByRole('button', { name: /Value type/ }).click();
    await page.getByRole('option', { name: /^Text/ }).click();
    // As a person does: a field that is half out of view scrolls into it before it is typed into.
    await page.getByRole('combobox', { name: 'Asset types' }).click();
    await page.getByRole('combobox', { name: 'Asset types' }).fill('dataset');
    await page.getByRole('option', { name: 'Dataset', exact: true }).click();
    await page
      .getByText(/Use dots or underscores/)
      .first()
      .waitFor();
    window.expectRefusals(400);
    await page.getByLabel('Name', { exact: false }).first().fill('io.acme.tier');
    await page.getByText('The property is created.').waitFor();
    await page.getByRole('button', { name: 'Paste a list…' }).click();
    await page.getByRole('textbox', { name: 'Values' }).fill('Gold\tThe best\nSilver\nBronze');
    await page.getByRole('button', { name: 'Add 3 values' }).click();
    await page.getByRole('button', { name: 'Move Bronze up' }).click();
    await page.getByRole('checkbox', { name: 'Search filter' }).click({ force: true });
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'io.acme.tier' }).waitFor();
    expect(await stored('io.acme.tier')).toMatchObject({
      allowedValues: [
        { value: { string: 'Gold' }, description: 'The best' },
        { value: { string: 'Bronze' } },
        { value: { string: 'Silver' } },
      ],
    });
  });

  it('does not accept the name of another property', async () => {
    await using window = await visit.open('/properties/new');
    const { page } = window;
    await page.getByLabel('Name', { exact: false }).first().fill('io.hearth.steward');
    await page.getByRole('button', { name: /Value type/ }).click();
    await page.getByRole('option', { name: /^Text/ }).click();
    // As a person does: a field that is half out of view scrolls into it before it is typed into.
    await page.getByRole('combobox', { name: 'Asset types' }).click();
    await page.getByRole('combobox', { name: 'Asset types' }).fill('dataset');
    await page.getByRole('option', { name: 'Dataset', exact: true }).click();
    await page.getByText('A property with this name already exists.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });

  it('removes values only after showing which, with the keyboard alone', async () => {
    await using window = await visit.open('/properties/io.hearth.regions');
    const { page } = window;
    await page.getByRole('link', { name: 'Edit', exact: true }).focus();
    await press(window, 'Enter');
    await page.getByRole('textbox', { name: 'Value 1' }).focus();
    await press(window, 'Alt+ArrowDown');
    await page.waitForFunction(() => document.activeElement?.getAttribute('value') === 'EU');
    expect(await page.getByRole('textbox', { name: 'Value 2' }).inputValue()).toBe('EU');
    await page.getByText('All stored values are kept.').waitFor();
    await page.getByRole('button', { name: 'Remove AU' }).focus();
    await press(window, 'Enter');
    await page.getByText('Breaking', { exact: true }).waitFor();
    await page.getByText(/You remove AU \(\d+ assets\)\./).waitFor();
    await page.getByText(/All \d+ values of this property are cleared\./).waitFor();
    const examples = page.getByRole('complementary').getByRole('listitem');
    expect(await examples.getByRole('link').count()).toBe(10);
    await examples.filter({ hasText: 'Looker' }).first().waitFor();
    await page.getByRole('link', { name: 'All 173 assets' }).waitFor();
    await expectWords(window);
    await page.getByRole('radio', { name: /Replace AU by/ }).focus();
    await press(window, 'ArrowDown');
    const save = page.getByRole('button', { name: 'Save and remove values' });
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /Clear \d+ values of 173 assets/ }).focus();
    await press(window, 'Space');
    await save.focus();
    await press(window, 'Enter');
    await page.getByRole('heading', { level: 1, name: 'Regions', exact: true }).waitFor();
    expect(await stored('io.hearth.regions')).toMatchObject({
      version: expect.stringMatching(/^\d{14}$/),
      allowedValues: expect.objectContaining({ length: 4 }),
    });
    await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).focus();
    await press(window, 'Enter');
    await page.getByText(/Regions is as it was before/).waitFor();
    expect(await stored('io.hearth.regions')).toMatchObject({
      allowedValues: expect.objectContaining({ length: 5 }),
    });
    await expect.poll(() => assetsWith('io.hearth.regions'), { timeout: 20_000 }).toBe(173);
    await page.getByRole('tab', { name: 'History' }).click();
    await page
      .getByText(/Allowed values:/)
      .first()
      .waitFor();
  });

  it('replaces a removed value first, so that no value is lost, and exports them', async () => {
    await using window = await visit.open('/properties/io.hearth.regions/edit');
    const { page } = window;
    await page.getByRole('button', { name: 'Remove AU' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /Export the \d+ as CSV/ }).click();
    await download;
    await page.getByText('Values of 173 assets exported').waitFor();
    const save = page.getByRole('button', { name: 'Replace and save' });
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('button', { name: /Replace AU by/ }).click();
    await page.getByRole('option', { name: 'EU' }).click();
    await window.expectAccessible();
    await save.click();
    await page.getByRole('heading', { level: 1, name: 'Regions', exact: true }).waitFor({ timeout: 60_000 });
    expect(await assetsWith('io.hearth.regions')).toBe(173);
    expect(await assetsWith('io.hearth.regions', 'AU')).toBe(0);
    await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/Regions is as it was before/).waitFor({ timeout: 60_000 });
    expect(await assetsWith('io.hearth.regions', 'AU')).toBeGreaterThan(0);
  });

  it('reports an outdated plan, and plans again', async () => {
    await define('io.acme.shared', { displayName: 'Shared' });
    await using window = await visit.open('/properties/io.acme.shared/edit');
    const { page } = window;
    await page.getByLabel('Display name').fill('Mine');
    await page.getByText('All stored values are kept.').waitFor();
    await define('io.acme.shared', { displayName: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Someone else changed this since, and nothing was saved/).waitFor();
    window.expectRefusals(409);
    await page.getByText(/Someone else changed this property/).waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    expect(await stored('io.acme.shared')).toMatchObject({ displayName: 'Mine' });
  });

  it('asks for confirmation before unsaved changes are discarded by a link, by going back, or by a reload', async () => {
    await using window = await visit.open('/properties/io.hearth.runbook');
    const { page } = window;
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Display name').fill('Changed');
    await page.getByRole('link', { name: 'Search' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await page.goBack();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Display name').inputValue()).toBe('Changed');
    let asked = false;
    page.once('dialog', (reload) => {
      asked = true;
      void reload.dismiss();
    });
    await page.evaluate(() => {
      location.reload();
    });
    await expect.poll(() => asked).toBe(true);
    await page.goBack();
    await dialog.waitFor();
    await press(window, 'Tab', 'Enter');
    await page.getByRole('heading', { level: 1, name: 'Runbook' }).waitFor();
  });
});

describe('the history', () => {
  it('sets a property back to an earlier version after a comparison, and has no empty entries', async () => {
    await define('io.acme.past', { displayName: 'First' });
    await define('io.acme.past', { displayName: 'Second' });
    await using window = await visit.open('/properties/io.acme.past?tab=history');
    const { page } = window;
    await page.getByRole('heading', { name: 'Definition changed' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Settings changed' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Set back to this' }).click();
    await page.getByText('Saving sets the property back, as a new version:').waitFor();
    expect(await page.getByLabel('Display name').inputValue()).toBe('First');
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'First', exact: true }).waitFor();
    expect(await stored('io.acme.past')).toMatchObject({ displayName: 'First' });
  });
});

describe('what was deleted permanently', () => {
  it('is listed, and restored', async () => {
    const urn = 'urn:li:tag:binned';
    const tagProperties = { value: { name: 'binned' } };
    await visit.server.request('POST', '/openapi/v3/entity/tag', [{ urn, tagProperties }]);
    await visit.server.request('DELETE', `/openapi/v3/entity/tag/${urn}`);
    await using window = await visit.open('/bin');
    const { page } = window;
    const undo = page.getByRole('button', { name: 'Undo the deletion of binned' });
    await undo.waitFor();
    await window.expectAccessible();
    await expectWords(window);
    await undo.click();
    await page.getByText('binned restored').waitFor();
    await undo.waitFor({ state: 'detached' });
  });

  it('includes the values that a breaking change cleared', async () => {
    const name = 'io.acme.cleared';
    await define(name);
    const asset = encodeURIComponent('urn:li:dataset:(urn:li:dataPlatform:hive,cleared,PROD)');
    const properties = [{ propertyUrn: `urn:li:structuredProperty:${name}`, values: [{ string: 'kept' }] }];
    await visit.server.request('POST', `/openapi/v2/entity/dataset/${asset}/structuredProperties`, {
      properties,
    });
    await define(name, { valueType: 'urn:li:dataType:datahub.rich_text', version: '20260101000000' });
    await using window = await visit.open('/bin');
    const { page } = window;
    await page.getByRole('cell', { name: 'Values of 1 asset' }).waitFor();
    await window.expectAccessible();
    await expectWords(window);
    await page.getByRole('button', { name: `Undo the change of ${name}` }).click();
    await page.getByText(`${name} is as it was before`).waitFor();
    await expect.poll(() => assetsWith(name), { timeout: 20_000 }).toBe(1);
  });
});

describe('deleting', () => {
  it('shows counts, can be undone, and is permanent only after typing the name', async () => {
    await using window = await visit.open('/properties/io.hearth.qualityScore');
    const { page } = window;
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('106').first().waitFor();
    expect(await dialog.getByText('Can be undone until').isVisible()).toBe(false);
    await window.expectAccessible();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    const messages = page.getByRole('status', { name: 'Messages' });
    await messages.getByRole('button', { name: 'Undo' }).waitFor();
    await page.getByRole('button', { name: 'Restore Quality score' }).click();
    await messages.getByText('Quality score and its values restored').waitFor();
    // There is nothing left to undo.
    expect(await messages.getByRole('button').count()).toBe(0);
    await page.getByText('No deleted properties').waitFor();
    await page.goto(`${visit.server.url}/properties/io.hearth.qualityScore`);
    await page.getByRole('button', { name: 'Delete…' }).focus();
    await press(window, 'Enter');
    await dialog.getByRole('radio', { name: /Restorable/ }).focus();
    await press(window, 'ArrowDown');
    await dialog.getByText('Can be undone until').waitFor();
    await expectWords(window);
    await dialog.getByRole('textbox', { name: /Type io.hearth.qualityScore/ }).focus();
    const forGood = dialog.getByRole('button', { name: 'Delete with all values' });
    expect(await forGood.isDisabled()).toBe(true);
    await page.keyboard.type('io.hearth.qualityScore');
    await expect.poll(() => forGood.isEnabled()).toBe(true);
    await forGood.focus();
    await press(window, 'Enter');
    await page.getByText('Quality score and all its values deleted').waitFor();
    expect(await stored('io.hearth.qualityScore')).toBeUndefined();
    const bin = page.getByRole('table', { name: 'Permanently deleted properties' });
    await bin.getByRole('button', { name: 'Undo the deletion of io.hearth.qualityScore' }).waitFor();
    await window.expectAccessible();
    await expectWords(window);
    await page.goto(`${visit.server.url}/properties/io.hearth.qualityScore`);
    await page.getByText('Property not found').waitFor();
    await page.getByRole('button', { name: 'Restore entity' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quality score' }).waitFor();
    expect(await stored('io.hearth.qualityScore')).toMatchObject({
      qualifiedName: 'io.hearth.qualityScore',
    });
  });
});

describe('YAML', () => {
  it('is exported, corrected with lines, planned and applied', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export YAML' }).click();
    expect((await download).suggestedFilename()).toBe('properties.yaml');
    await page.getByRole('link', { name: 'Import YAML' }).click();
    const editor = page.getByRole('textbox', { name: 'Definitions' });
    await editor.focus();
    await press(window, 'Control+a');
    await page.keyboard.insertText(
      '- id: io.acme.a\n  type: date\n  entity_types: [dataset]\n- id: io.acme.b\n  tpye: date\n',
    );
    await page.getByText('Line 5: There is no ‘tpye’. Use ‘type’.').waitFor();
    await window.expectAccessible();
    // The browser reports the refusal of the text.
    window.complaints.length = 0;
    await press(window, 'Control+a');
    await page.keyboard.insertText(
      '- id: io.acme.a\n  type: date\n  entity_types: [dataset]\n- id: io.acme.b\n  type: urn\n  entity_types: [chart]\n',
    );
    await page.getByText('The property is created.').nth(1).waitFor();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Definitions saved').waitFor();
    expect(await stored('io.acme.b')).toMatchObject({ valueType: 'urn:li:dataType:datahub.urn' });
  });
});

it('offers a reader no changes, and says who may make them', async () => {
  const { token } = await addActor(visit.server, 'reader');
  await using window = await visit.open('/properties', { token });
  const { page } = window;
  // The map of coverage below has links of the same name.
  const list = page.getByRole('table', { name: 'Structured properties' });
  const entry = list.getByRole('link', { name: 'Retention', exact: true });
  await entry.waitFor();
  const note = page.getByText(
    /^You can read this. People with the privilege Manage Structured Properties may/,
  );
  await note.waitFor();
  expect(await page.getByText(/^(?:New property|Import YAML)/).count()).toBe(0);
  await entry.click();
  await page.getByRole('heading', { level: 1, name: 'Retention' }).waitFor();
  await page.getByText(/^You can read this\. People with the role .+ may edit it\./).waitFor();
  expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /Delete/ }).count()).toBe(0);
  await window.expectAccessible();
  await page.getByRole('tab', { name: 'Access' }).click();
  await page
    .getByText(
      /You may not change this property\. You don’t have the privilege Manage Structured Properties\./,
    )
    .waitFor();
  await page.goto(`${visit.server.url}/properties/io.hearth.retentionDays/edit`);
  await page.getByRole('heading', { level: 1, name: 'Propose a change of Retention' }).waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
});

describe('a server that fails', () => {
  it.each([
    ['the code of a page', /assets\/web\/property-page/],
    ['who is signed in', /api\/graphql/],
  ])('is reported if %s cannot be loaded', async (_what, address) => {
    await using window = await visit.open('/search');
    const { page } = window;
    await page.getByText(/ found$/).waitFor();
    await page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'Away.' } }));
    const name = 'properties/io.hearth.runbook';
    await page.goto(`${visit.server.url}/${address.source.includes('graphql') ? `${name}/edit` : name}`);
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    await page.getByRole('link', { name: 'Properties' }).waitFor();
    await page.unroute(address);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: /Runbook/ }).waitFor();
    // Only the browser reports both.
    window.complaints.length = 0;
  });
});

describe('hostile data', () => {
  it('shows markup and long texts as text, and edits 5,000 allowed values', async () => {
    const markup = '<img src=x onerror="document.title=1"><b>bold</b>';
    const allowedValues = Array.from({ length: 5_000 }, (_, i) => ({ value: { string: `value ${i} قيمة` } }));
    await define('io.hostile.property', {
      displayName: markup,
      description: 'x'.repeat(10_000),
      allowedValues,
    });
    await using window = await visit.open('/properties/io.hostile.property', { width: 390 });
    const { page } = window;
    await page.getByRole('heading', { level: 1, name: markup }).waitFor();
    await page.getByText('50 of 5,000').waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('list', { name: 'Allowed values' }).waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
    await page.getByRole('button', { name: 'Add value' }).click();
    await page.waitForFunction(() => document.activeElement?.closest('[aria-posinset="5001"]') !== null);
    await page.keyboard.type('one more');
    await page.getByText('All stored values are kept.').waitFor();
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^50 of 5,00/).waitFor();
  });
});

describe.each(['light', 'dark'] as const)('the %s look', (colorScheme) => {
  it('is accessible on a narrow screen', async () => {
    await using window = await visit.open('/properties/io.hearth.dataClassification/edit', {
      colorScheme,
      width: 390,
    });
    await window.page.getByRole('heading', { level: 1, name: /Edit/ }).waitFor();
    await window.expectAccessible();
    expect(
      await window.page.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
    ).toBe(true);
  });
});
