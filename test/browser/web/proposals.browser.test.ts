import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import type { TestServer } from '../../support/start-server.ts';
import { addActor, matching, userUrn, writePolicy } from '../../support/test-actors.ts';
import { expectWords } from './expect-words.ts';
import { pressOn, tabTo } from './keyboard.ts';
import { WebVisit, type Window } from './visit.ts';

const ROUTE = '/api/colophon/v1/proposals';
const TAG = 'urn:li:tag:customer';

let visit: WebVisit;
let catalog: ReturnType<typeof clientOf>;
/** May read everything and propose changes. */
let paula: TestServer;
let edith: TestServer;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  catalog = clientOf(visit.server);
  await catalog.define('team');
  await catalog.post(TAG, 'tagProperties', { name: 'Customer' });
  paula = await addActor(visit.server, 'paula', { roles: ['Reader'] });
  edith = await addActor(visit.server, 'edith', { roles: ['Editor'] });
});
afterAll(() => visit[Symbol.asyncDispose]());

/** Proposes a value of `team`, and the tag, for new datasets; answers the id and the urns. */
async function propose(title: string, names: readonly string[]): Promise<{ id: string; urns: string[] }> {
  const urns = names.map((name) => datasetUrn(name));
  for (const name of names) await catalog.dataset(name);
  const { json, text, status } = await paula.request('POST', ROUTE, {
    title,
    reason: 'As agreed in March.',
    edit: {
      urns,
      changes: [
        { field: 'team', action: 'set', values: ['red'] },
        { field: 'tags', action: 'add', values: [TAG] },
      ],
    },
  });
  expect(status, text).toBe(201);
  return { id: json.id, urns };
}

async function teamOf(urn: string): Promise<unknown> {
  return (await catalog.values(urn))['team'];
}

async function tagsOf(urn: string): Promise<readonly string[]> {
  const { json, status } = await visit.server.request('GET', aspectPath(urn, 'globalTags', 'v3'));
  return status === 404 ? [] : json.value.tags.map(({ tag }: { tag: string }) => tag);
}

const RED = [{ string: 'red' }];

/** The comparison of one entity. */
function changesOf({ page }: Window, name: string) {
  return page.getByRole('table', { name: `Changes of ${name}` });
}

