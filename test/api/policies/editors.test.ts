import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  withToken,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const DATASET = datasetUrn('a');
const HIDDEN = datasetUrn('b');
const STEWARDS = 'urn:li:corpGroup:stewards';
const SECRET = 'urn:li:corpGroup:secret';
const PROPERTY = 'urn:li:structuredProperty:io.acme.retention';
const NOBODY = {
  allUsers: false,
  allGroups: false,
  owners: [],
  groups: [],
  users: [],
  roles: [],
  hasMore: false,
};
const NOT_EVEN_PARTS = { ...NOBODY, parts: [] };

const EDITORS = 'allUsers allGroups owners groups users roles hasMore';

let root: TestServer;
let reader: TestServer;

async function editorsOf(urn: string, as: TestServer = reader): Promise<Record<string, unknown>> {
  const { data, errors } = await ask(as, urn);
  expect(errors).toBeUndefined();
  return data.listEditors as Record<string, unknown>;
}

const ask = (as: TestServer, urn: unknown) =>
  as.graphql(
    `query e($urn: String!) { listEditors(urn: $urn) { ${EDITORS} parts { privilege ${EDITORS} } } }`,
    { urn },
  );

beforeAll(async () => {
  root = await startServer();
  await hideEverything(root);
  for (const name of ['a', 'b']) await clientOf(root).dataset(name);
  for (const group of [STEWARDS, SECRET]) await writeAspect(root, group, 'status', { removed: false });
  await writeAspect(root, PROPERTY, 'propertyDefinition', {
    qualifiedName: 'io.acme.retention',
    valueType: 'urn:li:dataType:datahub.string',
    entityTypes: ['urn:li:entityType:datahub.dataset'],
    cardinality: 'SINGLE',
  });
  for (const name of ['ada', 'suspended', 'owner', 'definer', 'hidden']) await addActor(root, name);
  await writeAspect(root, userUrn('suspended'), 'corpUserStatus', {
    status: 'SUSPENDED',
    lastModified: { time: 0, actor: userUrn('ada') },
  });
  await writeAspect(root, DATASET, 'ownership', {
    owners: [{ owner: userUrn('owner'), type: 'BUSINESS_OWNER' }],
    lastModified: { time: 0, actor: userUrn('ada') },
  });
  reader = await addActor(root, 'reader');
  const seen = [DATASET, PROPERTY, STEWARDS, ...['ada', 'suspended', 'owner', 'definer'].map(userUrn)];
  await writePolicy(root, 'sees', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('reader')] },
    resources: { filter: matching('URN', seen) },
  });
  const onDataset = { filter: matching('URN', [DATASET]) };
  await writePolicy(root, 'edits', {
    privileges: ['EDIT_ENTITY'],
    resources: onDataset,
    actors: {
      users: [userUrn('ada'), userUrn('suspended'), userUrn('hidden'), userUrn('never-made')],
      groups: [STEWARDS, SECRET],
      resourceOwners: true,
    },
  });
  await writePolicy(root, 'tags', {
    privileges: ['EDIT_ENTITY_TAGS'],
    resources: onDataset,
    actors: { allUsers: true },
  });
  const actors = { users: [userUrn('definer')] };
  await writePolicy(root, 'defines', {
    type: 'PLATFORM',
    privileges: ['MANAGE_STRUCTURED_PROPERTIES'],
    actors,
  });
  // Of no effect: a platform privilege that is limited to entities.
  await writePolicy(root, 'limited', {
    privileges: ['MANAGE_STRUCTURED_PROPERTIES'],
    resources: { filter: matching('URN', [PROPERTY]) },
    actors: { users: [userUrn('ada')] },
  });
});

afterAll(() => root.stop());

