import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  policy,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

let root: TestServer;
let reader: TestServer;
let editor: TestServer;
let admin: TestServer;

const DATASET = datasetUrn('a');

const post = (as: TestServer, urn: string, aspect: string, value: unknown) =>
  as.request('POST', aspectPath(urn, aspect), value);

beforeAll(async () => {
  root = await startServer();
  reader = await addActor(root, 'reader', { roles: ['Reader'] });
  editor = await addActor(root, 'editor', { roles: ['Editor'] });
  admin = await addActor(root, 'admin', { roles: ['Admin'] });
  const catalog = clientOf(root);
  await catalog.define('team');
  await catalog.dataset('a');
});

afterAll(() => root.stop());

describe('the roles of a new catalog', () => {
  it('permit readers only to read', async () => {
    expect((await reader.request('GET', aspectPath(DATASET, 'datasetProperties', 'v3'))).status).toBe(200);
    expect(await clientOf(reader).find('name', 'EQUAL', ['a'])).toEqual([DATASET]);
    const write = await post(reader, DATASET, 'datasetProperties', { name: 'b' });
    expect(write.status).toBe(403);
    expect(write.json).toMatchObject({
      error: 'Authorization Error',
      message: expect.stringContaining(`${userUrn('reader')} is unauthorized to UPDATE entities`) as string,
    });
    expect((await post(reader, datasetUrn('new'), 'datasetProperties', { name: 'b' })).status).toBe(403);
    const deletion = await reader.request(
      'DELETE',
      `/openapi/v3/entity/dataset/${encodeURIComponent(DATASET)}`,
    );
    expect(deletion.status).toBe(403);
  });

  it('permit editors to write assets and assign values, but no definitions', async () => {
    expect((await post(editor, DATASET, 'datasetProperties', { name: 'a' })).status).toBe(200);
    expect((await post(editor, datasetUrn('by editor'), 'status', { removed: false })).status).toBe(200);
    const values = { properties: [{ propertyUrn: propertyUrn('team'), values: [{ string: 'x' }] }] };
    expect((await post(editor, DATASET, 'structuredProperties', values)).status).toBe(200);
    expect((await post(editor, propertyUrn('other'), 'propertyDefinition', definition('other'))).status).toBe(
      403,
    );
  });

  it('permit administrators to write definitions and policies', async () => {
    expect((await post(admin, propertyUrn('mine'), 'propertyDefinition', definition('mine'))).status).toBe(
      200,
    );
    await writePolicy(admin, 'by-admin', { privileges: ['VIEW_ANALYTICS'], actors: { allUsers: true } });
  });
});

