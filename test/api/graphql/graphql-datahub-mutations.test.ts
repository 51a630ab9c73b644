import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, writeAspect } from '../../support/test-actors.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
let reader: TestServer;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  reader = await addActor(server, 'reader', { roles: ['Reader'] });
});
afterAll(() => server.stop());

const write = (urn: string, aspect: string, value: unknown): Promise<void> =>
  writeAspect(server, urn, aspect, value);

/** Runs a mutation with any arguments; expects success and returns the value of the field. */
// The tests assert the shape of the response.
// oxlint-disable-next-line typescript/no-explicit-any
async function run(field: string, args: Parameters<typeof calls.call>[2], selection = ''): Promise<any> {
  const { data, errors } = await calls.call('mutation', field, args, selection);
  expect(errors).toBeUndefined();
  return data[field];
}

async function dataset(name: string): Promise<string> {
  await clientOf(server).dataset(name);
  return datasetUrn(name);
}

describe('applications', () => {
  it('are created without an owner, changed, and lose assets one by one', async () => {
    const input = { id: 'later', properties: { name: 'A' }, shouldAddCreatorAsOwner: false };
    const { urn } = await calls.mutate('createApplication', 'CreateApplicationInput', input, '{ urn }');
    expect(await calls.stored(urn, 'ownership')).toBeUndefined();
    const args = {
      urn: ['String!', urn],
      input: ['UpdateApplicationInput!', { description: 'why' }],
    } as const;
    expect(await run('updateApplication', args, '{ properties { name description numAssets } }')).toEqual({
      properties: { name: 'A', description: 'why', numAssets: 0 },
    });
    const asset = await dataset('later.application');
    await write(asset, 'applications', { applications: [urn, 'urn:li:application:other'] });
    const unset = { applicationUrn: urn, resourceUrns: [asset] };
    expect(await calls.mutate('batchUnsetApplication', 'BatchUnsetApplicationInput', unset)).toBe(true);
    expect((await calls.stored(asset, 'applications')).applications).toEqual(['urn:li:application:other']);
    const refused = callsOf(reader).refused('batchUnsetApplication', 'BatchUnsetApplicationInput', unset);
    expect((await refused).code).toBe(403);
  });

  it('are shown in the navigation by a setting that needs the privilege', async () => {
    const shown = async () =>
      (await server.graphql('{ appConfig { visualConfig { application { showApplicationInNavigation } } } }'))
        .data.appConfig.visualConfig.application.showApplicationInNavigation;
    expect(await shown()).toBe(false);
    const enabled = { enabled: true };
    expect(await calls.mutate('updateApplicationsSettings', 'UpdateApplicationsSettingsInput', enabled)).toBe(
      true,
    );
    expect(await shown()).toBe(true);
    expect(
      (await calls.refused('updateApplicationsSettings', 'UpdateApplicationsSettingsInput', {})).code,
    ).toBe(400);
    const refused = callsOf(reader).refused(
      'updateApplicationsSettings',
      'UpdateApplicationsSettingsInput',
      enabled,
    );
    expect((await refused).code).toBe(403);
  });
});

it('data products are parts of others, never of themselves', async () => {
  await write('urn:li:domain:parts', 'domainProperties', { name: 'Parts' });
  const create = async (id: string, parentDataProduct?: string): Promise<string> => {
    const properties = { name: id, ...(parentDataProduct && { parentDataProduct }) };
    const input = { id, domainUrn: 'urn:li:domain:parts', properties };
    return (await calls.mutate('createDataProduct', 'CreateDataProductInput', input, '{ urn }')).urn;
  };
  const whole = await create('whole');
  const part = await create('part', whole);
  const parents = async (urn: string) =>
    (
      await server.graphql(
        `{ dataProduct(urn: "${urn}") { parentDataProducts { urn } properties { parentDataProduct { urn } } } }`,
      )
    ).data.dataProduct;
  expect(await parents(part)).toEqual({
    parentDataProducts: [{ urn: whole }],
    properties: { parentDataProduct: { urn: whole } },
  });
  const move = (resourceUrn: string, parentDataProduct?: string) => ({ resourceUrn, parentDataProduct });
  expect(
    (await calls.refused('moveDataProduct', 'MoveDataProductInput', move(whole, part))).message,
  ).toContain('Choose another parent.');
  expect(
    (await calls.refused('moveDataProduct', 'MoveDataProductInput', move(whole, 'urn:li:dataProduct:no')))
      .code,
  ).toBe(404);
  expect(await calls.mutate('moveDataProduct', 'MoveDataProductInput', move(part))).toBe(true);
  expect((await parents(part)).parentDataProducts).toEqual([]);
  const args = {
    urn: ['String!', part],
    input: ['UpdateDataProductInput!', { parentDataProduct: whole }],
  } as const;
  await run('updateDataProduct', args, '{ urn }');
  expect((await parents(part)).parentDataProducts).toEqual([{ urn: whole }]);

  const [asset, sibling] = [await dataset('parts.asset'), await dataset('parts.sibling')];
  await write(asset, 'siblings', { siblings: [sibling], primary: true });
  await write(whole, 'dataProductProperties', {
    name: 'whole',
    assets: [{ destinationUrn: sibling, outputPort: true }],
  });
  const { data } = await server.graphql(
    `{ bulkEntityDataProducts(input: { urns: ["${asset}"] }) { entities { urn dataProductAssociations { isOutputPort dataProduct { urn } } } } }`,
  );
  expect(data.bulkEntityDataProducts.entities).toEqual([
    { urn: asset, dataProductAssociations: [{ isOutputPort: true, dataProduct: { urn: whole } }] },
  ]);
});

