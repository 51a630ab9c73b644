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
const OTHER = datasetUrn('b');
const STEWARDS = 'urn:li:corpGroup:stewards';
const SECRET = 'urn:li:corpGroup:secret';
const BUSINESS = 'urn:li:ownershipType:__system__business_owner';
const TECHNICAL = 'urn:li:ownershipType:__system__technical_owner';
const TAGS = 'EDIT_ENTITY_TAGS';

interface Policy {
  readonly policyUrn: string;
  readonly privileges: readonly string[];
  readonly limitedToProperties: boolean;
  readonly allUsers: boolean;
  readonly allGroups: boolean;
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly owners: readonly string[] | null;
  readonly hasMore: boolean;
}

let root: TestServer;

const ask = (as: TestServer, input: Readonly<Record<string, unknown>>) =>
  as.graphql(
    `query h($input: ListPrivilegeHoldersInput!) { listPrivilegeHolders(input: $input) { start count total policies {
      policyUrn name privileges limitedToProperties allUsers allGroups users groups roles owners hasMore
    } } }`,
    { input },
  );

async function policiesOn(
  urn: string,
  privilege: string,
  as: TestServer = root,
): Promise<ReadonlyMap<string, Policy>> {
  const { data } = await ask(as, { resourceUrn: urn, privilege, count: 100 });
  const { policies } = data.listPrivilegeHolders as { readonly policies: readonly Policy[] };
  return new Map(policies.map((policy) => [policy.policyUrn.replace('urn:li:dataHubPolicy:', ''), policy]));
}

beforeAll(async () => {
  root = await startServer();
  await hideEverything(root);
  for (const name of ['a', 'b']) await clientOf(root).dataset(name);
  for (const group of [STEWARDS, SECRET]) await writeAspect(root, group, 'status', { removed: false });
  for (const name of ['named', 'suspended', 'business', 'technical', 'nobody']) await addActor(root, name);
  await addActor(root, 'steward', { groups: ['stewards'] });
  await addActor(root, 'editor', { roles: ['Editor'] });
  await writeAspect(root, userUrn('suspended'), 'corpUserStatus', {
    status: 'SUSPENDED',
    lastModified: { time: 0, actor: userUrn('named') },
  });
  await writeAspect(root, DATASET, 'ownership', {
    owners: [
      { owner: userUrn('business'), type: 'BUSINESS_OWNER', typeUrn: BUSINESS },
      { owner: userUrn('technical'), type: 'TECHNICAL_OWNER', typeUrn: TECHNICAL },
    ],
    lastModified: { time: 0, actor: userUrn('named') },
  });
  const only = { filter: matching('URN', [DATASET]) };
  const privileges = [TAGS];
  await writePolicy(root, 'users', {
    privileges,
    resources: only,
    actors: { users: [userUrn('named'), userUrn('suspended'), userUrn('never-made')] },
  });
  await writePolicy(root, 'groups', { privileges, resources: only, actors: { groups: [STEWARDS, SECRET] } });
  await writePolicy(root, 'owners', {
    privileges: ['EDIT_ENTITY'],
    resources: only,
    actors: { resourceOwners: true, resourceOwnersTypes: [BUSINESS] },
  });
  await writePolicy(root, 'any-owners', {
    privileges: ['EDIT_ENTITY_DOCS'],
    resources: only,
    actors: { resourceOwners: true },
  });
  await writePolicy(root, 'inactive', {
    privileges,
    resources: only,
    state: 'INACTIVE',
    actors: { allUsers: true },
  });
  await writePolicy(root, 'elsewhere', {
    privileges,
    resources: { filter: matching('URN', [OTHER]) },
    actors: { allUsers: true },
  });
});

afterAll(() => root.stop());

