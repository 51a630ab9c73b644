import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../../support/catalog-client.ts';
import { callsOf } from '../../../support/graphql-calls.ts';
import { schemaWith } from '../../../support/samples/sample-schema.ts';
import { startServer, type TestServer } from '../../../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
const [A, B] = [datasetUrn('texts.a'), datasetUrn('texts.b')];
const CHART = 'urn:li:chart:(looker,c)';
const DOMAIN = 'urn:li:domain:texts';

beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  const client = clientOf(server);
  await client.dataset('texts.a');
  await client.dataset('texts.b');
  await client.post(A, 'schemaMetadata', schemaWith('id'));
  await client.post(CHART, 'status', { removed: false });
  await client.post(DOMAIN, 'domainProperties', { name: 'Texts', customProperties: { a: 'b' } });
});
afterAll(() => server.stop());

describe('descriptions', () => {
  const describeIt = (input: object) => calls.mutate('updateDescription', 'DescriptionUpdateInput', input);

  it('are written to the editable aspects', async () => {
    await describeIt({ resourceUrn: A, description: 'a table' });
    await describeIt({ resourceUrn: CHART, description: 'a chart' });
    await describeIt({ resourceUrn: DOMAIN, description: 'a domain' });
    await describeIt({
      resourceUrn: A,
      subResourceType: 'DATASET_FIELD',
      subResource: 'id',
      description: 'a key',
    });
    expect(await calls.stored(A, 'editableDatasetProperties')).toMatchObject({ description: 'a table' });
    expect(await calls.stored(CHART, 'editableChartProperties')).toMatchObject({ description: 'a chart' });
    expect(await calls.stored(DOMAIN, 'domainProperties')).toEqual({
      name: 'Texts',
      customProperties: { a: 'b' },
      description: 'a domain',
    });
    expect((await calls.stored(A, 'editableSchemaMetadata')).editableSchemaFieldInfo).toEqual([
      { fieldPath: 'id', description: 'a key' },
    ]);
  });

  it.each([
    ['of what does not exist', { resourceUrn: datasetUrn('never') }, 404],
    ['of a missing column', { resourceUrn: A, subResourceType: 'DATASET_FIELD', subResource: 'no' }, 404],
    ['of an entity that has none', { resourceUrn: 'urn:li:dataType:datahub.string' }, 400],
    ['of an entity without a name', { resourceUrn: 'urn:li:tag:nameless' }, 404],
  ])('%s are refused', async (_what, input, code) => {
    if (input.resourceUrn === 'urn:li:tag:nameless')
      await clientOf(server).post(input.resourceUrn, 'status', { removed: false });
    expect(
      await calls.refused('updateDescription', 'DescriptionUpdateInput', { description: 'x', ...input }),
    ).toMatchObject({ code });
  });
});

describe('names', () => {
  it('are changed, and others are refused', async () => {
    await calls.mutate('updateName', 'UpdateNameInput', { urn: DOMAIN, name: 'Words' });
    await calls.mutate('updateName', 'UpdateNameInput', { urn: A, name: 'Table A' });
    expect((await calls.stored(DOMAIN, 'domainProperties')).name).toBe('Words');
    expect((await calls.stored(A, 'editableDatasetProperties')).name).toBe('Table A');
    expect(await calls.refused('updateName', 'UpdateNameInput', { urn: CHART, name: 'x' })).toMatchObject({
      code: 400,
    });
    expect(
      await calls.refused('updateName', 'UpdateNameInput', { urn: 'urn:li:domain:never', name: 'x' }),
    ).toMatchObject({ code: 404 });
  });
});

