import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../../support/test-actors.ts';

const ADD_OWNER = 'mutation m($input: AddOwnerInput!) { addOwner(input: $input) }';
const ADD_OWNERS = 'mutation m($input: BatchAddOwnersInput!) { batchAddOwners(input: $input) }';
const ADD_MEMBERS = 'mutation m($input: AddGroupMembersInput!) { addGroupMembers(input: $input) }';
const REMOVE_MEMBERS = 'mutation m($input: RemoveGroupMembersInput!) { removeGroupMembers(input: $input) }';
const DESCRIBE = 'mutation m($input: DescriptionUpdateInput!) { updateDescription(input: $input) }';

const ADMINS = 'urn:li:corpGroup:admins';
const NAMED = 'urn:li:corpGroup:named';
const PLAIN = 'urn:li:corpGroup:plain';
const GIVING = [ADMINS, NAMED];

let root: TestServer;
let editor: TestServer;
let keeper: TestServer;

beforeAll(async () => {
  root = await startServer();
  await clientOf(root).dataset('a');
  for (const group of [ADMINS, NAMED, PLAIN]) await writeAspect(root, group, 'corpGroupInfo', groupInfo());
  await writeAspect(root, ADMINS, 'roleMembership', { roles: ['urn:li:dataHubRole:Admin'] });
  await writePolicy(root, 'named', {
    type: 'PLATFORM',
    privileges: ['MANAGE_STRUCTURED_PROPERTIES'],
    actors: { groups: [NAMED] },
  });
  editor = await addActor(root, 'editor', { roles: ['Editor'] });
  keeper = await addActor(root, 'keeper');
  const actors = { users: [userUrn('keeper')] };
  await writePolicy(root, 'keeper', { type: 'PLATFORM', privileges: ['MANAGE_USERS_AND_GROUPS'], actors });
  await addActor(root, 'friend');
});
afterAll(() => root.stop());

const groupInfo = () => ({ displayName: 'g', admins: [], members: [], groups: [] });
const owner = (of: string) => ({ ownerUrn: of, ownerEntityType: 'CORP_USER', type: 'TECHNICAL_OWNER' });
const code = async (as: TestServer, document: string, input: Record<string, unknown>): Promise<number> => {
  const { errors } = await as.graphql(document, { input });
  return errors === undefined ? 200 : errors[0].extensions.code;
};
const groupsOf = async (name: string): Promise<unknown> => {
  const answer = await root.request('GET', aspectPath(userUrn(name), 'nativeGroupMembership', 'v3'));
  return answer.json?.value?.nativeGroups ?? [];
};

describe('owners and texts of groups', () => {
  const self = userUrn('editor');
  it.each([ADMINS, PLAIN])('cannot be set by editors: %s', async (urn) => {
    expect(await code(editor, ADD_OWNER, { ...owner(self), resourceUrn: urn })).toBe(403);
    const batch = { owners: [owner(self)], resources: [{ resourceUrn: urn }] };
    expect(await code(editor, ADD_OWNERS, batch)).toBe(403);
    const ownership = { owners: [{ owner: self, type: 'TECHNICAL_OWNER' }] };
    expect((await editor.request('POST', aspectPath(urn, 'ownership'), ownership)).status).toBe(403);
  });

  it('can be set only by administrators of users', async () => {
    const updater = await addActor(root, 'updater');
    const actors = { users: [userUrn('updater')] };
    await writePolicy(root, 'updater', { type: 'PLATFORM', privileges: ['UPDATE_USERS_AND_GROUPS'], actors });
    const ownership = { owners: [{ owner: userUrn('friend'), type: 'TECHNICAL_OWNER' }] };
    const write = (as: TestServer) => as.request('POST', aspectPath(PLAIN, 'ownership'), ownership);
    expect((await updater.request('POST', aspectPath(PLAIN, 'corpGroupInfo'), groupInfo())).status).toBe(200);
    expect((await write(updater)).status).toBe(403);
    expect((await write(keeper)).status).toBe(200);
  });

  it.each([PLAIN, userUrn('friend')])('texts of %s cannot be changed by editors', async (resourceUrn) => {
    expect(await code(editor, DESCRIBE, { description: 'x', resourceUrn })).toBe(403);
  });
});