it('a domain has the owners that it is created with', async () => {
  const owners = [{ ownerUrn: userUrn('reader'), ownerEntityType: 'CORP_USER' }];
  const urn = await calls.mutate('createDomain', 'CreateDomainInput', { id: 'owned', name: 'Owned', owners });
  expect((await calls.stored(urn, 'ownership')).owners).toMatchObject([{ owner: userUrn('reader') }]);
  const missing = { id: 'unowned', name: 'Unowned', owners: [{ ...owners[0], ownerUrn: userUrn('nobody') }] };
  expect((await calls.refused('createDomain', 'CreateDomainInput', missing)).code).toBe(404);
});

it('the steps of tours are those of the caller', async () => {
  const id = `${userUrn('reader')}-welcome`;
  const own = callsOf(reader);
  const states = { states: [{ id, properties: [{ key: 'seen', value: 'yes' }] }] };
  const updated = '{ results { id succeeded } }';
  expect(await own.mutate('batchUpdateStepStates', 'BatchUpdateStepStatesInput', states, updated)).toEqual({
    results: [{ id, succeeded: true }],
  });
  const read = async (as: TestServer) =>
    (
      await as.graphql(
        `{ batchGetStepStates(input: { ids: ["${id}", "x"] }) { results { id properties { key value } } } }`,
      )
    ).data.batchGetStepStates.results;
  expect(await read(reader)).toEqual([{ id, properties: [{ key: 'seen', value: 'yes' }] }]);
  expect(await read(server)).toEqual([]);
  const { code } = await calls.refused(
    'batchUpdateStepStates',
    'BatchUpdateStepStatesInput',
    states,
    updated,
  );
  expect(code).toBe(403);
});

it('the steps of a user whose name starts with that of another do not belong to the other', async () => {
  const longer = await addActor(server, 'reader-two');
  const id = `${userUrn('reader-two')}-welcome`;
  const states = (value: string) => ({ states: [{ id, properties: [{ key: 'seen', value }] }] });
  const updated = '{ results { id } }';
  const input = 'BatchUpdateStepStatesInput';
  await callsOf(longer).mutate('batchUpdateStepStates', input, states('secret'), updated);
  const query = `{ batchGetStepStates(input: { ids: ["${id}"] }) { results { properties { value } } } }`;
  const read = async (as: TestServer) => (await as.graphql(query)).data.batchGetStepStates.results;
  expect(await read(longer)).toEqual([{ properties: [{ value: 'secret' }] }]);
  expect(await read(reader)).toEqual([]);
  const refused = await callsOf(reader).refused('batchUpdateStepStates', input, states('other'), updated);
  expect(refused.code).toBe(403);
  expect(await read(longer)).toEqual([{ properties: [{ value: 'secret' }] }]);
});

it('a language is that of the caller', async () => {
  const own = callsOf(reader);
  const shown = async () =>
    (await reader.graphql('{ me { corpUser { settings { locale { language } } } } }')).data.me.corpUser
      .settings;
  const input = 'UpdateCorpUserLocaleSettingsInput';
  expect(await own.mutate('updateCorpUserLocaleSettings', input, { language: 'de' })).toBe(true);
  expect(await shown()).toEqual({ locale: { language: 'de' } });
  expect(await own.mutate('updateCorpUserLocaleSettings', input, {})).toBe(true);
  expect(await shown()).toEqual({ locale: { language: null } });
});