describe('links', () => {
  const elements = async (): Promise<{ url: string; description: string }[]> =>
    (await calls.stored(A, 'institutionalMemory')).elements;
  const link = { linkUrl: 'https://example.org/a', label: 'A', resourceUrn: A };

  it('are added once, changed and removed', async () => {
    await calls.mutate('addLink', 'AddLinkInput', link);
    await calls.mutate('addLink', 'AddLinkInput', { ...link, label: 'The same' });
    const again = await calls.refused('addLink', 'AddLinkInput', link);
    expect(again).toMatchObject({ code: 400 });
    expect(again.message).toContain("The link 'https://example.org/a' with label 'A' already exists!");
    await calls.mutate('updateLink', 'UpdateLinkInput', {
      ...link,
      currentUrl: link.linkUrl,
      currentLabel: 'A',
      linkUrl: 'https://example.org/b',
      label: 'B',
      settings: { showInAssetPreview: true },
    });
    await calls.mutate('upsertLink', 'UpsertLinkInput', { ...link, label: 'The same' });
    await calls.mutate('upsertLink', 'UpsertLinkInput', { ...link, label: 'New' });
    const { data } = await server.graphql(
      'query l($urn: String!) { dataset(urn: $urn) { institutionalMemory { elements { url label author { urn } updated { actor } settings { showInAssetPreview } } } } }',
      { urn: A },
    );
    const author = { urn: 'urn:li:corpuser:datahub' };
    const updated = { actor: author.urn };
    expect(data.dataset.institutionalMemory.elements).toEqual([
      { url: link.linkUrl, label: 'The same', author, updated, settings: null },
      { url: 'https://example.org/b', label: 'B', author, updated, settings: { showInAssetPreview: true } },
      { url: link.linkUrl, label: 'New', author, updated: null, settings: null },
    ]);
    await calls.mutate('removeLink', 'RemoveLinkInput', { ...link, label: 'New' });
    expect(await elements()).toHaveLength(2);
    await calls.mutate('removeLink', 'RemoveLinkInput', { linkUrl: link.linkUrl, resourceUrn: A });
    await calls.mutate('removeLink', 'RemoveLinkInput', { linkUrl: link.linkUrl, resourceUrn: A });
    expect(await elements()).toHaveLength(1);
  });

  it('that do not exist cannot be changed, nor those of missing entities', async () => {
    expect(
      await calls.refused('updateLink', 'UpdateLinkInput', {
        ...link,
        currentUrl: 'https://no',
        currentLabel: 'no',
      }),
    ).toMatchObject({ code: 404 });
    expect(
      await calls.refused('addLink', 'AddLinkInput', { ...link, resourceUrn: datasetUrn('never') }),
    ).toMatchObject({ code: 404 });
  });
});

it('links and embeds with script URLs are refused over every protocol', async () => {
  const linkUrl = 'javascript:alert(1)';
  const before = await calls.stored(A, 'institutionalMemory');
  for (const refused of [
    await calls.refused('addLink', 'AddLinkInput', { label: 'x', resourceUrn: A, linkUrl }),
    await calls.refused('updateEmbed', 'UpdateEmbedInput', { urn: CHART, renderUrl: linkUrl }),
  ]) {
    expect(refused).toMatchObject({ code: 400 });
    expect(refused.message).toContain("has the scheme 'javascript:'. Use one of http, https, mailto");
  }
  const createStamp = { time: 0, actor: 'urn:li:corpuser:datahub' };
  const elements = [{ url: linkUrl, description: 'x', createStamp }];
  const client = clientOf(server);
  expect((await client.post(A, 'institutionalMemory', { elements })).status).toBe(400);
  expect((await client.post(A, 'datasetProperties', { name: 'a', externalUrl: linkUrl })).status).toBe(400);
  expect((await client.post(A, 'datasetProperties', { name: 'a', externalUrl: 's3://a' })).status).toBe(200);
  expect(await calls.stored(A, 'institutionalMemory')).toEqual(before);
});

describe('deprecation', () => {
  it('is set with its reason, for one or several, and cleared', async () => {
    await calls.mutate('updateDeprecation', 'UpdateDeprecationInput', {
      urn: A,
      deprecated: true,
      note: 'old',
      decommissionTime: 1700000000000,
      replacement: B,
    });
    expect(await calls.stored(A, 'deprecation')).toEqual({
      deprecated: true,
      note: 'old',
      decommissionTime: 1700000000000,
      actor: 'urn:li:corpuser:datahub',
      replacement: B,
    });
    await calls.mutate('batchUpdateDeprecation', 'BatchUpdateDeprecationInput', {
      deprecated: false,
      resources: [{ resourceUrn: A }, { resourceUrn: B }],
    });
    expect(await calls.stored(A, 'deprecation')).toEqual({
      deprecated: false,
      note: '',
      actor: 'urn:li:corpuser:datahub',
    });
    expect((await calls.stored(B, 'deprecation')).deprecated).toBe(false);
    expect(
      await calls.refused('updateDeprecation', 'UpdateDeprecationInput', {
        urn: A,
        deprecated: true,
        ifVersionMatch: '1',
      }),
    ).toMatchObject({ code: 412 });
    expect((await calls.stored(A, 'deprecation')).deprecated).toBe(false);
    await calls.mutate('updateDeprecation', 'UpdateDeprecationInput', {
      urn: A,
      deprecated: true,
      ifVersionMatch: '2',
    });
    expect(
      await calls.refused('updateDeprecation', 'UpdateDeprecationInput', {
        urn: datasetUrn('never'),
        deprecated: true,
      }),
    ).toMatchObject({ code: 404 });
    expect(
      await calls.refused('updateDeprecation', 'UpdateDeprecationInput', {
        urn: 'nonsense',
        deprecated: true,
      }),
    ).toMatchObject({ code: 400 });
  });
});