describe('members of a group that gives rights', () => {
  const asMember = (name: string, group: string) => ({ groupUrn: group, userUrns: [userUrn(name)] });

  it.each(GIVING)('cannot be changed by its owners: %s', async (group) => {
    await writeAspect(root, group, 'ownership', {
      owners: [{ owner: userUrn('editor'), type: 'TECHNICAL_OWNER' }],
    });
    expect(await code(editor, ADD_MEMBERS, asMember('editor', group))).toBe(403);
    expect(await code(editor, REMOVE_MEMBERS, asMember('friend', group))).toBe(403);
    expect(await groupsOf('editor')).toEqual([]);
  });

  it.each(['EDIT_ENTITY', 'EDIT_GROUP_MEMBERS'])('cannot be changed with %s on it', async (privilege) => {
    const name = privilege.toLowerCase();
    const actor = await addActor(root, name);
    await writePolicy(root, name, { privileges: [privilege], actors: { users: [userUrn(name)] } });
    for (const group of GIVING) expect(await code(actor, ADD_MEMBERS, asMember(name, group))).toBe(403);
    expect(await groupsOf(name)).toEqual([]);
    expect(await code(actor, ADD_MEMBERS, asMember(name, PLAIN))).toBe(200);
    expect(await groupsOf(name)).toEqual([PLAIN]);
  });

  it.each(GIVING)('cannot be changed by administrators of users: %s', async (group) => {
    const urn = userUrn('keeper');
    expect(await code(keeper, ADD_MEMBERS, asMember('keeper', group))).toBe(403);
    const write = (aspect: string, value: unknown) => keeper.request('POST', aspectPath(urn, aspect), value);
    expect((await write('nativeGroupMembership', { nativeGroups: [PLAIN, group] })).status).toBe(403);
    expect((await write('groupMembership', { groups: [group] })).status).toBe(403);
    const patches = [
      { op: 'add', path: `/nativeGroups/${group}`, value: group },
      { op: 'add', path: '/nativeGroups', value: [group] },
    ];
    for (const operation of patches) {
      const value = { patch: [operation], arrayPrimaryKeys: { nativeGroups: [] } };
      const batch = [{ urn, nativeGroupMembership: { value } }];
      expect((await keeper.request('PATCH', '/openapi/v3/entity/corpuser', batch)).status).toBe(403);
    }
    expect(await groupsOf('keeper')).not.toContain(group);
    expect((await write('nativeGroupMembership', { nativeGroups: [PLAIN] })).status).toBe(200);
  });

  it('can be changed by users who manage users and policies', async () => {
    const admin = await addActor(root, 'admin', { roles: ['Admin'] });
    for (const group of GIVING) expect(await code(admin, ADD_MEMBERS, asMember('friend', group))).toBe(200);
    expect(await groupsOf('friend')).toEqual(GIVING);
    expect(await code(admin, REMOVE_MEMBERS, asMember('friend', ADMINS))).toBe(200);
  });

  it('are protected in every group while a policy applies to all groups', async () => {
    const policy = { type: 'PLATFORM' as const, privileges: ['MANAGE_SECRETS'], actors: { allGroups: true } };
    await writePolicy(root, 'everybody-in-a-group', policy);
    const create = 'mutation m($input: CreateGroupInput!) { createGroup(input: $input) }';
    expect(await code(keeper, create, { id: 'own', name: 'own' })).toBe(200);
    const own = 'urn:li:corpGroup:own';
    const before = await groupsOf('keeper');
    expect(await code(keeper, ADD_MEMBERS, asMember('keeper', own))).toBe(403);
    const write = (aspect: string, value: unknown) =>
      keeper.request('POST', aspectPath(userUrn('keeper'), aspect), value);
    expect((await write('nativeGroupMembership', { nativeGroups: [own] })).status).toBe(403);
    expect((await write('groupMembership', { groups: [own] })).status).toBe(403);
    const value = JSON.stringify({ groups: [own] });
    const aspect = { value, contentType: 'application/json' };
    const proposal = { entityType: 'corpuser', entityUrn: userUrn('keeper'), changeType: 'UPSERT', aspect };
    const restli = { proposal: { ...proposal, aspectName: 'groupMembership' } };
    expect((await keeper.request('POST', '/aspects?action=ingestProposal', restli)).status).toBe(403);
    expect(await groupsOf('keeper')).toEqual(before);
    await writePolicy(root, 'everybody-in-a-group', { ...policy, state: 'INACTIVE' });
    expect(await code(keeper, ADD_MEMBERS, asMember('keeper', own))).toBe(200);
  });

  it('can be changed again when the policy is deleted', async () => {
    await writePolicy(root, 'named', {
      type: 'PLATFORM',
      state: 'INACTIVE',
      privileges: ['MANAGE_STRUCTURED_PROPERTIES'],
      actors: { groups: [NAMED] },
    });
    expect(await code(keeper, ADD_MEMBERS, asMember('keeper', NAMED))).toBe(200);
  });
});

