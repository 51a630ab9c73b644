import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { addActor, writeAspect } from '../../support/test-actors.ts';
import { WebVisit } from './visit.ts';

const DAYS = 'io.acme.days';

let visit: WebVisit;
let catalog: ReturnType<typeof clientOf>;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  catalog = clientOf(visit.server);
  for (const name of ['a', 'b', 'c']) await catalog.dataset(name);
  await define(DAYS, { options: { type: 'number' }, display: { unit: 'days' } });
  await catalog.assign(datasetUrn('a'), { [DAYS]: [{ double: 500 }] });
  await catalog.assign(datasetUrn('b'), { [DAYS]: [{ double: 30 }] });
});
afterAll(() => visit[Symbol.asyncDispose]());

async function define(
  name: string,
  {
    display,
    options = {},
    rules,
    settings,
  }: {
    readonly display?: object;
    readonly options?: object;
    readonly rules?: object;
    readonly settings?: object;
  },
): Promise<void> {
  const { status, text } = await visit.server.request('POST', '/api/colophon/v1/plans/apply', {
    definitions: [
      {
        urn: propertyUrn(name),
        propertyDefinition: definition(name, options),
        ...(display && { structuredPropertyDisplay: display }),
        ...(rules && { structuredPropertyRules: rules }),
        ...(settings && { structuredPropertySettings: settings }),
      },
    ],
  });
  expect(status, text).toBe(200);
}

async function storedRules(name: string): Promise<unknown> {
  const { json } = await visit.server.request(
    'GET',
    aspectPath(propertyUrn(name), 'structuredPropertyRules', 'v3'),
  );
  return json?.value;
}

it('a text property is searched by words when its editor says so', async () => {
  await define('io.acme.note', {});
  await catalog.assign(datasetUrn('c'), { 'io.acme.note': [{ string: 'Bitter marmalade' }] });
  await using window = await visit.open('/properties/io.acme.note/edit');
  const { page } = window;
  await page.getByRole('checkbox', { name: 'Searched by words' }).check();
  const weight = page.getByRole('textbox', { name: 'Weight of these words' });
  await weight.fill('500');
  await page.getByText('Must be above 0 and at most 100.').waitFor();
  window.expectRefusals(400);
  await weight.fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Finds values by their words').waitFor();
  await page.goto(`${visit.server.url}/search?q=marmalade`);
  await page.getByRole('link', { name: 'c', exact: true }).waitFor();
});

describe('the rules of a property', () => {
  it('are set in its editor, which counts the violations first; its page lists them', async () => {
    await using window = await visit.open(`/properties/${DAYS}/edit`);
    const { page } = window;
    const rules = page.getByRole('region', { name: 'Rules' });
    expect(await rules.getByRole('textbox', { name: 'Pattern', exact: true }).count()).toBe(0);
    await rules.getByRole('textbox', { name: 'Minimum' }).fill('400');
    await rules.getByRole('textbox', { name: 'Maximum' }).fill('365');
    await rules.getByText('Must not be above the maximum.').waitFor();
    await page.getByText('To continue, correct the rules.').waitFor();
    await rules.getByRole('textbox', { name: 'Minimum' }).fill('1');
    await rules.getByText('Every value is accepted. Violations are counted.').click();
    await page.getByText('Above the maximum of 365 days: 1 asset').waitFor();
    expect(await page.getByText('What is there stays').count()).toBe(0);
    await rules.getByText('Nobody can enter a value').click();
    await page.getByText('What is there stays: no value is removed.').waitFor();
    await rules.getByRole('checkbox', { name: 'These assets must have a value' }).check();
    await page.getByText('Required, but without a value: 1 asset').waitFor();
    await window.expectAccessible();
    expect(await storedRules(DAYS)).toBeUndefined();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: DAYS }).waitFor();
    expect(await storedRules(DAYS)).toEqual({
      values: { min: { double: 1 }, max: { double: 365 }, level: 'ENFORCE' },
      required: { level: 'REPORT' },
    });
    await page.getByText('1 days to 365 days').waitFor();

    await page.getByRole('tab', { name: 'Violations' }).click();
    await page.getByText('2 assets break a rule.').waitFor();
    await page.getByRole('heading', { name: 'Above the maximum of 365 days' }).waitFor();
    await window.expectAccessible();
    await page.getByRole('link', { name: 'Show in the search' }).click();
    await page.getByText(`Breaks a rule of ${DAYS}`).waitFor();
    await page.getByRole('link', { name: 'c', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'b', exact: true }).count()).toBe(0);
  });

  it('say that there are none, or that all assets meet them', async () => {
    await define('io.acme.free', {});
    await define('io.acme.kept', { rules: { values: { maxLength: 9, level: 'WARN' } } });
    await using window = await visit.open('/properties/io.acme.free?tab=violations');
    const { page } = window;
    await page.getByRole('link', { name: 'Add rules' }).waitFor();
    await page.goto(`${visit.server.url}/properties/io.acme.kept?tab=violations`);
    await page.getByText('All assets meet the rules of this property.').waitFor();
  });

  it('show a refused pattern, and that a reader may only read', async () => {
    await define('io.acme.code', {});
    await catalog.assign(datasetUrn('a'), { 'io.acme.code': [{ string: 'x' }] });
    await using window = await visit.open('/properties/io.acme.code/edit');
    const { page } = window;
    await page.getByRole('textbox', { name: 'Pattern', exact: true }).fill('(');
    await page.getByText('The pattern is not an RE2 expression').first().waitFor();
    window.expectRefusals(400);
    await page.getByRole('textbox', { name: 'Pattern', exact: true }).fill('[A-Z]{3}');
    await page.getByRole('textbox', { name: 'Pattern in words' }).fill('Three letters');
    await page.getByText('Expected: Three letters: 1 asset').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'io.acme.code' }).waitFor();
    const { token } = await addActor(visit.server, 'reader');
    await using other = await visit.open('/properties/io.acme.code?tab=violations', { token });
    await other.page.getByText('1 asset breaks a rule.').waitFor();
    await other.page.getByRole('link', { name: 'a', exact: true }).waitFor();
  });
});

