import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import type { TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';
import { expectWords } from './expect-words.ts';
import { pressOn, tabTo } from './keyboard.ts';
import { WebVisit } from './visit.ts';

const ALLOWED = ['raw', 'clean', 'gold'];

let visit: WebVisit;
let catalog: ReturnType<typeof clientOf>;
/** May read everything and propose changes. */
let paula: TestServer;
/** Manages properties. */
let mona: TestServer;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  catalog = clientOf(visit.server);
  paula = await addActor(visit.server, 'paula', { roles: ['Reader'] });
  mona = await addActor(visit.server, 'mona', { roles: ['Admin'] });
});
afterAll(() => visit[Symbol.asyncDispose]());

/** Defines a property with allowed values, of which a new dataset has the first. */
async function define(name: string, displayName: string): Promise<void> {
  const allowedValues = ALLOWED.map((string) => ({ string }));
  await catalog.post(propertyUrn(name), 'propertyDefinition', {
    ...definition(name, { allowedValues }),
    displayName,
  });
  await catalog.dataset(`of.${name}`);
  await catalog.assign(datasetUrn(`of.${name}`), { [name]: [{ string: 'raw' }] });
}

async function stored(name: string) {
  const { json } = await visit.server.request(
    'GET',
    aspectPath(propertyUrn(name), 'propertyDefinition', 'v3'),
  );
  return json.value;
}

/** Opens the only proposal about a property as mona, and approves it. */
async function approve(name: string, shown: readonly RegExp[]): Promise<void> {
  await using window = await visit.open(`/proposals?${new URLSearchParams({ urn: propertyUrn(name) })}`, {
    token: mona.token,
  });
  const { page } = window;
  await page.getByRole('table', { name: 'Proposals' }).getByRole('link').first().click();
  for (const text of shown) await page.getByText(text).first().waitFor();
  await expectWords(window);
  await window.expectAccessible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Approved by mona').waitFor();
}

