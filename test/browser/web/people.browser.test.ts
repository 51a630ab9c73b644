import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { holdQueries } from './hold-requests.ts';
import { Keyboard } from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

const CREATE_POLICY = 'mutation create($input: PolicyUpdateInput!) { createPolicy(input: $input) }';

// For a person whom no other test gives rights: of two policies either may be the one that allows.
const POLICY = {
  type: 'METADATA',
  name: 'Harbour owners',
  state: 'ACTIVE',
  privileges: ['EDIT_ENTITY_TAGS'],
  actors: {
    users: ['urn:li:corpuser:hanna.lind'],
    resourceOwners: false,
    allUsers: false,
    allGroups: false,
  },
};

/** A token for a user of the demo. */
async function tokenOf(name: string): Promise<string> {
  const { json } = await visit.server.request('POST', '/api/colophon/v1/tokens', {
    name: 'test',
    actorUrn: `urn:li:corpuser:${name}`,
    durationMs: 3_600_000,
  });
  return String(json.token);
}

/** Chooses an entity in a field that is found by typing. */
async function pick(page: Page, label: string, text: string, option: string | RegExp = text): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(text);
  const wanted = page.getByRole('option', { name: option }).first();
  await wanted.waitFor();
  // Not by a click: Playwright may scroll to the choice, and a list of choices closes when the page scrolls.
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await wanted.getAttribute('data-focused')) !== null) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

/** Opens the menu of a row and takes an entry. */
async function act(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

describe('users', () => {
  it('are found, suspended, reactivated and given a role', async () => {
    await using window = await visit.open('/people');
    const { page } = window;
    await page.getByRole('searchbox', { name: 'Search users' }).fill('aisha');
    const row = page.getByRole('row', { name: /Aisha Rahman/ });
    await row.waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('aisha');
    // What a screen reader says of the search.
    await page.getByRole('status').filter({ hasText: '1 found' }).waitFor({ state: 'attached' });

    await act(page, 'Aisha Rahman', 'Suspend…');
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await row.getByText('Suspended').waitFor();
    await act(page, 'Aisha Rahman', 'Reactivate');
    await page.getByRole('button', { name: 'Reactivate', exact: true }).click();
    await row.getByText('Active').waitFor();

    await act(page, 'Aisha Rahman', 'Assign role…');
    await page.getByRole('button', { name: /Role/ }).click();
    await page.getByRole('option', { name: /Editor/ }).click();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await row.getByText('Editor').waitFor();
    await window.expectAccessible();
  });

  it('are created with the keyboard alone, with a password', async () => {
    await using window = await visit.open('/people');
    const { page } = window;
    await new Keyboard(page).to('button', 'Create user');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'User name' }).waitFor();
    await page.keyboard.type('zoe');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Zoë <script>x</script>');
    await page.keyboard.press('Enter');
    await page.getByLabel('Password', { exact: true }).waitFor();
    await page.keyboard.type('correct horse');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Search users' }).fill('zoe');
    await page.getByRole('link', { name: 'Zoë <script>x</script>' }).waitFor();

    await act(page, 'Zoë <script>x</script>', 'Password reset link…');
    await page.getByRole('button', { name: 'Create link' }).click();
    expect(await page.getByRole('textbox', { name: 'Link' }).inputValue()).toMatch(
      /\/reset\?reset_token=\w+$/,
    );
  });

  it('refuses a name that is taken in the dialog', async () => {
    const window = await visit.open('/people');
    const { page } = window;
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('textbox', { name: 'User name' }).fill('ada.kovacs');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('The name ‘ada.kovacs’ is taken.').waitFor();
    await page.context().close();
    expect(window.complaints).toEqual([expect.stringContaining('400')]);
  });
});

describe('the page of a person', () => {
  it('begins with title, address and groups, in the section of people', async () => {
    await using window = await visit.open('/corpuser/urn%3Ali%3Acorpuser%3Atomas.novak');
    const { page } = window;
    await page.getByRole('heading', { level: 1, name: 'Tomáš Novák' }).waitFor();
    await page.getByText('Backend engineer').waitFor();
    await page.getByRole('link', { name: 'Checkout' }).first().waitFor();
    const sections = page.getByRole('navigation', { name: 'Sections' });
    expect(await sections.getByRole('link', { name: 'People' }).getAttribute('aria-current')).toBe('true');
  });
});

