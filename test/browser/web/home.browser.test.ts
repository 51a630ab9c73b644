import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addActor, userUrn } from '../../support/test-actors.ts';
import { choose, pressOn, tabTo } from './keyboard.ts';
import { WebVisit } from './visit.ts';

const TABLES = ['one', 'two', 'three'].map(
  (name) => `urn:li:dataset:(urn:li:dataPlatform:hive,home.${name},PROD)`,
);
const FORM = 'urn:li:form:certify';

let visit: WebVisit;
let owner: { readonly token: string };
let reader: { readonly token: string };

async function write(query: string, variables: Record<string, unknown> = {}): Promise<void> {
  const { errors } = await visit.server.graphql(query, variables);
  expect(errors).toBeUndefined();
}

beforeAll(async () => {
  visit = await WebVisit.start({ demo: false });
  owner = await addActor(visit.server, 'olga', { roles: ['Editor'] });
  reader = await addActor(visit.server, 'rita', { roles: ['Reader'] });
  const today = new Date().toISOString().slice(0, 10);
  const types = ['urn:li:entityType:datahub.dataset'];
  for (const [id, name, kind] of [
    ['level', 'Level', 'string'],
    ['review', 'Next review', 'date'],
  ] as const) {
    const { status } = await visit.server.request(
      'POST',
      '/openapi/v3/entity/structuredProperty?async=false',
      [
        {
          urn: `urn:li:structuredProperty:${id}`,
          propertyDefinition: {
            value: {
              qualifiedName: id,
              displayName: name,
              valueType: `urn:li:dataType:datahub.${kind}`,
              cardinality: 'SINGLE',
              entityTypes: types,
              ...(kind === 'string' && {
                allowedValues: [{ value: { string: 'low' } }, { value: { string: 'high' } }],
              }),
            },
          },
          structuredPropertySettings: { value: { showInSearchFilters: kind === 'string' } },
        },
      ],
    );
    expect(status).toBeLessThan(300);
  }
  const level = { propertyUrn: 'urn:li:structuredProperty:level', values: [{ string: 'low' }] };
  const review = { propertyUrn: 'urn:li:structuredProperty:review', values: [{ string: today }] };
  const { status } = await visit.server.request(
    'POST',
    '/openapi/v3/entity/dataset?async=false',
    TABLES.map((urn, index) => ({
      urn,
      datasetProperties: { value: { name: `table ${index + 1}` } },
      ownership: { value: { owners: [{ owner: userUrn('olga'), type: 'DATAOWNER' }] } },
      ...(index === 0 && { structuredProperties: { value: { properties: [level, review] } } }),
    })),
  );
  expect(status).toBeLessThan(300);
  const prompt = (id: string, property: string) => ({
    id,
    title: `What is its ${property}?`,
    type: 'STRUCTURED_PROPERTY',
    required: true,
    structuredPropertyParams: { urn: `urn:li:structuredProperty:${property}` },
  });
  await write('mutation ($input: CreateFormInput!) { createForm(input: $input) { urn } }', {
    input: { id: 'certify', name: 'Certify tables', type: 'VERIFICATION', prompts: [prompt('q1', 'level')] },
  });
  await write('mutation ($input: BatchAssignFormInput!) { batchAssignForm(input: $input) }', {
    input: { formUrn: FORM, entityUrns: TABLES.slice(1, 2) },
  });
  await write('mutation ($input: CreateViewInput!) { createView(input: $input) { urn } }', {
    input: {
      viewType: 'GLOBAL',
      name: 'Hive tables',
      definition: {
        entityTypes: [],
        filter: {
          operator: 'AND',
          filters: [{ field: 'platform', condition: 'EQUAL', values: ['urn:li:dataPlatform:hive'] }],
        },
      },
    },
  });
});
afterAll(() => visit[Symbol.asyncDispose]());

