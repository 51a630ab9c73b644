import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES, type PagePath } from '../../../web/src/urls/pages.ts';
import { writeAspect } from '../../support/test-actors.ts';
import { WebVisit } from './visit.ts';

/** Shown as `invoicefdp.exe` where directions are obeyed. */
const NAME = 'invoice\u202Eexe.pdf';
const MARKED = 'invoice⟨U+202E⟩exe.pdf';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,turned,PROD)';
const COLUMN = `urn:li:schemaField:(${DATASET},amount)`;
const SOURCE = 'urn:li:dataset:(urn:li:dataPlatform:hive,turned.source,PROD)';
const PERSON = 'urn:li:corpuser:turned';
const GROUP = 'urn:li:corpGroup:turned';
const TAG = 'urn:li:tag:turned';
const TERM = 'urn:li:glossaryTerm:turned';
const DOMAIN = 'urn:li:domain:turned';
const PRODUCT = 'urn:li:dataProduct:turned';
const CONTAINER = 'urn:li:container:turned';
const PROPERTY = 'urn:li:structuredProperty:turned.property';
const POLICY = 'urn:li:dataHubPolicy:turned';
const FORM = 'urn:li:form:turned';

let visit: WebVisit;
/** An address of each page; several where a page shows several kinds of names. */
let addresses: Readonly<Record<PagePath, readonly string[]>>;

const pathOf = (urn: string, part = ''): string => `/${urn.split(':')[2]}/${encodeURIComponent(urn)}${part}`;

beforeAll(async () => {
  visit = await WebVisit.start({ demo: false, options: { 'webhooks.allowedNetworks': '127.0.0.1' } });
  await writeNames();
  const { server } = visit;
  const { data } = await server.graphql(
    'mutation ($input: UpdateIngestionSourceInput!) { createIngestionSource(input: $input) }',
    {
      input: {
        name: NAME,
        type: 'demo',
        config: { recipe: '{"source":{"type":"demo"}}', executorId: 'default' },
      },
    },
  );
  const ingestion = `/ingestion/${encodeURIComponent(data.createIngestionSource)}`;
  const webhook = await server.request('POST', '/api/colophon/v1/webhooks', {
    name: NAME,
    url: 'http://127.0.0.1:9/',
  });
  const edit = await server.request('POST', '/api/colophon/v1/bulk-edits', {
    urns: [DATASET],
    changes: [{ field: 'turned.property', action: 'set', values: [NAME] }],
  });
  const proposal = await server.request('POST', '/api/colophon/v1/proposals', {
    title: NAME,
    reason: NAME,
    edit: {
      urns: [DATASET],
      changes: [
        { field: 'description', action: 'set', values: [NAME] },
        { field: 'domain', action: 'clear' },
      ],
    },
  });
  await server.request('POST', `/api/colophon/v1/proposals/${proposal.json.id}/comments`, { text: NAME });
  await server.request('POST', '/api/colophon/v1/tokens', { name: NAME, actorUrn: PERSON, durationMs: null });
  addresses = {
    '/': ['/'],
    '/docs': ['/docs'],
    '/docs/:name': ['/docs/search'],
    '/search': ['/search', '/search?query=turned'],
    '/properties': ['/properties'],
    '/properties/new': ['/properties/new'],
    '/properties/:name': ['/properties/turned.property'],
    '/properties/:name/edit': ['/properties/turned.property/edit'],
    '/browse': ['/browse'],
    '/browse/:kind': ['domains', 'glossary', 'tags', 'products', 'containers'].map(
      (kind) => `/browse/${kind}`,
    ),
    '/people': ['/people', '/people?tab=groups'],
    '/proposals': ['/proposals', `/proposals?urn=${encodeURIComponent(DATASET)}`],
    '/proposals/:id': [`/proposals/${proposal.json.id}`],
    '/forms': ['/forms'],
    '/forms/:urn': [`/forms/${encodeURIComponent(FORM)}`],
    '/policies': ['/policies'],
    '/policies/:urn': [`/policies/${encodeURIComponent(POLICY)}`],
    '/operations': ['/operations'],
    '/audit': ['/audit'],
    '/profile': ['/profile'],
    '/bin': ['/bin'],
    '/edits': ['/edits'],
    '/edits/:id': [`/edits/${edit.json.id}`],
    '/import': ['/import'],
    '/agents': ['/agents'],
    '/tokens': ['/tokens'],
    '/webhooks': ['/webhooks'],
    '/webhooks/:id': [`/webhooks/${webhook.json.id}`],
    '/ingestion': ['/ingestion'],
    '/ingestion/new': ['/ingestion/new'],
    '/ingestion/:urn': [ingestion],
    '/ingestion/:urn/edit': [`${ingestion}/edit`],
    '/dataset/:urn/columns': [pathOf(DATASET, '/columns')],
    '/:type/:urn/history': [pathOf(DATASET, '/history')],
    '/:type/:urn/lineage': [pathOf(DATASET, '/lineage'), pathOf(DATASET, '/lineage?as=list')],
    '/:type/:urn': [
      ...[DATASET, COLUMN, PERSON, GROUP, TAG, TERM, DOMAIN, PRODUCT, CONTAINER].map((urn) => pathOf(urn)),
      ...['properties', 'access', 'raw'].map((tab) => pathOf(DATASET, `?tab=${tab}`)),
    ],
  };
});
afterAll(() => visit[Symbol.asyncDispose]());