describe('groups, roles, service accounts and invitations', () => {
  it('make a group, add and remove a member, delete the group', async () => {
    await using window = await visit.open('/people?tab=groups');
    const { page } = window;
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Night watch');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('link', { name: 'Night watch' }).waitFor();
    await act(page, 'Night watch', 'Members…');
    await pick(page, 'Add a member', 'Jonas', /Jonas Weber/);
    await page.getByRole('button', { name: 'Remove Jonas Weber' }).click();
    await page.getByText('No members yet').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await act(page, 'Night watch', 'Delete…');
    await page.getByRole('button', { name: 'Delete group' }).click();
    await page.getByRole('link', { name: 'Night watch' }).waitFor({ state: 'detached' });
  });

  it('assign and remove a role', async () => {
    await using window = await visit.open('/people?tab=roles');
    const { page } = window;
    await page.getByRole('button', { name: 'Who has the role Reader' }).click();
    await pick(page, 'Assign to a user or group', 'Finance', /^Finance/);
    await page.getByRole('button', { name: 'Remove role from Finance' }).click();
    await page.getByRole('button', { name: 'Remove role from Finance' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Remove role from / }).waitFor();
  });

  it('create a service account with a token, and delete it', async () => {
    await using window = await visit.open('/people?tab=service-accounts');
    const { page } = window;
    await page.getByRole('button', { name: 'Create service account' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('nightly');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'nightly' }).waitFor();
    await act(page, 'nightly', 'Create token…');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('loader');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('textbox', { name: 'Token loader' }).inputValue()).toMatch(/^colophon_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await act(page, 'nightly', 'Delete…');
    await page.getByRole('button', { name: 'Delete service account' }).click();
    await page.getByText('No service accounts yet').waitFor();
  });

  it('create an invitation that works until all are revoked', async () => {
    await using window = await visit.open('/people?tab=invitations');
    const { page } = window;
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    expect(link).toMatch(/\/signup\?invite_token=\w+$/);
    await page.getByRole('button', { name: 'Revoke all' }).click();
    await page.getByRole('button', { name: 'Revoke invitations' }).click();
    await page.getByText('No active invitations').waitFor();
  });
});

