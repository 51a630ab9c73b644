import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import type { TestServer } from '../../support/start-server.ts';
import { addActor, matching, userUrn, writePolicy } from '../../support/test-actors.ts';
import { expectWords } from './expect-words.ts';
import { pressOn, tabTo } from './keyboard.ts';
import { WebVisit, type Window } from './visit.ts';

const [A, B] = [datasetUrn('table.a'), datasetUrn('table.b')];
const RED = [{ string: 'red' }];

let visit: WebVisit;
let catalog: ReturnType<typeof clientOf>;
/** May read everything and propose changes. */
let paula: TestServer;
let edith: TestServer;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  catalog = clientOf(visit.server);
  await catalog.define('team', { allowedValues: [{ string: 'red' }, { string: 'blue' }] });
  await catalog.dataset('table.a');
  await catalog.dataset('table.b');
  paula = await addActor(visit.server, 'paula', { roles: ['Reader'] });
  edith = await addActor(visit.server, 'edith', { roles: ['Editor'] });
});
afterAll(() => visit[Symbol.asyncDispose]());

function choose({ page }: Window, csv: string): Promise<void> {
  return page
    .locator('input[type=file]')
    .setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
}

describe('a table of assets that one may not edit', () => {
  it('is compared, proposed and approved', async () => {
    await using window = await visit.open('/', { token: paula.token });
    const { page } = window;
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Import a table' }).click();
    await page.getByText('nothing changes until somebody who may make them approves').waitFor();
    await choose(window, `urn,team\n"${A}",red\n"${B}",red\n`);
    await page.getByText('2 would change, 0 unchanged, 0 refused.').waitFor();
    const changes = page.getByRole('table', { name: 'What would change' });
    await changes.getByRole('row', { name: 'table.a team none red' }).waitFor();
    expect(await page.getByRole('button', { name: /^Change/ }).count()).toBe(0);
    const title = page.getByRole('textbox', { name: 'Title' });
    expect(await title.inputValue()).toBe('team of 2 assets');
    const propose = page.getByRole('button', { name: 'Propose', exact: true });
    await title.fill(' ');
    expect(await propose.isDisabled()).toBe(true);
    await title.fill('Teams of the tables');
    await tabTo(page, page.getByLabel('Reason (optional)'));
    await page.keyboard.type('As in the wiki.');
    await expectWords(window);
    await window.expectAccessible();
    await pressOn(propose);
    await page.getByText('Teams of the tables is proposed.').waitFor();
    expect(await catalog.values(A)).toEqual({});
    await window.expectAccessible();
    await page.getByRole('link', { name: 'Open the proposal' }).click();
    await page.getByRole('heading', { level: 1, name: 'Teams of the tables' }).waitFor();
    {
      await using review = await visit.open(new URL(page.url()).pathname, { token: edith.token });
      await review.page.getByText('As in the wiki.').waitFor();
      await review.page.getByRole('button', { name: 'Approve', exact: true }).click();
      await review.page.getByText('Approved by edith').waitFor();
    }
    expect([await catalog.values(A), await catalog.values(B)]).toEqual([{ team: RED }, { team: RED }]);
    await page.goto(`${visit.server.url}/import`);
    await choose(window, `urn,team\n"${A}",red\n`);
    await page.getByText('0 would change, 1 unchanged, 0 refused.').waitFor();
    expect(await propose.count()).toBe(0);
  });

  it('is not proposed before its wrong rows are corrected', async () => {
    await using window = await visit.open('/import', { token: paula.token, width: 390 });
    const { page } = window;
    await choose(window, `urn,team\n"${A}",green\n"${datasetUrn('table.none')}",red\n"${B}",blue\n`);
    await page.getByText('1 would change, 0 unchanged, 2 refused.').waitFor();
    await page.getByText('A table is proposed as a whole.').waitFor();
    await page.getByText('‘green’ is not an allowed value. Allowed: red, blue.').waitFor();
    expect(await page.getByRole('button', { name: 'Propose', exact: true }).count()).toBe(0);
    await expectWords(window);
    await window.expectAccessible();
    await choose(window, 'team\nred\n');
    await page.getByRole('alert').waitFor();
    await expectWords(window);
    window.expectRefusals(400);
    await choose(window, `urn,team\n"${B}",blue\n`);
    await page.getByText('1 would change, 0 unchanged, 0 refused.').waitFor();
    await page.getByRole('button', { name: 'Propose', exact: true }).waitFor();
  });

  it('is proposed for the rest, where one may edit some of them', async () => {
    await writePolicy(visit.server, 'edits-one', {
      privileges: ['EDIT_ENTITY'],
      actors: { users: [userUrn('owen')] },
      resources: { filter: matching('URN', [A]) },
    });
    const owen = await addActor(visit.server, 'owen', { roles: ['Reader'] });
    await using window = await visit.open('/import', { token: owen.token });
    const { page } = window;
    await choose(window, `urn,team\n"${A}",blue\n"${B}",blue\n`);
    await page.getByText('1 would change, 0 unchanged, 1 refused.').waitFor();
    await page.getByRole('button', { name: 'Propose the whole table' }).waitFor();
    await page.getByRole('button', { name: 'Change 1 asset' }).click();
    await page.getByText('1 changed, 0 unchanged, 1 refused.').waitFor();
    await page.getByRole('button', { name: 'Propose the rest' }).click();
    await page.getByText('1 would change, 1 unchanged, 0 refused.').waitFor();
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.getByText('team of 1 asset is proposed.').waitFor();
    const { json } = await edith.request('GET', '/api/colophon/v1/proposals?state=OPEN');
    expect(json.proposals).toMatchObject([{ title: 'team of 1 asset', targets: [B] }]);
  });
});
