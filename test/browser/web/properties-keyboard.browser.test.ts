import { afterAll, beforeAll, expect, it } from 'vitest';
import { Keyboard } from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

/** The stored definition; undefined if there is none. */
async function stored(name: string): Promise<Record<string, unknown> | undefined> {
  const path = `/openapi/v3/entity/structuredproperty/urn:li:structuredProperty:${name}`;
  const { json } = await visit.server.request('GET', `${path}/propertyDefinition`);
  return json.value;
}

it('finds a property, sorts the list, and opens one', async () => {
  await using window = await visit.open('/properties');
  const { page } = window;
  const keyboard = new Keyboard(page);
  await page.getByRole('row', { name: /Retention/ }).waitFor();
  await keyboard.to('searchbox', 'Find by name or description');
  await keyboard.type('cost');
  await page.getByText('2 properties').waitFor();
  await keyboard.select(/Sort by/, 'Last changed');
  await page.waitForURL(/sort=lastModified/);
  await keyboard.use('link', 'Cost centre');
  await page.getByRole('heading', { level: 1, name: 'Cost centre' }).waitFor();
});

it('takes a typed name with Enter: the only one that remains, or the one typed in full', async () => {
  await using window = await visit.open('/properties/new');
  const { page } = window;
  const keyboard = new Keyboard(page);
  const types = page.getByRole('combobox', { name: 'Asset types' });
  for (const [typed, name] of [
    ['dataset', 'Dataset'],
    ['dashb', 'Dashboard'],
  ] as const) {
    await keyboard.to('combobox', /^Asset types/);
    await keyboard.type(typed);
    await page.getByRole('option', { name, exact: true }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('button', { name: `Remove ${name}`, exact: true }).waitFor();
    await expect.poll(() => types.inputValue()).toBe('');
  }
  // Several remain.
  await keyboard.to('combobox', /^Asset types/);
  await keyboard.type('c');
  await page.getByRole('option', { name: 'Container', exact: true }).waitFor();
  await keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(2);
});

it('defines a property with allowed values, edits it, deletes it and restores it', async () => {
  await using window = await visit.open('/properties');
  const { page } = window;
  const keyboard = new Keyboard(page);
  await keyboard.use('link', 'New property');
  await page.getByRole('heading', { level: 1, name: 'New property' }).waitFor();
  await keyboard.to('textbox', /^Name/);
  await keyboard.type('io.keys.tier');
  await keyboard.select(/Value type/, /^Text/);
  await keyboard.use('button', 'Add value');
  await page.getByRole('textbox', { name: 'Value 1', exact: true }).waitFor();
  await keyboard.type('Silver');
  await keyboard.press('Tab');
  await keyboard.type('The second best');
  await keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Value 2', exact: true }).waitFor();
  await keyboard.type('Gold');
  await keyboard.press('Alt+ArrowUp');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Value 1', exact: true }).inputValue())
    .toBe('Gold');
  await keyboard.use('button', 'Paste a list…');
  await keyboard.type('Bronze');
  await keyboard.press('Enter');
  await keyboard.type('Tin');
  await keyboard.use('button', 'Add 2 values');
  await keyboard.use('button', 'Move Bronze up');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Value 2', exact: true }).inputValue())
    .toBe('Bronze');
  // The button keeps the focus, so that the row can be moved again at once.
  await keyboard.press('Enter');
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Value 1', exact: true }).inputValue())
    .toBe('Bronze');
  await keyboard.use('button', 'Remove Tin');
  await page.getByRole('button', { name: 'Remove Tin' }).waitFor({ state: 'detached' });
  await keyboard.pick('Asset types', 'dataset', /^Dataset$/);
  await page.getByText('The property is created.').waitFor();
  await page.locator('button:enabled', { hasText: 'Save' }).waitFor();
  await keyboard.press('Control+Enter');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'io.keys.tier' }).waitFor();
  expect(await stored('io.keys.tier')).toMatchObject({
    allowedValues: [
      { value: { string: 'Bronze' } },
      { value: { string: 'Gold' } },
      { value: { string: 'Silver' }, description: 'The second best' },
    ],
  });

  await keyboard.use('link', 'Edit');
  await page.getByRole('heading', { level: 1, name: /^Edit/ }).waitFor();
  await keyboard.to('textbox', 'Display name');
  await keyboard.type('Tier');
  await page.getByText('All stored values are kept.').waitFor();
  await keyboard.use('button', 'Save');
  await page.getByRole('heading', { level: 1, name: 'Tier' }).waitFor();

  await keyboard.use('button', 'Delete…');
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
  await expect.poll(() => remove.isEnabled()).toBe(true);
  await keyboard.use('button', 'Delete');
  await keyboard.use('button', 'Restore Tier');
  await page.getByText('No deleted properties').waitFor();
  expect(await stored('io.keys.tier')).toMatchObject({ displayName: 'Tier' });
});

it('removes values, and deletes permanently, only after confirmation', async () => {
  await using window = await visit.open('/properties/io.hearth.regions/edit');
  const { page } = window;
  const keyboard = new Keyboard(page);
  await keyboard.use('button', 'Remove AU');
  await page.getByText('Breaking', { exact: true }).waitFor();
  await keyboard.to('radio', /Replace AU by/);
  await keyboard.press('ArrowDown');
  await keyboard.to('checkbox', /Clear \d+ values of 173 assets/);
  await keyboard.press('Space');
  await keyboard.use('button', 'Save and remove values');
  await page.getByRole('heading', { level: 1, name: 'Regions' }).waitFor();
  expect(await stored('io.hearth.regions')).toMatchObject({ allowedValues: { length: 4 } });

  await keyboard.use('button', 'Delete…');
  await keyboard.to('radio', /Restorable/);
  await keyboard.press('ArrowDown');
  await keyboard.to('textbox', /Type io.hearth.regions/);
  const forGood = page.getByRole('dialog').getByRole('button', { name: 'Delete with all values' });
  expect(await forGood.isDisabled()).toBe(true);
  await keyboard.type('io.hearth.regions');
  await expect.poll(() => forGood.isEnabled()).toBe(true);
  await keyboard.use('button', 'Delete with all values');
  await page.getByText('Regions and all its values deleted').waitFor();
  expect(await stored('io.hearth.regions')).toBeUndefined();
});

it('exports and imports YAML', async () => {
  await using window = await visit.open('/properties');
  const { page } = window;
  const keyboard = new Keyboard(page);
  const download = page.waitForEvent('download');
  await keyboard.use('button', 'Export YAML');
  expect((await download).suggestedFilename()).toBe('properties.yaml');
  await keyboard.use('link', 'Import YAML');
  await page.getByRole('textbox', { name: 'Definitions' }).waitFor();
  await keyboard.to('textbox', 'Definitions');
  await keyboard.press('Control+a');
  await page.keyboard.insertText('- id: io.keys.yaml\n  type: date\n  entity_types: [dataset]\n');
  await page.getByText('The property is created.').waitFor();
  await keyboard.use('button', 'Apply');
  await page.getByText('Definitions saved').waitFor();
  expect(await stored('io.keys.yaml')).toMatchObject({ valueType: 'urn:li:dataType:datahub.date' });
});
