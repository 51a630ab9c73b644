import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../../web/src/urls/pages.ts';
import { edit } from '../../support/bulk-edits.ts';
import { addActor, writeAspect } from '../../support/test-actors.ts';
import { expectWords } from './expect-words.ts';
import { pageFaults, type PageFaults } from './page-faults.ts';
import { WebVisit, type Look, type Window } from './visit.ts';

const ORDERS = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)';
const SOURCE = 'urn:li:dataHubIngestionSource:warehouse';

/** Entities of the demo with pages, one of each type, and a type without a design of its own. */
const ENTITIES = [
  ORDERS,
  'urn:li:chart:(looker,fct_orders_orders_by_week)',
  'urn:li:container:hearth.postgres.shop_orders',
  'urn:li:corpGroup:checkout',
  'urn:li:corpuser:tomas.novak',
  'urn:li:dashboard:(looker,orders_trading_overview)',
  'urn:li:dataFlow:(airflow,ingest_shop_orders,PROD)',
  'urn:li:dataJob:(urn:li:dataFlow:(airflow,ingest_shop_orders,PROD),load_orders)',
  'urn:li:dataPlatform:postgres',
  'urn:li:domain:orders',
  'urn:li:glossaryNode:hearth.commerce',
  'urn:li:glossaryTerm:hearth.order',
  'urn:li:incident:late-payments',
  'urn:li:schemaField:(urn:li:dataset:(urn:li:dataPlatform:postgres,shop_orders.public.order_notes,PROD),author)',
  'urn:li:tag:pii',
];

/** Tabs of the page of a table. */
const TABS = ['properties', 'columns', 'lineage', 'history', 'quality', 'queries', 'access'];

/** Forms in which each page is looked at. */
const LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 1400 },
  { colorScheme: 'dark', width: 1920 },
  { colorScheme: 'light', width: 390 },
];

/** A page that fits its window, with one title. */
const WITHOUT_FAULTS: Omit<PageFaults, 'titles'> = {
  overflow: 0,
  unalignedNumbers: [],
  cutPlaceholders: [],
  unevenControls: [],
};

/** Time for a page to load, in ms. */
const PATIENCE_MS = 30_000;

/** Time for all pages in one form, in ms. */
const ALL_PAGES_MS = 600_000;

const addressOf = (urn: string): string => {
  const [, , type = ''] = urn.split(':');
  return `/${type}/${encodeURIComponent(urn)}`;
};

/** Addresses of all pages with data. */
async function addresses({ server }: WebVisit): Promise<readonly string[]> {
  await writeAspect(server, SOURCE, 'dataHubIngestionSourceInfo', {
    name: 'Warehouse',
    type: 'csv-enricher',
    config: { recipe: '{"source":{"type":"csv-enricher","config":{}}}', executorId: 'default' },
  });
  const webhook = await server.request('POST', '/api/colophon/v1/webhooks', {
    name: 'Data platform',
    url: 'https://receiver.example/hook',
  });
  const run = await edit(server, {
    urns: [ORDERS],
    changes: [{ field: 'tags', action: 'add', values: ['urn:li:tag:pii'] }],
  });
  const proposal = await server.request('POST', '/api/colophon/v1/proposals', {
    title: 'Tag the orders as important',
    reason: 'They are counted in the yearly report.',
    edit: { urns: [ORDERS], changes: [{ field: 'tags', action: 'add', values: ['urn:li:tag:month-end'] }] },
  });
  const examples: Readonly<Record<string, string>> = {
    '/properties/:name': '/properties/io.hearth.regions',
    '/properties/:name/edit': '/properties/io.hearth.regions/edit',
    '/docs/:name': '/docs/search',
    '/browse/:kind': '/browse/domains',
    '/forms/:urn': `/forms/${encodeURIComponent('urn:li:form:trusted-table')}`,
    '/policies/:urn': `/policies/${encodeURIComponent('urn:li:dataHubPolicy:catalogue-steward')}`,
    '/edits/:id': `/edits/${run.id}`,
    '/proposals/:id': `/proposals/${proposal.json.id}`,
    '/webhooks/:id': `/webhooks/${webhook.json.id}`,
    '/ingestion/:urn': `/ingestion/${encodeURIComponent(SOURCE)}`,
    '/ingestion/:urn/edit': `/ingestion/${encodeURIComponent(SOURCE)}/edit`,
    '/dataset/:urn/columns': `${addressOf(ORDERS)}/columns`,
    '/:type/:urn/history': `${addressOf(ORDERS)}/history`,
    '/:type/:urn/lineage': `${addressOf(ORDERS)}/lineage`,
    '/:type/:urn': addressOf(ORDERS),
  };
  const pages = Object.keys(PAGES).map((path) => {
    if (!path.includes(':')) return path;
    const example = examples[path];
    if (example === undefined) throw new Error(`Add an example of the page ${path}.`);
    return example;
  });
  return [
    ...new Set([
      ...pages,
      '/search?q=customer',
      '/edits/none',
      ...ENTITIES.map(addressOf),
      ...TABS.map((tab) => `${addressOf(ORDERS)}?tab=${tab}`),
    ]),
  ];
}

