import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { holdCode } from './hold-requests.ts';
import { WebVisit } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
  const created = await Promise.all([
    visit.server.request('POST', '/api/colophon/v1/tokens', { name: 'nightly', durationMs: 3_600_000 }),
    visit.server.request('POST', '/api/colophon/v1/webhooks', { name: 'copy', url: 'https://example.com/' }),
  ]);
  expect(created.map(({ status }) => status)).toEqual([201, 201]);
  const { errors } = await visit.server.graphql(
    'mutation { createServiceAccount(input: { displayName: "Loader" }) { urn } }',
  );
  expect(errors).toBeUndefined();
});
afterAll(() => visit[Symbol.asyncDispose]());

const COLUMNS = `/dataset/${encodeURIComponent(
  'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)',
)}/columns`;
const SNOWFLAKE = `/search?filter=${encodeURIComponent('platform:is:urn:li:dataPlatform:snowflake')}`;

type Step = (page: Page) => Promise<void>;

const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click();

/** Chooses from the menu of a row. */
const act =
  (row: string, entry: string): Step =>
  async (page) => {
    await page.getByRole('button', { name: row }).first().click();
    await page.getByRole('menuitem', { name: entry }).click();
  };

const check: Step = (page) => page.getByText('Select page').click();

/** A dialog, what opens it, and how the name of the control that has the focus then begins: the dialog's if its fields load later. */
type Case = readonly [title: RegExp, steps: readonly Step[], focus: string];

/** The dialogs by page. */
const DIALOGS: Readonly<Record<string, readonly Case[]>> = {
  [SNOWFLAKE]: [
    [/^Edit filters$/, [press('Edit filters')], 'is'],
    [/^Save view$/, [press('Save as view')], 'Name'],
    [/^About Colophon$/, [act('Account', 'About Colophon')], 'About Colophon'],
    [/^Keyboard shortcuts$/, [act('Account', 'Keyboard shortcuts')], 'Keyboard shortcuts'],
    [/^Edit \d+ assets$/, [check, press('Edit selected')], 'Field'],
    [/^Export \d+ assets$/, [press('Export CSV')], 'Columns'],
  ],
  [COLUMNS]: [
    [/^Properties shown$/, [press('Properties shown')], 'Data classification'],
    [
      /^Set value for 1 column$/,
      [
        (page) =>
          page
            .getByRole('gridcell')
            .filter({ has: page.getByLabel('Select channel') })
            .click(),
        press('Set value for 1 column'),
      ],
      'Data classification',
    ],
  ],
  '/browse/domains': [[/^New domain$/, [press('New domain')], 'Name']],
  '/properties/new': [[/^Paste a list/, [press('Paste a list…')], 'Values']],
  '/properties/io.hearth.regions': [[/^Delete io.hearth/, [press('Delete…')], 'Restorable']],
  '/tokens': [
    [/^Create token/, [press('Create token')], 'Name'],
    [/^Revoke nightly/, [press('Revoke nightly')], 'Cancel'],
  ],
  '/people': [
    [/^Create user$/, [press('Create user')], 'User name'],
    [/^Role of Ada/, [act('Actions for Ada Kovács', 'Assign role…')], 'No role'],
    [/^Password of Ada/, [act('Actions for Ada Kovács', 'Set password…')], 'Password'],
    [/^Suspend Ada/, [act('Actions for Ada Kovács', 'Suspend…')], 'Cancel'],
    [/^Delete Ada/, [act('Actions for Ada Kovács', 'Delete…')], 'Cancel'],
  ],
  '/people?tab=groups': [
    [/^Create group$/, [press('Create group')], 'Name'],
    [/^Members of Finance/, [act('Actions for Finance', 'Members…')], 'Done'],
    [/^Role of Finance/, [act('Actions for Finance', 'Assign role…')], 'No role'],
    [/^Delete Finance/, [act('Actions for Finance', 'Delete…')], 'Cancel'],
  ],
  '/people?tab=roles': [
    [/^Who has the role Admin/, [press('Who has the role Admin')], 'Assign to a user or group'],
  ],
  '/people?tab=service-accounts': [
    [/^Create service account$/, [press('Create service account')], 'Name'],
    [/^Tokens of Loader/, [act('Actions for Loader', 'Tokens…')], 'Done'],
    [/^Delete Loader/, [act('Actions for Loader', 'Delete…')], 'Cancel'],
  ],
  '/webhooks': [[/^Create webhook$/, [press('Create webhook')], 'Name']],
};

