import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { addActor, userUrn, writeAspect } from '../../support/test-actors.ts';
import { WebVisit } from './visit.ts';

const COLORS = ['RED', 'ORANGE', 'YELLOW', 'GREEN', 'TEAL', 'BLUE', 'PURPLE', 'GRAY'];
const A = datasetUrn('a');
const B = datasetUrn('b');

let visit: WebVisit;
let catalog: ReturnType<typeof clientOf>;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  catalog = clientOf(visit.server);
  await catalog.dataset('a');
  await catalog.dataset('b');
  await define('io.acme.hue', {
    options: { cardinality: 'MULTIPLE', allowedValues: COLORS.map((string) => ({ string })) },
    display: {
      group: 'Privacy',
      order: 20,
      valueColors: COLORS.map((color) => ({ value: { string: color }, color })),
    },
  });
  await define('io.acme.retention', {
    options: { type: 'number' },
    display: { group: 'Privacy', order: 10, unit: 'days' },
  });
  await define('io.acme.cost', { options: { type: 'number' }, display: { group: 'Cost', order: 5 } });
  await define('io.acme.plain', {});
  const values = COLORS.map((string) => ({ string }));
  await catalog.assign(A, {
    'io.acme.hue': values,
    'io.acme.retention': [{ double: 3650 }],
    'io.acme.cost': [{ double: 7 }],
    'io.acme.plain': [{ string: 'plain' }],
  });
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

async function stored(name: string, aspect: string) {
  const { json } = await visit.server.request('GET', aspectPath(propertyUrn(name), aspect, 'v3'));
  return json?.value;
}

const assetPath = `/dataset/${encodeURIComponent(A)}?tab=properties`;

describe('properties of an asset', () => {
  it.each([
    ['light', 1400],
    ['light', 390],
    ['dark', 1400],
    ['dark', 390],
  ] as const)('have groups, units and readable colors, %s at %d px', async (colorScheme, width) => {
    await using window = await visit.open(assetPath, { colorScheme, width });
    const { page } = window;
    await page.getByText('3,650 days').waitFor();
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings.filter((text) => ['Privacy', 'Cost', 'io.acme'].includes(text))).toEqual([
      'Cost',
      'Privacy',
      'io.acme',
    ]);
    const privacy = page.getByRole('list', { name: 'Privacy' });
    expect(await privacy.getByRole('listitem').first().textContent()).toContain('io.acme.retention');
    for (const color of COLORS) await privacy.getByText(color, { exact: true }).waitFor();
    // axe measures the contrast of each color.
    await window.expectAccessible();
  });

  it('have fields that name the unit', async () => {
    await using window = await visit.open(assetPath);
    const { page } = window;
    await page.getByRole('button', { name: 'Edit io.acme.retention' }).click();
    await page.getByText('In days.').waitFor();
  });
});

describe('the editor of a definition', () => {
  it('sets and clears the display', async () => {
    await define('io.acme.edited', {
      options: { allowedValues: [{ string: 'low' }, { string: 'high' }] },
      display: { order: 1, unit: 'points' },
    });
    await using window = await visit.open('/properties/io.acme.edited/edit');
    const { page } = window;
    await page.getByRole('textbox', { name: 'Group' }).fill('Quality');
    await page.getByRole('textbox', { name: 'Order' }).fill('7');
    await page.getByRole('textbox', { name: 'Unit' }).fill('');
    await page.getByRole('button', { name: /Color of high/ }).click();
    await page.getByRole('option', { name: 'Teal' }).click();
    await window.expectAccessible();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'io.acme.edited' }).waitFor();
    expect(await stored('io.acme.edited', 'structuredPropertyDisplay')).toEqual({
      group: 'Quality',
      order: 7,
      valueColors: [{ value: { string: 'high' }, color: 'TEAL' }],
    });
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'Display changed' }).waitFor();
    await page.getByText('high teal').waitFor();
  });

  it('previews values as assets show them: with their unit, in their color', async () => {
    await define('io.acme.kept', {
      options: { type: 'number', allowedValues: [{ double: 3650 }, { double: 30 }] },
      settings: { showInAssetSummary: true },
    });
    await using window = await visit.open('/properties/io.acme.kept/edit');
    const { page } = window;
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('io.acme.kept: 3,650 (or “none”)').waitFor();
    await page.getByRole('textbox', { name: 'Unit' }).fill('days');
    await preview.getByText('io.acme.kept: 3,650 days (or “none”)').waitFor();
    await page.getByRole('button', { name: /Color of 3650/ }).click();
    await page.getByRole('option', { name: 'Red' }).click();
    await expect.poll(() => preview.getByText('3,650 days', { exact: true }).count()).toBe(2);
    await window.expectAccessible();
  });
});