it('a replaced incident loses omitted fields', async () => {
  const asset = await dataset('replaced.incident');
  const input = {
    type: 'OPERATIONAL',
    title: 'Late',
    description: 'Since 8',
    priority: 'HIGH',
    resourceUrn: asset,
  };
  const urn = await calls.mutate('raiseIncident', 'RaiseIncidentInput', input);
  const replacement = {
    title: 'Late',
    status: { state: 'RESOLVED' },
    resourceUrns: [asset],
    assigneeUrns: [],
  };
  const args = (value: object) =>
    ({ urn: ['String!', urn], input: ['UpsertIncidentInput!', value] }) as const;
  expect(await run('upsertIncident', args(replacement))).toBe(true);
  const { data } = await server.graphql(
    `{ entity(urn: "${urn}") { ... on Incident { title description priority incidentType incidentStatus { state } } } }`,
  );
  expect(data.entity).toEqual({
    title: 'Late',
    description: null,
    priority: null,
    incidentType: 'OPERATIONAL',
    incidentStatus: { state: 'RESOLVED' },
  });
  const { errors } = await callsOf(reader).call('mutation', 'upsertIncident', args(replacement));
  expect(errors[0].extensions.code).toBe(403);
});

it('joins of datasets are created, changed and deleted by users who may edit both', async () => {
  const [source, destination] = [await dataset('joins.orders'), await dataset('joins.lines')];
  const properties = {
    name: 'orders to lines',
    source,
    destination,
    relationshipFieldmappings: [
      { sourceField: 'id', destinationField: 'order_id' },
      { sourceField: 'id', destinationField: 'parent_id' },
    ],
  };
  const input = { properties, editableProperties: { description: 'why' } };
  const field = 'createERModelRelationship';
  const type = 'ERModelRelationshipUpdateInput';
  const shown =
    '{ urn properties { cardinality source { urn } relationshipFieldMappings { sourceField destinationField } } editableProperties { description } }';
  const created = await calls.mutate(field, type, input, shown);
  expect(created).toEqual({
    urn: created.urn,
    properties: {
      cardinality: 'ONE_N',
      source: { urn: source },
      relationshipFieldMappings: properties.relationshipFieldmappings,
    },
    editableProperties: { description: 'why' },
  });
  // The same join again.
  expect((await calls.mutate(field, type, input, '{ urn }')).urn).toBe(created.urn);

  const editor = await addActor(server, 'joiner', { roles: ['Reader'] });
  const allow = (resources: string[]) =>
    write('urn:li:dataHubPolicy:joiner', 'dataHubPolicyInfo', {
      displayName: 'joins',
      description: '',
      type: 'METADATA',
      state: 'ACTIVE',
      editable: true,
      privileges: ['CREATE_ENTITY_ER_MODEL_RELATIONSHIP'],
      actors: { users: [userUrn('joiner')], allUsers: false, allGroups: false, resourceOwners: false },
      resources: {
        filter: { criteria: [{ field: 'URN', values: resources, condition: 'EQUALS' }] },
        allResources: false,
      },
    });
  await allow([source]);
  expect((await callsOf(editor).refused(field, type, input, '{ urn }')).code).toBe(403);
  await allow([source, destination]);
  expect((await callsOf(editor).mutate(field, type, input, '{ urn }')).urn).toBe(created.urn);
  const change = { properties: { ...properties, erModelRelationshipCardinality: 'N_N' } };
  const args = { urn: ['String!', created.urn], input: [`${type}!`, change] } as const;
  const asEditor = async (name: string, given: Parameters<typeof calls.call>[2]) =>
    (await callsOf(editor).call('mutation', name, given)).errors?.[0].extensions.code;
  expect(await asEditor('updateERModelRelationship', args)).toBeUndefined();
  expect((await calls.stored(created.urn, 'erModelRelationshipProperties')).cardinality).toBe('N_N');
  const { errors } = await callsOf(reader).call('mutation', 'deleteERModelRelationship', {
    urn: ['String!', created.urn],
  });
  expect(errors[0].extensions.code).toBe(403);
  expect(await asEditor('deleteERModelRelationship', { urn: ['String!', created.urn] })).toBeUndefined();
  expect(await calls.stored(created.urn, 'erModelRelationshipProperties')).toBeUndefined();
});

