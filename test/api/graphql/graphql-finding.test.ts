import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
const CONTAINER = 'urn:li:container:sales';
const [ORDERS, ITEMS, CLICKS] = [
  datasetUrn('db.orders'),
  datasetUrn('db.order_items'),
  datasetUrn('clicks', 'kafka'),
];

beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  const client = clientOf(server);
  await client.dataset('db.orders', { name: 'Orders' });
  await client.dataset('db.order_items', { name: 'Order items' });
  await client.post(CLICKS, 'datasetProperties', { name: 'Clicks on orders' });
  await client.post(CONTAINER, 'containerProperties', { name: 'Sales' });
  await client.post('urn:li:tag:orderly', 'tagProperties', { name: 'Orderly' });
  const path = [{ id: 'prod' }, { id: CONTAINER, urn: CONTAINER }];
  await client.post(ORDERS, 'browsePathsV2', { path });
  await client.post(ITEMS, 'browsePathsV2', { path: [...path, { id: 'deep' }] });
  await client.post(CLICKS, 'browsePathsV2', { path: [{ id: 'prod' }] });
  await client.post(ORDERS, 'browsePaths', { paths: ['/prod/hive'] });
  await client.post(ITEMS, 'browsePaths', { paths: ['/prod/hive/db'] });
});
afterAll(() => server.stop());

describe('search', () => {
  it('finds entities of one type', async () => {
    const { data, errors } = await calls.call(
      'query',
      'search',
      {
        input: [
          'SearchInput!',
          {
            type: 'DATASET',
            query: 'orders',
            start: 0,
            count: 5,
            orFilters: [{ and: [{ field: 'platform', values: ['urn:li:dataPlatform:hive'] }] }],
          },
        ],
      },
      '{ start count total searchResults { entity { urn } } facets { field } }',
    );
    expect(errors).toBeUndefined();
    expect(data.search).toMatchObject({
      start: 0,
      total: 2,
      searchResults: [{ entity: { urn: ORDERS } }, { entity: { urn: ITEMS } }],
    });
    const refused = await calls.call(
      'query',
      'search',
      { input: ['SearchInput!', { type: 'DATASET', query: 'x', start: -1 }] },
      '{ total }',
    );
    expect(refused.errors[0].extensions.code).toBe(400);
  });
});

describe('completion', () => {
  const complete = (input: object): ReturnType<typeof calls.call> =>
    calls.call(
      'query',
      'autoComplete',
      { input: ['AutoCompleteInput!', input] },
      '{ query suggestions entities { urn } }',
    );
  const one = async (input: object) => (await complete(input)).data.autoComplete;

  it('ranks names that start with the text before names that contain it', async () => {
    expect(await one({ type: 'DATASET', query: 'ord' })).toEqual({
      query: 'ord',
      suggestions: ['Order items', 'Orders', 'Clicks on orders'],
      entities: [{ urn: ITEMS }, { urn: ORDERS }, { urn: CLICKS }],
    });
    expect((await one({ query: 'ORDER I' })).suggestions).toEqual(['Order items']);
    expect((await one({ query: 'items or' })).suggestions).toEqual(['Order items']);
    expect((await one({ query: 'orders (cli' })).suggestions).toEqual(['Clicks on orders']);
    expect((await one({ query: 'ord', limit: 1 })).suggestions).toHaveLength(1);
    expect(
      (await one({ query: 'ord', filters: [{ field: 'platform', values: ['urn:li:dataPlatform:kafka'] }] }))
        .entities,
    ).toEqual([{ urn: CLICKS }]);
    expect(await one({ query: 'nowhere' })).toEqual({ query: 'nowhere', suggestions: [], entities: [] });
    expect(await one({ query: 'ord', limit: 0 })).toMatchObject({ suggestions: [] });
    expect(await one({ query: 'ord', field: 'nofield' })).toMatchObject({ suggestions: [] });
  });

  it('accepts texts up to the limit of searches, and counts the typed text', async () => {
    for (const query of ['x'.repeat(4_000), 'or '.repeat(1_300)]) {
      const { data, errors } = await complete({ query });
      // OpenSearch seeks no beginnings and parts of more than 1,000 bytes.
      if (inject('engines')?.opensearch !== undefined) expect(errors[0].message).toContain('too long');
      else expect(data.autoComplete).toEqual({ query, suggestions: [], entities: [] });
    }
    const refused = await complete({ query: 'x'.repeat(4_001) });
    expect(refused.errors[0].message).toContain('The query has 4001 characters, more than 4000.');
  });

  it('answers for several types', async () => {
    const { data } = await calls.call(
      'query',
      'autoCompleteForMultiple',
      { input: ['AutoCompleteMultipleInput!', { query: 'order', limit: 5 }] },
      '{ query suggestions { type suggestions } }',
    );
    expect(data.autoCompleteForMultiple).toEqual({
      query: 'order',
      suggestions: [
        { type: 'DATASET', suggestions: ['Order items', 'Orders', 'Clicks on orders'] },
        { type: 'TAG', suggestions: ['Orderly'] },
      ],
    });
    const refused = await calls.call(
      'query',
      'autoComplete',
      { input: ['AutoCompleteInput!', { query: 'x', limit: -1 }] },
      '{ query }',
    );
    expect(refused.errors[0].extensions.code).toBe(400);
  });
});