describe('an asset that breaks rules', () => {
  const tab = (name: string): string => `/dataset/${encodeURIComponent(datasetUrn(name))}?tab=properties`;

  it('shows readers what is wrong, and editors the fields of what is missing', async () => {
    await define('io.acme.size', {
      options: { allowedValues: ['small', 'compact', 'large'].map((string) => ({ string })) },
      rules: { deprecatedValues: [{ value: { string: 'small' }, replacedBy: { string: 'compact' } }] },
    });
    await define('io.acme.checked', { rules: { values: { format: 'BOOLEAN' } } });
    await define('io.acme.reason', { rules: { required: { level: 'REPORT' } } });
    for (const name of ['d', 'e']) await catalog.dataset(name);
    await catalog.assign(datasetUrn('d'), { 'io.acme.reason': [{ string: 'audit of last year' }] });
    await define('io.acme.size', {
      options: { allowedValues: ['small', 'compact', 'large'].map((string) => ({ string })) },
      rules: { values: { level: 'REPORT' } },
    });
    await catalog.assign(datasetUrn('e'), { 'io.acme.size': [{ string: 'small' }] });
    await define('io.acme.size', {
      options: { allowedValues: ['small', 'compact', 'large'].map((string) => ({ string })) },
      rules: {
        values: { level: 'ENFORCE' },
        deprecatedValues: [{ value: { string: 'small' }, replacedBy: { string: 'compact' } }],
      },
    });

    const { token } = await addActor(visit.server, 'other');
    await using reader = await visit.open(tab('e'), { token });
    await reader.page.getByText('Deprecated: use compact').waitFor();
    await reader.page.getByRole('heading', { name: 'Required' }).waitFor();

    await using window = await visit.open(tab('e'));
    const { page } = window;
    await page.getByText('Deprecated: use compact').waitFor();
    await page.getByRole('button', { name: 'Edit io.acme.size' }).click();
    await page.getByRole('combobox', { name: 'io.acme.size' }).fill('');
    await page.getByRole('option', { name: 'compact' }).waitFor();
    expect(await page.getByRole('option').allTextContents()).not.toContain('small');
    await page.getByRole('option', { name: 'compact' }).click();
    await page.getByText('Deprecated: use compact').waitFor({ state: 'detached' });

    const required = page.getByRole('region', { name: 'Required' });
    await required.getByRole('button', { name: 'Edit io.acme.reason' }).click();
    const reason = page.getByRole('combobox', { name: 'io.acme.reason' });
    await expect
      .poll(() =>
        page.locator('datalist option').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
      )
      .toContain('audit of last year');
    await window.expectAccessible();
    await reason.fill('new');
    await reason.press('Enter');
    // It stays in its place.
    await required.getByText('new', { exact: true }).waitFor();
  });

  it('has fields with bounds, and a switch', async () => {
    await using window = await visit.open(tab('b'));
    const { page } = window;
    await page.getByRole('button', { name: `Edit ${DAYS}` }).click();
    await page.getByText('In days, 1 to 365.').waitFor();
    await page.getByRole('textbox', { name: DAYS }).fill('366');
    await page.getByText('Above the maximum of 365 days.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: DAYS }).fill('365');
    await page.getByRole('textbox', { name: DAYS }).press('Enter');
    await page.getByText('365 days').waitFor();
    await page.getByRole('button', { name: /without a value/ }).click();
    await page.getByRole('button', { name: 'Edit io.acme.checked' }).click();
    await page.getByText('no value', { exact: true }).last().waitFor();
    await page.getByRole('switch').press('Space');
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await catalog.values(datasetUrn('b')))['io.acme.checked'])
      .toEqual([{ string: 'true' }]);
  });

  it('is found by a filter that suggests values in use', async () => {
    await using window = await visit.open('/search?filter=_entityType%3Ais%3ADATASET');
    const { page } = window;
    await page.getByRole('button', { name: 'Edit filters' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('combobox', { name: /Add condition|And/ })
      .first()
      .fill('io.acme.reason');
    await page
      .getByRole('option', { name: /^io.acme.reason/ })
      .first()
      .click();
    await dialog.getByRole('combobox', { name: 'Add a value' }).last().fill('LAST YEAR');
    await page.getByRole('option', { name: /^audit of last year/ }).click();
    // Leaves the open list, which hides the rest of the dialog.
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('io.acme.reason is audit of last year').waitFor();
    await page.getByRole('link', { name: 'd', exact: true }).waitFor();
  });
});

describe('cells of the columns grid', () => {
  const TABLE = datasetUrn('cells');
  const stored = async (column: string): Promise<Record<string, unknown>> =>
    catalog.values(`urn:li:schemaField:(${TABLE},${column})`);

  it('judge values as the fields of an asset do', async () => {
    const onColumns = { entityTypes: ['schemaField'] };
    const settings = { showInColumnsTable: true };
    await define('io.acme.length', {
      options: { ...onColumns, type: 'number' },
      display: { unit: 'mm' },
      rules: { values: { min: { double: 1 }, max: { double: 9 } } },
      settings,
    });
    await define('io.acme.grade', {
      options: { ...onColumns, allowedValues: ['low', 'mid', 'high'].map((string) => ({ string })) },
      rules: { deprecatedValues: [{ value: { string: 'mid' }, replacedBy: { string: 'low' } }] },
      settings,
    });
    await define('io.acme.masked', {
      options: onColumns,
      rules: { values: { format: 'BOOLEAN' } },
      settings,
    });
    await catalog.dataset('cells');
    await writeAspect(visit.server, TABLE, 'schemaMetadata', {
      schemaName: 'cells',
      platform: 'urn:li:dataPlatform:hive',
      version: 0,
      hash: '',
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
      fields: ['id', 'name'].map((fieldPath) => ({
        fieldPath,
        nativeDataType: 'text',
        type: { type: { 'com.linkedin.schema.StringType': {} } },
      })),
    });
    await using window = await visit.open(`/dataset/${encodeURIComponent(TABLE)}/columns`);
    const { page } = window;
    const open = async (property: string): Promise<void> => {
      const header = page.getByRole('columnheader', { name: property, exact: true });
      const place = await header.getAttribute('aria-colindex');
      const row = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: 'Select id' }) });
      await row.locator(`[aria-colindex="${place}"]`).dblclick();
    };
    await open('io.acme.length');
    await page.getByText('In mm, 1 to 9.').waitFor();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await page.getByText('Above the maximum of 9 mm.').waitFor();
    await window.expectAccessible();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('8');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('id')).toMatchObject({ 'io.acme.length': [{ double: 8 }] });

    await open('io.acme.grade');
    await page.getByRole('option', { name: 'low' }).waitFor();
    expect(await page.getByRole('option').allTextContents()).toEqual(['low', 'high']);
    await page.keyboard.type('mid');
    await page.keyboard.press('Enter');
    await page.getByText('Deprecated: use low.').waitFor();
    await page.keyboard.press('Escape');

    await open('io.acme.masked');
    await page.getByRole('option', { name: 'false' }).waitFor();
    await page.keyboard.type('yes');
    await page.keyboard.press('Enter');
    await page.getByText('‘yes’ is not one of the allowed values.').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('t');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored('id')).toMatchObject({ 'io.acme.masked': [{ string: 'true' }] });
    expect(await stored('id')).not.toHaveProperty('io.acme.grade');
  });
});
