import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { aspectPath } from '../../support/catalog-client.ts';
import { addActor, userUrn, withToken, writeAspect, writePolicy } from '../../support/test-actors.ts';

let root: TestServer;
let ann: TestServer;
let ben: TestServer;
let manager: TestServer;
let editor: TestServer;
beforeAll(async () => {
  root = await startServer();
  [ann, ben, manager] = [
    await addActor(root, 'ann'),
    await addActor(root, 'ben', { roles: ['Editor'] }),
    await addActor(root, 'manager'),
  ];
  await letManage([userUrn('manager')]);
  editor = await addActor(root, 'editor');
  await writePolicy(root, 'everything', {
    privileges: ['EDIT_ENTITY', 'CREATE_ENTITY', 'DELETE_ENTITY'],
    actors: { users: [userUrn('editor')] },
  });
});
afterAll(() => root.stop());

const letManage = (users: readonly string[]) =>
  writePolicy(root, 'views', {
    type: 'PLATFORM',
    privileges: ['MANAGE_GLOBAL_VIEWS'],
    actors: { users, allUsers: false, allGroups: false, resourceOwners: false },
  });

const definition = { entityTypes: ['DATASET'], filter: { operator: 'AND', filters: [] } };

const create = (as: TestServer, viewType: string) =>
  as.graphql('mutation c($input: CreateViewInput!) { createView(input: $input) { urn name viewType } }', {
    input: { viewType, name: 'Mine', definition },
  });

const made = async (as: TestServer, viewType: string): Promise<string> =>
  (await create(as, viewType)).data.createView.urn;

const update = (as: TestServer, urn: string) =>
  as.graphql(
    'mutation u($urn: String!, $input: UpdateViewInput!) { updateView(urn: $urn, input: $input) { name } }',
    { urn, input: { name: 'Changed' } },
  );

const remove = (as: TestServer, urn: string) =>
  as.graphql('mutation d($urn: String!) { deleteView(urn: $urn) }', { urn });

/** The ways, of four, in which a user sees a view. */
async function seen(as: TestServer, urn: string): Promise<readonly string[]> {
  const { data } = await as.graphql(
    `query v($urn: String!) { entityExists(urn: $urn) view(urn: $urn) { viewType }
      searchAcrossEntities(input: { query: "*", types: [DATAHUB_VIEW] }) { searchResults { entity { urn } } } }`,
    { urn },
  );
  const read = await as.request('GET', `/openapi/v3/entity/datahubview/${encodeURIComponent(urn)}`);
  const found = data.searchAcrossEntities.searchResults.map(
    ({ entity }: { entity: { urn: string } }) => entity.urn,
  );
  const ways = {
    exists: data.entityExists,
    field: typeof data.view?.viewType === 'string',
    search: found.includes(urn),
    rest: read.status === 200,
  };
  return Object.entries(ways).flatMap(([way, isSeen]) => (isSeen ? [way] : []));
}

describe('a personal view', () => {
  it('is created, changed and deleted without a privilege for views', async () => {
    const urn = await made(ann, 'PERSONAL');
    expect((await update(ann, urn)).data.updateView).toEqual({ name: 'Changed' });
    const { data } = await ann.graphql('{ listMyViews(input: {}) { views { urn name viewType } } }');
    expect(data.listMyViews.views).toEqual([{ urn, name: 'Changed', viewType: 'PERSONAL' }]);
    expect(await remove(ann, urn)).toEqual({ data: { deleteView: true }, extensions: {} });
    expect((await remove(ann, urn)).errors[0].extensions.code).toBe(404);
  });

  it('is missing for other users', async () => {
    const urn = await made(ann, 'PERSONAL');
    expect(await seen(ann, urn)).toHaveLength(4);
    for (const other of [ben, manager]) {
      expect(await seen(other, urn)).toEqual([]);
      for (const { errors } of [await update(other, urn), await remove(other, urn)]) {
        expect(errors[0].extensions.code).toBe(404);
        expect(errors[0].message).toContain(`View with urn ${urn} does not exist`);
      }
      const search = await other.graphql(
        'query s($urn: String!) { searchAcrossEntities(input: { query: "*", viewUrn: $urn }) { total } }',
        { urn },
      );
      expect(search.errors[0].message).toContain(`There is no view ${urn}`);
    }
    expect(await seen(root, urn)).toHaveLength(4);
    await remove(ann, urn);
  });

  it('cannot be created with a restricted token', async () => {
    for (const restriction of [{ readOnly: true }, { entityTypes: ['dataset'] }]) {
      const { errors } = await create(await withToken(root, userUrn('ann'), restriction), 'PERSONAL');
      expect(errors[0].message).toContain('A restricted token cannot change views.');
      expect(errors[0].extensions.code).toBe(403);
    }
  });
});

describe('a view for everybody', () => {
  it('is created and changed with the privilege, visible to all, and still changed by its creator', async () => {
    const { errors } = await create(ann, 'GLOBAL');
    expect(errors[0].message).toContain('MANAGE_GLOBAL_VIEWS');
    const urn = await made(manager, 'GLOBAL');
    for (const anybody of [ann, ben, manager]) expect(await seen(anybody, urn)).toHaveLength(4);
    expect((await update(ann, urn)).errors[0].extensions.code).toBe(403);
    expect((await remove(ben, urn)).errors[0].extensions.code).toBe(403);
    expect((await update(root, urn)).data.updateView).toEqual({ name: 'Changed' });
    await letManage([]);
    expect((await remove(manager, urn)).data).toEqual({ deleteView: true });
    await letManage([userUrn('manager')]);
  });
});

