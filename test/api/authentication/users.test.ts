import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { writePolicy } from '../../support/test-actors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const ROOT = 'urn:li:corpuser:datahub';

/** Runs a document that must succeed. */
async function run(query: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await server.graphql(query, variables);
  if (errors !== undefined) throw new Error(errors[0].message);
  return data;
}

async function makeUser(name: string): Promise<string> {
  const urn = `urn:li:corpuser:${name}`;
  const path = `/openapi/v2/entity/corpuser/${encodeURIComponent(urn)}/corpUserInfo`;
  const { status } = await server.request('POST', path, { active: true, displayName: name });
  expect(status).toBe(200);
  return urn;
}

async function makeRole(name: string): Promise<string> {
  const urn = `urn:li:dataHubRole:${name}`;
  const path = `/openapi/v2/entity/dataHubRole/${encodeURIComponent(urn)}/dataHubRoleInfo`;
  expect((await server.request('POST', path, { name, description: name })).status).toBe(200);
  return urn;
}

/** Aspects of an entity by name, their values only. */
async function aspects(urn: string): Promise<Record<string, unknown>> {
  const path = `/openapi/v3/entity/${urn.split(':')[2] ?? ''}/${encodeURIComponent(urn)}`;
  const { json } = await server.request('GET', path);
  return Object.fromEntries(
    Object.entries<{ value?: unknown }>(json).map(([name, aspect]) => [name, aspect.value]),
  );
}

/** A bearer token of a user, created by the root actor. */
async function tokenOf(actorUrn: string): Promise<{ authorization: string }> {
  const body = { name: 'test', actorUrn, durationMs: null };
  const { json } = await server.request('POST', '/api/colophon/v1/tokens', body);
  return { authorization: `Bearer ${json.token}` };
}

const CREATE_GROUP = 'mutation g($input: CreateGroupInput!) { createGroup(input: $input) }';
const ADD = 'mutation a($input: AddGroupMembersInput!) { addGroupMembers(input: $input) }';
const REMOVE = 'mutation r($input: RemoveGroupMembersInput!) { removeGroupMembers(input: $input) }';
const ASSIGN = 'mutation r($input: BatchAssignRoleInput!) { batchAssignRole(input: $input) }';

