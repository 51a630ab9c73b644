import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addActor, writeAspect, writePolicy } from '../../support/test-actors.ts';
import { holdQueries } from './hold-requests.ts';
import {
  CLASSIFICATION,
  addColumns,
  assignment,
  classifications,
  classify,
  columnUrn,
  datasetUrn,
} from './columns-tables.ts';
import { choose, tabTo } from './keyboard.ts';
import { WebVisit } from './visit.ts';

const HOSTILE = '<img src=x onerror="document.title=1">';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
  const names = [
    'mouse',
    'dragged',
    'sorted',
    'keys',
    'many',
    'labels',
    'paste',
    'early',
    'names',
    'hostile',
    'overtaken',
  ];
  for (const name of names) await addTable(name, fieldsOf(name));
  const wide = Array.from({ length: 10_000 }, (_, index) => `column_${String(index).padStart(5, '0')}`);
  await addTable('wide', wide);
  await setClassification('wide', 'column_09999', 'Internal');
});
afterAll(() => visit[Symbol.asyncDispose]());

const address = (name: string) => `/dataset/${encodeURIComponent(datasetUrn(name))}/columns`;
const addTable = (name: string, paths: readonly string[]) => addColumns(visit.server, name, paths);
const stored = (name: string) => classifications(visit.server, name, fieldsOf(name));
const setClassification = (name: string, path: string, value: string) =>
  classify(visit.server, name, path, value);

function fieldsOf(name: string): readonly string[] {
  if (name === 'hostile')
    return [HOSTILE, 'مرحبا', 'x'.repeat(300), 'address', 'address.street', 'address.city'];
  return ['id', 'email', 'street', 'city', 'country'];
}

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });

/** A cell by the name of its row and the label above it. */
async function cell(page: Page, name: string, label: string): Promise<Locator> {
  const header = page.getByRole('columnheader', { name: label, exact: true });
  const place = await header.getAttribute('aria-colindex');
  return row(page, name).locator(`[aria-colindex="${place}"]`);
}

async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  await to.hover();
  await page.mouse.up();
}

/** Names of the first three rows. */
async function firstRows(page: Page): Promise<readonly (string | null)[]> {
  return page
    .getByRole('rowheader')
    .evaluateAll((cells) =>
      cells.slice(0, 3).map((one) => one.querySelector('.cell-text')?.textContent ?? null),
    );
}