describe('the home page', () => {
  it('begins with what the assets of the person need, each a search for exactly these', async () => {
    await using window = await visit.open('/', { token: owner.token });
    const { page } = window;
    const needs = page.getByRole('region', { name: 'Needs you' });
    await needs.getByRole('link', { name: 'Next review of 1 of your datasets is this month' }).click();
    await page.getByText('1 found').waitFor();
    await page.getByRole('link', { name: 'table 1' }).waitFor();
    await page.goBack();
    await needs.getByRole('link', { name: '2 of your datasets have no Level' }).click();
    await page.getByText('2 found').waitFor();
    await page.getByRole('link', { name: 'Colophon, start page' }).click();
    await needs.waitFor();
    await window.expectAccessible();
  });

  it('lists assets, visits that still exist, views, changes and coverage', async () => {
    await using window = await visit.open('/', { token: owner.token });
    const { page } = window;
    const block = (name: string) => page.getByRole('region', { name, exact: true });
    await block('Your assets').getByRole('link').nth(2).waitFor();
    await block('Visited last').getByText('The pages that you open appear here.').waitFor();
    await block('What changed').getByText('added it').nth(2).waitFor();
    await block('Coverage').getByText('33 %').waitFor();
    await block('Coverage').getByRole('link', { name: '2 assets without Level' }).waitFor();
    await block('Coverage').getByText('There is no earlier coverage to compare with yet.').waitFor();
    await block('Views').getByRole('link', { name: 'Hive tables' }).click();
    await page.getByText('3 found').waitFor();

    await visit.server.request('POST', '/openapi/v3/entity/dataset?async=false', [
      {
        urn: 'urn:li:dataset:(urn:li:dataPlatform:hive,home.gone,PROD)',
        datasetProperties: { value: { name: 'gone' } },
      },
    ]);
    for (const name of ['home.gone', 'home.one']) {
      await page.goto(
        `${visit.server.url}/dataset/${encodeURIComponent(`urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`)}`,
      );
      await page
        .getByRole('heading', { level: 1 })
        .filter({ hasNotText: /^Loading/ })
        .waitFor();
      await page.waitForFunction(
        (part) => localStorage.getItem('colophon.visits')?.includes(part) === true,
        name,
      );
    }
    await write(
      'mutation ($urn: String!) { batchUpdateSoftDeleted(input: { urns: [$urn], deleted: true }) }',
      {
        urn: 'urn:li:dataset:(urn:li:dataPlatform:hive,home.gone,PROD)',
      },
    );
    await page.goto(`${visit.server.url}/`);
    await block('Visited last').getByRole('link', { name: 'table 1' }).waitFor();
    expect(await block('Visited last').getByRole('link').count()).toBe(1);
  });

  it('searches from its large field, and from the keyboard', async () => {
    await using window = await visit.open('/', { token: owner.token });
    const { page } = window;
    await page.getByRole('region', { name: 'Your assets' }).getByRole('link').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('table');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('table');
  });

  it('says what to do where a person owns nothing, without the state of the server', async () => {
    await using window = await visit.open('/', { token: reader.token, width: 390, colorScheme: 'dark' });
    const { page } = window;
    await page.getByText('You own no assets yet.').waitFor();
    await page.getByRole('link', { name: 'See assets without an owner' }).waitFor();
    await page.getByText('Nothing that you own has changed').waitFor();
    expect(await page.getByText(/^Version/).count()).toBe(0);
    await window.expectAccessible();
  });

  it('shows operators the state of the server', async () => {
    await using window = await visit.open('/');
    await window.page.getByText('Ready', { exact: true }).waitFor();
    await window.page.getByRole('main').getByRole('link', { name: 'Operations' }).waitFor();
  });

  it('keeps its other blocks if one cannot be loaded', async () => {
    await using window = await visit.open('/search', { token: owner.token });
    const { page } = window;
    await page.route('**/api/graphql', async (route) => {
      const isAssets = route.request().postData()?.includes('homeAssets') === true;
      await (isAssets
        ? route.fulfill({ json: { errors: [{ message: 'The index is away.', extensions: { code: 503 } }] } })
        : route.continue());
    });
    await page.getByRole('link', { name: 'Colophon, start page' }).click();
    await page.getByRole('region', { name: 'Your assets' }).getByRole('alert').waitFor();
    await page.getByRole('region', { name: 'Needs you' }).getByRole('link').first().waitFor();
    await page.unroute('**/api/graphql');
    await page
      .getByRole('region', { name: 'Your assets' })
      .getByRole('button', { name: 'Try again' })
      .click();
    await page.getByRole('region', { name: 'Your assets' }).getByRole('link').first().waitFor();
  });
});