/** Waits until the page shows its heading and nothing that is still loading. */
async function loaded({ page }: Window): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached', timeout: PATIENCE_MS });
  await page.waitForFunction(() => document.querySelector('.skeleton') === null, undefined, {
    timeout: PATIENCE_MS,
  });
}

/** A failed expectation with what it found, in at most 600 characters. */
function describeError(error: unknown): string {
  const found = error instanceof Error && 'actual' in error ? JSON.stringify(error.actual) : String(error);
  return found.slice(0, 600);
}

/** What is wrong with the pages at `paths`, as lines of `path: fault`. */
async function faultsOf(
  window: Window,
  origin: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    const tried = async (name: string, check: () => Promise<void>): Promise<void> => {
      try {
        await check();
      } catch (error) {
        faults.push(`${path}: ${name}: ${describeError(error)}`);
      }
    };
    await window.page.goto(origin + path);
    await tried('loads', () => loaded(window));
    await tried('is laid out', async () => {
      const found = await window.page.evaluate(pageFaults);
      expect(found).toEqual({ ...WITHOUT_FAULTS, titles: [expect.any(String)] });
    });
    await tried('has words only', () => expectWords(window));
    await tried('is accessible', () => window.expectNoViolations());
    await tried('complains of nothing', () => {
      const complaints = window.complaints.splice(0);
      expect(complaints).toEqual([]);
      return Promise.resolve();
    });
  }
  return faults;
}

describe('every page with data', () => {
  let visit: WebVisit;
  let paths: readonly string[];
  beforeAll(async () => {
    visit = await WebVisit.start();
    paths = await addresses(visit);
  });
  afterAll(() => visit[Symbol.asyncDispose]());

  it.for(LOOKS)('is whole: $colorScheme, $width px', { timeout: ALL_PAGES_MS }, async (look) => {
    await using window = await visit.open('/', look);
    expect(await faultsOf(window, visit.server.url, paths)).toEqual([]);
  });

  it(
    'is whole, or refused with a reason, for a person without any right',
    { timeout: ALL_PAGES_MS },
    async () => {
      const { token } = await addActor(visit.server, 'nobody');
      await using window = await visit.open('/', { token, width: 390, colorScheme: 'dark' });
      const faults = await faultsOf(window, visit.server.url, paths);
      // The browser reports refused requests; an edit of somebody else is not found.
      expect(faults.filter((fault) => !/status of 40[34]/.test(fault))).toEqual([]);
    },
  );
});

describe('every page of an empty catalog', () => {
  let visit: WebVisit;
  beforeAll(async () => {
    visit = await WebVisit.start({ demo: false });
  });
  afterAll(() => visit[Symbol.asyncDispose]());

  it('says what to do next', async () => {
    const paths = Object.keys(PAGES).filter((path) => !path.includes(':'));
    await using window = await visit.open('/', { width: 390 });
    expect(await faultsOf(window, visit.server.url, paths)).toEqual([]);
  });
});