it('physical datasets are linked to logical ones, with their columns', async () => {
  const [child, parent] = [await dataset('physical'), await dataset('logical')];
  const columns = (name: string) => ({
    schemaName: 'x',
    platform: 'urn:li:dataPlatform:hive',
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: [
      { fieldPath: name, nativeDataType: 'int', type: { type: { 'com.linkedin.schema.NumberType': {} } } },
    ],
  });
  await write(child, 'schemaMetadata', columns('c'));
  await write(parent, 'schemaMetadata', columns('p'));
  const link = {
    logicalParentUrn: parent,
    childUrn: child,
    columnMappings: [{ parentFieldPath: 'p', childFieldPath: 'c' }],
  };
  expect(await calls.mutate('linkPhysicalChild', 'LinkPhysicalChildInput', link)).toBe(true);
  const column = `urn:li:schemaField:(${child},c)`;
  const shown = async () =>
    (
      await server.graphql(
        `{ dataset(urn: "${child}") { logicalParent { urn } } entity(urn: "${column}") { ... on HasLogicalParent { logicalParent { urn } } } }`,
      )
    ).data;
  expect(await shown()).toEqual({
    dataset: { logicalParent: { urn: parent } },
    entity: { logicalParent: { urn: `urn:li:schemaField:(${parent},p)` } },
  });
  const unlink = { childUrn: child };
  expect(
    (await callsOf(reader).refused('unlinkPhysicalChild', 'UnlinkPhysicalChildInput', unlink)).code,
  ).toBe(403);
  expect(await calls.mutate('unlinkPhysicalChild', 'UnlinkPhysicalChildInput', unlink)).toBe(true);
  expect(await shown()).toEqual({ dataset: { logicalParent: null }, entity: { logicalParent: null } });
});

it('a column is deprecated, but not its dataset', async () => {
  const urn = await dataset('old.columns');
  const input = { urn, deprecated: true, subResource: 'id', subResourceType: 'DATASET_FIELD' };
  const column = `urn:li:schemaField:(${urn},id)`;
  await write(urn, 'schemaMetadata', {
    schemaName: 'x',
    platform: 'urn:li:dataPlatform:hive',
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: [
      { fieldPath: 'id', nativeDataType: 'int', type: { type: { 'com.linkedin.schema.NumberType': {} } } },
    ],
  });
  expect(await calls.mutate('updateDeprecation', 'UpdateDeprecationInput', input)).toBe(true);
  expect(await calls.stored(urn, 'deprecation')).toBeUndefined();
  expect(await calls.stored(column, 'deprecation')).toMatchObject({ deprecated: true });
  const resources = [{ resourceUrn: urn, subResource: 'id', subResourceType: 'DATASET_FIELD' }];
  const back = { deprecated: false, resources };
  expect(await calls.mutate('batchUpdateDeprecation', 'BatchUpdateDeprecationInput', back)).toBe(true);
  expect(await calls.stored(column, 'deprecation')).toMatchObject({ deprecated: false });
  expect(await calls.stored(urn, 'deprecation')).toBeUndefined();
  const missing = { ...input, subResource: 'none' };
  expect((await calls.refused('updateDeprecation', 'UpdateDeprecationInput', missing)).code).toBe(404);
  expect((await callsOf(reader).refused('updateDeprecation', 'UpdateDeprecationInput', input)).code).toBe(
    403,
  );
});