describe('a reviewer', () => {
  it('sees the number in the navigation, compares, and approves; the next proposal is offered', async () => {
    const { id, urns } = await propose('Red team for one', ['one.a']);
    const [urn = ''] = urns;
    await propose('Red team for the next', ['one.b']);
    await using window = await visit.open('/search', { token: edith.token });
    const { page } = window;
    const section = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /^Review/ });
    await expect.poll(() => section.textContent()).toBe('Review 2 to review');
    await section.click();
    await expect.poll(() => page.getByRole('table', { name: 'Proposals' }).getByRole('row').count()).toBe(3);
    await expectWords(window);
    await window.expectAccessible();
    await page.getByRole('link', { name: 'Red team for one' }).click();
    await page.getByRole('heading', { level: 1, name: 'Red team for one' }).waitFor();
    await page.getByText('As agreed in March.').waitFor();
    await changesOf(window, 'one.a').getByRole('row', { name: 'team not there After: red' }).waitFor();
    await changesOf(window, 'one.a').getByRole('row', { name: 'Tags not there After: Customer' }).waitFor();
    await expectWords(window);
    await window.expectAccessible();
    expect(await teamOf(urn)).toBeUndefined();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page
      .locator('a:focus')
      .and(page.getByRole('link', { name: 'Next: Red team for the next' }))
      .waitFor();
    await page.getByText('Approved by edith').waitFor();
    await expect.poll(() => section.textContent()).toBe('Review 1 to review');
    expect(await teamOf(urn)).toEqual(RED);
    expect(await tagsOf(urn)).toEqual([TAG]);
    await window.expectAccessible();
    const history = page.getByRole('link', { name: 'See what changed in the history of one.a' });
    await history.click();
    await page
      .getByRole('region', { name: 'Comparison' })
      .getByRole('row', { name: /team.*red/ })
      .waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Preview the undo' }).click();
    await page.getByText('2 parts would be as they were before.').waitFor();
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Undo the approval' }).click();
    await page.getByText('Everything is as it was before the approval.').waitFor();
    expect([await teamOf(urn), await tagsOf(urn)]).toEqual([undefined, []]);
    const { json } = await edith.request('GET', `${ROUTE}/${id}`);
    expect(json.state).toBe('APPROVED');
  });

  it('approves what is selected, and the rest is left', async () => {
    const { id, urns } = await propose('Red team for two', ['two.a', 'two.b']);
    const [a = '', b = ''] = urns;
    await using window = await visit.open(`/proposals/${id}`, { token: edith.token });
    const { page } = window;
    const button = page.getByRole('button', { name: /^Approve selected/ });
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Select team of two.a' }).check();
    await page.getByRole('checkbox', { name: 'Select Tags of two.b' }).check();
    await page.getByRole('button', { name: 'Approve selected (2)' }).click();
    await page.getByText('Approved in part by edith').waitFor();
    await expect.poll(() => page.getByText('Not approved').count()).toBe(2);
    expect([await teamOf(a), await tagsOf(a)]).toEqual([RED, []]);
    expect([await teamOf(b), await tagsOf(b)]).toEqual([undefined, [TAG]]);
    await window.expectAccessible();
  });

  it('sees which values a definition would clear, and gets them back by the undo', async () => {
    const colors = { allowedValues: [{ string: 'red' }, { string: 'blue' }] };
    await catalog.define('color', colors);
    await catalog.dataset('painted');
    await catalog.assign(datasetUrn('painted'), { color: [{ string: 'blue' }] });
    const narrower = { allowedValues: [{ string: 'red' }], version: '20260101000000' };
    const plan = {
      definitions: [{ urn: propertyUrn('color'), propertyDefinition: definition('color', narrower) }],
    };
    const { json, status, text } = await paula.request('POST', ROUTE, { title: 'Only red', plan });
    expect(status, text).toBe(201);
    await using window = await visit.open(`/proposals/${json.id}`);
    const { page } = window;
    await page.getByText('Approving this clears 1 value of color on 1 asset.').waitFor();
    await expectWords(window);
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Takes back the definitions, and gives back the values').waitFor();
    expect(await catalog.values(datasetUrn('painted'))).toEqual({});
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Undo the approval' }).click();
    await page.getByText('The definition is as it was before.').waitFor();
    await expect.poll(() => catalog.values(datasetUrn('painted'))).toEqual({ color: [{ string: 'blue' }] });
  });

  it('rejects with a comment, which the proposer reads', async () => {
    const { id, urns } = await propose('Red team for three', ['three.a']);
    {
      await using window = await visit.open(`/proposals/${id}`, { token: edith.token });
      const { page } = window;
      await page.getByRole('button', { name: 'Reject…' }).click();
      await page.getByLabel('Why, for those who proposed it (optional)').fill('The team is blue.');
      await page.getByRole('button', { name: 'Reject', exact: true }).click();
      await page.getByText('Nothing was changed.').waitFor();
      expect(await teamOf(urns[0] ?? '')).toBeUndefined();
    }
    await using window = await visit.open('/proposals?for=me&state=REJECTED', { token: paula.token });
    const { page } = window;
    await page.getByRole('link', { name: 'Red team for three' }).click();
    await page.getByRole('list', { name: 'Comments' }).getByText('The team is blue.').waitFor();
    expect(await page.getByRole('button', { name: /Approve|Reject|Withdraw/ }).count()).toBe(0);
  });

  it('who may change only some of it approves that, and sees what is not theirs', async () => {
    const { id, urns } = await propose('Red team for four', ['four.a', 'four.b']);
    const [a = '', b = ''] = urns;
    await writePolicy(visit.server, 'proposals-own', {
      privileges: ['EDIT_ENTITY'],
      actors: { users: [userUrn('owen')] },
      resources: { filter: matching('URN', [a]) },
    });
    const owen = await addActor(visit.server, 'owen', { roles: ['Reader'] });
    await using window = await visit.open(`/proposals/${id}`, { token: owen.token });
    const { page } = window;
    await page.getByRole('button', { name: 'Approve 2 of 4 changes' }).waitFor();
    expect(await page.getByText('You may not approve this').count()).toBe(2);
    expect(await page.getByRole('checkbox').count()).toBe(2);
    await page.getByRole('button', { name: 'Approve 2 of 4 changes' }).click();
    await page.getByText('Approved in part by owen').waitFor();
    expect([await teamOf(a), await teamOf(b)]).toEqual([RED, undefined]);
  });
});

