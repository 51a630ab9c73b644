import type { Locator, Page } from 'playwright-core';
import { withVisibleDirections } from '../../../src/util/printable.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addActor, writeAspect } from '../../support/test-actors.ts';
import { WebVisit } from './visit.ts';

const PROPERTY = 'urn:li:structuredProperty:io.hearth.';

let visit: WebVisit;
beforeAll(async () => {
  visit = await WebVisit.start();
});
afterAll(() => visit[Symbol.asyncDispose]());

describe('hostile data', () => {
  const HOSTILE = 'urn:li:dataset:(urn:li:dataPlatform:hive,50% & <b>x</b>/y,PROD)';
  const LONG = 'ab '.repeat(3334);

  it('is shown as text', async () => {
    await writeAspect(visit.server, HOSTILE, 'datasetProperties', {
      name: '<img src=x onerror=alert(1)> \u202Eevil',
      description: `<script>alert(1)</script> [run](javascript:alert(1)) [go](https://example.com) **bold** ${LONG}`,
      customProperties: { '<i>k</i>': 'שלום עולם' },
    });
    await writeAspect(visit.server, HOSTILE, 'structuredProperties', {
      properties: [{ propertyUrn: `${PROPERTY}costCenter`, values: [{ string: LONG }] }],
    });
    for (const width of [1400, 390]) {
      await using window = await visit.open(pathOf(HOSTILE), { width, colorScheme: 'dark' });
      const { page } = window;
      await page.getByRole('heading', { level: 1, name: '<img src=x onerror=alert(1)>' }).waitFor();
      await page.getByText('U+202E').first().waitFor();
      expect(await page.locator('body').innerText()).not.toMatch(/[\u202a-\u202e]/);
      await page.getByText('<script>alert(1)</script>').waitFor();
      await page.getByRole('link', { name: 'go', exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'run', exact: true }).count()).toBe(0);
      await page.getByRole('tab', { name: 'Properties' }).click();
      await rowOf(page, 'Cost centre').getByRole('button', { name: 'Show all' }).click();
      expect((await rowOf(page, 'Cost centre').textContent())?.length).toBeGreaterThan(10_000);
      await page.getByText('שלום עולם').waitFor();
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
        // Less than 0 where the page is too short for the scroll bar whose space is reserved.
      ).toBeLessThanOrEqual(0);
      if (width === 390) await window.expectAccessible();
    }
  });

  it('is Markdown with tables, nested lists, quotes and images of this server only', async () => {
    const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,markdown,PROD)';
    const description = `An _important_ table.

| Column | Meaning |
| ------ | ------: |
| id     | **key** |

> Quoted.

- outer
  - inner

![mark](/assets/colophon.svg) ![elsewhere](https://example.com/x.png) ![out](/logOut)
<b onclick="alert(1)">not bold</b>`;
    await writeAspect(visit.server, urn, 'datasetProperties', { name: 'markdown', description });
    await using window = await visit.open(pathOf(urn));
    const { page } = window;
    await page.getByRole('row', { name: 'id key' }).waitFor();
    await page.getByRole('emphasis').getByText('important').waitFor();
    await page.getByRole('blockquote').getByText('Quoted.').waitFor();
    await page.getByRole('listitem').getByRole('listitem').getByText('inner').waitFor();
    expect(
      await page
        .getByRole('main')
        .getByRole('img', { name: /mark|elsewhere|out/ })
        .count(),
    ).toBe(1);
    await page.getByRole('link', { name: 'elsewhere' }).waitFor();
    await page.getByText('<b onclick="alert(1)">not bold</b>').waitFor();
    await window.expectAccessible();
  });

  it('names the tab and the heading once, not with the urn first', async () => {
    await using window = await visit.open('/search', {});
    const { page } = window;
    await page.addInitScript(() => {
      const titles: string[] = [];
      Object.assign(globalThis, { titles });
      new MutationObserver(() => titles.push(document.title)).observe(document, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    await page.goto(visit.server.url + pathOf('urn:li:domain:catalogue'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.title()).not.toMatch(/^Loading|^Colophon/);
    const titles = await page.evaluate(() => (globalThis as unknown as { titles: string[] }).titles);
    const named = new Set(titles.filter((title) => !/^(?:Loading|Colophon)/.test(title)));
    expect(named.size).toBe(1);
  });

  it.each(['50%', 'a%2Fb', 'x "y" \'z\' #1?q=1&r', 'f(a,(b))', '数 ü+\u202Ed'])(
    'with the name %j is found at every address of its pages',
    async (name) => {
      const urn = `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
      await writeAspect(visit.server, urn, 'datasetProperties', { description: 'At last.' });
      await using window = await visit.open(`${pathOf(urn)}?tab=raw`);
      const { page } = window;
      const isHere = async (): Promise<void> => {
        await page.locator(`h1 [title="${quoted(withVisibleDirections(urn))}"]`).waitFor();
      };
      await isHere();
      await page.getByRole('tab', { name: 'Access' }).click();
      await page.waitForURL(/tab=access/);
      await isHere();
      await page.reload();
      await isHere();
      for (const part of ['history', 'lineage']) {
        await page.goto(`${visit.server.url}${pathOf(urn)}/${part}`);
        await page.locator('h1').getByRole('link').click();
        await isHere();
        await page.getByText('At last.').first().waitFor();
      }
    },
  );

  it('of 5,000 allowed values is found by typing', async () => {
    const urn = 'urn:li:structuredProperty:many.codes';
    await writeAspect(visit.server, urn, 'propertyDefinition', {
      qualifiedName: 'many.codes',
      displayName: 'Code',
      valueType: 'urn:li:dataType:datahub.string',
      cardinality: 'SINGLE',
      entityTypes: ['urn:li:entityType:datahub.dataset'],
      immutable: true,
      allowedValues: Array.from({ length: 5_000 }, (_, index) => ({
        value: { string: `code ${index}` },
        description: `about <b>${index}</b>`,
      })),
    });
    await writeAspect(visit.server, `${PROPERTY}hiddenOne`, 'propertyDefinition', {
      qualifiedName: 'io.hearth.hiddenOne',
      valueType: 'urn:li:dataType:datahub.string',
      entityTypes: ['urn:li:entityType:datahub.dataset'],
    });
    await writeAspect(visit.server, `${PROPERTY}hiddenOne`, 'structuredPropertySettings', { isHidden: true });
    await using window = await visit.open('/properties');
    const { page } = window;
    const answers: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/graphql')) answers.push(response.text().catch(() => ''));
    });
    await page.goto(`${visit.server.url}${pathOf(HOSTILE)}?tab=properties`);
    await page.getByRole('button', { name: 'without a value' }).click();
    await page.getByRole('button', { name: 'Edit Code' }).click();
    await page.getByText('4,900 more').waitFor();
    // No answer has all of them.
    const found = (await Promise.all(answers)).join(' ');
    expect(found).toContain('"code 99"');
    expect(found).not.toContain('"code 100"');
    await page.getByRole('combobox', { name: 'Code' }).fill('code 4321');
    await page.getByText('about <b>4321</b>').waitFor();
    await page.getByRole('option', { name: 'code 4321' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('button', { name: /^Edit Code, not available: This property is immutable/ })
      .waitFor();
    expect(await page.getByText('hiddenOne').count()).toBe(0);
  });
});

describe('every entity type', () => {
  it('has a page', async () => {
    await using window = await visit.open('/search');
    const { page } = window;
    for (const [urn, name] of [
      ['urn:li:tag:gold', 'gold'],
      ['urn:li:corpuser:chloe.martin', 'Chloé Martin'],
      ['urn:li:dataPlatform:snowflake', 'Snowflake'],
      ['urn:li:dataHubRole:Reader', 'Reader'],
      ['urn:li:domain:catalogue', 'Product catalogue'],
    ] as const) {
      await page.goto(`${visit.server.url}${pathOf(urn)}?tab=raw`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByRole('button', { name: /Aspect$/ }).waitFor();
      await page.locator('pre').waitFor();
      // Nothing contains a platform, not even itself.
      const path = page.getByRole('navigation', { name: 'Breadcrumbs' });
      expect(await path.getByRole('link', { name, exact: true }).count()).toBe(0);
    }
    await window.expectAccessible();
  });

  it('shows the same for an entity that does not exist and for one without read access', async () => {
    const nobody = await addActor(visit.server, 'nobody');
    const policy = 'urn:li:dataHubPolicy:dataHubPolicyInfo';
    for (const [urn, token] of [
      ['urn:li:dataset:(urn:li:dataPlatform:hive,none,PROD)', visit.server.token],
      [policy, nobody.token],
    ] as const) {
      await using window = await visit.open(pathOf(urn), { token });
      await window.page
        .getByRole('heading', { name: 'This entity does not exist, or you don’t have access' })
        .waitFor();
    }
  });

  it('restores a soft-deleted entity', async () => {
    const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,gone,PROD)';
    await writeAspect(visit.server, urn, 'status', { removed: true });
    await using window = await visit.open(pathOf(urn));
    await window.page.getByText('Soft-deleted', { exact: true }).waitFor();
    await window.page.getByRole('button', { name: 'Restore' }).click();
    await window.page.getByText('Soft-deleted', { exact: true }).waitFor({ state: 'detached' });
  });
});

describe('what clients write about a dataset', () => {
  it('is shown: SQL of a view, assertions with results, incidents, profile, queries and usage', async () => {
    const view = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,shop.daily,PROD)';
    const assertion = 'urn:li:assertion:daily-rows';
    const now = Date.now();
    const stamp = { time: now, actor: 'urn:li:corpuser:datahub' };
    for (const [urn, aspect, value] of [
      [
        view,
        'viewProperties',
        { viewLogic: 'select day from shop.orders', viewLanguage: 'SQL', materialized: true },
      ],
      [
        view,
        'datasetProfile',
        {
          timestampMillis: now - 86_400_000,
          rowCount: 12_000,
          columnCount: 2,
          fieldProfiles: [{ fieldPath: 'day', nullProportion: 0.25 }],
        },
      ],
      [
        view,
        'datasetProfile',
        {
          timestampMillis: now,
          rowCount: 12_345,
          columnCount: 2,
          fieldProfiles: [{ fieldPath: 'day', nullProportion: 0.5 }],
        },
      ],
      [
        view,
        'datasetUsageStatistics',
        {
          timestampMillis: now,
          eventGranularity: { unit: 'DAY', multiple: 1 },
          totalSqlQueries: 17,
          uniqueUserCount: 3,
        },
      ],
      [
        assertion,
        'assertionInfo',
        {
          type: 'VOLUME',
          description: 'At least one row a day',
          volumeAssertion: {
            type: 'ROW_COUNT_TOTAL',
            entity: view,
            rowCountTotal: {
              operator: 'GREATER_THAN_OR_EQUAL_TO',
              parameters: { value: { value: '1', type: 'NUMBER' } },
            },
          },
        },
      ],
      [
        assertion,
        'assertionRunEvent',
        {
          timestampMillis: now,
          runId: 'run',
          asserteeUrn: view,
          assertionUrn: assertion,
          status: 'COMPLETE',
          result: { type: 'FAILURE' },
        },
      ],
      [
        'urn:li:incident:late',
        'incidentInfo',
        {
          type: 'FRESHNESS',
          title: 'Late since Monday',
          entities: [view],
          status: { state: 'ACTIVE', lastUpdated: stamp },
          created: stamp,
        },
      ],
      [
        'urn:li:query:weekly',
        'queryProperties',
        {
          name: 'Weekly orders',
          statement: { value: 'select count(*) from shop.daily', language: 'SQL' },
          source: 'MANUAL',
          created: stamp,
          lastModified: stamp,
        },
      ],
      ['urn:li:query:weekly', 'querySubjects', { subjects: [{ entity: view }] }],
    ] as const)
      await writeAspect(visit.server, urn, aspect, value);
    await using window = await visit.open(pathOf(view));
    const { page } = window;
    await page.getByText('select day from shop.orders').waitFor();
    await page.getByRole('tab', { name: 'Quality 2' }).click();
    await page.getByRole('row', { name: /^Failed At least one row a day/ }).waitFor();
    await page.getByRole('row', { name: /^Active Late since Monday/ }).waitFor();
    await page.getByText('12,345', { exact: true }).waitFor();
    await page.getByRole('figure', { name: 'Rows over time' }).getByText('12,345 rows').first().waitFor();
    await page.getByRole('button', { name: /Measure$/ }).click();
    await page.getByRole('option', { name: 'Missing values of day' }).click();
    const missing = page.getByRole('figure', { name: 'Missing values of day over time' });
    await missing.getByText('Show as a table').click();
    await missing.getByRole('row', { name: /25 %$/ }).waitFor();
    await missing.getByRole('row', { name: /50 %$/ }).waitFor();
    await window.expectAccessible();
    await page.getByRole('tab', { name: 'Queries 1' }).click();
    await page.getByText('select count(*) from shop.daily').waitFor();
    await page.getByText('17', { exact: true }).waitFor();
    await window.expectAccessible();
  });
});

describe('a column', () => {
  it('has a page with its table, type, keys and both descriptions, also beside the grid', async () => {
    const table = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,shop.prices,PROD)';
    await writeAspect(visit.server, table, 'schemaMetadata', {
      schemaName: 'prices',
      platform: 'urn:li:dataPlatform:snowflake',
      version: 0,
      hash: '',
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
      primaryKeys: ['sku'],
      fields: [
        {
          fieldPath: 'sku',
          nullable: false,
          nativeDataType: 'VARCHAR(12)',
          description: 'Written by the source.',
          type: { type: { 'com.linkedin.schema.StringType': {} } },
        },
      ],
    });
    await writeAspect(visit.server, table, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [
        {
          fieldPath: 'sku',
          description: 'Written in the catalog.',
          globalTags: { tags: [{ tag: 'urn:li:tag:gold' }] },
        },
      ],
    });
    await using window = await visit.open(`${pathOf(table)}/columns`);
    const { page } = window;
    await page.getByRole('link', { name: 'sku' }).click();
    const panel = page.getByRole('dialog', { name: 'sku' });
    await panel.getByText('Written in the catalog.').waitFor();
    await window.expectAccessible();
    await panel.getByRole('link', { name: 'Open page' }).click();
    await page.getByRole('heading', { level: 1, name: 'sku' }).waitFor();
    await page.getByText('Written in the catalog.').waitFor();
    await page.getByText('Written by the source.').waitFor();
    await page.getByText('VARCHAR(12)').waitFor();
    await page.getByRole('button', { name: 'Edit description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Written in place.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('paragraph').filter({ hasText: 'Written in place.' }).waitFor();
    // The label of the same column is kept.
    await page.getByRole('link', { name: 'gold' }).first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Written in the catalog.').waitFor();
    await page.getByText('Primary key').waitFor();
    await page.getByRole('link', { name: 'gold' }).first().waitFor();
    await window.expectAccessible();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click();
    await page.waitForURL(/\/dataset\//);
  });
});

describe('two people who change a deprecation', () => {
  it('are both shown, also at the same moment', async () => {
    const urn = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,shop.returns,PROD)';
    await writeAspect(visit.server, urn, 'datasetProperties', { name: 'returns' });
    const theirs = { deprecated: true, note: 'Theirs.', actor: 'urn:li:corpuser:datahub' };
    await using window = await visit.open(pathOf(urn));
    const { page } = window;
    await page.getByRole('button', { name: 'Edit deprecation' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Mine.');
    // Their write comes between the page's last read and its own write.
    let isFirst = true;
    await page.route('**/api/graphql', async (route) => {
      if (isFirst && route.request().postData()?.includes('updateDeprecationHere') === true) {
        isFirst = false;
        await writeAspect(visit.server, urn, 'deprecation', theirs);
      }
      await route.continue();
    });
    await page.getByRole('button', { name: 'Deprecate' }).click();
    const notice = page.getByRole('alert');
    await notice.getByText('Theirs.').waitFor();
    await notice.getByText('Mine.').waitFor();
    await window.expectAccessible();
    await writeAspect(visit.server, urn, 'deprecation', { ...theirs, note: 'Theirs again.' });
    await notice.getByRole('button', { name: 'Replace with mine' }).click();
    await notice.getByText('Theirs again.').waitFor();
    await notice.getByRole('button', { name: 'Keep theirs' }).click();
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText('Theirs again.').waitFor();
    await page.getByRole('button', { name: 'Edit deprecation' }).click();
    await page.getByRole('button', { name: 'No longer deprecated' }).click();
    await summary.getByText('Not deprecated').waitFor();
  });
});

describe('an editor of one domain', () => {
  it('is offered edits there, and nowhere else', async () => {
    const { token } = await addActor(visit.server, 'dora', { roles: ['Reader'] });
    const answer = await visit.server.graphql(
      'mutation ($input: PolicyUpdateInput!) { createPolicy(input: $input) }',
      {
        input: {
          type: 'METADATA',
          name: 'Dora',
          state: 'ACTIVE',
          description: '',
          privileges: ['EDIT_ENTITY'],
          actors: {
            users: ['urn:li:corpuser:dora'],
            groups: [],
            resourceOwners: false,
            allUsers: false,
            allGroups: false,
          },
          resources: {
            filter: {
              criteria: [{ field: 'DOMAIN', values: ['urn:li:domain:catalogue'], condition: 'EQUALS' }],
            },
          },
        },
      },
    );
    expect(answer.errors).toBeUndefined();
    const [inside, outside] = ['inside', 'outside'].map(
      (name) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`,
    ) as [string, string];
    for (const dataset of [inside, outside])
      await writeAspect(visit.server, dataset, 'status', { removed: false });
    await writeAspect(visit.server, inside, 'domains', { domains: ['urn:li:domain:catalogue'] });

    await using window = await visit.open(pathOf(outside), { token });
    const { page } = window;
    const buttons = page.getByRole('button', { name: /^(?:Edit|Add link)/ });
    await page.getByText(/^You can read this\. .+ may edit it\./).waitFor();
    expect(await buttons.count()).toBe(0);

    await page.goto(visit.server.url + pathOf(inside));
    await expect.poll(() => buttons.count()).toBeGreaterThan(6);
    expect(await page.getByText('You can read this.').count()).toBe(0);
    await page.getByRole('tab', { name: 'Properties' }).click();
    await page.getByRole('button', { name: 'Edit Cost centre' }).click();
    await page.getByLabel('Cost centre', { exact: true }).fill('CC-1');
    await page.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, 'Cost centre').getByText('CC-1').waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Edit deprecation' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Old.');
    await page.getByRole('button', { name: 'Deprecate' }).click();
    await page.getByRole('region', { name: 'Summary' }).getByText('Old.').waitFor();
  });
});

describe('a server that does not respond', () => {
  it('leaves the page usable, and shows what could not be loaded', async () => {
    await using window = await visit.open(pathOf('urn:li:tag:gold'));
    const { page } = window;
    await page.getByRole('tab', { name: 'History' }).waitFor();
    await page.route('**/assets/web/history-tab*', (route) => route.abort());
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('This part of the page could not be loaded.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'gold' }).waitFor();
    await page.unroute('**/assets/web/history-tab*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Open full width' }).waitFor();
    // The browser itself reports the failed requests.
    window.complaints.length = 0;
  });
});

function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

function pathOf(urn: string): string {
  return `/${urn.split(':')[2]}/${encodeURIComponent(urn)}`;
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
}