describe('the privilege holders of an entity', () => {
  it('are listed by active policies, with users, groups, roles and owners', async () => {
    const found = await policiesOn(DATASET, TAGS);
    expect([...found.keys()]).toEqual(expect.arrayContaining(['groups', 'owners', 'users']));
    expect(found.has('inactive') || found.has('elsewhere') || found.has('any-owners')).toBe(false);
    const none = { allUsers: false, allGroups: false, users: [], groups: [], roles: [], owners: null };
    const shared = { name: 'test', privileges: [TAGS], limitedToProperties: false, hasMore: false };
    expect(found.get('users')).toEqual({
      ...shared,
      ...none,
      policyUrn: 'urn:li:dataHubPolicy:users',
      users: [userUrn('named')],
    });
    expect(found.get('groups')).toMatchObject({ ...none, groups: [STEWARDS, SECRET] });
    expect(found.get('owners')).toMatchObject({ ...none, owners: [userUrn('business')] });
    expect([...found.values()].flatMap(({ roles }) => roles)).toContain('urn:li:dataHubRole:Editor');
  });

  it('are all users, if a policy applies to all', async () => {
    expect((await policiesOn(OTHER, TAGS)).get('elsewhere')).toMatchObject({ allUsers: true, owners: null });
  });

  it('are listed for every privilege if none is given, in pages', async () => {
    const { listPrivilegeHolders: all } = (await ask(root, { resourceUrn: DATASET, count: 100 })).data;
    expect(all.total).toBe(all.policies.length);
    const owners = all.policies.find((one: Policy) => one.policyUrn.endsWith(':any-owners'));
    expect(owners).toMatchObject({
      privileges: ['EDIT_ENTITY_DOCS'],
      owners: [userUrn('business'), userUrn('technical')],
    });
    const page = (await ask(root, { resourceUrn: DATASET, start: 1, count: 2 })).data.listPrivilegeHolders;
    expect(page).toEqual({ start: 1, count: 2, total: all.total, policies: all.policies.slice(1, 3) });
  });

  it('names a policy that covers only some properties as such', async () => {
    await writePolicy(root, 'narrow', {
      privileges: ['EDIT_ENTITY_PROPERTIES'],
      actors: { users: [userUrn('named')] },
      resources: { privilegeConstraints: matching('URN', ['urn:li:structuredProperty:x']) },
    });
    expect((await policiesOn(DATASET, 'EDIT_ENTITY_PROPERTIES')).get('narrow')?.limitedToProperties).toBe(
      true,
    );
  });

  it('agree with the explanation for each user', async () => {
    const groupsOf: Readonly<Record<string, string>> = { steward: STEWARDS };
    const rolesOf: Readonly<Record<string, string>> = { editor: 'urn:li:dataHubRole:Editor' };
    for (const urn of [DATASET, OTHER]) {
      for (const privilege of [TAGS, 'EDIT_ENTITY_DOCS', 'DELETE_ENTITY']) {
        const policies = [...(await policiesOn(urn, privilege)).values()];
        for (const name of ['named', 'suspended', 'business', 'technical', 'nobody', 'steward', 'editor']) {
          const { data } = await root.graphql(
            'query e($input: ExplainPrivilegeInput!) { explainPrivilege(input: $input) { allowed } }',
            { input: { actorUrn: userUrn(name), privilege, resourceUrn: urn } },
          );
          const mine = [userUrn(name), groupsOf[name], rolesOf[name]];
          const isNamed = policies.some(
            ({ allUsers, groups, owners, roles, users }) =>
              (allUsers && name !== 'suspended') ||
              [...users, ...groups, ...roles, ...(owners ?? [])].some((one) => mine.includes(one)),
          );
          expect([name, privilege, urn, isNamed]).toEqual([
            name,
            privilege,
            urn,
            data.explainPrivilege.allowed,
          ]);
        }
      }
    }
  });

  it('include at most a hundred of one kind, and report that there are more', async () => {
    await writePolicy(root, 'many', {
      privileges: ['EDIT_ENTITY_STATUS'],
      resources: { filter: matching('URN', [OTHER]) },
      actors: { users: [...Array.from({ length: 100 }, (_, i) => userUrn(`many${i}`)), userUrn('named')] },
    });
    expect((await policiesOn(OTHER, 'EDIT_ENTITY_STATUS')).get('many')).toMatchObject({
      users: [],
      hasMore: true,
    });
  });
});

