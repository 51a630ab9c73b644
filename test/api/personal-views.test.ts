import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../support/start-server.ts';
import type { TestServer } from '../support/start-server.ts';
import { addActor, userUrn, withToken, writePolicy } from '../support/test-actors.ts';

let root: TestServer;
let ann: TestServer;
let ben: TestServer;
let manager: TestServer;
beforeAll(async () => {
  root = await startServer();
  [ann, ben, manager] = [
    await addActor(root, 'ann'),
    await addActor(root, 'ben', { roles: ['Editor'] }),
    await addActor(root, 'manager'),
  ];
  await writePolicy(root, 'views', {
    ...{ type: 'PLATFORM', privileges: ['MANAGE_GLOBAL_VIEWS'] },
    actors: { users: [userUrn('manager')], allUsers: false, allGroups: false, resourceOwners: false },
  });
});
afterAll(() => root.stop());

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

/** In which of four ways somebody sees a view. */
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
  it('is made, changed and deleted by whoever has no privilege for views', async () => {
    const urn = await made(ann, 'PERSONAL');
    expect((await update(ann, urn)).data.updateView).toEqual({ name: 'Changed' });
    const { data } = await ann.graphql('{ listMyViews(input: {}) { views { urn name viewType } } }');
    expect(data.listMyViews.views).toEqual([{ urn, name: 'Changed', viewType: 'PERSONAL' }]);
    expect(await remove(ann, urn)).toEqual({ data: { deleteView: true }, extensions: {} });
    expect((await remove(ann, urn)).errors[0].extensions.code).toBe(404);
  });

  it('is not there for anybody else', async () => {
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

  it('is not made with a narrowed token', async () => {
    for (const narrowing of [{ readOnly: true }, { entityTypes: ['dataset'] }]) {
      const { errors } = await create(await withToken(root, userUrn('ann'), narrowing), 'PERSONAL');
      expect(errors[0].message).toContain('A narrowed token changes no views.');
      expect(errors[0].extensions.code).toBe(403);
    }
  });
});

describe('a view for everybody', () => {
  it('is made and changed with the privilege, seen by all, and still changed by its maker', async () => {
    const { errors } = await create(ann, 'GLOBAL');
    expect(errors[0].message).toContain('MANAGE_GLOBAL_VIEWS');
    const urn = await made(manager, 'GLOBAL');
    for (const anybody of [ann, ben, manager]) expect(await seen(anybody, urn)).toHaveLength(4);
    expect((await update(ann, urn)).errors[0].extensions.code).toBe(403);
    expect((await remove(ben, urn)).errors[0].extensions.code).toBe(403);
    expect((await update(root, urn)).data.updateView).toEqual({ name: 'Changed' });
    const actors = { users: [], allUsers: false, allGroups: false, resourceOwners: false };
    await writePolicy(root, 'views', { type: 'PLATFORM', privileges: ['MANAGE_GLOBAL_VIEWS'], actors });
    expect((await remove(manager, urn)).data).toEqual({ deleteView: true });
  });
});