describe('two browsers at once', () => {
  it('a proposal that is withdrawn while a reviewer reads it can no longer be approved', async () => {
    const { id, urns } = await propose('Red team for five', ['five.a']);
    await using reviewer = await visit.open(`/proposals/${id}`, { token: edith.token });
    await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    // What others do is not read meanwhile.
    await reviewer.page.route(/\/colophon\/v1\/changes\?/, () => undefined);
    await using proposer = await visit.open(`/proposals/${id}`, { token: paula.token });
    await proposer.page.getByRole('button', { name: 'Withdraw…' }).click();
    await proposer.page.getByRole('button', { name: 'Withdraw proposal' }).click();
    await proposer.page.getByText('Withdrawn').first().waitFor();
    const approve = reviewer.page.getByRole('button', { name: 'Approve', exact: true });
    if (await approve.isVisible()) await approve.click();
    await reviewer.page.getByText('this proposal is no longer open. Its state is: withdrawn.').waitFor();
    await reviewer.expectAccessible();
    await expectWords(reviewer);
    expect(await approve.count()).toBe(0);
    expect(await teamOf(urns[0] ?? '')).toBeUndefined();
    reviewer.expectRefusals(409);
  });

  it('what has changed since it was proposed is approved without it, or overwritten', async () => {
    const { id, urns } = await propose('Red team for six', ['six.a', 'six.b']);
    const [a = '', b = ''] = urns;
    await catalog.assign(a, { team: [{ string: 'blue' }] });
    await using window = await visit.open(`/proposals/${id}`, { token: edith.token });
    const { page } = window;
    await page.getByText('Changed since').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('1 change conflicts with what others have done since').waitFor();
    await page.getByText('team of six.a', { exact: true }).waitFor();
    await expectWords(window);
    await window.expectAccessible();
    expect(await teamOf(b)).toBeUndefined();
    await page.getByRole('button', { name: 'Approve without it' }).click();
    await page.getByText('Approved in part by edith').waitFor();
    expect([await teamOf(a), await teamOf(b)]).toEqual([[{ string: 'blue' }], RED]);

    const other = await propose('Red team for seven', ['seven.a']);
    await catalog.assign(other.urns[0] ?? '', { team: [{ string: 'blue' }] });
    await page.goto(`${visit.server.url}/proposals/${other.id}`);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText('Approved by edith').waitFor();
    expect(await teamOf(other.urns[0] ?? '')).toEqual(RED);
  });

  it('what changes while a reviewer reads is shown again before it is approved', async () => {
    const { id, urns } = await propose('Red team for eight', ['eight.a']);
    const [urn = ''] = urns;
    await using window = await visit.open('/proposals', { token: edith.token });
    const { page } = window;
    // Neither the proposal nor what it is about is read again meanwhile.
    await page.route(/\/colophon\/v1\/changes\?/, () => undefined);
    await page.goto(`${visit.server.url}/proposals/${id}`);
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await catalog.assign(urn, { team: [{ string: 'green' }] });
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Something here has changed since you opened this page').waitFor();
    await changesOf(window, 'eight.a').getByText('green').waitFor();
    expect(await teamOf(urn)).toEqual([{ string: 'green' }]);
    await expectWords(window);
    window.expectRefusals(409);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText('Approved by edith').waitFor();
    expect(await teamOf(urn)).toEqual(RED);
  });
});

