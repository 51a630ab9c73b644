import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../support/start-server.ts';
import { addActor, matching, policy, userUrn, withToken, writeAspect } from '../../support/test-actors.ts';
import { WebVisit } from './visit.ts';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,shop.orders,PROD)';
const PATH = pathOf(DATASET);
const ORDERS = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)';
const COLUMN = `urn:li:schemaField:(${ORDERS},order_id)`;
const VIEW = 'urn:li:dataHubView:orders-only';

let visit: WebVisit;
let reader: TestServer;
beforeAll(async () => {
  visit = await WebVisit.start();
  reader = await addActor(visit.server, 'reader', { roles: ['Reader'] });
  await writeAspect(visit.server, VIEW, 'dataHubViewInfo', {
    type: 'GLOBAL',
    name: 'Orders only',
    created: { time: 1, actor: userUrn('datahub') },
    lastModified: { time: 1, actor: userUrn('datahub') },
    definition: { entityTypes: ['dataset'], filter: { or: [] } },
  });
  await writeAspect(visit.server, DATASET, 'datasetProperties', { name: 'orders' });
});
afterAll(() => visit[Symbol.asyncDispose]());

/** An entity of each kind that has a page. */
const KINDS: readonly (readonly [kind: string, urn: string])[] = [
  ['asset', ORDERS],
  ['column', COLUMN],
  ['term', 'urn:li:glossaryTerm:hearth.basket'],
  ['tag', 'urn:li:tag:external'],
  ['domain', 'urn:li:domain:finance'],
  ['person', 'urn:li:corpuser:ada.kovacs'],
  ['group', 'urn:li:corpGroup:checkout'],
  ['data product', 'urn:li:dataProduct:hearth.sales'],
  ['form', 'urn:li:form:trusted-table'],
  ['view', VIEW],
];

describe('every kind of page', () => {
  it.each(KINDS)('of %s says once, below its title, that a reader may only read it', async (_kind, urn) => {
    await using window = await visit.open(pathOf(urn), { token: reader.token });
    const { page } = window;
    const line = page.getByText(/^You can read this\. .+ may edit it\./);
    await line.waitFor();
    expect(await line.count()).toBe(1);
    expect(
      await page.getByRole('button', { name: /^Edit (?!filters)|not available: You don’t have/ }).count(),
    ).toBe(0);
    await page.getByRole('link', { name: 'Why?' }).click();
    await page.getByText('You may read this, but not edit it.').waitFor();
  });

  it('of an asset with owners names them first', async () => {
    for (const urn of [ORDERS, COLUMN]) {
      await using window = await visit.open(pathOf(urn), { token: reader.token });
      const { page } = window;
      await page.getByText('You can read this. Checkout and 2 others may edit it.').waitFor();
    }
  });

  it('of a property says it, too, and who may change definitions', async () => {
    await using window = await visit.open('/properties/io.hearth.regions', { token: reader.token });
    const { page } = window;
    await page.getByText('You can read this. People with the role Admin may edit it.').waitFor();
    await page.getByRole('link', { name: 'Why?' }).click();
    await page.getByText('You may not change this property. You don’t have the privilege').waitFor();
  });
});

