import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
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