describe('rolling back a run', () => {
  const ingest = (runId: string, names: readonly string[]) =>
    root.request('POST', '/aspects?action=ingestProposalBatch', {
      proposals: names.map((name) => ({
        entityType: 'dataset',
        entityUrn: datasetUrn(name),
        changeType: 'UPSERT',
        aspectName: 'datasetProperties',
        aspect: { contentType: 'application/json', value: JSON.stringify({ name }) },
        systemMetadata: { runId, lastObserved: 1, lastRunId: 'no-run-id-provided' },
      })),
    });

  it('keeps hidden entities, and does not reveal them', async () => {
    await hideEverything(root);
    const partial = await addActor(root, 'partial');
    await writePolicy(root, 'partial', {
      privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'DELETE_ENTITY'],
      actors: { users: [userUrn('partial')] },
      resources: { filter: matching('URN', [datasetUrn('shown')]) },
    });
    await ingest('mixed', ['shown', 'hidden']);
    await ingest('dark', ['hidden 2']);
    const rollBack = (runId: string) =>
      partial.request('POST', '/runs?action=rollback', { runId, safe: false, dryRun: false });
    const [unknown, dark] = [await rollBack('no such run'), await rollBack('dark')];
    expect(dark.status).toBe(unknown.status);
    expect(dark.text.replaceAll('dark', '')).toBe(unknown.text.replaceAll('no such run', ''));
    const mixed = await rollBack('mixed');
    expect(mixed.status, mixed.text).toBe(200);
    expect(mixed.json.value).toMatchObject({ entitiesAffected: 1, entitiesDeleted: 1 });
    expect(mixed.text).not.toContain('hidden');
    const exists = async (name: string) =>
      (await root.request('GET', aspectPath(datasetUrn(name), 'datasetProperties', 'v3'))).status;
    expect([await exists('shown'), await exists('hidden'), await exists('hidden 2')]).toEqual([
      404, 200, 200,
    ]);
  });

  it('requires rights on points as on aspects', async () => {
    await writePolicy(root, 'view', { privileges: ['VIEW_ENTITY_PAGE'], actors: { allUsers: true } });
    const value = { timestampMillis: 1, operationType: 'INSERT', lastUpdatedTimestamp: 1 };
    const aspect = { contentType: 'application/json', value: JSON.stringify(value) };
    const named = { entityType: 'dataset', entityUrn: datasetUrn('a'), changeType: 'UPSERT' };
    const systemMetadata = { runId: 'points', lastObserved: 1, lastRunId: 'no-run-id-provided' };
    const proposal = { ...named, aspectName: 'operation', aspect, systemMetadata };
    expect((await root.request('POST', '/aspects?action=ingestProposal', { proposal })).status).toBe(200);
    const reader = await addActor(root, 'reader', { roles: ['Reader'] });
    const rollBack = (as: TestServer) =>
      as.request('POST', '/runs?action=rollback', { runId: 'points', safe: false, dryRun: false });
    expect((await rollBack(reader)).status).toBe(403);
    expect((await rollBack(root)).status).toBe(200);
  });
});