describe.each([
  ['/properties', 'Manage Structured Properties'],
  ['/people', 'Manage Users & Groups'],
])('the page of many at %s', (path, privilege) => {
  it('says which privilege a reader lacks, and why at the first press', async () => {
    await using window = await visit.open(path, { token: reader.token });
    const { page } = window;
    await page.getByText(`You can read this. People with the privilege ${privilege} may edit it.`).waitFor();
    await page.getByRole('link', { name: 'Why?' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Privilege' }).inputValue()).toBe(privilege);
    await page.getByText('Denied', { exact: true }).waitFor();
  });
});

describe('rights to parts of an asset', () => {
  const SELLERS = pathOf(
    'urn:li:dataset:(urn:li:dataPlatform:s3,hearth-landing/product_catalogue/sellers,PROD)',
  );

  it('are named below the title for a reader, after those who may edit all of it', async () => {
    await using window = await visit.open(SELLERS, { token: reader.token });
    await window.page
      .getByText(
        /^You can read this\. .+ may edit it\. Piet de Vries may edit its description, properties, tags, glossary terms, and owners\./,
      )
      .waitFor();
  });

  it('are named below the title for the person who has them', async () => {
    const { token } = await withToken(visit.server, 'urn:li:corpuser:piet.devries', {});
    await using window = await visit.open(SELLERS, { token });
    const { page } = window;
    await page
      .getByText(
        /^You can edit its description, properties, tags, glossary terms, and owners\. .+ may edit all of it\./,
      )
      .waitFor();
    await page.getByRole('button', { name: 'Edit tags' }).waitFor();
    expect(await page.getByRole('button', { name: 'Edit domain' }).count()).toBe(0);
  });
});

describe('a reader', () => {
  it('sees in one line who may edit, is offered no edit, and sees why', async () => {
    await using window = await visit.open(PATH, { token: reader.token });
    const { page } = window;
    await page.getByText('You can read this. People with the role Admin or Editor may edit it.').waitFor();
    expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(0);
    await window.expectAccessible();
    await page.getByRole('tab', { name: 'Access' }).click();
    expect(page.url()).toContain('tab=access');
    await page
      .getByRole('row', { name: /^Edit Properties No You don’t have the privilege Edit Properties\.$/ })
      .waitFor();
    await page.getByRole('row', { name: /^Read Yes/ }).waitFor();
    await page.getByText('You may read this, but not edit it.').waitFor();
    // What people ask is shown, the privileges for APIs are behind More.
    const timeline = page.getByRole('row', { name: /^Get Timeline API/ });
    expect(await timeline.count()).toBe(0);
    await page.getByText(/^More: \d+ privileges/).click();
    await timeline.waitFor();
    await window.expectAccessible();
    expect(await page.getByRole('combobox', { name: 'Whose access' }).count()).toBe(0);
    await page.getByText('People who manage policies can see other people’s access').waitFor();
    expect(await page.getByRole('combobox', { name: 'Who has the privilege' }).count()).toBe(0);
    await page.goto(`${page.url()}&privilege=EDIT_ENTITY_TAGS`);
    await page.getByRole('row', { name: /^Read Yes/ }).waitFor();
    expect(await page.getByText('Who has the privilege:').count()).toBe(0);
    // The reader may not open the pages of policies.
    expect(await page.getByRole('table', { name: 'Privileges' }).getByRole('link').count()).toBe(0);
  });

  it('sees no lineage tab for a type without lineage, and no link to define a property', async () => {
    await using window = await visit.open('/tag/urn%3Ali%3Atag%3Agold?tab=properties', {
      token: reader.token,
    });
    const { page } = window;
    await page.getByText('No structured properties for this entity type').waitFor();
    expect(await page.getByRole('link', { name: 'Define one' }).count()).toBe(0);
    await page.getByRole('tab', { name: /^Assets \d/ }).waitFor();
    const tabs = await page.getByRole('tab').allTextContents();
    expect(tabs.slice(1).map((tab) => tab.replace(/\d+$/, ''))).toEqual([
      'About',
      'Properties',
      'History',
      'Access',
      'Raw',
    ]);
  });

  it('is explained to an administrator, at an address that can be shared', async () => {
    await using window = await visit.open(
      `${PATH}?tab=access&actor=${encodeURIComponent('urn:li:corpuser:reader')}`,
    );
    const refused = /^Edit Properties No .*Closest policy: .*Who has the privilege: .*Editor/;
    await window.page.getByRole('row', { name: refused }).waitFor();
    expect(await window.page.getByRole('combobox', { name: 'Whose access' }).inputValue()).toBe('reader');
  });
});

it('lists privilege holders with the mouse: people, roles and owners as links, markup in names as text', async () => {
  const name = '<b>Tag</b> keepers';
  await writeAspect(visit.server, 'urn:li:dataHubPolicy:taggers', 'dataHubPolicyInfo', {
    ...policy({
      privileges: ['EDIT_ENTITY_TAGS'],
      actors: { users: [userUrn('tagger')], resourceOwners: true },
      resources: { filter: matching('URN', [DATASET]) },
    }),
    displayName: name,
  });
  await addActor(visit.server, 'tagger');
  await using window = await visit.open(`${PATH}?tab=access`);
  const { page } = window;
  await page.getByRole('combobox', { name: 'Who has the privilege' }).click();
  await page.getByRole('option', { name: 'Edit Tags', exact: true }).click();
  const row = page
    .getByRole('table', { name: 'Who has the privilege: Edit Tags' })
    .getByRole('row', { name });
  await row.getByText('Owners:').waitFor();
  await page.reload();
  await row.getByRole('link', { name: 'tagger', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'tagger' }).waitFor();
  await page.goBack();
  await row.getByRole('link', { name }).click();
  await page.waitForURL(/\/policies\//);
  await page.getByRole('heading', { level: 1 }).getByText(name).waitFor();
});

function pathOf(urn: string): string {
  return `/${urn.split(':')[2]}/${encodeURIComponent(urn)}`;
}
