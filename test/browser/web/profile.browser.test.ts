import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose, pressOn } from './keyboard.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false, options: { 'login.rootPassword': 'correct horse' } });
});
afterAll(() => visit[Symbol.asyncDispose]());

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('the profile', () => {
  it('is opened from the account menu, and changes name, title and picture everywhere', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    await pressOn(page.getByRole('button', { name: /^Account/ }));
    await choose(page, 'Profile', 'menuitem');
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada <b>Kovács</b>');
    await page.getByRole('textbox', { name: 'Title' }).fill('Head of Data');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: PNG });
    await page.getByText('The chosen picture is used.').waitFor();
    await window.expectAccessible();
    await page.getByRole('textbox', { name: 'Title' }).press('Enter');
    await page.getByText('Profile saved').waitFor();
    const account = page.getByRole('button', { name: 'Account: Ada <b>Kovács</b>' });
    await account.waitFor();
    expect(await account.locator('img').getAttribute('src')).toMatch(/^data:image\/webp;base64,/);
    await page.getByRole('link', { name: 'Your page in the catalog' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada <b>Kovács</b>' }).waitFor();
    await page.getByText('Head of Data').waitFor();
    await expect.poll(() => page.locator('h1 img').count()).toBe(1);
  });

  it('refuses links that are no pictures, keeps those to other servers, and asks before changes are lost', async () => {
    await using window = await visit.open('/profile');
    const { page } = window;
    const link = page.getByRole('textbox', { name: 'Link to a picture' });
    await link.fill('javascript:alert(1)');
    await page.getByText('Enter an address that begins with https://').waitFor();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await link.fill('https://pictures.invalid/ada.png');
    await page.getByText('These pages show your initials').waitFor();
    await page.getByRole('link', { name: 'Properties' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved').waitFor();
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByRole('button', { name: 'Remove picture' }).waitFor({ state: 'detached' });
    const read = '{ me { corpUser { editableProperties { title pictureLink } } } }';
    await expect
      .poll(async () => (await visit.server.graphql(read)).data.me.corpUser.editableProperties)
      .toEqual({ title: 'Head of Data', pictureLink: null });
  });

  it('creates and revokes a token, and sets the appearance', async () => {
    await using window = await visit.open('/profile', { width: 390 });
    const { page } = window;
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('notebook');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke notebook' }).click();
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('No tokens yet').waitFor();
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['appearance'])).toBe('dark');
    await window.expectAccessible();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark', checked: true }).waitFor();
  });

  it('sets the view that searches begin with', async () => {
    const { data } = await visit.server.graphql(
      `mutation { createView(input: { viewType: PERSONAL, name: "Only dashboards", definition: {
        entityTypes: [], filter: { operator: AND, filters: [{ field: "_entityType", values: ["DASHBOARD"] }] } } }) { urn } }`,
    );
    await using window = await visit.open('/profile');
    const { page } = window;
    await page.getByRole('button', { name: /Default view/ }).click();
    await page.getByRole('option', { name: 'Only dashboards' }).click();
    await page.getByText('Default view saved').waitFor();
    const read = '{ me { corpUser { settings { views { defaultView { urn } } } } } }';
    const { defaultView } = (await visit.server.graphql(read)).data.me.corpUser.settings.views;
    expect(defaultView.urn).toBe(data.createView.urn);
  });
});

describe('the own password', () => {
  it('changes with the current one, in the session that stays', async () => {
    const window = await visit.open('/login', { token: null });
    const { page } = window;
    await page.getByLabel('User name').fill('datahub');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goto(`${visit.server.url}/profile`);
    const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password')];
    await current.fill('wrong');
    await next.fill('battery staple');
    await next.press('Enter');
    await page.getByText('This is not your current password.').waitFor();
    window.expectRefusals(400);
    await current.fill('correct horse');
    await next.fill('short');
    await page.getByText('Choose a password of at least 8 characters.').waitFor();
    await next.fill('battery staple');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    expect(await current.inputValue()).toBe('');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await window[Symbol.asyncDispose]();
  });
});