describe('users', () => {
  it('are listed in pages, and found by search text', async () => {
    for (const name of ['ursula', 'ulrich', 'udo']) await makeUser(name);
    const list = `query l($input: ListUsersInput!) {
      listUsers(input: $input) { start count total users { urn username properties { displayName active } } } }`;
    const all = (await run(list, { input: { count: 100 } })).listUsers;
    expect(all.total).toBe(all.users.length);
    expect(all.users.map(({ username }: { username: string }) => username)).toContain('udo');
    const page = (await run(list, { input: { start: 1, count: 2 } })).listUsers;
    expect(page).toMatchObject({ start: 1, count: 2, total: all.total });
    expect(page.users).toEqual(all.users.slice(1, 3));
    const found = (await run(list, { input: { query: 'ursula' } })).listUsers;
    expect(found.users.map(({ urn }: { urn: string }) => urn)).toEqual(['urn:li:corpuser:ursula']);
  });

  it('update their profile member by member', async () => {
    const urn = await makeUser('profile');
    const update = `mutation u($urn: String!, $input: CorpUserUpdateInput!) {
      updateCorpUserProperties(urn: $urn, input: $input) { urn editableProperties { title aboutMe teams slack } } }`;
    const first = await run(update, { urn, input: { title: 'Analyst', teams: ['data'], slack: '@p' } });
    expect(first.updateCorpUserProperties.editableProperties).toEqual({
      title: 'Analyst',
      aboutMe: null,
      teams: ['data'],
      slack: '@p',
    });
    const second = await run(update, { urn, input: { aboutMe: 'Hello', slack: null } });
    expect(second.updateCorpUserProperties.editableProperties).toEqual({
      title: 'Analyst',
      aboutMe: 'Hello',
      teams: ['data'],
      slack: null,
    });
  });

  it('are suspended and reactivated', async () => {
    const urn = await makeUser('status');
    const headers = await tokenOf(urn);
    const known = async () => (await server.request('GET', '/config', undefined, headers)).status !== 401;
    const update =
      'mutation s($urn: String!, $status: CorpUserStatus!) { updateUserStatus(urn: $urn, status: $status) }';
    expect((await run(update, { urn, status: 'SUSPENDED' })).updateUserStatus).toBe('SUSPENDED');
    expect(await known()).toBe(false);
    const read = 'query u($urn: String!) { corpUser(urn: $urn) { status isNativeUser } }';
    expect((await run(read, { urn })).corpUser).toEqual({ status: 'SUSPENDED', isNativeUser: false });
    await run(update, { urn, status: 'ACTIVE' });
    expect(await known()).toBe(true);
  });

  it('cannot be removed if root, in any way', async () => {
    const urn = encodeURIComponent(ROOT);
    const proposal = {
      entityType: 'corpuser',
      entityUrn: ROOT,
      aspectName: 'corpUserKey',
      changeType: 'DELETE',
    };
    for (const [method, path, body] of [
      ['DELETE', `/openapi/v3/entity/corpuser/${urn}`, undefined],
      ['DELETE', `/openapi/v3/entity/corpuser/${urn}/corpUserKey`, undefined],
      ['POST', '/entities?action=delete', { urn: ROOT }],
      ['POST', '/aspects?action=ingestProposal', { proposal }],
    ] as const) {
      const { status, text } = await server.request(method, path, body);
      expect({ path, status, text }).toMatchObject({
        status: 403,
        text: expect.stringContaining('System users can not be deleted'),
      });
    }
    expect(await aspects(ROOT)).toHaveProperty('corpUserInfo');
  });

  it('are removed with all their tokens', async () => {
    const urn = await makeUser('removed');
    const headers = await tokenOf(urn);
    await run('mutation r($urn: String!) { removeUser(urn: $urn) }', { urn });
    expect((await server.request('GET', '/config', undefined, headers)).status).toBe(401);
    const filters = [{ field: 'actorUrn', values: [urn] }];
    const list = 'query l($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { total } }';
    expect((await run(list, { input: { filters } })).listAccessTokens.total).toBe(0);
    expect(
      (await run('query u($urn: String!) { corpUser(urn: $urn) { exists } }', { urn })).corpUser.exists,
    ).toBe(false);
  });

  it('that do not exist are removed without an error, and so are groups', async () => {
    expect(await run('mutation { removeUser(urn: "urn:li:corpuser:nobody") }')).toEqual({ removeUser: true });
    expect(await run('mutation { removeGroup(urn: "urn:li:corpGroup:none") }')).toEqual({
      removeGroup: true,
    });
  });

  it.each([
    [`mutation { removeUser(urn: "${ROOT}") }`, 'System users can not be deleted'],
    [`mutation { updateUserStatus(urn: "${ROOT}", status: SUSPENDED) }`, 'cannot be suspended'],
    ['mutation { removeUser(urn: "urn:li:corpGroup:x") }', 'Pass the urn of a corpuser'],
    ['mutation { updateUserStatus(urn: "nonsense", status: ACTIVE) }', 'Invalid urn!'],
    [
      'mutation { updateCorpUserProperties(urn: "urn:li:corpuser:nobody", input: {}) { urn } }',
      'does not exist',
    ],
  ])('refuse %s', async (query, message) => {
    await expect(run(query)).rejects.toThrow(message);
  });
});

