import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { addActor, matching, userUrn, writePolicy } from '../../support/test-actors.ts';
import { expectWords } from './expect-words.ts';
import { chooseByKeys, findByKeys, pressOn, tabTo } from './keyboard.ts';
import { WebVisit, type Window } from './visit.ts';

const [A = '', B = ''] = ['zebra.one', 'zebra.two'].map((name) => datasetUrn(name));
const HOSTILE = '<img src=x onerror=alert(1)>';

let visit: WebVisit;
let catalog: ReturnType<typeof clientOf>;
let readerToken: string;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  catalog = clientOf(visit.server);
  await catalog.define('team');
  await catalog.dataset('zebra.one');
  await catalog.dataset('zebra.two', { name: HOSTILE, description: 'zebra' });
  readerToken = (await addActor(visit.server, 'reader', { roles: ['Reader'] })).token;
});
afterAll(() => visit[Symbol.asyncDispose]());

function table(window: Window, csv: string): Promise<void> {
  return window.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
}

describe('editing the results of a search', () => {
  it('previews, changes with the mouse, and is listed afterwards', async () => {
    await using window = await visit.open('/edits');
    const { page } = window;
    await page.getByText('No bulk edits yet').waitFor();
    await page.getByLabel('Find assets to edit').fill('zebra');
    await page.getByRole('button', { name: 'Edit matching assets' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Field' }).fill('tea');
    await page.getByRole('option', { name: 'team' }).click();
    await dialog.getByRole('combobox', { name: 'team' }).fill('sales');
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await dialog.getByText('2 would change, 0 unchanged, 0 refused.').waitFor();
    await dialog.getByRole('cell', { name: HOSTILE }).waitFor();
    await window.expectAccessible();
    expect(await catalog.values(A)).toEqual({});
    await dialog.getByRole('button', { name: 'Change 2 assets' }).click();
    await dialog.getByText('2 changed, 0 unchanged, 0 refused.').waitFor();
    expect(await catalog.values(A)).toEqual({ team: [{ string: 'sales' }] });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Set team to sales' }).click();
    await page.getByRole('table', { name: 'What changed' }).getByText('sales').first().waitFor();
    await window.expectAccessible();
  });

  it('works with the keyboard alone', async () => {
    await using window = await visit.open('/edits');
    const { page } = window;
    await page.getByLabel('Find assets to edit').focus();
    await page.keyboard.type('zebra');
    await page.keyboard.press('Enter');
    // The first field comes after its choices, and has the focus.
    await page
      .locator(':focus')
      .and(page.getByRole('combobox', { name: 'Field' }))
      .waitFor();
    await findByKeys(page.getByRole('dialog').getByRole('combobox', { name: 'Field' }), 'tea', 'team');
    await chooseByKeys(page.getByRole('dialog').getByRole('button', { name: /Action/ }), 'Set where empty');
    await tabTo(page, page.getByRole('combobox', { name: 'team' }));
    await page.keyboard.type('green');
    await pressOn(page.getByRole('button', { name: 'Compare' }));
    // The property takes one value, and both assets have one.
    await page.locator(':focus').getByText('0 would change, 0 unchanged, 2 refused.').waitFor();
    await page.getByText('2 assets have a value of team already').click();
    await page.getByRole('region', { name: 'Refused' }).getByRole('link', { name: HOSTILE }).waitFor();
    await expectWords(window);
    await pressOn(page.getByRole('button', { name: 'Set instead' }));
    await page.getByText('2 would change, 0 unchanged, 0 refused.').waitFor();
    await pressOn(page.getByRole('button', { name: 'Change 2 assets' }));
    await page.locator(':focus').getByText('2 changed, 0 unchanged, 0 refused.').waitFor();
    expect(await catalog.values(A)).toEqual({ team: [{ string: 'green' }] });
    await pressOn(page.getByRole('button', { name: 'Undo' }));
    await page.getByText('sales').first().waitFor();
    await expect.poll(() => catalog.values(A)).toEqual({ team: [{ string: 'sales' }] });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('applies what it showed, and compares again if values changed since', async () => {
    await using window = await visit.open('/edits');
    const { page } = window;
    await page.getByLabel('Find assets to edit').fill('zebra');
    await page.getByRole('button', { name: 'Edit matching assets' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Field' }).fill('tea');
    await page.getByRole('option', { name: 'team' }).click();
    await dialog.getByRole('combobox', { name: 'team' }).fill('blue');
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await dialog.getByText('2 would change').waitFor();
    await catalog.assign(A, { team: [{ string: 'meantime' }] });
    await dialog.getByRole('button', { name: 'Change 2 assets' }).click();
    await dialog.getByText('Values changed since you compared, so nothing was changed.').waitFor();
    await dialog.getByRole('cell', { name: 'meantime' }).waitFor();
    expect(await catalog.values(A)).toEqual({ team: [{ string: 'meantime' }] });
    await expectWords(window);
    await window.expectAccessible();
    await dialog.getByRole('button', { name: 'Change 2 assets' }).click();
    await dialog.getByText('2 changed, 0 unchanged, 0 refused.').waitFor();
    expect(await dialog.getByText('Values changed since').count()).toBe(0);
    expect(await catalog.values(A)).toEqual({ team: [{ string: 'blue' }] });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => catalog.values(A)).toEqual({ team: [{ string: 'meantime' }] });
    // The browser reports the refused application.
    expect(window.complaints.splice(0)).toEqual([expect.stringContaining('409')]);
  });

  it('lists the refusals asset by asset for an editor of other assets', async () => {
    await catalog.post('urn:li:tag:own', 'tagProperties', { name: 'own' });
    await writePolicy(visit.server, 'edits-own', {
      privileges: ['EDIT_ENTITY'],
      actors: { users: [userUrn('ed')] },
      resources: { filter: matching('URN', ['urn:li:tag:own']) },
    });
    const { token } = await addActor(visit.server, 'ed', { roles: ['Reader'] });
    await using window = await visit.open('/import', { token });
    await table(window, `urn,team\n"${A}",other\n`);
    await window.page.getByText('You may not change team of 1 asset').waitFor();
    await expectWords(window);
    expect(await window.page.getByRole('button', { name: /^Change/ }).count()).toBe(0);
  });
});

describe('a person without edit rights', () => {
  it('is offered no edit, with the reason, and without the right to propose no import', async () => {
    await writePolicy(visit.server, 'propose-changes-all', {
      privileges: ['PROPOSE_CHANGES'],
      actors: { users: [userUrn('nobody')] },
    });
    await using window = await visit.open('/edits', { token: readerToken });
    const { page } = window;
    const reason = 'You don’t have permission to edit any asset.';
    await page.getByRole('paragraph').filter({ hasText: reason }).waitFor();
    expect(await page.getByText('Import a table', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Edit matching assets' }).count()).toBe(0);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Your edits' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /Import/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('import');
    await page.getByRole('option', { name: 'All results for “import”' }).waitFor();
    expect(await page.getByRole('option', { name: 'Import a table' }).count()).toBe(0);
    await page.goto(`${visit.server.url}/import`);
    await page.getByRole('heading', { name: 'You cannot import a table' }).waitFor();
    await page.getByText(reason).waitFor();
    expect(await page.getByRole('button', { name: 'Choose a CSV file' }).count()).toBe(0);
    await window.expectAccessible();
    await writePolicy(visit.server, 'propose-changes-all', {
      privileges: ['PROPOSE_CHANGES'],
      actors: { allUsers: true },
    });
  });
});

describe('editing results of a search', () => {
  it('is not offered to a reader, who can still export', async () => {
    await using window = await visit.open('/search?filter=_entityType:is:DATASET', { token: readerToken });
    const { page } = window;
    await page.getByRole('checkbox', { name: /zebra.one/ }).waitFor({ state: 'attached' });
    await page.getByText('Select page').click();
    await page.getByRole('button', { name: 'Export CSV' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Edit selected' }).count()).toBe(0);
  });

  it('changes two of them, with tags, owners and numbers by name, and shows the new values', async () => {
    await catalog.define('days', { type: 'number', cardinality: 'MULTIPLE' });
    await catalog.post('urn:li:tag:pii', 'tagProperties', { name: 'Personal data' });
    await catalog.post('urn:li:corpuser:ann', 'corpUserInfo', { active: true, displayName: 'Ann Lee' });
    await using window = await visit.open('/search?filter=-tags:exists&filter=_entityType:is:DATASET');
    const { page } = window;
    await page.getByRole('checkbox', { name: /zebra.one/ }).waitFor({ state: 'attached' });
    await page.getByText('Select page').click();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Edit selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2 assets' });
    const chooseField = async (name: string): Promise<void> => {
      await dialog.getByRole('combobox', { name: 'Field' }).last().fill(name);
      await page.getByRole('option', { name }).click();
    };
    await chooseField('Tags');
    await dialog.getByRole('combobox', { name: 'Add to Tags' }).fill('pers');
    await page.getByRole('option', { name: 'Personal data' }).click();
    await dialog.getByRole('button', { name: 'Remove Personal data' }).waitFor();
    await dialog.getByRole('button', { name: 'Change another field' }).click();
    await chooseField('Owners');
    await dialog.getByRole('combobox', { name: 'Add an owner' }).fill('ann');
    await page.getByRole('option', { name: 'Ann Lee' }).click();
    await dialog.getByRole('button', { name: /^Remove Ann Lee, technical owner/i }).waitFor();
    await dialog.getByRole('button', { name: 'Change another field' }).click();
    await chooseField('days');
    await dialog.getByRole('textbox', { name: 'Add to days' }).fill('30');
    await page.keyboard.press('Enter');
    await window.expectAccessible();
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await dialog.getByText('2 would change, 0 unchanged, 0 refused.').waitFor();
    await dialog.getByRole('button', { name: 'Change 2 assets' }).click();
    // The outcome stays visible, although the search no longer finds the assets.
    await dialog.getByText('2 changed, 0 unchanged, 0 refused.').waitFor();
    await page.getByText('0 found').waitFor({ state: 'attached' });
    await dialog.getByRole('table', { name: 'What changed' }).getByText('Personal data').first().waitFor();
    expect((await catalog.values(B))['days']).toEqual([{ double: 30 }]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'zebra.one' }).click();
    await page.getByText('Personal data').first().waitFor();
    await page.getByRole('link', { name: 'Ann Lee' }).first().waitFor();
  });

  it('exports them as CSV, with the keyboard alone', async () => {
    await catalog.post('urn:li:structuredProperty:team', 'structuredPropertySettings', {
      showInSearchFilters: true,
    });
    await using window = await visit.open('/search?q=zebra');
    const { page } = window;
    await pressOn(page.getByRole('checkbox', { name: 'Select page' }), 'Space');
    await pressOn(page.getByRole('button', { name: 'Export CSV' }));
    await page.getByRole('button', { name: 'Remove team' }).waitFor();
    await findByKeys(page.getByRole('combobox', { name: 'Columns' }), 'Tag', 'Tags');
    await page.getByRole('button', { name: 'Remove Tags' }).waitFor();
    await window.expectAccessible();
    const download = page.waitForEvent('download');
    await pressOn(page.getByRole('button', { name: 'Export', exact: true }));
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^assets-[-0-9]+\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    expect(lines[0]).toBe('"urn","name","type","team","tags"');
    expect(lines.slice(1).sort()).toEqual([
      expect.stringContaining('zebra.one'),
      expect.stringContaining('zebra.two'),
    ]);
    await page.getByText('2 assets exported').waitFor();
  });
});

describe('labels with the keyboard alone', () => {
  it('are replaced and removed after a dry run, and refusals are listed', async () => {
    await catalog.post('urn:li:tag:gold', 'tagProperties', { name: 'Gold' });
    await catalog.post('urn:li:domain:law', 'domainProperties', { name: 'Law' });
    await catalog.post('urn:li:corpuser:bob', 'corpUserInfo', { active: true, displayName: 'Bob Ray' });
    await using window = await visit.open('/search?q=zebra');
    const { page } = window;
    await pressOn(page.getByRole('checkbox', { name: 'Select page' }), 'Space');
    await pressOn(page.getByRole('button', { name: 'Edit selected' }));
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('combobox', { name: 'Field' }).last();
    const action = dialog.getByRole('button', { name: /Action/ }).last();
    await findByKeys(field, 'tag', 'Tags');
    await chooseByKeys(action, 'Replace all with');
    await findByKeys(dialog.getByRole('combobox', { name: 'New value of Tags' }), 'gold', 'Gold');
    await dialog.getByRole('button', { name: 'Remove Gold' }).waitFor();
    await pressOn(dialog.getByRole('button', { name: 'Change another field' }));
    await findByKeys(field, 'owners', 'Owners');
    await chooseByKeys(action, 'Replace all with');
    await findByKeys(dialog.getByRole('combobox', { name: 'New owner' }), 'bob', 'Bob Ray');
    await pressOn(dialog.getByRole('button', { name: 'Change another field' }));
    await findByKeys(field, 'domain', 'Domain');
    await findByKeys(dialog.getByRole('combobox', { name: 'Domain', exact: true }), 'law', 'Law');
    await pressOn(dialog.getByRole('button', { name: 'Compare' }));
    await dialog.getByText('2 would change, 0 unchanged, 0 refused.').waitFor();
    await pressOn(dialog.getByRole('button', { name: 'Change 2 assets' }));
    await dialog.getByText('2 changed, 0 unchanged, 0 refused.').waitFor();
    await pressOn(dialog.getByRole('button', { name: 'Done' }));

    await pressOn(page.getByRole('button', { name: 'Edit selected' }));
    await findByKeys(field, 'domain', 'Domain');
    await chooseByKeys(action, 'Clear');
    await pressOn(dialog.getByRole('button', { name: 'Change another field' }));
    await findByKeys(field, 'tag', 'Tags');
    await chooseByKeys(action, 'Remove');
    await findByKeys(dialog.getByRole('combobox', { name: 'Remove from Tags' }), 'gold', 'Gold');
    await pressOn(dialog.getByRole('button', { name: 'Compare' }));
    await pressOn(dialog.getByRole('button', { name: 'Change 2 assets' }));
    await dialog.getByText('2 changed, 0 unchanged, 0 refused.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('descriptions and deprecation', () => {
  const stored = async (aspect: string) => {
    const { json, status } = await visit.server.request('GET', aspectPath(B, aspect, 'v3'));
    return status === 404 ? undefined : json.value;
  };

  it('are set, shown in words before and after, and undone in the last step', async () => {
    await catalog.post('urn:li:tag:successor', 'tagProperties', { name: 'Successor' });
    await using window = await visit.open('/edits');
    const { page } = window;
    await page.getByLabel('Find assets to edit').fill('zebra');
    await page.getByRole('button', { name: 'Edit matching assets' }).click();
    const dialog = page.getByRole('dialog');
    await findByKeys(dialog.getByRole('combobox', { name: 'Field' }), 'descr', 'Description');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('One row for each **stripe**.');
    await dialog.getByLabel('Preview').getByText('stripe').waitFor();
    await dialog.getByRole('button', { name: 'Change another field' }).click();
    await findByKeys(dialog.getByRole('combobox', { name: 'Field' }).last(), 'depr', 'Deprecation');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Use the herd.');
    await dialog.getByLabel('Decommissioned on').fill('2027-01-31');
    await findByKeys(dialog.getByRole('combobox', { name: 'Replacement' }), 'succ', 'Successor');
    await window.expectAccessible();
    await pressOn(dialog.getByRole('button', { name: 'Compare' }));
    await dialog.getByText('2 would change, 0 unchanged, 0 refused.').waitFor();
    const changes = dialog.getByRole('table', { name: 'What would change' });
    await changes.getByText('One row for each **stripe**.').first().waitFor();
    const words = 'Use the herd. · decommissioned on 31 Jan 2027 · replaced by Successor';
    await changes.getByText(words).first().waitFor();
    await changes.getByText('not deprecated').first().waitFor();
    await expectWords(window);
    await window.expectAccessible();
    expect(await stored('deprecation')).toBeUndefined();
    await pressOn(dialog.getByRole('button', { name: 'Change 2 assets' }));
    await dialog.getByText('2 changed, 0 unchanged, 0 refused.').waitFor();
    expect(await stored('editableDatasetProperties')).toMatchObject({
      description: 'One row for each **stripe**.',
    });
    expect(await stored('deprecation')).toMatchObject({
      deprecated: true,
      note: 'Use the herd.',
      decommissionTime: Date.UTC(2027, 0, 31),
      replacement: 'urn:li:tag:successor',
    });
    await pressOn(dialog.getByRole('button', { name: 'Undo' }));
    await expect.poll(async () => (await stored('deprecation'))?.deprecated).toBe(false);
    await expect.poll(async () => (await stored('editableDatasetProperties'))?.description).toBeUndefined();
    await page.keyboard.press('Escape');
    await page
      .getByRole('link', { name: /^Set the description to “One row.*; Deprecate: Use the herd/ })
      .waitFor();
  });

  it('refuse what has one, with a way out, and what cannot have one', async () => {
    await catalog.post(A, 'deprecation', { deprecated: true, note: 'Old.', actor: userUrn('datahub') });
    await using window = await visit.open('/edits');
    const { page } = window;
    await page.getByLabel('Find assets to edit').fill('zebra');
    await page.getByRole('button', { name: 'Edit matching assets' }).click();
    const dialog = page.getByRole('dialog');
    await findByKeys(dialog.getByRole('combobox', { name: 'Field' }), 'depr', 'Deprecation');
    await chooseByKeys(dialog.getByRole('button', { name: /Action/ }), 'Deprecate where not deprecated');
    await pressOn(dialog.getByRole('button', { name: 'Compare' }));
    await dialog.getByText('1 would change, 0 unchanged, 1 refused.').waitFor();
    await dialog.getByText('1 asset is deprecated already').waitFor();
    await pressOn(dialog.getByRole('button', { name: 'Set instead' }));
    await dialog.getByText('2 would change, 0 unchanged, 0 refused.').waitFor();
    await pressOn(dialog.getByRole('button', { name: 'Change something else' }));
    await chooseByKeys(dialog.getByRole('button', { name: /Action/ }), 'No longer deprecated');
    await pressOn(dialog.getByRole('button', { name: 'Compare' }));
    await dialog.getByText('1 would change, 1 unchanged, 0 refused.').waitFor();
    await pressOn(dialog.getByRole('button', { name: 'Change 1 asset' }));
    await dialog.getByText('1 changed, 0 unchanged, 0 refused.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${visit.server.url}/import`);
    await table(window, `urn,description,deprecation\n"${A}",Stripes,Old\n${userUrn('ann')},,Old\n`);
    await page.getByText('1 would change, 0 unchanged, 1 refused.').waitFor();
    await page.getByText('1 asset: this type cannot be deprecated').waitFor();
    await expectWords(window);
  });
});

describe('an edit', () => {
  /** Modifies the reports of edits, to simulate a running or an interrupted one. */
  async function reported(window: Window, change: (report: Report) => Report): Promise<void> {
    await window.page.route(/\/bulk-edits\/\d+$/, async (route) => {
      const answer = await route.fetch();
      const report = (await answer.json()) as Report;
      await route.fulfill({
        response: answer,
        json: report.result['isTrial'] === true ? report : change(report),
      });
    });
  }
  interface Report {
    readonly id: number;
    readonly result: Readonly<Record<string, unknown>>;
  }
  const start = async (value: string): Promise<number> => {
    const { json } = await visit.server.request('POST', '/api/colophon/v1/bulk-edits', {
      urns: [A, B],
      changes: [{ field: 'team', action: 'set', values: [value] }],
    });
    return json.id;
  };

  it('that a restart interrupted is listed, and its remaining assets are processed, with the keyboard alone', async () => {
    const id = await start('purple');
    await catalog.assign(B, { team: [{ string: 'before' }] });
    await using window = await visit.open('/edits');
    const { page } = window;
    const error = 'Stopped by a restart after 1 of 2 assets. Start it again: finished changes are kept.';
    let isInterrupted = true;
    await reported(window, (report) =>
      report.id !== id || !isInterrupted
        ? report
        : { ...report, state: 'failed', error, result: { ...report.result, changed: 1, left: 1 } },
    );
    await pressOn(page.getByRole('link', { name: 'Set team to purple' }).first());
    await page.getByText(/The edit was interrupted/).waitFor();
    await page.getByRole('heading', { name: '1 asset was not processed' }).waitFor();
    await window.expectAccessible();
    await pressOn(page.getByRole('button', { name: 'Preview the rest' }));
    await page.getByText('1 would change, 1 unchanged, 0 refused.').waitFor();
    await pressOn(page.getByRole('button', { name: 'Change 1 asset' }));
    await page.getByText('1 changed, 0 unchanged, 0 refused.').waitFor();
    expect((await catalog.values(B))['team']).toEqual([{ string: 'purple' }]);
    isInterrupted = false;
  });

  it('is undone except for later changes, with the keyboard alone', async () => {
    await start('olive');
    const id = await start('pink');
    await using window = await visit.open(`/edits/${String(id)}`);
    const { page } = window;
    await page.getByText('2 changed, 0 unchanged, 0 refused.').waitFor();
    await catalog.assign(B, { team: [{ string: 'since' }] });
    await pressOn(page.getByRole('button', { name: 'Preview undo' }));
    await page.getByText('1 would change, 0 unchanged, 1 refused.').waitFor();
    await page.getByText('1 asset: team was changed by someone since, and stays').waitFor();
    await window.expectAccessible();
    await pressOn(page.getByRole('button', { name: 'Change 1 asset' }));
    await page.getByText('1 changed, 0 unchanged, 1 refused.').waitFor();
    expect((await catalog.values(A))['team']).toEqual([{ string: 'olive' }]);
    expect((await catalog.values(B))['team']).toEqual([{ string: 'since' }]);
    await pressOn(page.getByRole('link', { name: 'Open edit' }));
    await page.getByText(`Undo of edit ${String(id)}`).waitFor();
  });

  it('shows its progress while running and is stopped with the keyboard alone', async () => {
    const id = await start('amber');
    await using window = await visit.open('/edits');
    const { page } = window;
    let isRunning = true;
    await reported(window, (report) => {
      if (!isRunning) return report;
      const { finishedAt: _, ...running } = report as Report & { readonly finishedAt: number };
      return { ...running, state: 'running', done: 1, total: 2 };
    });
    await page.goto(`${visit.server.url}/edits/${String(id)}`);
    await page.getByRole('progressbar', { name: 'Changing assets' }).waitFor();
    await window.expectAccessible();
    await pressOn(page.getByRole('button', { name: 'Stop' }));
    await page.getByText('Stopping after the assets in progress.').waitFor();
    isRunning = false;
    await page.getByText(/unchanged, 0 refused/).waitFor();
  });
});

describe('importing a table', () => {
  it('is compared and applied with the keyboard alone', async () => {
    await using window = await visit.open('/import');
    const { page } = window;
    const chooser = page.waitForEvent('filechooser');
    await pressOn(page.getByRole('button', { name: 'Choose a CSV file' }));
    const csv = `urn,team\n"${A}",keys\n`;
    await (await chooser).setFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText('1 would change, 0 unchanged, 0 refused.').waitFor();
    await page.getByRole('table', { name: 'What would change' }).getByText('keys').waitFor();
    await pressOn(page.getByRole('button', { name: 'Change 1 asset' }));
    await page.getByText('1 changed, 0 unchanged, 0 refused.').waitFor();
    await pressOn(page.getByRole('link', { name: 'Open edit' }));
    await page.waitForURL(/\/edits\/\d+$/);
  });

  it('says what changed after it was compared', async () => {
    await catalog.assign(A, { team: [{ string: 'first' }] });
    await using window = await visit.open('/import');
    const { page } = window;
    await table(window, `urn,team\n"${A}",second\n`);
    await page.getByText('1 would change, 0 unchanged, 0 refused.').waitFor();
    await catalog.assign(A, { team: [{ string: 'meantime' }] });
    await page.getByRole('button', { name: 'Change 1 asset' }).click();
    await page.getByText('Values changed after you compared. Below is what was done.').waitFor();
    await page.getByRole('cell', { name: 'meantime' }).waitFor();
    await expectWords(window);
  });

  it('shows cells and refused rows before the changes are applied', async () => {
    await using window = await visit.open('/import', { width: 390 });
    const { page } = window;
    await table(window, `urn,team\n"${A}",new\n"${B}",${HOSTILE}\n"${datasetUrn('none')}",x\n`);
    await page.getByText('2 would change, 0 unchanged, 1 refused.').waitFor();
    await page.getByRole('cell', { name: HOSTILE }).first().waitFor();
    await page
      .getByRole('region', { name: 'Refused' })
      .getByText(/^1 asset/)
      .click();
    await page.getByText('Line 4:').waitFor();
    await expectWords(window);
    await window.expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Change 2 assets' }).click();
    await page.getByText('2 changed, 0 unchanged, 1 refused.').waitFor();
    expect((await catalog.values(B))['team']).toEqual([{ string: HOSTILE }]);
  });

  it('shows what is wrong with a file', async () => {
    await using window = await visit.open('/import');
    await table(window, 'name,team\nx,y\n');
    await window.page.getByRole('alert').getByText('The first line has no column urn.').waitFor();
    window.complaints.splice(0, 1);
    await table(window, `urn,tags\n"${A}",pii\n`);
    await window.page.getByText(/^1 asset: .+ takes urns instead of names; an export has them$/).waitFor();
    await expectWords(window);
  });
});
