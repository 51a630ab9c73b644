import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectWords } from './expect-words.ts';
import { WebVisit, type Window } from './visit.ts';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

/** Replaces the text of the editor. */
async function write(page: Page, yaml: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Definitions' });
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(yaml);
}

/** Expects these lines in a notice, with words only, and nothing to apply. */
async function expectRefused(window: Window, lines: readonly RegExp[]): Promise<void> {
  const { page } = window;
  const said = page.getByRole('alert').getByRole('listitem');
  await expect.poll(() => said.allInnerTexts()).toEqual(lines.map((line) => expect.stringMatching(line)));
  expect(await page.getByText('Correct the YAML to continue.').isVisible()).toBe(true);
  await expectWords(window);
  window.expectRefusals(400);
}

it.each<readonly [string, string, readonly RegExp[]]>([
  [
    'broken',
    '- id: io.acme.tier\n  type: [string\n',
    [/^Line \d: The YAML cannot be read from here\. Check indentation, quotes, colons and brackets\.$/],
  ],
  [
    'with keys and types that do not exist',
    '- id: io.acme.tier\n  type: nubmer\n  entity_type: [dataset]\n  entity_types: [datset]\n',
    [
      /^Line 3: There is no ‘entity_type’\. Use ‘entity_types’\.$/,
      /^Line 2: ‘nubmer’ is not possible for ‘type’\. Use one of these: .*number.*\.$/,
      /^Line 4: There is no type of asset ‘datset’\. Use ‘dataset’\.$/,
    ],
  ],
  [
    'with values of another type',
    '- id: io.acme.days\n  type: number\n  entity_types: [dataset]\n  immutable: maybe\n  allowed_values:\n    - value: many\n',
    [/^Line 6: ‘many’ is not a number\.$/, /^Line 4: ‘immutable’ must be true or false\.$/],
  ],
])('a file of definitions that is %s is explained line by line', async (_name, yaml, lines) => {
  await using window = await visit.open('/properties/new?as=yaml');
  await write(window.page, yaml);
  await expectRefused(window, lines);
});

it('a form with a name that no urn can have is explained in words', async () => {
  await using window = await visit.open('/properties/new');
  const { page } = window;
  await page.getByLabel('Name', { exact: false }).first().fill('io.acme.(tier');
  await page.getByRole('button', { name: /Value type/ }).click();
  await page.getByRole('option', { name: /^Text/ }).click();
  await page.getByRole('combobox', { name: 'Asset types' }).click();
  await page.getByRole('combobox', { name: 'Asset types' }).fill('dataset');
  await page.getByRole('option', { name: 'Dataset', exact: true }).click();
  await page
    .getByText('The catalog cannot read this name or address. Check it for spaces and parentheses.')
    .first()
    .waitFor();
  await expectWords(window);
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  window.expectRefusals(400);
});