describe('browsing', () => {
  const at = async (path: string[], more: object = {}) =>
    (
      await calls.call(
        'query',
        'browseV2',
        { input: ['BrowseV2Input!', { types: ['DATASET'], path, ...more }] },
        '{ start count total groups { name count hasSubGroups entity { urn } } metadata { path totalNumEntities } }',
      )
    ).data.browseV2;

  it('descends step by step', async () => {
    expect(await at([])).toEqual({
      start: 0,
      count: 1,
      total: 1,
      groups: [{ name: 'prod', count: 3, hasSubGroups: true, entity: null }],
      metadata: { path: [], totalNumEntities: 3 },
    });
    expect(await at(['prod'])).toMatchObject({
      groups: [{ name: CONTAINER, count: 2, hasSubGroups: true, entity: { urn: CONTAINER } }],
      metadata: { path: ['prod'], totalNumEntities: 2 },
    });
    expect((await at(['prod', CONTAINER])).groups).toEqual([
      { name: 'deep', count: 1, hasSubGroups: false, entity: null },
    ]);
    expect(await at(['prod', CONTAINER, 'deep'])).toMatchObject({
      total: 0,
      groups: [],
      metadata: { totalNumEntities: 0 },
    });
    expect(await at(['nowhere'])).toMatchObject({ total: 0, metadata: { totalNumEntities: 0 } });
    expect(await at([], { query: 'clicks' })).toMatchObject({ groups: [{ name: 'prod', count: 1 }] });
    expect(await at([], { start: 1 })).toMatchObject({ start: 1, count: 0, total: 1, groups: [] });
    const refused = await calls.call(
      'query',
      'browseV2',
      { input: ['BrowseV2Input!', { path: [''] }] },
      '{ total }',
    );
    expect(refused.errors[0].extensions.code).toBe(400);
  });

  it('works in the older form', async () => {
    const { data, errors } = await server.graphql(
      `query b($urn: String!) {
        top: browse(input: { type: DATASET }) { total groups { name count } entities { urn } }
        hive: browse(input: { type: DATASET, path: ["prod", "hive"] }) { start count total groups { name count } entities { urn } metadata { path totalNumEntities } }
        browsePaths(input: { type: DATASET, urn: $urn }) { path }
        dataset(urn: $urn) { browsePathV2 { path { name entity { urn } } } browsePaths { path } }
      }`,
      { urn: ORDERS },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      top: { total: 1, groups: [{ name: 'prod', count: 2 }], entities: [] },
      hive: {
        start: 0,
        count: 2,
        total: 2,
        groups: [{ name: 'db', count: 1 }],
        entities: [{ urn: ORDERS }],
        metadata: { path: ['prod', 'hive'], totalNumEntities: 1 },
      },
      browsePaths: [{ path: ['prod', 'hive'] }],
      dataset: {
        browsePathV2: {
          path: [
            { name: 'prod', entity: null },
            { name: CONTAINER, entity: { urn: CONTAINER } },
          ],
        },
        browsePaths: [{ path: ['prod', 'hive'] }],
      },
    });
  });
});

describe('an overview', () => {
  it('shows existing entities, and reports unsupported features as such', async () => {
    const { data, errors } = await server.graphql(
      `query o($urn: String!) {
        there: entityExists(urn: $urn)
        nowhere: entityExists(urn: "urn:li:tag:never")
        getEntityCounts(input: { types: [DATASET, CHART] }) { counts { entityType count } }
        getQuickFilters(input: {}) { quickFilters { field value entity { urn } } }
        listRecommendations(input: { userUrn: "urn:li:corpuser:datahub", requestContext: { scenario: HOME } }) { modules { title } }
        isAnalyticsEnabled
        getAnalyticsCharts { title }
        getMetadataAnalyticsCharts(input: {}) { title }
        getHighlights { title }
        globalViewsSettings { defaultView }
      }`,
      { urn: ORDERS },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      there: true,
      nowhere: false,
      getEntityCounts: {
        counts: [
          { entityType: 'DATASET', count: 3 },
          { entityType: 'CHART', count: 0 },
        ],
      },
      getQuickFilters: {
        quickFilters: [
          {
            field: 'platform',
            value: 'urn:li:dataPlatform:hive',
            entity: { urn: 'urn:li:dataPlatform:hive' },
          },
          {
            field: 'platform',
            value: 'urn:li:dataPlatform:kafka',
            entity: { urn: 'urn:li:dataPlatform:kafka' },
          },
          { field: '_entityType', value: 'DATASET', entity: null },
          { field: '_entityType', value: 'CONTAINER', entity: null },
        ],
      },
      listRecommendations: { modules: [] },
      isAnalyticsEnabled: false,
      getAnalyticsCharts: [],
      getMetadataAnalyticsCharts: [],
      getHighlights: [],
      globalViewsSettings: { defaultView: null },
    });
  });
});