async function writeNames(): Promise<void> {
  const { server } = visit;
  const stamp = { time: 1, actor: PERSON };
  for (const [urn, aspect, value] of [
    [PERSON, 'corpUserInfo', { active: true, displayName: NAME, title: NAME }],
    [GROUP, 'corpGroupInfo', { displayName: NAME, admins: [], members: [], groups: [] }],
    [TAG, 'tagProperties', { name: NAME }],
    [TERM, 'glossaryTermInfo', { name: NAME, definition: NAME, termSource: 'INTERNAL' }],
    [DOMAIN, 'domainProperties', { name: NAME }],
    [PRODUCT, 'dataProductProperties', { name: NAME, assets: [{ destinationUrn: DATASET }] }],
    [CONTAINER, 'containerProperties', { name: NAME }],
    [
      PROPERTY,
      'propertyDefinition',
      {
        qualifiedName: 'turned.property',
        displayName: NAME,
        description: NAME,
        valueType: 'urn:li:dataType:datahub.string',
        entityTypes: ['urn:li:entityType:datahub.dataset', 'urn:li:entityType:datahub.schemaField'],
        allowedValues: [{ value: { string: NAME }, description: NAME }],
      },
    ],
    [PROPERTY, 'structuredPropertySettings', { showInSearchFilters: true, showAsAssetBadge: true }],
    [
      POLICY,
      'dataHubPolicyInfo',
      {
        displayName: NAME,
        description: NAME,
        type: 'METADATA',
        state: 'ACTIVE',
        editable: true,
        privileges: ['VIEW_ENTITY_PAGE'],
        actors: {
          users: [PERSON],
          groups: [GROUP],
          resourceOwners: false,
          allUsers: false,
          allGroups: false,
        },
        resources: { allResources: true },
      },
    ],
    [
      FORM,
      'formInfo',
      { name: NAME, description: NAME, type: 'COMPLETION', prompts: [], actors: { owners: true } },
    ],
    [SOURCE, 'datasetProperties', { name: NAME }],
    [DATASET, 'datasetProperties', { name: NAME, customProperties: { [NAME]: NAME } }],
    [DATASET, 'container', { container: CONTAINER }],
    [DATASET, 'ownership', { owners: [PERSON, GROUP].map((owner) => ({ owner, type: 'DATAOWNER' })) }],
    [DATASET, 'globalTags', { tags: [{ tag: TAG }] }],
    [DATASET, 'glossaryTerms', { terms: [{ urn: TERM }], auditStamp: stamp }],
    [DATASET, 'domains', { domains: [DOMAIN] }],
    [DATASET, 'deprecation', { deprecated: true, note: NAME, actor: PERSON, replacement: SOURCE }],
    [
      DATASET,
      'institutionalMemory',
      { elements: [{ url: 'https://example.com/a', description: NAME, createStamp: stamp }] },
    ],
    [
      DATASET,
      'structuredProperties',
      { properties: [{ propertyUrn: PROPERTY, values: [{ string: NAME }] }] },
    ],
    [DATASET, 'upstreamLineage', { upstreams: [{ dataset: SOURCE, type: 'COPY' }] }],
    [
      DATASET,
      'schemaMetadata',
      {
        schemaName: 'turned',
        platform: 'urn:li:dataPlatform:hive',
        version: 0,
        hash: '',
        platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
        fields: [
          {
            fieldPath: 'amount',
            description: NAME,
            nativeDataType: NAME,
            type: { type: { 'com.linkedin.schema.StringType': {} } },
          },
        ],
      },
    ],
  ] as const)
    await writeAspect(server, urn, aspect, value);
}

/** Waits until nothing is loading any more, for two checks in a row. */
async function expectLoaded(page: Page): Promise<void> {
  for (let checks = 0; checks < 2; checks += 1) {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
  }
}

describe.each(Object.keys(PAGES) as PagePath[])('the page %s', (path) => {
  it('marks characters that turn names around, and says within 5 seconds that the server is away', async () => {
    const window = await visit.open('/import');
    const { page } = window;
    await page.clock.install();
    for (const address of addresses[path]) {
      await page.goto(visit.server.url + address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectLoaded(page);
      const texts = await page.evaluate(() => [
        document.title,
        document.body.innerText,
        ...[...document.body.querySelectorAll('[title], [aria-label]')].flatMap((element) => [
          element.getAttribute('title') ?? '',
          element.getAttribute('aria-label') ?? '',
        ]),
      ]);
      const turned = texts.flatMap((text) => text.split('\n').filter((line) => /[\u202a-\u202e]/.test(line)));
      expect(turned.map((line) => `${address}: ${line}`)).toEqual([]);
      if (address.includes('turned')) expect(texts.join('\n')).toContain(MARKED);
    }
    expect(window.complaints).toEqual([]);
    // Packets are lost silently: the change feed stays open, and new requests get no response.
    await page.context().route('**/*', () => undefined);
    await page.clock.runFor(5_000);
    await page.getByText(/^The server is not responding/).waitFor();
    await page.context().close();
  });
});

describe('a page', () => {
  it('says at once that the computer is offline', async () => {
    const { page } = await visit.open('/search');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectLoaded(page);
    await page.context().setOffline(true);
    await page.getByText(/^The server is not responding/).waitFor();
    await page.context().close();
  });
});