describe('looks', () => {
  it('of domains and embedded pages are changed', async () => {
    const display = (input: object) =>
      calls.call('mutation', 'updateDisplayProperties', {
        urn: ['String!', DOMAIN],
        input: ['DisplayPropertiesUpdateInput!', input],
      });
    expect((await display({ colorHex: '#ff0000' })).data.updateDisplayProperties).toBe(true);
    await display({ icon: { name: 'house' } });
    const { data } = await server.graphql(
      'query d($urn: String!) { domain(urn: $urn) { displayProperties { colorHex icon { iconLibrary name style } } } }',
      { urn: DOMAIN },
    );
    expect(data.domain.displayProperties).toEqual({
      colorHex: '#ff0000',
      icon: { iconLibrary: 'MATERIAL', name: 'house', style: '' },
    });
    await calls.mutate('updateEmbed', 'UpdateEmbedInput', { urn: CHART, renderUrl: 'https://example.org' });
    expect(await calls.stored(CHART, 'embed')).toEqual({ renderUrl: 'https://example.org' });
    await calls.mutate('updateEmbed', 'UpdateEmbedInput', { urn: CHART });
    expect(await calls.stored(CHART, 'embed')).toEqual({});
    expect(
      await calls.refused('updateEmbed', 'UpdateEmbedInput', { urn: DOMAIN, renderUrl: 'x' }),
    ).toMatchObject({ code: 400 });
  });
});

describe('updateDataset', () => {
  it('replaces the parts that are given', async () => {
    await clientOf(server).post('urn:li:tag:kept', 'tagProperties', { name: 'kept' });
    const input = {
      ownership: { owners: [{ owner: 'urn:li:corpuser:datahub', type: 'DATA_STEWARD' }] },
      tags: { tags: [{ tag: { urn: 'urn:li:tag:kept', name: 'kept' } }] },
      editableProperties: { description: 'b', name: 'B' },
      deprecation: { deprecated: true, note: 'n' },
      institutionalMemory: {
        elements: [
          { url: 'https://example.org', description: 'd', author: 'urn:li:corpuser:datahub', createdAt: 7 },
        ],
      },
      editableSchemaMetadata: { editableSchemaFieldInfo: [{ fieldPath: 'id', description: 'key' }] },
    };
    const { data, errors } = await calls.call(
      'mutation',
      'updateDataset',
      { urn: ['String!', B], input: ['DatasetUpdateInput!', input] },
      '{ urn editableProperties { description name } tags { tags { tag { urn } } } ownership { owners { type } } deprecation { note } institutionalMemory { elements { created { time } } } editableSchemaMetadata { editableSchemaFieldInfo { description } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.updateDataset).toEqual({
      urn: B,
      editableProperties: { description: 'b', name: 'B' },
      tags: { tags: [{ tag: { urn: 'urn:li:tag:kept' } }] },
      ownership: { owners: [{ type: 'DATA_STEWARD' }] },
      deprecation: { note: 'n' },
      institutionalMemory: { elements: [{ created: { time: 7 } }] },
      editableSchemaMetadata: { editableSchemaFieldInfo: [{ description: 'key' }] },
    });
    const chart = await calls.call(
      'mutation',
      'updateChart',
      { urn: ['String!', CHART], input: ['ChartUpdateInput!', { editableProperties: { description: 'c' } }] },
      '{ editableProperties { description } }',
    );
    expect(chart.data.updateChart.editableProperties.description).toBe('c');
  });

  it('changes several or none', async () => {
    const update = (urn: string) => ({ urn, update: { editableProperties: { description: 'all' } } });
    const changed = await calls.call(
      'mutation',
      'updateDatasets',
      { input: ['[BatchDatasetUpdateInput!]!', [update(A), update(B)]] },
      '{ editableProperties { description name } }',
    );
    expect(changed.data.updateDatasets).toEqual([
      { editableProperties: { description: 'all', name: 'Table A' } },
      { editableProperties: { description: 'all', name: 'B' } },
    ]);
    const refused = await calls.call(
      'mutation',
      'updateDatasets',
      { input: ['[BatchDatasetUpdateInput!]!', [update(A), update(datasetUrn('never'))]] },
      '{ urn }',
    );
    expect(refused.errors[0].extensions.code).toBe(404);
    const wrong = await calls.call(
      'mutation',
      'updateDataset',
      { urn: ['String!', CHART], input: ['DatasetUpdateInput!', {}] },
      '{ urn }',
    );
    expect(wrong.errors[0].extensions.code).toBe(400);
  });
});