describe('views', () => {
  const definition = {
    entityTypes: ['DATASET'],
    filter: {
      operator: 'OR',
      filters: [
        { field: 'platform', values: ['urn:li:dataPlatform:kafka'] },
        { field: 'name', condition: 'CONTAIN', values: ['items'] },
      ],
    },
  };
  const shape =
    '{ urn name description viewType definition { entityTypes filter { operator filters { field condition values negated } } } }';

  it('are saved, used, changed, listed and deleted', async () => {
    const view = await calls.mutate(
      'createView',
      'CreateViewInput',
      { viewType: 'PERSONAL', name: 'Mine', definition },
      shape,
    );
    expect(view).toMatchObject({
      name: 'Mine',
      viewType: 'PERSONAL',
      definition: {
        entityTypes: ['DATASET'],
        filter: {
          operator: 'OR',
          filters: [
            { field: 'platform', condition: 'EQUAL', values: ['urn:li:dataPlatform:kafka'], negated: false },
            { field: 'name', condition: 'CONTAIN', values: ['items'], negated: false },
          ],
        },
      },
    });
    const found = await calls.call(
      'query',
      'searchAcrossEntities',
      { input: ['SearchAcrossEntitiesInput!', { query: '*', viewUrn: view.urn }] },
      '{ searchResults { entity { urn } } }',
    );
    expect(
      found.data.searchAcrossEntities.searchResults
        .map(({ entity }: { entity: { urn: string } }) => entity.urn)
        .sort(),
    ).toEqual([CLICKS, ITEMS].sort());
    const update = await calls.call(
      'mutation',
      'updateView',
      { urn: ['String!', view.urn], input: ['UpdateViewInput!', { description: 'd' }] },
      shape,
    );
    expect(update.data.updateView).toEqual({ ...view, description: 'd' });
    const lists = await server.graphql(
      '{ listMyViews(input: { viewType: PERSONAL }) { total views { urn } } listGlobalViews(input: {}) { total views { urn } } }',
    );
    expect(lists.data).toEqual({
      listMyViews: { total: 1, views: [{ urn: view.urn }] },
      listGlobalViews: { total: 0, views: [] },
    });
    const remove = () => calls.call('mutation', 'deleteView', { urn: ['String!', view.urn] });
    expect((await remove()).data.deleteView).toBe(true);
    expect((await remove()).errors[0].extensions.code).toBe(404);
  });
});

describe('posts', () => {
  const content = {
    contentType: 'LINK',
    title: 'News',
    link: 'https://example.org',
    media: { type: 'IMAGE', location: 'https://example.org/i.png' },
  };

  it('are written, replaced, listed and deleted', async () => {
    expect(
      await calls.mutate('createPost', 'CreatePostInput', { postType: 'HOME_PAGE_ANNOUNCEMENT', content }),
    ).toBe(true);
    const list = async () =>
      (
        await calls.call(
          'query',
          'listPosts',
          { input: ['ListPostsInput!', {}] },
          '{ total posts { urn postType content { contentType title description link media { type location } } lastModified { actor } } }',
        )
      ).data.listPosts;
    const { total, posts } = await list();
    expect(total).toBe(1);
    expect(posts[0]).toMatchObject({
      postType: 'HOME_PAGE_ANNOUNCEMENT',
      content,
      lastModified: { actor: 'urn:li:corpuser:datahub' },
    });
    const { urn } = posts[0];
    await calls.mutate('updatePost', 'UpdatePostInput', {
      urn,
      postType: 'HOME_PAGE_ANNOUNCEMENT',
      content: { contentType: 'TEXT', title: 'Old news' },
    });
    expect((await list()).posts[0].content).toEqual({
      contentType: 'TEXT',
      title: 'Old news',
      description: null,
      link: null,
      media: null,
    });
    const remove = () => calls.call('mutation', 'deletePost', { urn: ['String!', urn] });
    expect((await remove()).data.deletePost).toBe(true);
    expect((await remove()).errors[0].extensions.code).toBe(404);
    expect(
      await calls.refused('updatePost', 'UpdatePostInput', {
        urn,
        postType: 'HOME_PAGE_ANNOUNCEMENT',
        content,
      }),
    ).toMatchObject({ code: 404 });
  });
});