describe('a view written as an aspect', () => {
  const INFO = 'dataHubViewInfo';
  const ofView = (urn: string): string => aspectPath(urn, INFO, 'v3');
  const infoOf = async (urn: string) => (await root.request('GET', ofView(urn))).json.value;
  const by = (name: string) => ({ actor: userUrn(name), time: 0 });
  const info = (name: string, type = 'PERSONAL') => ({
    name: 'Planted',
    type,
    definition: { entityTypes: [], filter: { or: [] } },
    created: by(name),
    lastModified: by(name),
  });
  const entity = (urn: string): string => `/openapi/v3/entity/datahubview/${encodeURIComponent(urn)}`;
  const patch = (as: TestServer, urn: string, ...operations: readonly object[]) =>
    as.request('PATCH', ofView(urn), { patch: operations });
  const upsert = (as: TestServer, urn: string, value: object) =>
    as.request('POST', `${ofView(urn)}?createIfNotExists=false`, { value });

  it('is refused to all but its creator if it is personal, regardless of privileges', async () => {
    const urn = await made(ann, 'PERSONAL');
    const before = await infoOf(urn);
    for (const other of [editor, manager]) {
      const self = { actor: userUrn(other === editor ? 'editor' : 'manager'), time: 0 };
      const takeOver = { op: 'add', path: '/created', value: self };
      for (const { status, text } of [
        await patch(other, urn, takeOver),
        await patch(other, urn, { op: 'test', path: '/name', value: 'Mine' }),
        await patch(other, urn, { op: 'test', path: '/name', value: 'Else' }),
        await upsert(other, urn, { ...info('editor'), created: self }),
        await other.request('DELETE', ofView(urn)),
        await other.request('DELETE', entity(urn)),
        await other.request('POST', '/entities?action=delete', { urn }),
        await other.request('POST', '/openapi/v3/entity/datahubview?async=false', [
          { urn, [INFO]: { value: { ...info('editor', 'GLOBAL'), created: self } } },
        ]),
      ]) {
        expect([status, text]).toEqual([403, expect.stringContaining('personal view of another user')]);
      }
      expect(await infoOf(urn)).toEqual(before);
      expect(await seen(other, urn)).toEqual([]);
    }
    const open = { op: 'add', path: '/type', value: 'GLOBAL' };
    expect((await patch(root, urn, open)).status).toBe(200);
    await remove(ann, urn);
  });

  it('keeps its creator; of a new one, the writer is the creator', async () => {
    const planted = 'urn:li:dataHubView:planted';
    for (const type of ['PERSONAL', 'GLOBAL']) {
      const { status, text } = await upsert(editor, planted, info('ann', type));
      expect([status, text]).toEqual([400, expect.stringContaining(`must be ${userUrn('editor')}`)]);
    }
    expect((await root.request('GET', ofView(planted))).status).toBe(404);
    expect((await upsert(editor, planted, info('editor', 'GLOBAL'))).status).toBe(200);
    const give = { op: 'add', path: '/created', value: by('ann') };
    for (const writer of [editor, manager]) {
      const { status, text } = await patch(writer, planted, give);
      expect([status, text]).toEqual([400, expect.stringContaining('created of a view cannot change')]);
    }
    expect((await patch(manager, planted, { op: 'add', path: '/name', value: 'Known' })).status).toBe(200);
    expect(await infoOf(planted)).toMatchObject({ name: 'Known', created: by('editor') });
    // The root actor moves whole catalogs, with the views of others.
    expect((await upsert(root, 'urn:li:dataHubView:moved', info('ann'))).status).toBe(200);
    await remove(ann, 'urn:li:dataHubView:moved');
    await remove(editor, planted);
  });
});

describe('the settings of a user', () => {
  const SETTINGS = 'corpUserSettings';
  const path = aspectPath(userUrn('ann'), SETTINGS, 'v3');
  const settings = { appearance: {}, views: { defaultView: 'urn:li:dataHubView:annas' } };
  const whole = `/openapi/v3/entity/corpuser/${encodeURIComponent(userUrn('ann'))}`;

  it('are read by that user only', async () => {
    await writeAspect(root, userUrn('ann'), SETTINGS, settings);
    const admin = await addActor(root, 'admin', { roles: ['Admin'] });
    for (const reader of [ann, root]) {
      expect((await reader.request('GET', path)).json.value).toEqual(settings);
      expect((await reader.request('GET', whole)).json).toHaveProperty(SETTINGS);
    }
    for (const reader of [ben, manager, editor, admin]) {
      for (const { text } of [
        await reader.request('GET', path),
        await reader.request('GET', `${path}?version=1`),
        await reader.request('GET', whole),
        await reader.request('GET', aspectPath(userUrn('ann'), SETTINGS)),
        await reader.request('GET', `/entitiesV2/${encodeURIComponent(userUrn('ann'))}`),
        await reader.request(
          'GET',
          `/aspects/${encodeURIComponent(userUrn('ann'))}?aspect=${SETTINGS}&version=0`,
        ),
      ]) {
        expect(text).not.toContain('annas');
      }
    }
  });

  it('are written by that user only', async () => {
    const admin = await addActor(root, 'admin', { roles: ['Admin'] });
    for (const writer of [admin, editor]) {
      for (const { status, text } of [
        await writer.request('POST', `${path}?createIfNotExists=false`, { value: { appearance: {} } }),
        await writer.request('DELETE', path),
      ]) {
        expect([status, text]).toEqual([403, expect.stringContaining('Only the user')]);
      }
    }
    const changed = { ...settings, appearance: { showThemeV2: true } };
    expect((await ann.request('POST', `${path}?createIfNotExists=false`, { value: changed })).status).toBe(
      200,
    );
    expect((await root.request('GET', path)).json.value).toEqual(changed);
  });
});