describe('mutations', () => {
  const cases: [string, string, Record<string, unknown>][] = [
    [
      'Unable to create structured property. Please contact your admin.',
      'mutation m($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { urn } }',
      { id: 'x', valueType: 'urn:li:dataType:string', entityTypes: ['urn:li:entityType:dataset'] },
    ],
    [
      'Unable to update structured property. Please contact your admin.',
      'mutation m($input: UpdateStructuredPropertyInput!) { updateStructuredProperty(input: $input) { urn } }',
      { urn: propertyUrn('team'), displayName: 'T' },
    ],
    [
      'Unable to delete structured property. Please contact your admin.',
      'mutation m($input: DeleteStructuredPropertyInput!) { deleteStructuredProperty(input: $input) }',
      { urn: propertyUrn('team') },
    ],
    [
      `Not authorized to update properties on the gives urn ${DATASET}`,
      'mutation m($input: UpsertStructuredPropertiesInput!) { upsertStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }',
      { assetUrn: DATASET, structuredPropertyInputParams: [] },
    ],
    [
      `Not authorized to update properties on the given urn ${DATASET}`,
      'mutation m($input: RemoveStructuredPropertiesInput!) { removeStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }',
      { assetUrn: DATASET, structuredPropertyUrns: [propertyUrn('team')] },
    ],
    [
      'Unauthorized to perform this action. Please contact your DataHub administrator.',
      'mutation m($input: CreateTagInput!) { createTag(input: $input) }',
      { id: 'x', name: 'x' },
    ],
  ];

  it.each(cases)("are denied with DataHub's messages: %s", async (text, document, input) => {
    const { errors } = await reader.graphql(document, { input });
    expect(errors[0].message).toContain(text);
    expect(errors[0].extensions).toMatchObject({ code: 403, type: 'UNAUTHORIZED' });
  });

  it('are allowed with only the privilege', async () => {
    const assigner = await addActor(root, 'assigner');
    const privileges = ['EDIT_ENTITY_PROPERTIES'];
    await writePolicy(root, 'assign', { privileges, actors: { users: [userUrn('assigner')] } });
    const { data, errors } = await assigner.graphql(cases[3]?.[1] ?? '', {
      input: {
        assetUrn: DATASET,
        structuredPropertyInputParams: [
          { structuredPropertyUrn: propertyUrn('team'), values: [{ stringValue: 'y' }] },
        ],
      },
    });
    expect(errors).toBeUndefined();
    expect(data.upsertStructuredProperties.properties).toHaveLength(1);
    expect((await post(assigner, DATASET, 'datasetProperties', { name: 'z' })).status).toBe(403);
    const tagger = await addActor(root, 'tagger');
    await writePolicy(root, 'tag', {
      type: 'PLATFORM',
      privileges: ['CREATE_TAG'],
      actors: { users: [userUrn('tagger')] },
    });
    const created = await tagger.graphql(cases[5]?.[1] ?? '', { input: { id: 'mine', name: 'mine' } });
    expect(created.data).toEqual({ createTag: 'urn:li:tag:mine' });
  });
});

describe('writing aspects that grant rights', () => {
  const grant = policy({ privileges: ['MANAGE_POLICIES'], actors: { allUsers: true }, type: 'PLATFORM' });
  it.each([
    ['a policy', 'urn:li:dataHubPolicy:mine', 'dataHubPolicyInfo', grant],
    ['a role', 'urn:li:dataHubRole:Admin', 'dataHubRoleInfo', { name: 'A', description: '' }],
    ['a role of its own', userUrn('editor'), 'roleMembership', { roles: ['urn:li:dataHubRole:Admin'] }],
    [
      'a group of its own',
      userUrn('editor'),
      'nativeGroupMembership',
      { nativeGroups: ['urn:li:corpGroup:admins'] },
    ],
    ['a group of its own', userUrn('editor'), 'groupMembership', { groups: ['urn:li:corpGroup:admins'] }],
    ['a role of a group', 'urn:li:corpGroup:g', 'roleMembership', { roles: ['urn:li:dataHubRole:Admin'] }],
    [
      'the status of a user',
      userUrn('admin'),
      'corpUserStatus',
      { status: 'SUSPENDED', lastModified: { time: 0, actor: userUrn('editor') } },
    ],
  ])('is refused to editors: %s', async (_what, urn, aspect, value) => {
    const { status, json } = await post(editor, urn, aspect, value);
    expect([status, json.message]).toEqual([403, expect.stringContaining('is unauthorized to') as string]);
  });

  it('is refused to owners of the group', async () => {
    const group = 'urn:li:corpGroup:owned';
    await writeAspect(root, group, 'ownership', {
      owners: [{ owner: userUrn('editor'), type: 'TECHNICAL_OWNER' }],
    });
    const roles = ['urn:li:dataHubRole:Admin'];
    expect((await post(editor, group, 'roleMembership', { roles })).status).toBe(403);
  });

  it('is refused in a batch, of which nothing is written', async () => {
    const batch = [
      { urn: datasetUrn('batch'), status: { value: { removed: false } } },
      { urn: datasetUrn('batch 2'), roleMembership: { value: { roles: [] } } },
    ];
    expect((await editor.request('POST', '/openapi/v3/entity/dataset?async=false', batch)).status).not.toBe(
      200,
    );
    expect((await root.request('GET', aspectPath(datasetUrn('batch'), 'status', 'v3'))).status).toBe(404);
  });
});