describe('the focus', () => {
  it.each(Object.keys(DIALOGS))(
    'is in the first field of each dialog of %s, or on its harmless button',
    async (path) => {
      await using window = await visit.open(path);
      const { page } = window;
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const [title, steps, focus] of DIALOGS[path] ?? []) {
        for (const step of steps) await step(page);
        const dialog = page.getByRole('dialog', { name: title });
        await dialog.waitFor();
        await expect
          .poll(() => page.evaluate(focusedName), { message: String(title) })
          .toMatch(new RegExp(`^${focus}`));
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        // It is back where it was.
        await expect.poll(() => page.evaluate(focusedName)).toMatch(/^outside: ./);
      }
    },
  );
});

describe('a first field with choices', () => {
  it.each<readonly [string, readonly string[]]>([
    ['an arrow', ['ArrowDown']],
    ['letters', ['d', 'e', 's']],
  ])('opens them with %s, and Escape then closes only them', async (_name, keys) => {
    await using window = await visit.open(SNOWFLAKE);
    const { page } = window;
    await check(page);
    // The second time, the code of the choices is loaded.
    for (const _time of ['first', 'second']) {
      await press('Edit selected')(page);
      await expect.poll(() => page.evaluate(focusedName)).toBe('Field');
      expect(await page.getByRole('listbox').count()).toBe(0);
      for (const key of keys) await page.keyboard.press(key);
      await page.getByRole('option', { name: /^Description/ }).waitFor();
      if (keys.includes('ArrowDown')) await page.locator('[role=option][data-focused]').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});

describe('a first field that is a button with choices', () => {
  it.each(['ArrowDown', 'Enter', 'Space'])('opens them with %s', async (key) => {
    await using window = await visit.open(SNOWFLAKE);
    const { page } = window;
    const dialog = page.getByRole('dialog', { name: 'Edit filters' });
    // The second time, the code of the choices is loaded.
    for (const _time of ['first', 'second']) {
      await press('Edit filters')(page);
      await expect.poll(() => page.evaluate(focusedName)).toBe('is');
      await page.keyboard.press(key);
      await page.locator('[role=option]:focus').getByText('is', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate(focusedName)).toBe('is');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });
});

describe('keys typed while the code of a dialog loads', () => {
  it('are typed into its first field, and Enter confirms it', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const release = await holdCode(page, 'controls');
    await page.goto(`${visit.server.url}/browse/tags`);
    await page.getByRole('button', { name: 'New tag' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('early keyss');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    release();
    await page.getByRole('link', { name: 'early keys', exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('do nothing to the page below, and Escape opens no dialog', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const release = await holdCode(page, 'controls');
    await page.goto(`${visit.server.url}/tokens`);
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.keyboard.type('/?');
    expect(await page.evaluate(focusedName)).toBe('outside: Create token');
    await page.keyboard.press('Escape');
    release();
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate(focusedName)).toBe('outside: Search the catalog');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

/** The name of the focused control: its label, or its text. Runs in the page. */
function focusedName(): string {
  const { activeElement: element } = document;
  if (element === null || element === document.body) return 'none';
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const labels = isField ? [...(element.labels ?? [])] : [];
  const named = (element.getAttribute('aria-labelledby') ?? '').split(' ')[0] ?? '';
  const label =
    element.getAttribute('aria-label') ??
    labels[0]?.textContent ??
    document.getElementById(named)?.textContent ??
    element.textContent;
  const isWithin = element.closest('[role=dialog], [role=alertdialog]') !== null;
  return `${isWithin ? '' : 'outside: '}${label.replace(/\s*\*$/, '').trim()}`;
}