describe('groups', () => {
  it('add and remove users', async () => {
    const [ann, ben] = [await makeUser('ann'), await makeUser('ben')];
    const { createGroup: group } = await run(CREATE_GROUP, {
      input: { id: 'team', name: 'Team', description: 'Us' },
    });
    expect(group).toBe('urn:li:corpGroup:team');
    const users = [ann, ben];
    await Promise.all(users.map((urn) => run(ADD, { input: { groupUrn: group, userUrns: [urn] } })));
    await run(ADD, { input: { groupUrn: group, userUrns: users } });
    expect((await aspects(ann))['nativeGroupMembership']).toEqual({ nativeGroups: [group] });
    const members = `query m($urn: String!) { corpGroup(urn: $urn) {
      properties { displayName description } origin { type }
      relationships(input: { types: ["IsMemberOfNativeGroup"], direction: INCOMING }) { total } } }`;
    expect((await run(members, { urn: group })).corpGroup).toEqual({
      properties: { displayName: 'Team', description: 'Us' },
      origin: { type: 'NATIVE' },
      relationships: { total: 2 },
    });
    await run(REMOVE, { input: { groupUrn: group, userUrns: [ann] } });
    await run(REMOVE, { input: { groupUrn: group, userUrns: [ann] } });
    expect((await aspects(ann))['nativeGroupMembership']).toEqual({ nativeGroups: [] });
    expect((await aspects(ben))['nativeGroupMembership']).toEqual({ nativeGroups: [group] });
  });

  it('lose all members when they are removed', async () => {
    const cat = await makeUser('cat');
    const { createGroup: group } = await run(CREATE_GROUP, { input: { id: 'a/b~c', name: 'Odd' } });
    await run(ADD, { input: { groupUrn: group, userUrns: [cat] } });
    expect((await aspects(cat))['nativeGroupMembership']).toEqual({ nativeGroups: [group] });
    await run('mutation r($urn: String!) { removeGroup(urn: $urn) }', { urn: group });
    expect((await aspects(cat))['nativeGroupMembership']).toEqual({ nativeGroups: [] });
    await run(CREATE_GROUP, { input: { id: 'a/b~c', name: 'Again' } });
    expect((await aspects(cat))['nativeGroupMembership']).toEqual({ nativeGroups: [] });
  });

  it.each([
    [
      'OpenAPI',
      (urn: string) => server.request('DELETE', `/openapi/v3/entity/corpGroup/${encodeURIComponent(urn)}`),
    ],
    ['Rest.li', (urn: string) => server.request('POST', '/entities?action=delete', { urn })],
    [
      'a proposal',
      (entityUrn: string) =>
        server.request('POST', '/aspects?action=ingestProposal', {
          proposal: { entityUrn, entityType: 'corpGroup', aspectName: 'corpGroupKey', changeType: 'DELETE' },
        }),
    ],
  ])('leave neither members nor roles to a later group of the name: %s', async (how, remove) => {
    const [eve, group] = [await makeUser(`eve-${how}`), `urn:li:corpGroup:again-${how}`];
    const write = (urn: string, aspect: string, value: unknown) =>
      server.request(
        'POST',
        `/openapi/v2/entity/${urn.split(':')[2] ?? ''}/${encodeURIComponent(urn)}/${aspect}`,
        value,
      );
    await run(CREATE_GROUP, { input: { id: `again-${how}`, name: 'Again' } });
    await write(group, 'roleMembership', { roles: ['urn:li:dataHubRole:Admin'] });
    await write(eve, 'groupMembership', { groups: ['urn:li:corpGroup:other', group] });
    await write(eve, 'nativeGroupMembership', { nativeGroups: [group] });
    const headers = await tokenOf(eve);
    const managed = async () =>
      (await server.request('GET', '/api/colophon/v1/audit', undefined, headers)).status === 200;
    expect(await managed()).toBe(true);
    expect((await remove(group)).status).toBe(200);
    expect(await managed()).toBe(false);
    await run(CREATE_GROUP, { input: { id: `again-${how}`, name: 'Later' } });
    expect(await aspects(eve)).toMatchObject({
      groupMembership: { groups: ['urn:li:corpGroup:other'] },
      nativeGroupMembership: { nativeGroups: [] },
    });
    expect(await aspects(group)).not.toHaveProperty('roleMembership');
  });

  it('are described and listed', async () => {
    const { createGroup: urn } = await run(CREATE_GROUP, { input: { name: 'Zebras' } });
    const update = `mutation u($urn: String!, $input: CorpGroupUpdateInput!) {
      updateCorpGroupProperties(urn: $urn, input: $input) { editableProperties { description email } } }`;
    const input = { description: 'Striped', email: 'z@example.com' };
    expect((await run(update, { urn, input })).updateCorpGroupProperties.editableProperties).toEqual(input);
    const list = 'query l($input: ListGroupsInput!) { listGroups(input: $input) { total groups { urn } } }';
    expect((await run(list, { input: { query: 'zebras' } })).listGroups).toEqual({
      total: 1,
      groups: [{ urn }],
    });
  });

  it('of an external system keep their members', async () => {
    const dan = await makeUser('dan');
    const urn = 'urn:li:corpGroup:external';
    const write = (aspect: string, value: unknown) =>
      server.request('POST', `/openapi/v2/entity/corpGroup/${encodeURIComponent(urn)}/${aspect}`, value);
    await write('corpGroupInfo', { displayName: 'E', admins: [], members: [], groups: [] });
    await write('origin', { type: 'EXTERNAL', externalType: 'OIDC' });
    await expect(run(ADD, { input: { groupUrn: urn, userUrns: [dan] } })).rejects.toThrow(
      'external provider',
    );
  });

  it.each([
    ['urn:li:corpGroup:nowhere', ROOT, 'urn:li:corpGroup:nowhere does not exist'],
    ['urn:li:corpGroup:real', 'urn:li:corpuser:nobody', 'urn:li:corpuser:nobody does not exist'],
    ['urn:li:corpuser:datahub', ROOT, 'Pass the urn of a corpGroup'],
    ['urn:li:corpGroup:real', 'urn:li:corpGroup:real', 'Pass the urn of a corpuser'],
  ])('refuse the members %s %s', async (groupUrn, user, message) => {
    await run(CREATE_GROUP, { input: { id: 'real', name: 'Real' } }).catch(() => undefined);
    await expect(run(ADD, { input: { groupUrn, userUrns: [user] } })).rejects.toThrow(message);
  });

  it('have a name and a separate id', async () => {
    await expect(run(CREATE_GROUP, { input: { name: ' ' } })).rejects.toThrow('name must not be empty');
    await run(CREATE_GROUP, { input: { id: 'twice', name: 'Twice' } });
    await expect(run(CREATE_GROUP, { input: { id: 'twice', name: 'T' } })).rejects.toThrow('already exists');
    await expect(run(CREATE_GROUP, { input: { id: 'a)', name: 'T' } })).rejects.toThrow('Invalid urn');
  });
});