describe('a change of policies and memberships', () => {
  it('takes effect with the next request', async () => {
    const late = await addActor(root, 'late');
    const write = () => post(late, DATASET, 'globalTags', { tags: [] });
    expect((await write()).status).toBe(403);
    const privileges = ['EDIT_ENTITY_TAGS'];
    const actors = { groups: ['urn:li:corpGroup:taggers'] };
    await writePolicy(root, 'taggers', { privileges, actors });
    expect((await write()).status).toBe(403);
    const nativeGroups = ['urn:li:corpGroup:taggers'];
    await writeAspect(root, userUrn('late'), 'nativeGroupMembership', { nativeGroups });
    expect((await write()).status).toBe(200);
    await writePolicy(root, 'taggers', { privileges, actors, state: 'INACTIVE' });
    expect((await write()).status).toBe(403);
    await writePolicy(root, 'taggers', { privileges, actors });
    expect((await write()).status).toBe(200);
    await writeAspect(root, 'urn:li:corpGroup:taggers', 'status', { removed: true });
    expect((await write()).status).toBe(403);
  });

  it('permits owners to change their assets, directly or through a group', async () => {
    const owner = await addActor(root, 'owner', { groups: ['owners'] });
    const write = () => post(owner, DATASET, 'datasetProperties', { name: 'a' });
    expect((await write()).status).toBe(403);
    for (const holder of [userUrn('owner'), 'urn:li:corpGroup:owners']) {
      await writeAspect(root, DATASET, 'ownership', { owners: [{ owner: holder, type: 'TECHNICAL_OWNER' }] });
      expect((await write()).status).toBe(200);
    }
    await writeAspect(root, DATASET, 'ownership', { owners: [] });
    expect((await write()).status).toBe(403);
  });
});