describe('the page of a property', () => {
  it('names its owners', async () => {
    await addActor(visit.server, 'ann');
    const owners = [{ owner: userUrn('ann'), type: 'DATAOWNER' }];
    await writeAspect(visit.server, propertyUrn('io.acme.plain'), 'ownership', { owners });
    await using window = await visit.open('/properties/io.acme.plain');
    await window.page.getByRole('heading', { name: 'Owners' }).waitFor();
    await window.page.getByRole('link', { name: 'ann' }).waitFor();
    await window.expectAccessible();
  });

  it('renames a value after a preview, and undoes it', async () => {
    const options = { cardinality: 'MULTIPLE', allowedValues: [{ string: 'secret' }, { string: 'open' }] };
    const display = { valueColors: [{ value: { string: 'secret' }, color: 'RED' }] };
    const rules = {
      values: { level: 'ENFORCE' },
      deprecatedValues: [{ value: { string: 'hidden' }, replacedBy: { string: 'secret' } }],
    };
    await define('io.acme.level', { options, display, rules });
    await catalog.assign(B, { 'io.acme.level': [{ string: 'open' }, { string: 'secret' }] });
    const values = async (): Promise<unknown> => (await catalog.values(B))['io.acme.level'];
    await using window = await visit.open('/properties/io.acme.level');
    const { page } = window;
    await page.getByRole('button', { name: 'Rename a value…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename a value' });
    await dialog.getByRole('combobox', { name: 'Value', exact: true }).fill('secret');
    await page.getByRole('option', { name: 'secret' }).click();
    await dialog.getByRole('textbox', { name: 'New value' }).fill('restricted');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('1 asset will have restricted instead of secret.').waitFor();
    expect(await values()).toEqual([{ string: 'open' }, { string: 'secret' }]);
    await window.expectAccessible();
    await dialog.getByRole('button', { name: 'Rename' }).click();
    const messages = page.getByRole('status', { name: 'Messages' });
    await messages.getByText('secret renamed to restricted').waitFor();
    expect(await values()).toEqual([{ string: 'open' }, { string: 'restricted' }]);
    expect(await stored('io.acme.level', 'structuredPropertyDisplay')).toEqual({
      valueColors: [{ value: { string: 'restricted' }, color: 'RED' }],
    });
    expect(await stored('io.acme.level', 'structuredPropertyRules')).toEqual({
      ...rules,
      deprecatedValues: [{ value: { string: 'hidden' }, replacedBy: { string: 'restricted' } }],
    });
    await messages.getByRole('button', { name: 'Undo' }).click();
    await messages.getByText('io.acme.level is as it was before').waitFor();
    expect(await values()).toEqual([{ string: 'open' }, { string: 'secret' }]);
    expect(await stored('io.acme.level', 'structuredPropertyDisplay')).toEqual(display);
    expect(await stored('io.acme.level', 'structuredPropertyRules')).toEqual(rules);
  });
});

describe('the lineage of an asset', () => {
  it.each(['light', 'dark'] as const)('has badges in the colors of their values, %s', async (colorScheme) => {
    await define('io.acme.seal', {
      options: { allowedValues: [{ string: 'gold' }, { string: 'tin' }] },
      display: { valueColors: [{ value: { string: 'gold' }, color: 'YELLOW' }] },
      settings: { showAsAssetBadge: true },
    });
    await catalog.dataset('c');
    await writeAspect(visit.server, datasetUrn('c'), 'upstreamLineage', {
      upstreams: [{ dataset: datasetUrn('d'), type: 'COPY' }],
    });
    await catalog.dataset('d');
    await catalog.assign(datasetUrn('c'), { 'io.acme.seal': [{ string: 'gold' }] });
    await catalog.assign(datasetUrn('d'), { 'io.acme.seal': [{ string: 'tin' }] });
    await using window = await visit.open(`/dataset/${encodeURIComponent(datasetUrn('c'))}/lineage`, {
      colorScheme,
    });
    const { page } = window;
    const inkOf = (text: string): Promise<string> =>
      page
        .getByRole('group', { name: /^Lineage as a graph/ })
        .getByText(text, { exact: true })
        .evaluate((element) => getComputedStyle(element).color);
    const gold = await inkOf('gold');
    expect(gold).not.toBe(await inkOf('tin'));
    await window.expectAccessible();
    await page.goto(`${visit.server.url}/search?q=${encodeURIComponent('c')}`);
    const found = page.getByRole('main').getByText('gold', { exact: true }).first();
    expect(await found.evaluate((element) => getComputedStyle(element).color)).toBe(gold);
  });
});

describe('the list of properties', () => {
  it('has deleted ones that can be restored, to which the empty bin leads', async () => {
    await define('io.acme.dropped', {});
    const urn = encodeURIComponent(propertyUrn('io.acme.dropped'));
    const status = { value: { removed: true } };
    await visit.server.request('POST', `/openapi/v3/entity/structuredproperty/${urn}/status`, status);
    await using window = await visit.open('/bin');
    const { page } = window;
    await page.getByRole('heading', { name: 'Nothing deleted permanently' }).waitFor();
    await window.expectAccessible();
    await page.getByRole('main').getByRole('link', { name: 'Deleted properties' }).last().click();
    await page.getByRole('button', { name: 'Restore io.acme.dropped' }).waitFor();
  });

  it('keeps groups together on several pages', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `io.acme.many${String(index).padStart(2, '0')}`);
    // Every second one is in the group, so that its last ones are on the second page of the names.
    for (const [index, name] of names.entries())
      await define(name, index % 2 === 0 ? {} : { display: { group: 'Zoo', order: 30 - index } });
    await using window = await visit.open('/properties');
    const { page } = window;
    const table = page.getByRole('table', { name: 'Structured properties' });
    const linked = async (): Promise<readonly string[]> =>
      (await table.getByRole('link', { name: /^io\.acme\.many/ }).allInnerTexts()).map((text) => text.trim());
    await table.getByText('Zoo', { exact: true }).waitFor();
    const first = await linked();
    const zoo = names.filter((_, index) => index % 2 === 1).reverse();
    expect(first.slice(0, zoo.length)).toEqual(zoo);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect.poll(async () => (await linked())[0]).not.toBe(first[0]);
    await table.getByText('Without a group', { exact: true }).waitFor();
    expect([...first, ...(await linked())]).toEqual([...zoo, ...names.filter((_, index) => index % 2 === 0)]);
  });
});