describe('with the mouse', () => {
  it('a cell is edited, and many columns are set, undone and cleared', async () => {
    await using window = await visit.open(address('mouse'));
    const { page } = window;
    const target = await cell(page, 'email', 'Data classification');
    await target.dblclick();
    await page.getByRole('option', { name: 'Restricted' }).click();
    await expect.poll(() => stored('mouse')).toEqual({ email: ['Restricted'] });
    expect(await target.textContent()).toBe('Restricted');

    await (await cell(page, 'email', 'Description')).dblclick();
    await page.getByRole('textbox', { name: 'email · Description' }).fill('Where mail goes');
    await page.keyboard.press('Enter');
    await (await cell(page, 'email', 'Description')).getByText('Where mail goes').waitFor();

    await row(page, 'email').getByRole('gridcell').first().click();
    await row(page, 'city')
      .getByRole('gridcell')
      .first()
      .click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Set value for 3 columns' }).click();
    await page.getByRole('combobox', { name: 'New value of Data classification' }).waitFor();
    await page.getByRole('button', { name: /Property/ }).click();
    await page.getByRole('option', { name: /^Data classification/ }).click();
    await page.getByRole('combobox', { name: 'New value of Data classification' }).fill('secret');
    await page.getByRole('button', { name: 'Set value', exact: true }).click();
    await page.getByRole('alert').getByText('‘secret’ is not one of the allowed values.').waitFor();
    await page.getByRole('combobox', { name: 'New value of Data classification' }).fill('Public');
    await page.getByRole('button', { name: 'Set value', exact: true }).click();
    const all = { email: ['Public'], street: ['Public'], city: ['Public'] };
    await expect.poll(() => stored('mouse')).toEqual(all);
    await page.getByText('Changed 3 cells.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stored('mouse')).toEqual({ email: ['Restricted'] });
    await page.getByText('Changed 3 cells back.').waitFor();
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => stored('mouse')).toEqual(all);
    await page.getByText('Changed 3 cells again.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stored('mouse')).toEqual({ email: ['Restricted'] });
  });

  it('cells are selected by dragging and filled by the handle, which an undo reverts', async () => {
    await using window = await visit.open(address('dragged'));
    const { page } = window;
    await page.getByText('Double-click or press Enter to edit.').waitFor();
    const target = await cell(page, 'id', 'Data classification');
    await target.dblclick();
    await page.getByRole('option', { name: 'Internal' }).click();
    await expect.poll(() => stored('dragged')).toEqual({ id: ['Internal'] });

    await target.click();
    await drag(page, page.locator('.grid-handle'), await cell(page, 'street', 'Data classification'));
    const filled = { id: ['Internal'], email: ['Internal'], street: ['Internal'] };
    await expect.poll(() => stored('dragged')).toEqual(filled);
    await page.getByText('Changed 2 cells.').waitFor();
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stored('dragged')).toEqual({ id: ['Internal'] });

    await drag(page, target, await cell(page, 'city', 'Data classification'));
    await page.getByRole('status').getByText('4 cells selected').waitFor();
    await page.keyboard.press('Control+d');
    await expect.poll(() => stored('dragged')).toEqual({ ...filled, city: ['Internal'] });
    await page.keyboard.press('Control+d');
    await page.getByText('Nothing filled: the cells have these values already.').waitFor();
    await drag(page, await cell(page, 'email', 'Data classification'), target);
    await page.keyboard.press('Delete');
    await expect.poll(() => stored('dragged')).toEqual({ street: ['Internal'], city: ['Internal'] });

    // Escape cancels a drag of the handle.
    await (await cell(page, 'street', 'Data classification')).click();
    await page.locator('.grid-handle').hover();
    await page.mouse.down();
    await target.hover();
    await page.locator('.grid-in-fill').first().waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.locator('.grid-in-fill').first().waitFor({ state: 'detached' });
    expect(await stored('dragged')).toEqual({ street: ['Internal'], city: ['Internal'] });
  });

  it('the labels sort the rows, with empty cells last, and the address keeps the order', async () => {
    await setClassification('sorted', 'email', 'Restricted');
    await setClassification('sorted', 'city', 'Internal');
    await using window = await visit.open(address('sorted'));
    const { page } = window;
    const label = page.getByRole('columnheader', { name: 'Data classification', exact: true });
    await label.getByRole('button').click();
    await expect.poll(() => firstRows(page)).toEqual(['city', 'email', 'id']);
    expect(await label.getAttribute('aria-sort')).toBe('ascending');
    await label.getByRole('button').click();
    await expect.poll(() => firstRows(page)).toEqual(['email', 'city', 'id']);
    expect(await label.getAttribute('aria-sort')).toBe('descending');
    await page.reload();
    await expect.poll(() => firstRows(page)).toEqual(['email', 'city', 'id']);

    // A row stays where it is while it is edited.
    await (await cell(page, 'email', 'Data classification')).dblclick();
    await page.getByRole('option', { name: 'Confidential' }).click();
    await expect.poll(() => stored('sorted')).toEqual({ email: ['Confidential'], city: ['Internal'] });
    expect(await firstRows(page)).toEqual(['email', 'city', 'id']);
    await label.getByRole('button').click();
    await expect.poll(() => firstRows(page)).toEqual(['id', 'email', 'street']);
    expect(page.url()).not.toContain('sort=');
  });
});

