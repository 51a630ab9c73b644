import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addActor, writeAspect } from '../../support/test-actors.ts';
import { holdQueries } from './hold-requests.ts';
import { choose, expectFocus, findByKeys, focused, nextDrawing, tabTo } from './keyboard.ts';
import { WebVisit } from './visit.ts';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,shop.orders,PROD)';
const PATH = pathOf(DATASET);
const PROPERTIES = `${PATH}?tab=properties`;
const PROPERTY = 'urn:li:structuredProperty:io.hearth.';

/** Values at the start of each test; other properties have none. */
const VALUES = {
  dataClassification: [{ string: 'Internal' }],
  qualityScore: [{ double: 50 }],
  regions: [{ string: 'EU' }],
};

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
  await writeAspect(visit.server, DATASET, 'datasetProperties', {
    name: 'orders',
    description: 'All orders.',
  });
});
beforeEach(async () => {
  await assign(VALUES);
});
afterAll(() => visit[Symbol.asyncDispose]());

describe('values are edited in place', () => {
  it('of every typed type, with the mouse, and no other property changes', async () => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    await unfold(page);
    for (const [name, id, typed, shown, value] of [
      ['Cost centre', 'costCenter', 'CC-7', 'CC-7', { string: 'CC-7' }],
      ['Quality score', 'qualityScore', '99.5', '99.5', { double: 99.5 }],
      ['Certified on', 'certifiedOn', '2026-03-09', '9 Mar 2026', { string: '2026-03-09' }],
      ['Runbook', 'runbook', '**Stop** it', 'Stop it', { string: '**Stop** it' }],
    ] as const) {
      await page.getByRole('button', { name: `Edit ${name}` }).click();
      await page.getByLabel(name, { exact: true }).fill(typed);
      await page.getByRole('button', { name: 'Save' }).click();
      await rowOf(page, name).getByText(shown).waitFor();
      // The preview of a Markdown value shows the same before it is saved.
      await expect.poll(() => storedOf(id)).toEqual([value]);
    }
    expect(await storedOf('dataClassification')).toEqual(VALUES.dataClassification);
  });

  it('of every type, with the keyboard alone', async () => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    await unfold(page);
    const edit = async (name: string): Promise<void> => {
      await tabTo(page, page.getByRole('button', { name: `Edit ${name}` }));
      await page.keyboard.press('Enter');
      await page.getByRole('form', { name: `Edit ${name}` }).waitFor();
    };
    const isSaved = async (name: string): Promise<void> => {
      await page.getByRole('form', { name: `Edit ${name}` }).waitFor({ state: 'detached' });
      await focused(page, `Edit ${name}`);
    };

    await edit('Certified on');
    await page.keyboard.type('03092026');
    await page.keyboard.press('Enter');
    await isSaved('Certified on');

    await edit('Cost centre');
    await page.keyboard.type('CC-8');
    await page.keyboard.press('Enter');
    await isSaved('Cost centre');

    await edit('Data classification');
    await page.keyboard.type('Restr');
    await choose(page, 'Restricted');
    await isSaved('Data classification');

    await edit('Data steward');
    await page.keyboard.type('chlo');
    await choose(page, 'Chloé Martin');
    await isSaved('Data steward');

    await edit('Freshness promise');
    await page.keyboard.type('6');
    await page.keyboard.press('Enter');
    await page.keyboard.type('48');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await isSaved('Freshness promise');

    await edit('Quality score');
    await page.keyboard.type('0');
    await page.keyboard.press('Escape');
    await isSaved('Quality score');

    await edit('Regions');
    await page.keyboard.type('uk');
    await choose(page, 'UK');
    await tabTo(page, page.getByRole('button', { name: 'Remove EU' }));
    await page.keyboard.press('Enter');
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: 'Remove UK' }))
      .waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await isSaved('Regions');

    await edit('Runbook');
    await page.keyboard.type('Call us');
    await page.keyboard.press('Control+Enter');
    await isSaved('Runbook');

    expect(
      await Promise.all(
        [
          'certifiedOn',
          'costCenter',
          'runbook',
          'dataClassification',
          'steward',
          'freshnessHours',
          'qualityScore',
          'regions',
        ].map(storedOf),
      ),
    ).toEqual([
      [{ string: '2026-03-09' }],
      [{ string: 'CC-8' }],
      [{ string: 'Call us' }],
      [{ string: 'Restricted' }],
      [{ string: 'urn:li:corpuser:chloe.martin' }],
      [{ double: 6 }, { double: 48 }],
      VALUES.qualityScore,
      [{ string: 'UK' }],
    ]);
  });

  it('what is typed replaces the value that is there, from the first letter on', async () => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    for (const [role, name, typed] of [
      ['combobox', 'Data classification', 'conf'],
      ['textbox', 'Quality score', '75'],
    ] as const) {
      await page.getByRole('button', { name: `Edit ${name}` }).click();
      const field = page.getByRole(role, { name, exact: true });
      await field.and(page.locator(':focus')).waitFor();
      for (const letter of typed) {
        await page.keyboard.press(letter);
        await page.evaluate(nextDrawing);
      }
      expect(await field.inputValue()).toBe(typed);
      await page.keyboard.press('Enter');
      await focused(page, `Edit ${name}`);
    }
    await expect.poll(() => storedOf('dataClassification')).toEqual([{ string: 'Confidential' }]);
    expect(await storedOf('qualityScore')).toEqual([{ double: 75 }]);
  });

  it('Ctrl+Z undoes what a message offers to undo, and the focus stays', async () => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    await page.getByRole('button', { name: 'Edit Quality score' }).click();
    await page.getByLabel('Quality score', { exact: true }).fill('75');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await focused(page, 'Edit Quality score');
    await page.keyboard.press('Control+z');
    await expect.poll(() => storedOf('qualityScore')).toEqual(VALUES.qualityScore);
    await focused(page, 'Edit Quality score');
  });

  it('the offer to undo stays while the mouse or the focus is on it', async () => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    await page.clock.install();
    const undo = page.getByRole('button', { name: 'Undo' });
    for (const use of [() => undo.hover(), () => undo.focus()]) {
      await page.getByRole('button', { name: 'Edit Quality score' }).click();
      await page.getByLabel('Quality score', { exact: true }).fill('75');
      await page.keyboard.press('Enter');
      await undo.waitFor();
      await use();
      await page.clock.runFor(60_000);
      expect(await undo.count()).toBe(1);
      await page.getByLabel('Filter by name').click();
      await page.clock.runFor(8_000);
      await undo.waitFor({ state: 'detached' });
      await assign(VALUES);
      await page.reload();
    }
  });

  it('one of several is added and removed, and the change undone', async () => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    await page.getByRole('button', { name: 'Edit Regions' }).click();
    const form = page.getByRole('form', { name: 'Edit Regions' });
    await form.getByRole('button', { name: 'Remove EU' }).click();
    await form.getByRole('combobox', { name: 'Add to Regions' }).fill('u');
    await page.getByRole('option', { name: 'UK' }).click();
    await form.getByRole('combobox', { name: 'Add to Regions' }).fill('us');
    await page.getByRole('option', { name: 'US' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    // The form shows the selection before it is saved.
    await form.waitFor({ state: 'detached' });
    await rowOf(page, 'Regions').getByText('UK').waitFor();
    expect(await storedOf('regions')).toEqual([{ string: 'UK' }, { string: 'US' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowOf(page, 'Regions').getByText('EU').waitFor();
    expect(await storedOf('regions')).toEqual(VALUES.regions);
  });

  it('does not save a text that is not a number; clearing the field removes the value', async () => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    await page.getByRole('button', { name: 'Edit Quality score' }).click();
    await page.getByLabel('Quality score', { exact: true }).fill('much');
    await page.getByText('Enter a number').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByLabel('Quality score', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, 'Quality score').getByText('no value').waitFor();
    expect(await storedOf('qualityScore')).toBeUndefined();
  });

  it('folds what the server says if it refuses for a reason without words', async () => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    await unfold(page);
    await page.route('**/structuredProperties', (route) =>
      route.fulfill({ status: 422, json: { error: 'x', message: 'The value is refused by a test.' } }),
    );
    await page.getByRole('button', { name: 'Edit Cost centre' }).click();
    await page.getByLabel('Cost centre', { exact: true }).fill('CC-9');
    await page.getByRole('button', { name: 'Save' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The catalog refused this.').waitFor();
    expect(await alert.getByText('The value is refused by a test.').isVisible()).toBe(false);
    await alert.getByText('Technical details').click();
    await alert.getByText('The value is refused by a test.').waitFor();
    window.complaints.length = 0;
  });
});

describe('properties without a value', () => {
  it('are folded, and filled in as one form with one save', async () => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    await page.getByRole('button', { name: 'without a value' }).waitFor();
    expect(await page.getByRole('button', { name: 'Edit Cost centre' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Fill in' }).click();
    const form = page.getByRole('form', { name: 'Fill in properties' });
    await form.getByLabel('Cost centre', { exact: true }).fill('CC-5');
    await form.getByLabel('Certified on').fill('2026-05-01');
    await window.expectAccessible();
    await form.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, 'Cost centre').getByText('CC-5').waitFor();
    await focused(page, 'Fill in');
    expect(await Promise.all(['costCenter', 'certifiedOn', 'regions'].map(storedOf))).toEqual([
      [{ string: 'CC-5' }],
      [{ string: '2026-05-01' }],
      VALUES.regions,
    ]);
  });

  it('a press on a value edits it, and a single choice is saved when chosen', async () => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    await rowOf(page, 'Data classification').getByText('Internal').click();
    await page.getByRole('combobox', { name: 'Data classification' }).fill('Restr');
    await page.getByRole('option', { name: 'Restricted' }).click();
    await rowOf(page, 'Data classification').getByText('Restricted').waitFor();
    await page.getByRole('form').waitFor({ state: 'detached' });
    expect(await storedOf('dataClassification')).toEqual([{ string: 'Restricted' }]);
  });

  it('a press counts before the server has said what the person may edit', async () => {
    await using window = await visit.open('/properties');
    const { page } = window;
    const release = await holdQueries(page, '"propertyUrns"');
    await page.goto(visit.server.url + PROPERTIES);
    await rowOf(page, 'Data classification').getByText('Internal').click();
    const field = page.getByRole('combobox', { name: 'Data classification' });
    expect(await field.count()).toBe(0);
    release();
    await field.waitFor();
  });
});

describe('a conflict', () => {
  it.each([
    { choice: 'Keep theirs', stored: [{ double: 60 }], shown: '60 %' },
    { choice: 'Replace with mine', stored: [{ double: 70 }], shown: '70 %' },
  ])('shows both versions; $choice', async ({ choice, stored, shown }) => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    await page.getByRole('button', { name: 'Edit Quality score' }).click();
    await page.getByLabel('Quality score', { exact: true }).fill('70');
    await assign({ ...VALUES, qualityScore: [{ double: 60 }] });
    await page.getByRole('button', { name: 'Save' }).click();
    const notice = page.getByRole('alert');
    await notice.getByText('Saved by them: 60').waitFor();
    await notice.getByText('Yours: 70').waitFor();
    expect(await storedOf('qualityScore')).toEqual([{ double: 60 }]);
    await notice.getByRole('button', { name: choice }).click();
    await page.getByRole('form').waitFor({ state: 'detached' });
    await rowOf(page, 'Quality score').getByText(shown, { exact: true }).waitFor();
    expect(await storedOf('qualityScore')).toEqual(stored);
  });

  it('shows both versions of a description', async () => {
    await using window = await visit.open(PATH);
    const { page } = window;
    await page.getByRole('button', { name: 'Edit description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
    await writeAspect(visit.server, DATASET, 'editableDatasetProperties', { description: 'Theirs.' });
    await page.getByRole('button', { name: 'Save' }).click();
    const notice = page.getByRole('alert');
    await notice.getByText('Theirs.').waitFor();
    await notice.getByRole('button', { name: 'Replace with mine' }).click();
    await page.getByRole('form').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Description' }).getByText('Mine.').waitFor();
  });

  it('does not occur if another property has changed', async () => {
    await using window = await visit.open(PROPERTIES);
    const { page } = window;
    await page.getByRole('button', { name: 'Edit Quality score' }).click();
    await page.getByLabel('Quality score', { exact: true }).fill('70');
    await assign({ ...VALUES, regions: [{ string: 'US' }] });
    await page.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, 'Regions').getByText('US', { exact: true }).waitFor();
    // The page may show the other change before it has saved.
    await expect.poll(() => storedOf('qualityScore')).toEqual([{ double: 70 }]);
  });
});

describe('owners, tags, terms, domain, deprecation, links and description', () => {
  it('are edited with the mouse', async () => {
    await using window = await visit.open(PATH);
    const { page } = window;
    const summary = page.getByRole('region', { name: 'Summary' });
    await page.getByRole('button', { name: 'Edit owners' }).waitFor();
    await window.expectAccessible();
    for (const [title, one, text] of [
      ['tags', 'Add a tag', 'gold'],
      ['glossary terms', 'Add a term', 'Days of cover'],
      ['domain', 'Set domain', 'Product catalogue'],
    ] as const) {
      await page.getByRole('button', { name: `Edit ${title}` }).click();
      await page.getByRole('combobox', { name: one }).fill(text);
      await page.getByRole('option', { name: text }).first().click();
      await summary.getByRole('button', { name: `Remove ${text}` }).waitFor();
      await summary.getByRole('button', { name: 'Done' }).click();
      await summary.getByRole('link', { name: text }).waitFor();
    }
    await page.getByRole('button', { name: 'Edit owners' }).click();
    await page.getByRole('combobox', { name: 'Add an owner' }).fill('Chlo');
    await page.getByRole('option', { name: /Chloé Martin/ }).click();
    await summary.getByText('Chloé Martin, Technical Owner').waitFor();
    await summary.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Edit deprecation' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Read **orders_v2**.');
    await page.getByLabel('Decommissioned on').fill('2027-01-31');
    await page.getByRole('combobox', { name: 'Replacement' }).fill('gold');
    await page.getByRole('option', { name: 'gold' }).first().click();
    await page.getByRole('button', { name: 'Deprecate' }).click();
    await page.getByText('Decommissioned on 31 Jan 2027').waitFor();
    await page.getByText('Deprecated', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Edit deprecation' }).click();
    await page.getByRole('button', { name: 'No longer deprecated' }).click();
    await page.getByText('Not deprecated').waitFor();

    await page.getByRole('button', { name: 'Add link' }).click();
    await page.getByLabel('URL').fill('https://example.com/orders');
    await page.getByLabel('Text').fill('Handbook');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await summary.getByRole('link', { name: 'Handbook' }).waitFor();
    await summary.getByRole('button', { name: 'Remove link Handbook' }).click();
    await summary.getByRole('link', { name: 'Handbook' }).waitFor({ state: 'detached' });
  });

  it('are edited with the keyboard alone', async () => {
    await using window = await visit.open(PATH);
    const { page } = window;
    await page.getByRole('button', { name: 'Edit description' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Edit description' }).waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Orders of all shops.');
    await page.keyboard.press('Control+Enter');
    await focused(page, 'Edit description');
    await page.getByText('Orders of all shops.').waitFor();

    const summary = page.getByRole('region', { name: 'Summary' });
    for (const [title, one, text] of [
      ['owners', 'Add an owner', 'Chloé Martin'],
      ['tags', 'Add a tag', 'pii'],
      ['glossary terms', 'Add a term', 'Days of cover'],
      ['domain', 'Set domain', 'Product catalogue'],
    ] as const) {
      const begin = async (): Promise<void> => {
        await tabTo(page, page.getByRole('button', { name: `Edit ${title}` }));
        await page.keyboard.press('Enter');
        await page.getByRole('combobox', { name: one }).waitFor();
      };
      await begin();
      const chips = summary.getByRole('button', { name: new RegExp(`^Remove ${text}`) });
      const isSet = (await chips.count()) > 0;
      if (!isSet) {
        await page.keyboard.type(text);
        await choose(page, text);
        await chips.waitFor();
      }
      await page.keyboard.press('Escape');
      await focused(page, `Edit ${title}`);
      await summary.getByRole('link', { name: text }).waitFor();
      await begin();
      await tabTo(page, chips);
      await page.keyboard.press('Enter');
      await chips.waitFor({ state: 'detached' });
      await expectFocus(page, 'main *');
      await tabTo(page, summary.getByRole('button', { name: 'Done' }));
      await page.keyboard.press('Enter');
      await focused(page, `Edit ${title}`);
    }

    await tabTo(page, page.getByRole('button', { name: 'Edit deprecation' }));
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Edit deprecation' }).waitFor();
    await page.keyboard.type('Too old.');
    await page.keyboard.press('Control+Enter');
    await focused(page, 'Edit deprecation');
    await summary.getByText('Too old.').waitFor();
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'No longer deprecated' }));
    await page.keyboard.press('Enter');
    await focused(page, 'Edit deprecation');

    await tabTo(page, page.getByRole('button', { name: 'Add link' }));
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Add link' }).waitFor();
    await page.keyboard.type('https://example.com/keys');
    await page.keyboard.press('Enter');
    const remove = page.getByRole('button', { name: 'Remove link https://example.com/keys' });
    await tabTo(page, remove);
    await page.keyboard.press('Enter');
    await remove.waitFor({ state: 'detached' });
  });
});