describe('a catalog with restricted reads', () => {
  let server: TestServer;
  let analyst: TestServer;
  let stranger: TestServer;

  beforeAll(async () => {
    server = await startServer({ onDisk: true });
    const catalog = clientOf(server);
    for (const name of ['open', 'hr.people', 'secret', 'in-child']) await catalog.dataset(name);
    await writeAspect(server, 'urn:li:domain:sales', 'domainProperties', { name: 'Sales' });
    await writeAspect(server, 'urn:li:domain:east', 'domainProperties', {
      name: 'East',
      parentDomain: 'urn:li:domain:sales',
    });
    await writeAspect(server, datasetUrn('open'), 'domains', { domains: ['urn:li:domain:sales'] });
    await writeAspect(server, datasetUrn('in-child'), 'domains', { domains: ['urn:li:domain:east'] });
    await writeAspect(server, datasetUrn('open'), 'upstreamLineage', {
      upstreams: [
        { dataset: datasetUrn('secret'), type: 'COPY' },
        { dataset: datasetUrn('in-child'), type: 'COPY' },
      ],
    });
    await hideEverything(server);
    analyst = await addActor(server, 'analyst');
    stranger = await addActor(server, 'stranger');
    await writePolicy(server, 'sales', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('analyst')] },
      resources: { filter: matching('DOMAIN', ['urn:li:domain:sales']) },
    });
    await writePolicy(server, 'hr', {
      privileges: ['GET_ENTITY_PRIVILEGE'],
      actors: { users: [userUrn('analyst')] },
      resources: {
        filter: matching('URN', ['urn:li:dataset:(urn:li:dataPlatform:hive,hr.'], 'STARTS_WITH'),
      },
    });
  });

  afterAll(() => server.stop());

  const seen = ['hr.people', 'in-child', 'open'].map((name) => datasetUrn(name));

  it('shows each user what policies permit', async () => {
    expect((await clientOf(analyst).find('name')).sort()).toEqual(seen);
    for (const urn of seen) {
      expect((await analyst.request('GET', aspectPath(urn, 'datasetProperties', 'v3'))).status).toBe(200);
    }
    const hidden = await analyst.request('GET', aspectPath(datasetUrn('secret'), 'datasetProperties', 'v3'));
    expect(hidden.status).toBe(404);
    const { data } = await analyst.graphql('query q($urn: String!) { dataset(urn: $urn) { exists name } }', {
      urn: datasetUrn('secret'),
    });
    expect(data.dataset?.exists ?? false).toBe(false);
  });

  it('counts only what it shows', async () => {
    expect(await clientOf(analyst).facet('platform')).toEqual({ 'urn:li:dataPlatform:hive': 3 });
    const { json } = await analyst.request('GET', '/api/colophon/v1/status');
    expect(json.entities.DATASET ?? json.entities.dataset).toBe(3);
  });

  it('omits hidden entities from relationships and lineage', async () => {
    const { data } = await analyst.graphql(
      'query q($urn: String!) { dataset(urn: $urn) { relationships(input: {types: ["DownstreamOf"], direction: OUTGOING}) { total relationships { entity { urn } } } } }',
      { urn: datasetUrn('open') },
    );
    expect(data.dataset.relationships).toEqual({
      total: 1,
      relationships: [{ entity: { urn: datasetUrn('in-child') } }],
    });
  });

  it('follows stored changes', async () => {
    await writeAspect(server, datasetUrn('secret'), 'domains', { domains: ['urn:li:domain:east'] });
    expect((await clientOf(analyst).find('name')).length).toBe(4);
    await writeAspect(server, datasetUrn('secret'), 'domains', { domains: [] });
    expect((await clientOf(analyst).find('name')).sort()).toEqual(seen);
  });

  it('refuses reads to users without any read policy', async () => {
    const read = () => stranger.request('GET', aspectPath(datasetUrn('open'), 'status', 'v3'));
    const search = () => stranger.graphql('{ searchAcrossEntities(input: {query: "*"}) { total } }');
    const { status, json } = await read();
    expect([status, json.message]).toEqual([
      403,
      expect.stringContaining('Unauthorized to read the catalog.') as string,
    ]);
    expect((await search()).errors[0].extensions.code).toBe(403);
  });

  it('hides policies and tokens from users who may not manage them', async () => {
    const find = (as: TestServer, type: string) =>
      as.graphql(`{ searchAcrossEntities(input: {types: [${type}], query: "*"}) { total } }`);
    for (const type of ['DATAHUB_POLICY', 'ACCESS_TOKEN']) {
      expect((await find(server, type)).data.searchAcrossEntities.total).toBeGreaterThan(0);
      expect((await find(analyst, type)).data.searchAcrossEntities.total).toBe(0);
      expect((await find(reader, type)).data.searchAcrossEntities.total).toBe(0);
    }
    const urn = 'urn:li:dataHubPolicy:sales';
    expect((await analyst.request('GET', aspectPath(urn, 'dataHubPolicyInfo', 'v3'))).status).toBe(404);
  });

  it('never locks the root actor out', async () => {
    for (const id of ['0', '1']) {
      const path = `/openapi/v3/entity/dataHubPolicy/urn%3Ali%3AdataHubPolicy%3A${id}`;
      expect((await server.request('DELETE', path)).status).toBe(403);
    }
    const status = aspectPath('urn:li:corpuser:datahub', 'status');
    expect((await server.request('POST', status, { removed: true })).status).toBe(403);
    expect((await clientOf(server).find('name')).length).toBe(4);
  });

  it("keeps the operator's changes after a restart", async () => {
    const { folder } = server;
    await server.stop({ keepFolder: true });
    server = await startServer({ folder });
    const gone = encodeURIComponent('urn:li:dataHubPolicy:view-entity-page-all');
    expect((await server.request('GET', `/openapi/v3/entity/dataHubPolicy/${gone}`)).status).toBe(404);
    expect(await clientOf(server).find('name')).toHaveLength(4);
  });
});
