import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import type { TestServer } from '../../support/start-server.ts';
import { addActor, matching, userUrn, writePolicy } from '../../support/test-actors.ts';
import { addColumns, columnUrn, datasetUrn as tableUrn } from './columns-tables.ts';
import { expectWords } from './expect-words.ts';
import { tabTo } from './keyboard.ts';
import { WebVisit, type Window } from './visit.ts';

const ROUTE = '/api/colophon/v1/proposals';
const TAG = 'urn:li:tag:customer';

let visit: WebVisit;
let catalog: ReturnType<typeof clientOf>;
/** May read everything and propose changes. */
let paula: TestServer;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  catalog = clientOf(visit.server);
  await catalog.define('team');
  await catalog.define('stage');
  await catalog.define('level', {
    entityTypes: ['schemaField'],
    allowedValues: [{ string: 'low' }, { string: 'high' }],
  });
  await catalog.post(propertyUrn('level'), 'structuredPropertySettings', {
    isHidden: false,
    showInSearchFilters: false,
    showInAssetSummary: false,
    showAsAssetBadge: false,
    showInColumnsTable: true,
  });
  await catalog.post(TAG, 'tagProperties', { name: 'Customer' });
  paula = await addActor(visit.server, 'paula', { roles: ['Reader'] });
});
afterAll(() => visit[Symbol.asyncDispose]());

/** The proposal with this title, as somebody who may approve it sees it. */
async function proposalOf(title: string) {
  const { json } = await visit.server.request('GET', `${ROUTE}?count=100`);
  const found = json.proposals.find((one: { title: string }) => one.title === title);
  expect(found, JSON.stringify(json.proposals.map((one: { title: string }) => one.title))).toBeDefined();
  return (await visit.server.request('GET', `${ROUTE}/${found.id}`)).json;
}

/** Presses *Propose*, and waits for the message. */
async function send({ page }: Window, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  await page.getByText(`Proposed: ${title}`).waitFor();
}

