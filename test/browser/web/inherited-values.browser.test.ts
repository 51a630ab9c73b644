import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { writeAspect } from '../../support/test-actors.ts';
import { WebVisit } from './visit.ts';

const DB = 'urn:li:container:finance';
const ORDERS = datasetUrn('orders');
const AMOUNT = `urn:li:schemaField:(${ORDERS},amount)`;

let visit: WebVisit;
let catalog: ReturnType<typeof clientOf>;
beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  catalog = clientOf(visit.server);
  const entityTypes = ['container', 'dataset', 'schemaField'];
  const levels = ['secret', 'internal', 'public'].map((string) => ({ string }));
  await catalog.define('io.acme.retention', { type: 'number', entityTypes });
  await catalog.define('io.acme.level', { entityTypes, allowedValues: levels });
  await inherit('io.acme.retention', 'NEAREST');
  await inherit('io.acme.level', 'STRICTEST');
  await writeAspect(visit.server, DB, 'containerProperties', { name: 'finance_db' });
  await catalog.dataset('orders');
  await writeAspect(visit.server, ORDERS, 'container', { container: DB });
  await catalog.assign(DB, {
    'io.acme.retention': [{ double: 365 }],
    'io.acme.level': [{ string: 'secret' }],
  });
  await catalog.assign(ORDERS, { 'io.acme.level': [{ string: 'public' }] });
});
afterAll(() => visit[Symbol.asyncDispose]());

function inherit(name: string, resolve: string): Promise<void> {
  const rules = { inherit: { from: ['container'], resolve } };
  return writeAspect(visit.server, propertyUrn(name), 'structuredPropertyRules', rules);
}

function pathOf(urn: string): string {
  return `/${urn.split(':')[2]}/${encodeURIComponent(urn)}?tab=properties`;
}

describe('an inherited value', () => {
  it.each([1400, 390])('says where it comes from, and can be overridden, at %d px', async (width) => {
    await using window = await visit.open(pathOf(ORDERS), { width });
    const { page } = window;
    const row = page.getByRole('listitem').filter({ hasText: 'io.acme.retention' });
    await row.getByText('from finance_db').waitFor();
    expect(await row.textContent()).toContain('365');
    const level = page.getByRole('listitem').filter({ hasText: 'io.acme.level' });
    expect(await level.textContent()).toMatch(/public.*In effect: secret from finance_db/);
    await window.expectAccessible();
    await row.getByRole('button', { name: 'Override here: io.acme.retention' }).click();
    await page.getByRole('textbox', { name: 'io.acme.retention' }).fill('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('30', { exact: true }).waitFor();
    await expect.poll(() => row.textContent()).not.toContain('from');
    expect(await catalog.values(ORDERS)).toMatchObject({ 'io.acme.retention': [{ double: 30 }] });
    await catalog.assign(ORDERS, { 'io.acme.level': [{ string: 'public' }] });
    await row.getByText('from finance_db').waitFor();
    await row.getByRole('link', { name: 'finance_db' }).click();
    await page.getByRole('heading', { level: 1, name: 'finance_db' }).waitFor();
  });

  it('shows on a column, which takes the value of its table first', async () => {
    await catalog.assign(AMOUNT, {});
    await writeAspect(visit.server, AMOUNT, 'documentation', { documentations: [] });
    await using window = await visit.open(pathOf(AMOUNT));
    const row = window.page.getByRole('listitem').filter({ hasText: 'io.acme.level' });
    await row.getByText('from finance_db').waitFor();
    expect(await row.textContent()).toContain('secret');
  });
});

describe('the editor of a property', () => {
  it.each([
    [1400, 'light'],
    [390, 'dark'],
  ] as const)(
    'says from where values are inherited, with counts before it is saved, at %d px, %s',
    async (width, colorScheme) => {
      const name = `io.acme.kept${width}`;
      await catalog.define(name, { type: 'number', entityTypes: ['container', 'dataset'] });
      await catalog.assign(DB, { [name]: [{ double: 365 }] });
      await using window = await visit.open(`/properties/${name}/edit`, { width, colorScheme });
      const { page } = window;
      const part = page.getByRole('region', { name: 'Inheritance' });
      const effects = page.getByRole('region', { name: 'Effects' });
      await choose(page, part.getByRole('button', { name: /Take the value of/ }), 'The domain');
      // The server refuses it: the property is not for domains, and a domain is one of several.
      await part.getByText('no values on these types: domain').waitFor();
      await part.getByRole('button', { name: 'Add to the asset types' }).click();
      await part.getByText('An asset can have several domains and terms.').waitFor();
      window.expectRefusals(400);
      await choose(page, part.getByRole('button', { name: /Else of/ }), 'The container');
      await choose(page, part.getByRole('button', { name: /Take the value of/ }), 'The container');
      expect(await part.getByRole('button', { name: /^The domain Else of/ }).count()).toBe(1);
      await choose(page, part.getByRole('button', { name: /^The domain Else of/ }), 'Nothing else');
      await effects.getByText('1 asset without a value inherits one, from 1 source.').waitFor();
      await effects.getByRole('link', { name: 'orders' }).waitFor();
      // There is no strictest of numbers without allowed values.
      expect(await part.getByRole('radio').count()).toBe(0);
      await window.expectAccessible();
      window.expectRefusals(400);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await rulesOf(name)).toEqual({ inherit: { from: ['container'], resolve: 'NEAREST' } });
      const facts = page.getByLabel('Definition');
      await facts.getByText('Inherited from').waitFor();
      await facts.getByText('The nearest').waitFor();
    },
  );

  it('offers the strictest of allowed values, and the history has a line for each change', async () => {
    await using window = await visit.open('/properties/io.acme.level/edit');
    const { page } = window;
    const part = page.getByRole('region', { name: 'Inheritance' });
    await part.getByText('The value of the asset; without one, the nearest above it.').click();
    await page.getByRole('region', { name: 'Effects' }).getByText('Inheritance').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'io.acme.level' }).waitFor();
    expect(await rulesOf('io.acme.level')).toEqual({ inherit: { from: ['container'], resolve: 'NEAREST' } });
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'Rules changed' }).waitFor();
    const line = page.getByRole('listitem').filter({ hasText: 'Value in effect' });
    expect(await line.textContent()).toBe(
      'Value in effect: The strictest: first of the allowed values The nearest',
    );
    await page.goto(`${visit.server.url}/properties/io.acme.level/edit`);
    await choose(page, part.getByRole('button', { name: /Take the value of/ }), 'Nothing: own values only');
    await page.getByText('Assets no longer inherit values. Their own values stay.').waitFor();
  });
});

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function rulesOf(name: string): Promise<unknown> {
  const { json } = await visit.server.request(
    'GET',
    aspectPath(propertyUrn(name), 'structuredPropertyRules', 'v3'),
  );
  return json?.value;
}