describe('policies', () => {
  it('are created, and summarized in a sentence', async () => {
    await using window = await visit.open('/policies/new');
    const { page } = window;
    await page.getByRole('textbox', { name: 'Name' }).fill('Finance <b>tags</b>');
    await pick(page, 'Users', 'Jonas', /Jonas Weber/);
    await page.getByRole('searchbox', { name: 'Find a privilege' }).fill('edit_entity_tags');
    await page.getByRole('checkbox', { name: /Edit Tags/ }).check({ force: true });
    await page.getByText('All entities', { exact: true }).click();
    await page.getByRole('button', { name: /Field/ }).click();
    await page.getByRole('option', { name: 'Domain' }).click();
    await pick(page, 'Values of condition 1', 'Finance', /^Finance/);
    await page
      .getByText('Jonas Weber may Edit Tags on entities in the domain Finance.', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Create policy' }).click();
    await page.getByRole('heading', { name: 'Finance <b>tags</b>' }).waitFor();
  });

  it('are tested, switched off and deleted', async () => {
    const { data } = await visit.server.graphql(CREATE_POLICY, { input: POLICY });
    const path = `/policies/${encodeURIComponent(String(data.createPolicy))}`;
    await using window = await visit.open(path);
    const { page } = window;
    await pick(page, 'Person', 'Hanna', /Hanna Lind/);
    await page.getByRole('combobox', { name: 'Privilege' }).fill('Edit Tags');
    await page.getByRole('option', { name: /Edit Tags/ }).click();
    await pick(page, 'Entity', 'Profit and loss', /Profit and loss/);
    await page.getByText('This policy grants it.').waitFor();
    await window.expectAccessible();

    await page.getByText('Active', { exact: true }).click();
    await page.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('Denied', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete policy' }).click();
    await page.getByRole('table', { name: 'Policies' }).waitFor();
    expect(await page.getByRole('link', { name: POLICY.name }).count()).toBe(0);
  });

  it('are tested only after the privileges are loaded', async () => {
    await using window = await visit.open('/');
    const { page } = window;
    const release = await holdQueries(page, 'privilegeCatalog');
    await page.goto(`${visit.server.url}/policies?tab=test`);
    await page.getByRole('tab', { name: 'Test access' }).waitFor();
    // Text typed before the choices had loaded was lost.
    expect(await page.getByRole('combobox', { name: 'Privilege' }).count()).toBe(0);
    release();
    await page.getByRole('combobox', { name: 'Privilege' }).fill('Edit Tags');
    await page.getByRole('option', { name: /^Edit Tags/ }).waitFor();
  });

  it('ask for confirmation before unsaved changes are discarded, but not after they are saved', async () => {
    const { data } = await visit.server.graphql(CREATE_POLICY, { input: { ...POLICY, name: 'Left' } });
    await using window = await visit.open(`/policies/${encodeURIComponent(String(data.createPolicy))}`);
    const { page } = window;
    await page.getByRole('textbox', { name: 'Description' }).fill('Changed');
    await page.getByRole('link', { name: 'Search' }).first().click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save policy' }).click();
    await page.getByText('No changes to save.').waitFor();
    await page.getByRole('textbox', { name: 'Description' }).fill('Changed again');
    // A deleted policy has nothing to save.
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete policy' }).click();
    await page.getByRole('table', { name: 'Policies' }).waitFor();
  });

  it('show both versions to the second of two people who change them', async () => {
    const { data } = await visit.server.graphql(CREATE_POLICY, { input: { ...POLICY, name: 'Twice' } });
    const urn = String(data.createPolicy);
    await using window = await visit.open(`/policies/${encodeURIComponent(urn)}`);
    const { page } = window;
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.fill('Mine');
    const update =
      'mutation ($urn: String!, $to: PolicyUpdateInput!) { updatePolicy(urn: $urn, input: $to) }';
    const theirs = { ...POLICY, name: 'Twice', description: 'Theirs', privileges: ['EDIT_ENTITY_OWNERS'] };
    await visit.server.graphql(update, { urn, to: theirs });
    await page.getByRole('button', { name: 'Save policy' }).click();
    const conflict = page.getByRole('alert');
    await conflict.getByText(/Twice: Hanna Lind may Edit Owners on all entities\. Theirs/).waitFor();
    await conflict.getByText(/Twice: Hanna Lind may Edit Tags on all entities\. Mine/).waitFor();
    await window.expectAccessible();
    await conflict.getByRole('button', { name: 'Keep theirs' }).click();
    expect(await description.inputValue()).toBe('Theirs');
    await page.getByText('No changes to save.').waitFor();

    await description.fill('Mine again');
    // Their write comes between the page's last read and its own write.
    let isFirst = true;
    await page.route('**/api/graphql', async (route) => {
      if (isFirst && route.request().postData()?.includes('updatePolicy') === true) {
        isFirst = false;
        await visit.server.graphql(update, { urn, to: { ...theirs, state: 'INACTIVE' } });
      }
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save policy' }).click();
    await conflict.getByText(/Twice \(inactive\)/).waitFor();
    await conflict.getByRole('button', { name: 'Replace with mine' }).click();
    await conflict.waitFor({ state: 'detached' });
    await page.getByText('No changes to save.').waitFor();
    await page.reload();
    await expect.poll(() => description.inputValue()).toBe('Mine again');
  });

  it('are shown as read-only, with the reason, if they are built in', async () => {
    await using window = await visit.open('/policies', { colorScheme: 'dark', width: 390 });
    const { page } = window;
    await page.getByRole('link', { name: 'Admins - Metadata Policy' }).click();
    await page.getByText('is built in and cannot be changed').waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await window.expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  it('explain a denial by the closest policies, at an address that can be shared', async () => {
    const question = new URLSearchParams({
      tab: 'test',
      actor: 'urn:li:corpuser:ada.kovacs',
      privilege: 'EDIT_ENTITY_TAGS',
      entity: 'urn:li:domain:finance',
    });
    await using window = await visit.open(`/policies?${question.toString()}`);
    const nearest = window.page.getByRole('region', { name: 'Closest policies' });
    await nearest.getByRole('link', { name: 'Asset Owners - Metadata Policy' }).waitFor();
    await nearest.getByText('it is for owners, and Ada Kovács is not one of them').waitFor();
    await window.expectAccessible();
  });
});

describe('tokens', () => {
  it('are restricted, shown once, and revoked, with the keyboard alone', async () => {
    await using window = await visit.open('/tokens');
    const { page } = window;
    await new Keyboard(page).to('button', 'Create token');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await page.keyboard.type('ci');
    await new Keyboard(page).to('combobox', 'Only entities of these types');
    await page.keyboard.type('Datasets');
    await page.getByRole('option', { name: 'Datasets', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Datasets' }).waitFor();
    await new Keyboard(page).to('button', 'Create');
    await page.keyboard.press('Enter');
    const text = await page.getByRole('textbox', { name: 'Token ci' }).inputValue();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /ci/ }).getByText('1 entity type').waitFor();
    expect(await page.content()).not.toContain(text);

    await new Keyboard(page).to('button', 'Revoke ci');
    await page.keyboard.press('Enter');
    await new Keyboard(page).to('button', 'Revoke token');
    await page.keyboard.press('Enter');
    await page.getByText('Token ci revoked').waitFor();
    const answer = await fetch(`${visit.server.url}/config`, {
      headers: { authorization: `Bearer ${text}` },
    });
    expect(answer.status).toBe(401);
  });
});

describe('a person who may change the members of a group', () => {
  it('sees that a role of the group requires another privilege', async () => {
    const group = 'urn:li:corpGroup:finance';
    const policy = {
      ...POLICY,
      name: 'Members',
      privileges: ['EDIT_GROUP_MEMBERS'],
      actors: { ...POLICY.actors, users: ['urn:li:corpuser:ada.kovacs'] },
    };
    const made = await visit.server.graphql(CREATE_POLICY, { input: policy });
    const assign = 'mutation ($input: BatchAssignRoleInput!) { batchAssignRole(input: $input) }';
    const roleUrn = 'urn:li:dataHubRole:Editor';
    await visit.server.graphql(assign, { input: { roleUrn, actors: [group] } });
    await using window = await visit.open('/people?tab=groups', { token: await tokenOf('ada.kovacs') });
    const { page } = window;
    await act(page, 'Finance', 'Members…');
    await page.getByText('Members of this group get the role Editor').waitFor();
    expect(await page.getByRole('combobox', { name: 'Add a member' }).count()).toBe(0);
    await visit.server.graphql(assign, { input: { actors: [group] } });
    await visit.server.graphql('mutation ($urn: String!) { deletePolicy(urn: $urn) }', {
      urn: String(made.data.createPolicy),
    });
  });
});

describe('a person without rights', () => {
  it('finds people, but is offered no changes', async () => {
    const token = await tokenOf('ada.kovacs');
    await using window = await visit.open('/people', { token });
    const { page } = window;
    await page.getByRole('table', { name: 'Users' }).waitFor();
    expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    await page
      .getByText('You can read this. People with the privilege Manage Users & Groups may edit it.')
      .waitFor();
    expect(await page.getByRole('button', { name: /Create/ }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Invitations' }).click();
    await page.getByRole('heading', { name: 'You don’t have permission to invite people' }).waitFor();
    await page.getByRole('tab', { name: 'Groups' }).click();
    await act(page, 'Finance', 'Members…');
    await page.getByRole('dialog').getByText('You don’t have the privilege Edit Group Members.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Add a member' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('link', { name: 'Policies' }).click();
    await page.getByRole('combobox', { name: 'Privilege' }).fill('Manage Policies');
    await page.getByRole('option', { name: /Manage Policies/ }).click();
    await page.getByText('Denied', { exact: true }).waitFor();
    await window.expectAccessible();
  });
});