describe('on an asset', () => {
  it('a deprecation is proposed, and that it ends', async () => {
    await catalog.dataset('one');
    const urn = datasetUrn('one');
    await using window = await visit.open(`/dataset/${encodeURIComponent(urn)}`, { token: paula.token });
    const { page } = window;
    await tabTo(page, page.getByRole('button', { name: 'Propose a change of deprecation' }));
    await page.keyboard.press('Enter');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Use two.');
    await window.expectAccessible();
    await page.getByLabel('Decommissioned on').fill('2027-01-31');
    await send(window, 'Deprecation of one: Use two. · decommissioned on 31 Jan 2027');
    await page
      .locator('button:focus')
      .and(page.getByRole('button', { name: 'Propose a change of deprecation' }))
      .waitFor();
    const { id, items } = await proposalOf('Deprecation of one: Use two. · decommissioned on 31 Jan 2027');
    expect(items).toMatchObject([
      { aspect: 'deprecation', before: null, after: { deprecated: true, note: 'Use two.' } },
    ]);
    await visit.server.request('POST', `${ROUTE}/${id}/approve`, {});
    await page.getByText('Decommissioned on 31 Jan 2027', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Propose a change of deprecation' }).click();
    expect(await page.getByRole('button', { name: 'Propose', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'No longer deprecated' }).check();
    await send(window, 'Deprecation of one: none');
    expect((await proposalOf('Deprecation of one: none')).items).toHaveLength(1);
  });

  it('all properties without a value are proposed at once', async () => {
    await catalog.dataset('two');
    await using window = await visit.open(
      `/dataset/${encodeURIComponent(datasetUrn('two'))}?tab=properties`,
      { token: paula.token },
    );
    const { page } = window;
    await page.getByRole('button', { name: 'Propose values' }).click();
    await page.getByRole('combobox', { name: 'stage' }).fill('raw');
    await page.getByRole('combobox', { name: 'team' }).fill('red');
    await page.getByLabel('Reason (optional)').fill('As in the wiki.');
    await expectWords(window);
    await window.expectAccessible();
    await send(window, 'stage and team of two');
    await page
      .locator('button:focus')
      .and(page.getByRole('button', { name: 'Propose values' }))
      .waitFor();
    const { items, reason } = await proposalOf('stage and team of two');
    expect(reason).toBe('As in the wiki.');
    expect(items).toHaveLength(2);
    expect(await catalog.values(datasetUrn('two'))).toEqual({});
  });

  it('links, and the description of a tag, cannot be proposed', async () => {
    await using window = await visit.open(`/tag/${encodeURIComponent(TAG)}?tab=about`, {
      token: paula.token,
    });
    const { page } = window;
    await page.getByRole('button', { name: 'Propose a change of owners' }).waitFor();
    expect(await page.getByRole('button', { name: /description|link/ }).count()).toBe(0);
  });
});

describe('on columns', () => {
  it('the page of a column proposes its description, tags and properties', async () => {
    await addColumns(visit.server, 'three', ['id', 'email']);
    const urn = columnUrn('three', 'email');
    await using window = await visit.open(`/schemaField/${encodeURIComponent(urn)}`, { token: paula.token });
    const { page } = window;
    await page.getByRole('button', { name: 'Propose a change of tags' }).click();
    await page.getByRole('combobox', { name: 'Add a tag' }).fill('Custo');
    await page.getByRole('option', { name: 'Customer' }).click();
    await expectWords(window);
    await window.expectAccessible();
    await send(window, 'Tags of email in columns.three: add Customer');
    await page.getByRole('button', { name: 'Propose a change of description' }).click();
    await page.locator('textarea:focus').fill('Where to write.');
    await send(window, 'Description of email in columns.three');
    const tags = await proposalOf('Tags of email in columns.three: add Customer');
    expect(tags.targets).toEqual([tableUrn('three')]);
    expect(tags.items).toMatchObject([{ aspect: 'editableSchemaMetadata', before: null }]);
    await page.getByRole('tab', { name: 'Properties' }).click();
    await page.getByRole('button', { name: 'Propose a change of level' }).click();
    await page.getByRole('combobox', { name: 'level' }).fill('high');
    await page.getByRole('option', { name: 'high' }).click();
    await send(window, 'level of email in columns.three: high');
    const level = await proposalOf('level of email in columns.three: high');
    expect(level.items).toMatchObject([{ urn, aspect: 'structuredProperties' }]);
  });

  it('the panel of the grid proposes, and selected columns get one proposal', async () => {
    await addColumns(visit.server, 'four', ['id', 'email', 'phone']);
    await using window = await visit.open(`/dataset/${encodeURIComponent(tableUrn('four'))}/columns`, {
      token: paula.token,
    });
    const { page } = window;
    await page.getByText('Select columns to propose a value.').waitFor();
    for (const name of ['email', 'phone'])
      await page
        .getByRole('row')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('.grid-check')
        .click();
    await page.getByRole('button', { name: 'Propose a value for 2 columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose a value for 2 columns' });
    await dialog.getByRole('combobox', { name: 'New value of level' }).fill('high');
    await dialog.getByLabel('Reason (optional)').fill('Personal data.');
    await window.expectAccessible();
    await send(window, 'level of 2 columns in columns.four: high');
    await dialog.waitFor({ state: 'detached' });
    const { items } = await proposalOf('level of 2 columns in columns.four: high');
    expect(items.map(({ urn }: { urn: string }) => urn).sort()).toEqual([
      columnUrn('four', 'email'),
      columnUrn('four', 'phone'),
    ]);
    await page
      .getByRole('link', { name: 'id', exact: true })
      .or(page.getByRole('button', { name: 'id', exact: true }))
      .click();
    const panel = page.getByRole('dialog', { name: 'id' });
    await panel.getByRole('button', { name: 'Propose a change of glossary terms' }).waitFor();
    await panel.getByRole('button', { name: 'Propose a change of description' }).click();
    await panel.locator('textarea:focus').fill('The key.');
    await send(window, 'Description of id in columns.four');
  });
});

describe('on selected assets', () => {
  it('who may edit none of them proposes for all', async () => {
    await catalog.dataset('five.a');
    await catalog.dataset('five.b');
    await using window = await visit.open('/search?q=five', { token: paula.token });
    const { page } = window;
    await page.getByRole('checkbox', { name: 'Select page' }).check();
    await page.getByRole('button', { name: 'Propose a change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose a change of 2 assets' });
    await page
      .locator('input:focus')
      .and(dialog.getByRole('combobox', { name: 'Field' }))
      .waitFor();
    await dialog.getByRole('combobox', { name: 'Field' }).fill('team');
    await page.getByRole('option', { name: 'team' }).click();
    await dialog.getByRole('combobox', { name: 'team' }).fill('red');
    await expectWords(window);
    await window.expectAccessible();
    await send(window, 'Set team to red, 2 assets');
    expect((await proposalOf('Set team to red, 2 assets')).items).toHaveLength(2);
  });

  it('what a comparison refuses is proposed instead', async () => {
    for (const name of ['six.a', 'six.b']) await catalog.dataset(name);
    await writePolicy(visit.server, 'edits-one', {
      privileges: ['EDIT_ENTITY'],
      actors: { users: [userUrn('owen')] },
      resources: { filter: matching('URN', [datasetUrn('six.a')]) },
    });
    const owen = await addActor(visit.server, 'owen', { roles: ['Reader'] });
    await using window = await visit.open('/search?q=six', { token: owen.token });
    const { page } = window;
    await page.getByRole('checkbox', { name: 'Select page' }).check();
    await page.getByRole('button', { name: 'Edit selected' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Field' }).fill('team');
    await page.getByRole('option', { name: 'team' }).click();
    await dialog.getByRole('combobox', { name: 'team' }).fill('red');
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await dialog.getByRole('button', { name: 'Change 1 asset' }).click();
    await dialog.getByText('1 changed, 0 unchanged, 0 refused.').waitFor();
    await dialog.getByRole('button', { name: 'Propose for 1 asset' }).click();
    await page.getByRole('dialog', { name: 'Propose a change of 1 asset' }).waitFor();
    await window.expectAccessible();
    await send(window, 'Set team to red, 1 asset');
    const { items } = await proposalOf('Set team to red, 1 asset');
    expect(items).toMatchObject([{ urn: datasetUrn('six.b') }]);
  });
});

describe('the home page', () => {
  it('leads to what waits for a review, and shows the state of one’s own', async () => {
    await catalog.dataset('seven');
    const edith = await addActor(visit.server, 'edith', { roles: ['Editor'] });
    const pedro = await addActor(visit.server, 'pedro', { roles: ['Reader'] });
    {
      await using window = await visit.open('/', { token: pedro.token });
      await window.page
        .getByRole('region', { name: 'Needs you' })
        .getByText(/appear here/)
        .waitFor();
      expect(await window.page.getByRole('heading', { name: 'Your proposals' }).count()).toBe(0);
    }
    const { json } = await pedro.request('POST', ROUTE, {
      title: 'Team of seven',
      edit: { urns: [datasetUrn('seven')], changes: [{ field: 'team', action: 'set', values: ['red'] }] },
    });
    const { json: waiting } = await edith.request('GET', `${ROUTE}?state=OPEN&for=review&count=0`);
    {
      await using window = await visit.open('/', { token: edith.token });
      const needs = window.page.getByRole('region', { name: 'Needs you' });
      const text = waiting.total === 1 ? '1 proposal waits' : `${waiting.total} proposals wait`;
      await needs.getByRole('link', { name: `${text} for your review` }).click();
      await window.page.getByRole('link', { name: 'Team of seven' }).waitFor();
    }
    await edith.request('POST', `${ROUTE}/${json.id}/reject`, {});
    await using window = await visit.open('/', { token: pedro.token });
    const own = window.page.getByRole('region', { name: 'Your proposals' });
    await own.getByText('Rejected').waitFor();
    await expectWords(window);
    await window.expectAccessible();
    await own.getByRole('link', { name: 'Team of seven' }).click();
    await window.page.getByRole('heading', { level: 1, name: 'Team of seven' }).waitFor();
  });
});