describe('an invalid query is refused with the remedy', () => {
  it.each([
    [{ privilege: 'EDIT_ENTITY_TAG' }, 400, "There is no privilege 'EDIT_ENTITY_TAG'. Did you mean"],
    [{ privilege: '' }, 400, "There is no privilege ''."],
    [{ privilege: 'MANAGE_TAGS' }, 400, "'MANAGE_TAGS' is a platform privilege"],
    [{ resourceUrn: 'dataset a' }, 400, 'Invalid urn!: dataset a'],
    [{ resourceUrn: 'urn:li:nothing:a' }, 400, "there is no entity type 'nothing'"],
    [{ resourceUrn: datasetUrn('missing') }, 404, `resourceUrn: ${datasetUrn('missing')} does not exist`],
    [{ count: 101 }, 400, 'count must be at most 100, not 101. Read further pages with start.'],
    [{ count: -1 }, 400, "'count' must not be negative"],
    [{ start: -1 }, 400, "'start' must not be negative"],
  ])('%j', async (input, code, message) => {
    const { errors } = await ask(root, { resourceUrn: DATASET, ...input });
    expect(errors[0].extensions.code).toBe(code);
    expect(errors[0].message).toContain(message);
  });
});

describe('a user who may not query others', () => {
  it.each(['editor', 'business', 'nobody'])(
    '%s is refused for existing and missing entities',
    async (name) => {
      const as = await withToken(root, userUrn(name));
      for (const privilege of [TAGS, undefined]) {
        const refusals = await Promise.all(
          [DATASET, OTHER, datasetUrn('missing')].map((resourceUrn) => ask(as, { resourceUrn, privilege })),
        );
        for (const { data, errors } of refusals) {
          expect(data).toBe(null);
          expect(errors[0].extensions.code).toBe(403);
          expect(errors[0].message).toContain('MANAGE_POLICIES');
          expect(errors[0].message).toEqual(refusals[0].errors[0].message);
        }
      }
    },
  );

  it('is also a restricted token of an actor who may', async () => {
    await addActor(root, 'admin', { roles: ['Admin'] });
    const as = await withToken(root, userUrn('admin'), { entityTypes: ['dataset'] });
    expect((await ask(as, { resourceUrn: DATASET })).errors[0].extensions.code).toBe(403);
  });
});

describe('a user who manages policies without seeing everything', () => {
  let manager: TestServer;
  beforeAll(async () => {
    manager = await addActor(root, 'manager');
    const actors = { users: [userUrn('manager')] };
    await writePolicy(root, 'manages', { type: 'PLATFORM', privileges: ['MANAGE_POLICIES'], actors });
    await writePolicy(root, 'sees', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors,
      resources: { filter: matching('URN', [DATASET, STEWARDS]) },
    });
  });

  it('gets no hidden groups or users', async () => {
    const found = await policiesOn(DATASET, TAGS, manager);
    expect(found.get('groups')).toMatchObject({ groups: [STEWARDS] });
    expect(found.get('users')).toMatchObject({ users: [], hasMore: false });
    expect(found.get('owners')).toMatchObject({ owners: [] });
    expect(JSON.stringify([...found])).not.toMatch(/secret|named|business/);
  });

  it('gets the answer for a missing entity for a hidden one', async () => {
    const answers = await Promise.all(
      ['b', 'missing'].map(async (name) => {
        const urn = datasetUrn(name);
        return JSON.stringify(await ask(manager, { resourceUrn: urn, privilege: TAGS })).replaceAll(urn, 'X');
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toContain('does not exist, or you may not see it');
  });
});