describe('tags themselves', () => {
  it('are changed, colored and deleted', async () => {
    const urn = await calls.mutate('createTag', 'CreateTagInput', { id: 'warm', name: 'Warm' });
    const { data } = await calls.call(
      'mutation',
      'updateTag',
      { urn: ['String!', urn], input: ['TagUpdateInput!', { urn, name: 'Warmer', description: 'd' }] },
      '{ properties { name description } }',
    );
    expect(data.updateTag.properties).toEqual({ name: 'Warmer', description: 'd' });
    const color = (of: string) =>
      calls.call('mutation', 'setTagColor', { urn: ['String!', of], colorHex: ['String!', '#00ff00'] });
    expect((await color(urn)).data.setTagColor).toBe(true);
    expect(await calls.stored(urn, 'tagProperties')).toEqual({
      name: 'Warmer',
      description: 'd',
      colorHex: '#00ff00',
    });
    expect((await color('urn:li:tag:never')).errors[0].extensions.code).toBe(404);
    const remove = () => calls.call('mutation', 'deleteTag', { urn: ['String!', urn] });
    expect((await remove()).data.deleteTag).toBe(true);
    expect((await remove()).errors[0].extensions.code).toBe(404);
  });
});

describe('queries', () => {
  const statement = { value: 'select 1', language: 'SQL' };
  const create = (input: object) =>
    calls.mutate(
      'createQuery',
      'CreateQueryInput',
      { properties: { name: 'Q', statement }, subjects: [{ datasetUrn: A }], ...input },
      '{ urn properties { name description source statement { value language } created { actor } } subjects { dataset { urn } } }',
    );

  it('are kept with datasets, changed, listed and deleted', async () => {
    const { urn, ...made } = await create({});
    expect(made).toEqual({
      properties: {
        name: 'Q',
        description: null,
        source: 'MANUAL',
        statement,
        created: { actor: 'urn:li:corpuser:datahub' },
      },
      subjects: [{ dataset: { urn: A } }],
    });
    const update = {
      properties: { description: 'd', statement: { value: 'select 2', language: 'SQL' } },
      subjects: [{ datasetUrn: B }],
    };
    const { data } = await calls.call(
      'mutation',
      'updateQuery',
      { urn: ['String!', urn], input: ['UpdateQueryInput!', update] },
      '{ properties { name description statement { value } } subjects { dataset { urn } } }',
    );
    expect(data.updateQuery).toEqual({
      properties: { name: 'Q', description: 'd', statement: { value: 'select 2' } },
      subjects: [{ dataset: { urn: B } }],
    });
    const list = async (input: object) =>
      (
        await calls.call(
          'query',
          'listQueries',
          { input: ['ListQueriesInput!', input] },
          '{ total queries { urn } }',
        )
      ).data.listQueries;
    expect(await list({ datasetUrn: B, source: 'MANUAL' })).toEqual({ total: 1, queries: [{ urn }] });
    expect(await list({ datasetUrn: A })).toEqual({ total: 0, queries: [] });
    const about = (...urns: readonly string[]) =>
      urns.map((value) => ({ and: [{ field: 'entities', values: [value] }] }));
    expect(await list({ orFilters: about(A, B) })).toEqual({ total: 1, queries: [{ urn }] });
    expect(await list({ datasetUrn: A, orFilters: about(A, B) })).toEqual({ total: 0, queries: [] });
    const remove = () => calls.call('mutation', 'deleteQuery', { urn: ['String!', urn] });
    expect((await remove()).data.deleteQuery).toBe(true);
    expect((await remove()).errors[0].extensions.code).toBe(404);
  });

  it('are created, listed and deleted without a subject', async () => {
    const made = await create({ subjects: [] });
    expect(made).toMatchObject({ properties: { name: 'Q' }, subjects: [] });
    const { urn } = made;
    const other = await create({ properties: { name: 'R', statement } });
    const listed = async (sortInput?: object) => {
      const input = ['ListQueriesInput!', { ...(sortInput && { sortInput }) }] as const;
      const { data } = await calls.call('query', 'listQueries', { input }, '{ total queries { urn } }');
      return data.listQueries;
    };
    const byName = (sortOrder: string) => ({ sortCriterion: { field: 'name', sortOrder } });
    const both = [{ urn }, { urn: other.urn }];
    expect(await listed(byName('ASCENDING'))).toEqual({ total: 2, queries: both });
    expect(await listed(byName('DESCENDING'))).toEqual({ total: 2, queries: both.toReversed() });
    for (const query of [urn, other.urn]) {
      const { data } = await calls.call('mutation', 'deleteQuery', { urn: ['String!', query] });
      expect(data.deleteQuery).toBe(true);
    }
    expect(await listed()).toEqual({ total: 0, queries: [] });
  });

  it.each([
    ['on a missing dataset', [{ datasetUrn: datasetUrn('never') }], 404],
    ['on an entity that is not a dataset', [{ datasetUrn: CHART }], 400],
  ])('%s are refused', async (_what, subjects, code) => {
    expect(
      await calls.refused(
        'createQuery',
        'CreateQueryInput',
        { properties: { statement }, subjects },
        '{ urn }',
      ),
    ).toMatchObject({ code });
  });
});