describe('lists', () => {
  it('are filtered by types of related entities, and by the entity of posts', async () => {
    const urn = await dataset('narrowed.lists');
    const container = 'urn:li:container:narrowed';
    await write(container, 'containerProperties', { name: 'c' });
    await write(urn, 'container', { container });
    const related = async (target: string, direction: string, relatedEntityTypes: string[]) =>
      (
        await server.graphql(
          `query r($input: RelationshipsInput!) { entity(urn: "${target}") { relationships(input: $input) { total relationships { entity { urn } } } } }`,
          { input: { types: [], direction, relatedEntityTypes } },
        )
      ).data.entity.relationships;
    const found = (one: string) => ({ total: 1, relationships: [{ entity: { urn: one } }] });
    const nothing = { total: 0, relationships: [] };
    expect(await related(urn, 'OUTGOING', ['container'])).toEqual(found(container));
    expect(await related(urn, 'OUTGOING', ['domain'])).toEqual(nothing);
    expect(await related(container, 'INCOMING', ['dataset'])).toEqual(found(urn));
    expect(await related(container, 'INCOMING', ['chart', 'noSuchType'])).toEqual(nothing);

    const content = { contentType: 'TEXT', title: 'Old', description: 'x' };
    const post = { postType: 'ENTITY_ANNOUNCEMENT', content, resourceUrn: urn };
    expect(await calls.mutate('createPost', 'CreatePostInput', post)).toBe(true);
    const posts = async (resourceUrn: string) =>
      (await server.graphql(`{ listPosts(input: { resourceUrn: "${resourceUrn}" }) { total } }`)).data
        .listPosts.total;
    expect(await posts(urn)).toBe(1);
    expect(await posts(container)).toBe(0);
  });

  it('find users without service accounts, and no entity for an invalid urn', async () => {
    await calls.mutate(
      'createServiceAccount',
      'CreateServiceAccountInput',
      { displayName: 'Robot' },
      '{ urn relationships(input: { types: [], direction: OUTGOING }) { total } }',
    );
    const { data, errors } = await server.graphql(
      `{ searchUsers(input: { query: "*", count: 50 }) { searchResults { entity { ... on CorpUser { username } } } }
        entities(urns: ["urn:li:tag:nowhere", "${userUrn('reader')}"], checkForExistence: true) { urn } }`,
    );
    expect(errors).toBeUndefined();
    const names = data.searchUsers.searchResults.map(
      (result: { entity: { username: string } }) => result.entity.username,
    );
    expect(names).toContain('reader');
    expect(names.some((name: string) => name.startsWith('service_'))).toBe(false);
    expect(data.entities).toEqual([null, { urn: userUrn('reader') }]);
  });

  it('find documents by tags, states and views, in an order', async () => {
    const create = (title: string, state: string) =>
      calls.mutate('createDocument', 'CreateDocumentInput', {
        id: `narrowed-${title}`,
        title,
        state,
        contents: { text: 'x' },
      });
    const [a, b] = [await create('a', 'PUBLISHED'), await create('b', 'UNPUBLISHED')];
    await write(a, 'globalTags', { tags: [{ tag: 'urn:li:tag:narrow' }] });
    const find = async (input: object) =>
      (
        await server.graphql(
          'query d($input: SearchDocumentsInput!) { searchDocuments(input: $input) { documents { urn } } }',
          {
            input: { query: 'x', ...input },
          },
        )
      ).data.searchDocuments.documents.map((found: { urn: string }) => found.urn);
    expect(await find({ tags: ['urn:li:tag:narrow'] })).toEqual([a]);
    expect(await find({ states: ['UNPUBLISHED'] })).toEqual([b]);
    const order = (sortOrder: string) => ({ sortInput: { sortCriterion: { field: 'urn', sortOrder } } });
    expect(await find(order('ASCENDING'))).toEqual([a, b]);
    expect(await find(order('DESCENDING'))).toEqual([b, a]);
    const definition = {
      entityTypes: ['DOCUMENT'],
      filter: { operator: 'AND', filters: [{ field: 'tags', values: ['urn:li:tag:narrow'] }] },
    };
    const view = { viewType: 'PERSONAL', name: 'narrow', definition };
    const { urn: viewUrn } = await calls.mutate('createView', 'CreateViewInput', view, '{ urn }');
    expect(await find({ viewUrn })).toEqual([a]);
  });
});

it('profiles name the persona and the platforms', async () => {
  const input = {
    personaUrn: 'urn:li:dataHubPersona:dataLeader',
    platformUrns: ['urn:li:dataPlatform:hive'],
  };
  const args = { urn: ['String!', userUrn('reader')], input: ['CorpUserUpdateInput!', input] } as const;
  const shown = '{ editableProperties { persona { urn } platforms { urn } } }';
  expect(await run('updateCorpUserProperties', args, shown)).toEqual({
    editableProperties: { persona: { urn: input.personaUrn }, platforms: [{ urn: input.platformUrns[0] }] },
  });
});

it('unsupported mutations are refused with the reason', async () => {
  const input = { docColumnPropagation: true };
  const { code, message } = await calls.refused(
    'updateDocPropagationSettings',
    'UpdateDocPropagationSettingsInput',
    input,
  );
  expect({ code, message }).toEqual({
    code: 400,
    message:
      'updateDocPropagationSettings is not supported. Documentation is not propagated between columns.',
  });
  const { data } = await server.graphql(
    '{ docPropagationSettings { docColumnPropagation } latestProductUpdate { id } }',
  );
  expect(data).toEqual({
    docPropagationSettings: { docColumnPropagation: false },
    latestProductUpdate: null,
  });
});
