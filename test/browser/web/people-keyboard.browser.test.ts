import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Keyboard } from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

describe('people, with the keyboard alone', () => {
  it('are suspended, reactivated and deleted', async () => {
    await using window = await visit.open('/people');
    const { page } = window;
    const keyboard = new Keyboard(page);
    await keyboard.to('searchbox', 'Search users');
    await keyboard.type('aisha');
    const row = page.getByRole('row', { name: /Aisha Rahman/ });
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await keyboard.act('Aisha Rahman', 'Suspend…');
    await keyboard.use('button', 'Suspend');
    await row.getByText('Suspended').waitFor();
    await keyboard.act('Aisha Rahman', 'Reactivate');
    await keyboard.use('button', 'Reactivate');
    await row.getByText('Active').waitFor();
    await keyboard.act('Aisha Rahman', 'Delete…');
    await keyboard.use('button', 'Delete user');
    await page.getByText('No users match').waitFor();
  });

  it('make a group with a member and a role, and delete it', async () => {
    await using window = await visit.open('/people?tab=groups');
    const { page } = window;
    const keyboard = new Keyboard(page);
    await keyboard.use('button', 'Create group');
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await keyboard.type('Night watch');
    await keyboard.use('button', 'Create');
    await page.getByRole('link', { name: 'Night watch' }).waitFor();
    await keyboard.act('Night watch', 'Members…');
    await keyboard.pick('Add a member', 'Jonas', /Jonas Weber/);
    await page.getByRole('button', { name: 'Remove Jonas Weber' }).waitFor();
    // The field is focused for the next name.
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Add a member' }).evaluate((e) => e.matches(':focus')))
      .toBe(true);
    await keyboard.pick('Add a member', 'Hanna', /Hanna Lind/);
    await keyboard.use('button', 'Remove Hanna Lind');
    await page.getByRole('button', { name: 'Remove Hanna Lind' }).waitFor({ state: 'detached' });
    await keyboard.use('button', 'Done');
    await keyboard.act('Night watch', 'Assign role…');
    await keyboard.select(/Role/, /^Reader/);
    await keyboard.use('button', 'Assign');
    const row = page.getByRole('row', { name: /Night watch/ });
    await row.getByText('Reader').waitFor();
    await keyboard.act('Night watch', 'Delete…');
    await keyboard.use('button', 'Delete group');
    await page.getByRole('link', { name: 'Night watch' }).waitFor({ state: 'detached' });
  });

  it('assign and remove a role, and invite with a link until it is revoked', async () => {
    await using window = await visit.open('/people?tab=roles');
    const { page } = window;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const keyboard = new Keyboard(page);
    await keyboard.use('button', 'Who has the role Reader');
    await keyboard.pick('Assign to a user or group', 'Finance', /^Finance/);
    await keyboard.use('button', 'Remove role from Finance');
    await page.getByRole('row', { name: /Finance/ }).waitFor({ state: 'detached' });
    // The demo assigns the role to one person.
    await keyboard.use('button', 'Remove role from Raj Patel');
    await page.getByText('Nobody has this role').waitFor();
    await keyboard.use('button', 'Done');

    await keyboard.tab('Invitations');
    await keyboard.select(/Role of new users/, 'Editor');
    await keyboard.use('button', 'Create link');
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    await keyboard.use('button', /^Copy/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await keyboard.use('button', 'Revoke all');
    await keyboard.use('button', 'Revoke invitations');
    await page.getByText('No active invitations').waitFor();
  });

  it('make a service account with a token, and delete it', async () => {
    await using window = await visit.open('/people?tab=service-accounts');
    const { page } = window;
    const keyboard = new Keyboard(page);
    await keyboard.use('button', 'Create service account');
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await keyboard.type('nightly');
    await keyboard.press('Enter');
    await page.getByRole('link', { name: 'nightly' }).waitFor();
    await keyboard.act('nightly', 'Create token…');
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await keyboard.type('loader');
    await keyboard.press('Enter');
    expect(await page.getByRole('textbox', { name: 'Token loader' }).inputValue()).toMatch(/^colophon_/);
    await keyboard.use('button', 'Done');
    await keyboard.act('nightly', 'Delete…');
    await keyboard.use('button', 'Delete service account');
    await page.getByText('No service accounts yet').waitFor();
  });
});

describe('a policy, with the keyboard alone', () => {
  it('is created, tested, changed, switched off and deleted', async () => {
    await using window = await visit.open('/policies');
    const { page } = window;
    const keyboard = new Keyboard(page);
    await keyboard.use('link', 'Create policy');
    await page.getByRole('heading', { level: 1, name: 'Create policy' }).waitFor();
    await keyboard.to('textbox', /^Name/);
    await keyboard.type('Marek tags');
    await keyboard.pick('Users', 'Marek', /Marek Kowalski/);
    await keyboard.to('searchbox', 'Find a privilege');
    await keyboard.type('edit_entity_tags');
    await keyboard.to('checkbox', /^Edit Tags/);
    await keyboard.press('Space');
    await page.getByText('Marek Kowalski may Edit Tags on all entities.', { exact: true }).waitFor();
    await keyboard.use('button', 'Create policy');
    await page.getByRole('heading', { level: 1, name: 'Marek tags' }).waitFor();

    await keyboard.pick('Person', 'Marek', /Marek Kowalski/);
    await keyboard.pick('Privilege', 'Edit Tags', /^Edit Tags/);
    await keyboard.pick('Entity', 'Profit and loss', /Profit and loss/);
    await page.getByText('This policy grants it.').waitFor();

    await keyboard.to('textbox', 'Description');
    await keyboard.type('For the month of March.');
    await keyboard.to('switch', 'Active');
    await keyboard.press('Space');
    await keyboard.use('button', 'Save policy');
    await page.getByText('Denied', { exact: true }).waitFor();
    await keyboard.use('button', 'Delete');
    await keyboard.use('button', 'Delete policy');
    await page.getByRole('table', { name: 'Policies' }).waitFor();
    expect(await page.getByRole('link', { name: 'Marek tags' }).count()).toBe(0);
  });

  it('is not left unsaved without being asked, and explains who may do what', async () => {
    await using window = await visit.open('/policies/new');
    const { page } = window;
    const keyboard = new Keyboard(page);
    await keyboard.to('textbox', /^Name/);
    await keyboard.type('Half done');
    await keyboard.use('link', 'Policies');
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    await keyboard.use('button', 'Stay');
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Half done');
    await keyboard.use('link', 'Policies');
    await keyboard.use('button', 'Discard changes');
    await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
    await keyboard.tab('Test access');
    await keyboard.pick('Person', 'Ada', /Ada Kov/);
    await keyboard.pick('Privilege', 'Edit Tags', /^Edit Tags/);
    await keyboard.pick('Entity', 'Profit and loss', /Profit and loss/);
    await page.getByText('Denied', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Closest policies' }).waitFor();
  });
});