describe('the editors of an entity', () => {
  it('are those whom the caller may see, without the names of policies', async () => {
    expect(await editorsOf(DATASET)).toEqual({
      ...NOBODY,
      owners: [userUrn('owner')],
      groups: [STEWARDS],
      users: [userUrn('ada')],
      parts: [{ ...NOBODY, privilege: 'EDIT_ENTITY_TAGS', allUsers: true }],
    });
  });

  it('of a part are those who may not edit all of it, and whom the caller may see', async () => {
    await clientOf(root).dataset('partly');
    const urn = datasetUrn('partly');
    const resources = { filter: matching('URN', [urn]) };
    await writePolicy(root, 'all-of-it', {
      resources,
      privileges: ['EDIT_ENTITY'],
      actors: { users: [userUrn('owner')] },
    });
    await writePolicy(root, 'its-owners', {
      resources,
      privileges: ['EDIT_ENTITY_OWNERS', 'EDIT_ENTITY_DOCS'],
      actors: { users: [userUrn('ada'), userUrn('hidden'), userUrn('owner')], groups: [SECRET] },
    });
    await writePolicy(root, 'to-parts', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('reader')] },
      resources,
    });
    const ada = { ...NOBODY, users: [userUrn('ada')] };
    const { parts, users } = await editorsOf(urn);
    expect(users).toEqual([userUrn('owner')]);
    expect(parts).toHaveLength(2);
    expect(parts).toEqual(
      expect.arrayContaining([
        { ...ada, privilege: 'EDIT_ENTITY_DOCS' },
        { ...ada, privilege: 'EDIT_ENTITY_OWNERS' },
      ]),
    );
  });

  it('are all of them for a caller who sees everything', async () => {
    expect(await editorsOf(DATASET, root)).toEqual({
      ...NOBODY,
      owners: [userUrn('owner')],
      groups: [STEWARDS, SECRET],
      users: [userUrn('ada'), userUrn('hidden')],
      roles: expect.arrayContaining(['urn:li:dataHubRole:Editor']),
      parts: expect.arrayContaining([
        expect.objectContaining({ privilege: 'EDIT_ENTITY_TAGS', allUsers: true, users: [] }),
      ]),
    });
  });

  it('of a property are those who may change definitions', async () => {
    expect(await editorsOf(PROPERTY)).toEqual({ ...NOT_EVEN_PARTS, users: [userUrn('definer')] });
  });

  it('are all users, if a policy is for all', async () => {
    await clientOf(root).dataset('open');
    await writePolicy(root, 'open', {
      privileges: ['EDIT_ENTITY'],
      resources: { filter: matching('URN', [datasetUrn('open')]) },
      actors: { allUsers: true },
    });
    expect(await editorsOf(datasetUrn('open'), root)).toMatchObject({ allUsers: true, parts: [] });
  });

  it('are at most a hundred of one kind', async () => {
    await clientOf(root).dataset('many');
    const users = Array.from({ length: 101 }, (_, index) => userUrn(`many${index}`));
    await writePolicy(root, 'many', {
      privileges: ['EDIT_ENTITY'],
      resources: { filter: matching('URN', [datasetUrn('many')]) },
      actors: { users },
    });
    expect(await editorsOf(datasetUrn('many'), root)).toMatchObject({ users: [], hasMore: true });
  });
});

describe('a question about who may edit', () => {
  it.each([
    ['a hidden entity', HIDDEN, 404],
    ['a missing entity', datasetUrn('missing'), 404],
    ['a hidden user', userUrn('hidden'), 404],
    ['a policy', 'urn:li:dataHubPolicy:edits', 404],
    ['no urn', 'dataset a', 400],
    ['an unknown type', 'urn:li:nothing:a', 400],
  ])('about %s is refused', async (_what, urn, code) => {
    const { data, errors } = await ask(reader, urn);
    expect(data).toBe(null);
    expect(errors[0].extensions.code).toBe(code);
    expect(JSON.stringify(errors)).not.toMatch(/stewards|ada/);
  });

  it('with a token for other types is refused', async () => {
    const restricted = await withToken(root, userUrn('reader'), { entityTypes: ['chart'] });
    const { data } = await ask(restricted, DATASET);
    expect(data).toBe(null);
  });
});