describe('tabs', () => {
  it('show access and earlier versions with the keyboard alone', async () => {
    await addActor(visit.server, 'asked', { roles: ['Reader'] });
    await assign({ ...VALUES, costCenter: [{ string: 'CC-9' }] });
    await using window = await visit.open(PATH);
    const { page } = window;
    const openTab = async (name: string): Promise<void> => {
      await tabTo(page, page.getByRole('tablist', { name: 'Parts' }));
      const tab = page.getByRole('tab', { name });
      for (let presses = 0; presses < 9 && (await tab.getAttribute('aria-selected')) !== 'true'; presses += 1)
        await page.keyboard.press('ArrowRight');
    };
    await openTab('Access');
    await page.getByText('You may read and edit this. You use the root account').waitFor();
    await page.getByRole('definition').getByText('All users').waitFor();
    await page.getByRole('row', { name: /^Edit Properties Yes/ }).waitFor();
    await tabTo(page, page.getByRole('combobox', { name: 'Whose access' }));
    await page.keyboard.type('asked');
    await choose(page, 'asked');
    await page.getByRole('row', { name: /^Edit Properties No/ }).waitFor();
    await page.keyboard.press('Escape');

    await findByKeys(page.getByRole('combobox', { name: 'Who has the privilege' }), 'Edit Tags', 'Edit Tags');
    await page.waitForURL(/privilege=EDIT_ENTITY_TAGS/);
    const editors = page
      .getByRole('table', { name: 'Who has the privilege: Edit Tags' })
      .getByRole('link', { name: 'Editor', exact: true });
    await tabTo(page, editors.first());
    await window.expectAccessible();

    await tabTo(page, page.getByRole('tablist', { name: 'Parts' }));
    await openTab('Raw');
    await tabTo(page, page.getByRole('button', { name: /Aspect$/ }));
    await page.keyboard.press('Enter');
    await choose(page, 'structuredProperties');
    await page.locator('pre').getByText('CC-9').waitFor();
    await tabTo(page, page.getByRole('button', { name: /Version$/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: /latest/ }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL(/aspect=structuredProperties&version=\d+/);
    await expect.poll(() => page.locator('pre').textContent()).not.toContain('CC-9');
    await window.expectAccessible();
    await page.reload();
    await expect.poll(() => page.locator('pre').textContent()).not.toContain('CC-9');
  });
});

/** Shows the properties without a value. */
async function unfold(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'without a value' });
  await button.click();
  await button.and(page.locator('[aria-expanded=true]')).waitFor();
}

function pathOf(urn: string): string {
  return `/${urn.split(':')[2]}/${encodeURIComponent(urn)}`;
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
}

async function assign(values: Readonly<Record<string, unknown>>): Promise<void> {
  const properties = Object.entries(values).map(([id, list]) => ({
    propertyUrn: PROPERTY + id,
    values: list,
  }));
  await writeAspect(visit.server, DATASET, 'structuredProperties', { properties });
}

/** The stored values of a property of the dataset; undefined if it has none. */
async function storedOf(id: string): Promise<unknown> {
  const { json } = await visit.server.request(
    'GET',
    `/openapi/v3/entity/dataset/${encodeURIComponent(DATASET)}`,
  );
  const list = json.structuredProperties.value.properties as readonly {
    propertyUrn: string;
    values: unknown;
  }[];
  return list.find(({ propertyUrn }) => propertyUrn === PROPERTY + id)?.values;
}