describe('a form', () => {
  it('is reached from home, filled and verified with the keyboard', async () => {
    await using window = await visit.open('/', { token: owner.token });
    const { page } = window;
    await pressOn(
      page.getByRole('region', { name: 'Needs you' }).getByRole('link', { name: 'Certify tables' }),
    );
    await page.getByRole('heading', { level: 1, name: 'Certify tables' }).waitFor();
    await page.getByText('1 required answer open').waitFor();
    await window.expectAccessible();
    // The field after the name of the asset opens when it gets the focus.
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'table 2' }).last());
    await page.keyboard.press('Tab');
    await choose(page, /^high/);
    await pressOn(page.getByRole('button', { name: 'Save answers' }));
    await pressOn(page.getByRole('button', { name: 'Verify answers' }));
    await page.getByRole('region', { name: 'Assets' }).getByText('Done', { exact: true }).waitFor();
    const { data } = await visit.server.graphql(
      'query ($urn: String!) { dataset(urn: $urn) { forms { completedForms { form { urn } } verifications { form { urn } } } } }',
      { urn: TABLES[1] },
    );
    expect(data.dataset.forms).toEqual({
      completedForms: [{ form: { urn: FORM } }],
      verifications: [{ form: { urn: FORM } }],
    });
    await page.getByRole('link', { name: 'Forms' }).click();
    await page.getByRole('link', { name: 'Certify tables' }).waitFor();
    await window.expectAccessible();
  });

  it('asks nothing of others', async () => {
    await using window = await visit.open('/forms', { token: reader.token });
    await window.page.getByRole('heading', { name: 'No form asks you anything' }).waitFor();
  });
});

describe('an empty catalog', () => {
  it('loads the demo by a button, and shows it without a reload', async () => {
    await using empty = await WebVisit.start({ demo: false });
    await using window = await empty.open('/');
    const { page } = window;
    await page.getByRole('region', { name: 'Load the demo' }).waitFor();
    await page.getByRole('region', { name: 'Connect a source' }).waitFor();
    await page.getByRole('link', { name: 'Define a property' }).waitFor();
    await window.expectAccessible();

    // A load that takes long shows how many entities there are, and one that fails stays where it was started.
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    await page.route('**/api/colophon/v1/demo', async (route) => {
      await answered;
      await route.fulfill({ status: 503, json: { message: 'The disk is full.' } });
    });
    await pressOn(page.getByRole('button', { name: 'Load the demo' }));
    await page.getByRole('progressbar', { name: 'Entities loaded' }).waitFor();
    answer(undefined);
    await page.getByRole('region', { name: 'Load the demo' }).getByRole('alert').waitFor();
    await page.unroute('**/api/colophon/v1/demo');
    window.expectRefusals(503);

    await pressOn(page.getByRole('button', { name: 'Load the demo' }));
    await page.getByText('The demo is loaded', { exact: true }).waitFor({ timeout: 60_000 });
    await page
      .getByRole('region', { name: 'Coverage' })
      .getByRole('link', { name: 'Data classification', exact: true })
      .waitFor();
    expect(await page.getByRole('button', { name: 'Load the demo' }).count()).toBe(0);
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Retention', exact: true }) })
      .getByText(/^\+\d.* points: \d+ % on \d+ \w+$/)
      .waitFor();
    await window.expectAccessible();
  });

  it('offers the demo and properties only to those who may load and define them', async () => {
    await using empty = await WebVisit.start({ demo: false });
    const { token } = await addActor(empty.server, 'rita', { roles: ['Reader'] });
    await using window = await empty.open('/', { token });
    const { page } = window;
    await page.getByRole('region', { name: 'Connect a source' }).waitFor();
    await page.getByRole('region', { name: 'Define a property' }).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Load the demo' }).waitFor({ state: 'detached' });
    await window.expectAccessible();
  });

  it('offers no demo beside deleted assets, and says why the server refuses it', async () => {
    await using empty = await WebVisit.start({ demo: false });
    await using window = await empty.open('/');
    const { page } = window;
    const button = page.getByRole('button', { name: 'Load the demo' });
    await button.waitFor();
    const urn = TABLES[0] ?? '';
    await empty.server.request('POST', '/openapi/v3/entity/dataset?async=false', [
      { urn, status: { value: { removed: true } } },
    ]);
    await button.click();
    await page.getByRole('alert').getByText('The catalog has assets that you cannot see').waitFor();
    window.expectRefusals(409);
    await page.reload();
    await page.getByRole('region', { name: 'Connect a source' }).waitFor();
    await page.getByRole('region', { name: 'Load the demo' }).waitFor({ state: 'detached' });
  });
});
