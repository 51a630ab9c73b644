import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
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
    [/^Edit \d+ assets$/, [check, press('Edit selected')], 'Edit'],
    [/^Export \d+ assets$/, [press('Export CSV')], 'Export'],
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
  '/people?tab=roles': [[/^Who has the role Admin/, [press('Who has the role Admin')], 'Done']],
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