describe('with the keyboard', () => {
  it('sorts by the labels above the first row', async () => {
    await using window = await visit.open(address('keys'));
    const { page } = window;
    await (await cell(page, 'id', 'Column')).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => firstRows(page)).toEqual(['city', 'country', 'email']);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('[role=columnheader][aria-sort=ascending]', { hasText: 'Type' }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('0:2');
  });

  it('edits, fills down, clears and copies cells, and selects all matching columns', async () => {
    await using window = await visit.open(address('keys'));
    const { page } = window;
    await (await cell(page, 'id', 'Data classification')).waitFor();
    const header = page.getByRole('checkbox', { name: 'Select all rows' });
    await header.focus();
    await page.keyboard.press('Tab');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-colindex'))).toBe('6');
    await page.keyboard.press('ArrowRight');

    await page.keyboard.type('int');
    await page.keyboard.press('Escape');
    expect(await stored('keys')).toEqual({});
    await page.keyboard.type('int');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('keys')).toEqual({ id: ['Internal'] });

    // Enter selects the value, so that typing replaces it; the only match is accepted.
    await page.keyboard.press('Enter');
    await page.keyboard.type('restr');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('keys')).toEqual({ id: ['Restricted'] });
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.type('intern');
    await page.keyboard.press('Tab');
    await expect.poll(() => stored('keys')).toEqual({ id: ['Internal'] });

    await page.keyboard.press('Control+Home');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('0:0');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Home');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe('4:0');

    await (await cell(page, 'id', 'Data classification')).focus();
    await (await cell(page, 'id', 'Data classification')).click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    const filled = { id: ['Internal'], email: ['Internal'], street: ['Internal'] };
    await expect.poll(() => stored('keys')).toEqual(filled);
    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      document.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
      return clipboardData.getData('text/plain');
    });
    expect(copied).toBe('Internal\nInternal\nInternal');
    await page.keyboard.press('Delete');
    await expect.poll(() => stored('keys')).toEqual({});
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => stored('keys')).toEqual(filled);

    await page.getByRole('searchbox', { name: 'Filter columns' }).fill('st');
    await page.getByText('1 of 5 columns').waitFor();
    await (await cell(page, 'street', 'Column')).focus();
    await page.keyboard.press('Control+a');
    await page.getByText('1 of 5 columns, 1 selected').waitFor();
    await expect.poll(() => page.url()).toContain('columns=st');
  });

  it('filters columns by type, sets and pastes many at once, and shows further properties', async () => {
    await using window = await visit.open(`${address('many')}?show=io.hearth.dataClassification`);
    const { page } = window;
    await tabTo(page, page.getByRole('button', { name: / Type$/ }));
    await page.keyboard.press('Enter');
    await choose(page, 'Number');
    await page.getByText('2 of 5 columns').waitFor();

    await tabTo(page, page.getByRole('button', { name: 'Properties shown' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('checkbox', { name: 'Personal data' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'Personal data' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await tabTo(page, page.getByRole('grid', { name: 'Columns' }).locator('[tabindex="0"]'));
    await page.keyboard.press('Control+a');
    await tabTo(page, page.getByRole('button', { name: 'Set value for 2 columns' }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, page.getByRole('button', { name: /Property$/ }));
    await page.keyboard.press('Enter');
    await choose(page, 'Data classification');
    await tabTo(page, page.getByRole('combobox', { name: 'New value of Data classification' }));
    await page.keyboard.type('Public');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('many')).toEqual({ email: ['Public'], city: ['Public'] });

    await tabTo(page, page.getByRole('grid', { name: 'Columns' }).locator('[data-cell][tabindex="0"]'));
    await page.keyboard.press('Control+Home');
    const target = await cell(page, 'email', 'Data classification');
    for (let step = 0; step < 9 && (await target.getAttribute('tabindex')) !== '0'; step += 1)
      await page.keyboard.press('ArrowRight');
    await pasteText(page, 'Internal\nRestricted');
    await page.getByRole('dialog').getByText('2 cells will change').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Change 2 cells' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('many')).toEqual({ email: ['Internal'], city: ['Restricted'] });
  });

  it('adds and removes tags and terms, and keeps those that others add in the meantime', async () => {
    await using window = await visit.open(address('labels'));
    const { page } = window;
    const tags = await cell(page, 'email', 'Tags');
    await tabTo(page, page.getByRole('grid', { name: 'Columns' }).locator('[data-cell][tabindex="0"]'));
    await page.keyboard.press('ArrowDown');
    for (let step = 0; step < 9 && (await tags.getAttribute('tabindex')) !== '0'; step += 1)
      await page.keyboard.press('ArrowRight');
    await page.keyboard.type('p');
    // Typing has begun: the cell keeps what it showed before.
    const input = { tagUrn: 'urn:li:tag:gold', resourceUrn: datasetUrn('labels') };
    const field = { subResourceType: 'DATASET_FIELD', subResource: 'email' };
    await visit.server.graphql('mutation ($input: TagAssociationInput!) { addTag(input: $input) }', {
      input: { ...input, ...field },
    });
    await page.keyboard.type('ii');
    await page.getByRole('option', { name: /^pii/ }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await tags.getByText('pii').waitFor();
    await tags.getByText('gold').waitFor();

    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Delete');
    await expect.poll(() => tags.textContent()).toBe('');
    await page.keyboard.press('Control+z');
    await tags.getByText('pii').waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('combobox', { name: 'email · Tags' }).inputValue()).toMatch(
      /^(pii; gold|gold; pii)$/,
    );
    await page.keyboard.press('Escape');

    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('days of');
    await page.getByRole('option', { name: /^Days of cover/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await (await cell(page, 'email', 'Terms')).getByText('Days of cover').waitFor();
    await page.goto(`${visit.server.url}${address('labels')}?has=terms`);
    await page.getByText('1 of 5 columns').waitFor();
  });
});

describe('pasting from a spreadsheet', () => {
  it('accepts the names of tags, unless they are ambiguous', async () => {
    const properties = { name: 'Shared name', description: '' };
    for (const tag of ['one', 'two'])
      await writeAspect(visit.server, `urn:li:tag:${tag}`, 'tagProperties', properties);
    await using window = await visit.open(address('names'));
    const { page } = window;
    await (await cell(page, 'email', 'Tags')).click();
    await pasteText(page, 'gold; month-end\nShared name\nnobody\nurn:li:tag:one\n');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 cells will change').waitFor();
    await dialog.getByRole('row', { name: /Several entities are named ‘Shared name’/ }).waitFor();
    await dialog.getByRole('row', { name: /No tag is named ‘nobody’/ }).waitFor();
    await dialog.getByRole('row', { name: 'email · Tags gold; month-end' }).waitFor();
    await dialog.getByRole('button', { name: 'Change 2 cells' }).click();
    await (await cell(page, 'email', 'Tags')).getByText('month-end').waitFor();
    await (await cell(page, 'country', 'Tags')).getByText('Shared name').waitFor();

    await (await cell(page, 'city', 'Tags')).dblclick();
    const field = page.getByRole('combobox', { name: 'city · Tags' });
    await field.fill('Shared name');
    await page.keyboard.press('Enter');
    await page.getByText('Several entities are named ‘Shared name’').waitFor();
    await field.fill('streaming');
    await page.keyboard.press('Enter');
    await (await cell(page, 'city', 'Tags')).getByText('streaming').waitFor();
  });

  it('counts before the server has said what the person may edit', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const release = await holdQueries(page, 'columnRights');
    await page.goto(visit.server.url + address('early'));
    await (await cell(page, 'email', 'Tags')).click();
    await pasteText(page, 'gold\ngold\n');
    release();
    await page.getByRole('dialog').getByText('2 cells will change').waitFor();
  });

  it('previews, refuses invalid values, and writes the rest', async () => {
    await using window = await visit.open(address('paste'));
    const { page } = window;
    await (await cell(page, 'street', 'Data classification')).click();
    await pasteText(page, 'Public\temail; name\nwrong\t\nInternal\t\nPublic\t\n');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^3 cells will change, .*\d+ are refused\.$/).waitFor();
    await dialog.getByRole('row', { name: /wrong.*is not one of the allowed values/ }).waitFor();
    await dialog.getByText('The grid has no more columns of the dataset.').first().waitFor();
    expect(await stored('paste')).toEqual({});
    await window.expectAccessible();
    await dialog.getByRole('button', { name: 'Change 3 cells' }).click();
    await expect.poll(() => stored('paste')).toEqual({ street: ['Public'], country: ['Internal'] });
    await (await cell(page, 'street', 'Personal data')).getByText('email; name').waitFor();
  });
});

describe('a concurrent change by someone else', () => {
  it('is not overwritten, and is shown in the cell', async () => {
    await using window = await visit.open(address('overtaken'));
    const { page } = window;
    const target = await cell(page, 'email', 'Data classification');
    await target.dblclick();
    const choice = page.getByRole('option', { name: 'Public' });
    await choice.waitFor();
    const patch = [{ op: 'add', path: `/properties/${CLASSIFICATION}`, value: assignment('Restricted') }];
    await visit.server.request('PATCH', '/openapi/v3/entity/schemafield?async=false', [
      { urn: columnUrn('overtaken', 'email'), structuredProperties: { value: { patch } } },
    ]);
    await choice.click();
    await page.getByRole('cell', { name: 'Someone else changed it to ‘Restricted’.' }).waitFor();
    expect(await target.textContent()).toBe('Restricted');
    expect(await stored('overtaken')).toEqual({ email: ['Restricted'] });
    await page.getByRole('button', { name: 'Try 1 cell again' }).click();
    await expect.poll(() => stored('overtaken')).toEqual({ email: ['Public'] });
    // The browser itself reports the refused request.
    expect(window.complaints.splice(0)).toEqual([expect.stringContaining('400')]);
  });
});

describe('ten thousand columns', () => {
  it('are shown, scrolled to the end and filtered by text, type and property', async () => {
    await using window = await visit.open(address('wide'));
    const { page } = window;
    const grid = page.getByRole('grid', { name: 'Columns' });
    await grid.waitFor();
    expect(await grid.getAttribute('aria-rowcount')).toBe('10001');
    expect(await page.getByRole('row').count()).toBeLessThan(80);
    const beyond = await page
      .locator('.grid-frame')
      .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    expect(beyond).toBe(0);
    await (await cell(page, 'column_00000', 'Column')).click();
    await page.keyboard.press('Control+End');
    await (await cell(page, 'column_09999', 'Data classification')).getByText('Internal').waitFor();
    expect(await row(page, 'column_09999').getAttribute('aria-rowindex')).toBe('10001');

    await page.goto(`${visit.server.url}${address('wide')}?has=io.hearth.dataClassification&type=NUMBER`);
    await page.getByText('1 of 10,000 columns').waitFor();
    await page.getByRole('searchbox', { name: 'Filter columns' }).fill('nothing has this');
    await page.getByRole('heading', { name: 'No columns match' }).waitFor();
  });
});

describe('sixty properties', () => {
  it('are columns of which only visible ones are rendered, and the keyboard reaches the last', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `shown.p${index}`);
    const definitions = ids.map((qualifiedName) => ({
      urn: `urn:li:structuredProperty:${qualifiedName}`,
      propertyDefinition: {
        value: {
          qualifiedName,
          valueType: 'urn:li:dataType:datahub.string',
          cardinality: 'SINGLE',
          entityTypes: ['urn:li:entityType:datahub.schemaField'],
        },
      },
    }));
    const path = '/openapi/v3/entity/structuredproperty?async=false';
    expect((await visit.server.request('POST', path, definitions)).status).toBe(200);
    await using window = await visit.open(`${address('paste')}?show=${ids.join(',')}`);
    const { page } = window;
    await (await cell(page, 'email', 'Column')).click();
    expect(await page.getByRole('columnheader').count()).toBeLessThan(30);
    await page.keyboard.press('End');
    await page.getByRole('columnheader', { name: 'shown.p59' }).waitFor();
    expect(await page.locator(':focus').getAttribute('aria-colindex')).toBe('66');
    expect(await page.getByRole('columnheader').count()).toBeLessThan(30);
    await page.keyboard.type('last');
    await page.keyboard.press('Enter');
    await (await cell(page, 'email', 'shown.p59')).getByText('last').waitFor();
    await page.keyboard.press('Control+Home');
    await page.getByRole('columnheader', { name: 'Type', exact: true }).waitFor();
  });
});

describe('a reader', () => {
  it('sees why editing is disabled, and is offered no actions', async () => {
    // Who may propose selects columns.
    await writePolicy(visit.server, 'propose-changes-all', {
      privileges: ['PROPOSE_CHANGES'],
      actors: { allUsers: true },
      state: 'INACTIVE',
    });
    const reader = await addActor(visit.server, 'columns-reader', { roles: ['Reader'] });
    await using window = await visit.open(address('paste'), { token: reader.token });
    const { page } = window;
    await page.getByText(/Columns are read-only: You don’t have the privilege /).waitFor();
    const email = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'email' }) });
    const target = email.getByRole('gridcell').last();
    expect(await target.getAttribute('aria-readonly')).toBe('true');
    await target.dblclick();
    await page.keyboard.press('F2');
    expect(await page.getByRole('grid').getByRole('combobox').count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await email.getByRole('gridcell').first().click();
    await page.keyboard.press('Control+a');
    expect(await page.getByText(/selected/).count()).toBe(0);
  });
});

describe('hostile and nested names', () => {
  it.each(['light', 'dark'] as const)('are text in a collapsible tree (%s, 390 px)', async (colorScheme) => {
    await using window = await visit.open(address('hostile'), { colorScheme, width: 390 });
    const { page } = window;
    await page.getByRole('treegrid', { name: 'Columns' }).waitFor();
    await page.getByText(HOSTILE).first().waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
    await (await cell(page, 'address', 'Column')).click();
    await page.keyboard.press('ArrowLeft');
    expect(await row(page, 'address').getAttribute('aria-expanded')).toBe('false');
    expect(await row(page, 'address.street').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    expect(await row(page, 'address.street').getAttribute('aria-level')).toBe('2');
    await window.expectAccessible();
  });
});