describe('the keyboard alone', () => {
  it('reviews ten proposals', async () => {
    const { json: earlier } = await edith.request('GET', `${ROUTE}?state=OPEN&for=review&count=100`);
    for (const { id } of earlier.proposals) await edith.request('POST', `${ROUTE}/${id}/reject`, {});
    const urns: string[] = [];
    for (let n = 1; n <= 10; n += 1) urns.push(...(await propose(`Ten ${n}`, [`ten.${n}`])).urns);
    await using window = await visit.open('/proposals', { token: edith.token });
    const { page } = window;
    await page.getByRole('link', { name: 'Ten 10' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    await page
      .locator('a:focus')
      .and(page.getByRole('link', { name: 'Ten 10' }))
      .waitFor();
    await page.keyboard.press('Enter');
    for (let n = 10; n >= 1; n -= 1) {
      await page
        .locator('h1:focus')
        .filter({ hasText: `Ten ${n}` })
        .waitFor();
      const isRejected = n === 4;
      await page.getByRole('button', { name: isRejected ? 'Reject…' : 'Approve', exact: true }).waitFor();
      await page.keyboard.press('Tab');
      if (isRejected) {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.locator('input:focus').waitFor();
        await page.keyboard.type('Not this one');
      }
      await page.keyboard.press('Enter');
      await page
        .locator('a:focus')
        .filter({ hasText: n === 1 ? 'All proposals' : `Next: Ten ${n - 1}` })
        .waitFor();
      await page.keyboard.press('Enter');
    }
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    const teams = await Promise.all(urns.map(teamOf));
    expect(teams).toEqual(urns.map((_, index) => (index === 3 ? undefined : RED)));
  });
});

describe('people who may not edit', () => {
  it('propose values, tags and a description, and the asset shows that they are open', async () => {
    await catalog.dataset('nine');
    const urn = datasetUrn('nine');
    await using window = await visit.open(`/dataset/${encodeURIComponent(urn)}`, { token: paula.token });
    const { page } = window;
    await page.getByRole('button', { name: 'Propose a change of tags' }).click();
    await page.getByRole('combobox', { name: 'Add a tag' }).fill('Custo');
    await page.getByRole('option', { name: 'Customer' }).click();
    await page.getByLabel('Reason (optional)').fill('It has customers.');
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.getByText('Proposed: Tags of nine: add Customer').waitFor();
    const chip = page.getByRole('link', { name: '1 open proposal' });
    await chip.waitFor();
    expect(await tagsOf(urn)).toEqual([]);

    // With the keyboard alone.
    await tabTo(page, page.getByRole('button', { name: 'Propose a change of description' }));
    await page.keyboard.press('Enter');
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Nine lives.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Proposed: Description of nine').waitFor();

    await page.getByRole('tab', { name: 'Properties' }).click();
    // A press on the value does what its button does.
    await page.getByRole('listitem').filter({ hasText: 'team' }).getByText('no value').click();
    await page.getByRole('combobox', { name: 'team' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await pressOn(page.getByRole('button', { name: 'Propose a change of team' }));
    await page.getByRole('combobox', { name: 'team' }).fill('red');
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.getByText('Proposed: team of nine: red').waitFor();

    await page.getByRole('link', { name: '3 open proposals' }).click();
    await page.getByRole('link', { name: 'team of nine: red' }).waitFor();
    expect(await page.getByRole('table', { name: 'Proposals' }).getByRole('row').count()).toBe(4);
    await page.getByText('About nine').waitFor();
    await expectWords(window);
    await window.expectAccessible();
    await page.getByRole('link', { name: 'Tags of nine: add Customer' }).click();
    await page.getByRole('button', { name: 'Withdraw…' }).waitFor();
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    await page.getByPlaceholder('Add a comment').fill('Please look.');
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.getByRole('list', { name: 'Comments' }).getByText('Please look.').waitFor();
  });
});
