import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken, writeAspect } from '../../support/test-actors.ts';

const OWNED = 'urn:li:corpGroup:owned';
const OTHER = 'urn:li:corpGroup:other';
const PROFILE = 'corpGroupEditableInfo';

let root: TestServer;
let owner: TestServer;

beforeAll(async () => {
  root = await startServer();
  owner = await addActor(root, 'owner');
  for (const group of [OWNED, OTHER]) {
    await writeAspect(root, group, 'corpGroupInfo', { admins: [], members: [], groups: [] });
    await writeAspect(root, group, PROFILE, { description: 'first' });
  }
  const owners = [{ owner: userUrn('owner'), type: 'TECHNICAL_OWNER' }];
  await writeAspect(root, OWNED, 'ownership', { owners });
});
afterAll(() => root.stop());

type Way = (as: TestServer, urn: string, aspect: string, value: object) => Promise<boolean>;

/** Ways to write an aspect; each answers whether the server did. */
const WAYS: Readonly<Record<string, Way>> = {
  patchEntity: async (as, urn, aspectName, value) => {
    const patch = Object.entries(value).map(([name, member]) => ({
      op: 'ADD',
      path: `/${name}`,
      value: JSON.stringify(member),
    }));
    const query = 'mutation p($input: PatchEntityInput!) { patchEntity(input: $input) { success error } }';
    const { data, errors } = await as.graphql(query, { input: { urn, aspectName, patch } });
    expect(errors).toBeUndefined();
    if (data.patchEntity.success !== true) expect(data.patchEntity.error).toContain('unauthorized');
    return data.patchEntity.success;
  },
  OpenAPI: async (as, urn, aspect, value) => {
    const path = `/openapi/v3/entity/corpGroup/${urn}/${aspect}?createIfNotExists=false`;
    return (await as.request('POST', path, { value })).status < 300;
  },
  'Rest.li': async (as, entityUrn, aspectName, value) => {
    const aspect = { value: JSON.stringify(value), contentType: 'application/json' };
    const proposal = { entityUrn, entityType: 'corpGroup', aspectName, changeType: 'UPSERT', aspect };
    return (await as.request('POST', '/aspects?action=ingestProposal', { proposal })).status < 300;
  },
};

describe.each(Object.entries(WAYS))('the profile of a group, by %s', (_name, write) => {
  it('is changed by users who may edit the group', async () => {
    expect(await write(owner, OWNED, PROFILE, { description: 'changed' })).toBe(true);
  });

  it('is not changed by others, nor with a token for other types', async () => {
    expect(await write(owner, OTHER, PROFILE, { description: 'changed' })).toBe(false);
    expect(await write(owner, 'urn:li:corpGroup:new', PROFILE, { description: 'made' })).toBe(false);
    for (const restriction of [{ readOnly: true }, { entityTypes: ['dataset'] }]) {
      const narrowed = await withToken(root, userUrn('owner'), restriction);
      expect(await write(narrowed, OWNED, PROFILE, { description: 'changed' })).toBe(false);
    }
  });

  it.each([
    ['roleMembership', { roles: ['urn:li:dataHubRole:Admin'] }],
    ['corpGroupInfo', { admins: [], members: [], groups: [], displayName: 'Admins' }],
    ['ownership', { owners: [{ owner: userUrn('owner'), type: 'DATAOWNER' }] }],
    ['status', { removed: true }],
  ])('permits nothing else: %s', async (aspect, value) => {
    expect(await write(owner, OWNED, aspect, value)).toBe(false);
  });
});

it('a profile is not removed by users who may edit the group', async () => {
  const path = `/openapi/v3/entity/corpGroup/${OWNED}/${PROFILE}`;
  expect((await owner.request('DELETE', path)).status).toBe(403);
  expect((await root.request('GET', path)).status).toBe(200);
});