describe('roles', () => {
  it('are assigned to users and groups, one at a time, and removed', async () => {
    const eve = await makeUser('eve');
    const { createGroup: group } = await run(CREATE_GROUP, { input: { name: 'With role' } });
    const [reader, writer] = [await makeRole('TestReader'), await makeRole('TestWriter')];
    await run(ASSIGN, { input: { roleUrn: reader, actors: [eve, group] } });
    await run(ASSIGN, { input: { roleUrn: writer, actors: [eve] } });
    expect((await aspects(eve))['roleMembership']).toEqual({ roles: [writer] });
    expect((await aspects(group))['roleMembership']).toEqual({ roles: [reader] });
    await run(ASSIGN, { input: { actors: [eve] } });
    expect((await aspects(eve))['roleMembership']).toEqual({ roles: [] });
  });

  it('are assigned by an invitation', async () => {
    const role = await makeRole('Invited');
    const invite = 'query i($input: GetInviteTokenInput!) { getInviteToken(input: $input) { inviteToken } }';
    const { inviteToken } = (await run(invite, { input: { roleUrn: role } })).getInviteToken;
    const sent = await fetch(`${server.url}/signUp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fullName: 'F', email: 'fay', title: 'T', password: 'long enough', inviteToken }),
    });
    expect(sent.status).toBe(200);
    expect((await aspects('urn:li:corpuser:fay'))['roleMembership']).toEqual({ roles: [role] });

    const gus = await makeUser('gus');
    const accept = 'mutation a($input: AcceptRoleInput!) { acceptRole(input: $input) }';
    const ask = async (token: string) =>
      (
        await server.request(
          'POST',
          '/api/graphql',
          { query: accept, variables: { input: { inviteToken: token } } },
          await tokenOf(gus),
        )
      ).json;
    expect((await ask(inviteToken)).data.acceptRole).toBe(true);
    expect((await aspects(gus))['roleMembership']).toEqual({ roles: [role] });
    expect((await ask('guessed')).errors[0].message).toContain('Invite token is invalid');
  });

  it.each([
    [{ roleUrn: 'urn:li:dataHubRole:none', actors: [ROOT] }, 'urn:li:dataHubRole:none does not exist'],
    [{ roleUrn: ROOT, actors: [ROOT] }, 'is not a role'],
    [{ actors: ['urn:li:tag:x'] }, 'is neither a user nor a group'],
    [{ actors: ['urn:li:corpuser:nobody'] }, 'urn:li:corpuser:nobody does not exist'],
  ])('refuse %j', async (input, message) => {
    await expect(run(ASSIGN, { input })).rejects.toThrow(message);
  });
});

describe('service accounts', () => {
  it('are created, listed and removed, and cannot log in', async () => {
    const create = `mutation c($input: CreateServiceAccountInput!) {
      createServiceAccount(input: $input) { urn type name displayName description createdBy } }`;
    const input = { displayName: 'Nightly', description: 'Loads orders' };
    const { createServiceAccount: made } = await run(create, { input });
    expect(made).toMatchObject({ ...input, type: 'CORP_USER', createdBy: ROOT });
    expect(made.urn).toMatch(/^urn:li:corpuser:service_[0-9a-f-]{36}$/);
    const list =
      'query l($input: ListServiceAccountsInput!) { listServiceAccounts(input: $input) { total serviceAccounts { urn } } }';
    expect((await run(list, { input: { query: 'night' } })).listServiceAccounts).toEqual({
      total: 1,
      serviceAccounts: [{ urn: made.urn }],
    });
    const get =
      'query g($urn: String!) { getServiceAccount(urn: $urn) { urn displayName createdAt updatedAt defaultView { urn } } }';
    expect((await run(get, { urn: made.urn })).getServiceAccount).toEqual({
      urn: made.urn,
      displayName: 'Nightly',
      defaultView: null,
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
    expect((await run(get, { urn: ROOT })).getServiceAccount).toBeNull();
    const remove = 'mutation d($urn: String!) { deleteServiceAccount(urn: $urn) }';
    await expect(run(remove, { urn: await makeUser('person') })).rejects.toThrow('is not a service account');
    await run(remove, { urn: made.urn });
    expect((await run(list, { input: {} })).listServiceAccounts.total).toBe(0);
    await expect(run(create, { input: { displayName: ' ' } })).rejects.toThrow('must not be empty');
    const { createServiceAccount: unnamed } = await run(create, { input: {} });
    expect(unnamed.displayName).toBe(unnamed.name);
  });

  it('are not created from users with the right to update users', async () => {
    const [updater, victim] = [await makeUser('updater'), await makeUser('victim')];
    const privileges = ['UPDATE_USERS_AND_GROUPS', 'MANAGE_SERVICE_ACCOUNTS'];
    await writePolicy(server, 'updater', { type: 'PLATFORM', privileges, actors: { users: [updater] } });
    const headers = await tokenOf(updater);
    const write = async (aspect: string, value: unknown) =>
      (await server.request('POST', `/openapi/v2/entity/corpuser/${victim}/${aspect}`, value, headers))
        .status;
    expect(await write('corpUserInfo', { active: true, title: 'Changed' })).toBe(200);
    expect(await write('subTypes', { typeNames: ['SERVICE_ACCOUNT'] })).toBe(403);
    const query = `mutation { deleteServiceAccount(urn: "${victim}") }`;
    const { json } = await server.request('POST', '/api/graphql', { query }, headers);
    expect(json.errors[0].message).toContain('is not a service account');
  });

  it('have a global default view or none', async () => {
    const make = 'mutation c { createServiceAccount(input: { displayName: "Viewing" }) { urn } }';
    const { urn } = (await run(make)).createServiceAccount;
    const view = async (viewType: string) => {
      const definition = { entityTypes: ['DATASET'], filter: { operator: 'AND', filters: [] } };
      const create = 'mutation v($input: CreateViewInput!) { createView(input: $input) { urn } }';
      return (await run(create, { input: { viewType, name: viewType, definition } })).createView.urn;
    };
    const choose = (input: object) =>
      run(
        'mutation u($input: UpdateServiceAccountDefaultViewInput!) { updateServiceAccountDefaultView(input: $input) }',
        { input },
      );
    const chosen = async () => {
      const list =
        'query { listServiceAccounts(input: { query: "viewing" }) { serviceAccounts { defaultView { urn name } } } }';
      return (await run(list)).listServiceAccounts.serviceAccounts[0].defaultView;
    };
    const global = await view('GLOBAL');
    await choose({ urn, defaultView: global });
    expect(await chosen()).toEqual({ urn: global, name: 'GLOBAL' });
    await expect(choose({ urn, defaultView: await view('PERSONAL') })).rejects.toThrow('is a personal view');
    await expect(choose({ urn: ROOT, defaultView: global })).rejects.toThrow('is not a service account');
    await choose({ urn });
    expect(await chosen()).toBeNull();
  });
});

describe('a user without rights', () => {
  it.each([
    'query { listUsers(input: {}) { total } }',
    'query { listGroups(input: {}) { total } }',
    'query { listServiceAccounts(input: {}) { total } }',
    'query { getServiceAccount(urn: "urn:li:corpuser:ursula") { urn } }',
    'mutation { updateServiceAccountDefaultView(input: { urn: "urn:li:corpuser:ursula" }) }',
    'query { listAccessTokens(input: {}) { total } }',
    'query { getInviteToken(input: {}) { inviteToken } }',
    'mutation { createInviteToken(input: {}) { inviteToken } }',
    'mutation { createNativeUserInviteToken { inviteToken } }',
    `mutation { createNativeUserResetToken(input: { userUrn: "${ROOT}" }) { resetToken } }`,
    `mutation { createAccessToken(input: { type: PERSONAL, actorUrn: "${ROOT}", duration: ONE_DAY, name: "x" }) { accessToken } }`,
    `mutation { removeUser(urn: "urn:li:corpuser:ursula") }`,
    `mutation { updateUserStatus(urn: "urn:li:corpuser:ursula", status: SUSPENDED) }`,
    `mutation { updateCorpUserProperties(urn: "urn:li:corpuser:ursula", input: { title: "x" }) { urn } }`,
    'mutation { createGroup(input: { name: "x" }) }',
    `mutation { removeGroup(urn: "urn:li:corpGroup:team") }`,
    `mutation { addGroupMembers(input: { groupUrn: "urn:li:corpGroup:team", userUrns: ["urn:li:corpuser:stranger"] }) }`,
    `mutation { batchAssignRole(input: { actors: ["urn:li:corpuser:stranger"] }) }`,
    'mutation { createServiceAccount(input: { displayName: "x" }) { urn } }',
  ])('may not %s', async (query) => {
    const headers = await tokenOf('urn:li:corpuser:stranger');
    const { json } = await server.request('POST', '/api/graphql', { query }, headers);
    expect(json.errors?.[0].extensions).toMatchObject({ code: 403 });
  });

  it('may write about themselves', async () => {
    const headers = await tokenOf('urn:li:corpuser:stranger');
    const query =
      'mutation { updateCorpUserProperties(urn: "urn:li:corpuser:stranger", input: { title: "x" }) { urn } }';
    expect((await server.request('POST', '/api/graphql', { query }, headers)).json.errors).toBeUndefined();
  });
});

describe('operations on accounts', () => {
  it('return the commit of their writes', async () => {
    const user = await makeUser('counted');
    const sequence = async (method: string, path: string, body?: unknown): Promise<number> => {
      const { headers, status, text } = await server.request(method, path, body);
      expect(status, text).toBeLessThan(300);
      expect(headers.get('traceparent')).toMatch(/^00-/);
      return Number(headers.get('x-colophon-sequence'));
    };
    const graphql = (query: string): Promise<number> => sequence('POST', '/api/graphql', { query });
    const seen = [
      await sequence('POST', '/api/colophon/v1/users', { urn: 'urn:li:corpuser:counted-too' }),
      await sequence('PUT', `/api/colophon/v1/users/${user}/password`, { password: 'a long password' }),
      await sequence('POST', '/api/colophon/v1/tokens', { name: 't', actorUrn: user, durationMs: null }),
      await graphql(`mutation { updateUserStatus(urn: "${user}", status: SUSPENDED) }`),
      await graphql('mutation { createGroup(input: { id: "counted", name: "Counted" }) }'),
      await graphql('mutation { createInviteToken(input: {}) { inviteToken } }'),
      await graphql(`mutation { removeUser(urn: "${user}") }`),
    ];
    expect(seen.every((one, i) => one > (seen[i - 1] ?? 0))).toBe(true);
    const read = await server.request('POST', '/api/graphql', { query: '{ me { corpUser { urn } } }' });
    expect(read.headers.get('x-colophon-sequence')).toBeNull();
  });
});