describe('who may not manage properties', () => {
  it('proposes a change of a definition, and somebody who may approves it', async () => {
    await define('stage', 'Stage');
    await using window = await visit.open('/properties/stage', { token: paula.token });
    const { page } = window;
    await page.getByText('You can read this.').waitFor();
    expect(await page.getByRole('link', { name: /^Edit/ }).count()).toBe(0);
    await tabTo(page, page.getByRole('link', { name: 'Propose a change' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Propose a change of Stage' }).waitFor();
    const panel = page.getByRole('region', { name: 'Proposal' });
    await panel.getByText('No changes yet.').waitFor();
    const propose = panel.getByRole('button', { name: 'Propose' });
    expect(await propose.isDisabled()).toBe(true);
    await page.getByLabel('Display name').fill('Maturity');
    await panel.getByText('Display name: Stage Maturity').waitFor();
    expect(await panel.getByText('clears the values').count()).toBe(0);
    await pressOn(page.getByRole('button', { name: 'Remove gold' }));
    await panel.getByText('You remove gold.').waitFor();
    await panel.getByText('Approving this clears the values of this property.').waitFor();
    await panel.getByLabel('Reason (optional)').fill('Nobody uses gold.');
    await expectWords(window);
    await window.expectAccessible();
    await pressOn(propose);
    await page.getByText('Proposed: Definition of Stage: display name, allowed values').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Stage' }).waitFor();
    await page.getByRole('link', { name: '1 open proposal' }).waitFor();
    await window.expectAccessible();
    // The message offers to open the proposal, which is nothing to undo.
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Open', exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Stage' }).waitFor();
    expect((await stored('stage')).allowedValues).toHaveLength(3);

    await approve('stage', [/Nobody uses gold/, /Approving this clears 1 value of Stage on 1 asset/]);
    await page.getByRole('heading', { level: 1, name: 'Maturity' }).waitFor();
    expect(await stored('stage')).toMatchObject({
      displayName: 'Maturity',
      allowedValues: [{ value: { string: 'raw' } }, { value: { string: 'clean' } }],
    });
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('link', { name: 'Propose to set back to this' }).click();
    await page.getByText('Approving it sets the property back, as a new version:').waitFor();
    await page.getByRole('region', { name: 'Proposal' }).getByText('Display name: Maturity Stage').waitFor();
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.getByText('Proposed: Definition of Maturity').waitFor();
  });

  it('reads what is wrong at its field, and in words what the server refuses', async () => {
    await define('level', 'Level');
    await using window = await visit.open('/properties/level/edit', { token: paula.token });
    const { page } = window;
    await page.getByLabel('Value 2').fill('raw');
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    await expect.poll(() => page.getByText('‘raw’ is listed twice. Remove one.').count()).toBeGreaterThan(1);
    await expectWords(window);
    await window.expectAccessible();
    window.expectRefusals(400);
    await page.getByLabel('Value 2').fill('tidy');
    await expect.poll(() => page.getByText('is listed twice').count()).toBe(0);
    await page.route(/\/colophon\/v1\/changes\?/, () => undefined);
    const { status, text } = await visit.server.request('POST', '/api/colophon/v1/plans/apply', {
      deletions: [{ urn: propertyUrn('level'), hard: true }],
    });
    expect(status, text).toBe(200);
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.getByRole('alert').getByText('This cannot be proposed.').waitFor();
    await expectWords(window);
    window.expectRefusals(404);
  });

  it.each([
    { kind: 'Restorable', effect: /Approving this hides 1 value/, after: /Deleted, can be restored/ },
    { kind: 'With all values', effect: /Approving this clears 1 value/, after: /Deleted with all values/ },
  ])('proposes a deletion: $kind', async ({ after, effect, kind }) => {
    const isForGood = kind === 'With all values';
    const name = isForGood ? 'gone' : 'hidden';
    await define(name, 'Tier');
    await using window = await visit.open(`/properties/${name}`, { token: paula.token });
    const { page } = window;
    await page.getByRole('button', { name: 'Propose deletion…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose to delete Tier' });
    await dialog.locator('label').filter({ hasText: kind }).click();
    await dialog.getByLabel('Reason (optional)').fill('Replaced by level.');
    await expectWords(window);
    await window.expectAccessible();
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click();
    await page
      .getByText(isForGood ? 'Proposed: Delete Tier with all values' : 'Proposed: Delete Tier')
      .waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await catalog.values(datasetUrn(`of.${name}`))).toEqual({ [name]: [{ string: 'raw' }] });
    await approve(name, [/Replaced by level/, effect, after]);
    await page
      .getByText(isForGood ? 'Property not found' : 'This property is deleted and its values are hidden.')
      .waitFor();
    expect(await page.getByRole('button', { name: 'Propose deletion…' }).count()).toBe(0);
  });

  it('cannot propose a new property, and without the right to propose no change', async () => {
    await catalog.post(propertyUrn('plain'), 'propertyDefinition', definition('plain'));
    {
      await using window = await visit.open('/properties/new', { token: paula.token });
      await window.page.getByText('You need the privilege Manage Structured Properties.').waitFor();
      expect(await window.page.getByRole('button', { name: 'Propose' }).count()).toBe(0);
    }
    const policy = 'urn:li:dataHubPolicy:propose-changes-all';
    const info = `/openapi/v3/entity/datahubpolicy/${policy}/dataHubPolicyInfo`;
    const { json: kept } = await visit.server.request('GET', info);
    const write = (value: object) =>
      visit.server.request('POST', `${info}?createIfNotExists=false`, { value });
    await write({ ...kept.value, state: 'INACTIVE' });
    try {
      await using window = await visit.open('/properties/plain', { token: paula.token });
      await window.page.getByText('You can read this.').waitFor();
      expect(await window.page.getByText(/Propose/).count()).toBe(0);
      await window.page.goto(`${visit.server.url}/properties/plain/edit`);
      await window.page.getByText('You cannot change properties').waitFor();
    } finally {
      await write(kept.value);
    }
  });
});
