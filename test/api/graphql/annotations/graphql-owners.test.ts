import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../../support/catalog-client.ts';
import { callsOf } from '../../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../../support/start-server.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
const [A, B] = [datasetUrn('owned.a'), datasetUrn('owned.b')];
const [ANNA, TEAM] = ['urn:li:corpuser:anna', 'urn:li:corpGroup:team'];
const STEWARD = 'urn:li:ownershipType:__system__data_steward';

beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
  const client = clientOf(server);
  await client.dataset('owned.a');
  await client.dataset('owned.b');
  await client.post(ANNA, 'corpUserInfo', { active: true });
  await client.post(TEAM, 'corpGroupInfo', { displayName: 'Team', admins: [], members: [], groups: [] });
});
afterAll(() => server.stop());

const ownersOf = async (urn: string): Promise<unknown> => (await calls.stored(urn, 'ownership')).owners;
const user = { ownerUrn: ANNA, ownerEntityType: 'CORP_USER' };
const group = { ownerUrn: TEAM, ownerEntityType: 'CORP_GROUP' };

describe('owners', () => {
  it('are added once per type, and shown', async () => {
    for (let i = 0; i < 2; i++) {
      expect(
        await calls.mutate('addOwner', 'AddOwnerInput', { ...user, type: 'BUSINESS_OWNER', resourceUrn: A }),
      ).toBe(true);
    }
    await calls.mutate('addOwners', 'AddOwnersInput', {
      owners: [{ ...user, ownershipTypeUrn: STEWARD }, group],
      resourceUrn: A,
    });
    expect(await ownersOf(A)).toEqual([
      { owner: ANNA, type: 'BUSINESS_OWNER', typeUrn: 'urn:li:ownershipType:__system__business_owner' },
      { owner: ANNA, type: 'DATA_STEWARD', typeUrn: STEWARD },
      { owner: TEAM, type: 'NONE', typeUrn: 'urn:li:ownershipType:__system__none' },
    ]);
    const { data } = await server.graphql(
      `query o($urn: String!) { dataset(urn: $urn) { ownership { lastModified { actor } owners { type ownershipType { info { name } } owner { ... on CorpUser { username } ... on CorpGroup { name } } } } } }`,
      { urn: A },
    );
    expect(data.dataset.ownership).toEqual({
      lastModified: { actor: 'urn:li:corpuser:datahub' },
      owners: [
        {
          type: 'BUSINESS_OWNER',
          ownershipType: { info: { name: 'Business Owner' } },
          owner: { username: 'anna' },
        },
        {
          type: 'DATA_STEWARD',
          ownershipType: { info: { name: 'Data Steward' } },
          owner: { username: 'anna' },
        },
        { type: 'NONE', ownershipType: { info: { name: 'None' } }, owner: { name: 'team' } },
      ],
    });
  });

  it('are removed by type, or with all types', async () => {
    await calls.mutate('removeOwner', 'RemoveOwnerInput', {
      ownerUrn: ANNA,
      ownershipTypeUrn: STEWARD,
      resourceUrn: A,
    });
    expect(await ownersOf(A)).toHaveLength(2);
    await calls.mutate('removeOwner', 'RemoveOwnerInput', { ownerUrn: ANNA, resourceUrn: A });
    expect(await ownersOf(A)).toEqual([expect.objectContaining({ owner: TEAM })]);
  });

  it('that were stored without an ownership type, or attributed, are removed too', async () => {
    const attribution = { time: 1, actor: ANNA, source: 'urn:li:dataHubAction:a', sourceDetail: {} };
    const owners = [
      { owner: ANNA, type: 'DATAOWNER' },
      { owner: ANNA, type: 'CUSTOM', typeUrn: STEWARD, attribution },
    ];
    await clientOf(server).post(B, 'ownership', { owners });
    await calls.mutate('removeOwner', 'RemoveOwnerInput', {
      ownerUrn: ANNA,
      ownershipTypeUrn: STEWARD,
      resourceUrn: B,
    });
    expect(await ownersOf(B)).toEqual([owners[0]]);
    await calls.mutate('batchRemoveOwners', 'BatchRemoveOwnersInput', {
      ownerUrns: [ANNA],
      resources: [{ resourceUrn: B }, { resourceUrn: A }],
    });
    expect(await ownersOf(B)).toEqual([]);
  });

  it('are added to several entities, to all or to none', async () => {
    const resources = [{ resourceUrn: A }, { resourceUrn: B }];
    await calls.mutate('batchAddOwners', 'BatchAddOwnersInput', { owners: [user], resources });
    expect(await ownersOf(B)).toHaveLength(1);
    const { code } = await calls.refused('batchAddOwners', 'BatchAddOwnersInput', {
      owners: [group],
      resources: [{ resourceUrn: B }, { resourceUrn: datasetUrn('never') }],
    });
    expect(code).toBe(404);
    expect(await ownersOf(B)).toHaveLength(1);
    await calls.mutate('batchAddOwners', 'BatchAddOwnersInput', { owners: [], resources });
  });

  it.each([
    [
      'who does not exist',
      { ownerUrn: 'urn:li:corpuser:nobody' },
      404,
      'Owner with urn urn:li:corpuser:nobody does not exist',
    ],
    ['of another type than stated', { ownerUrn: TEAM }, 400, 'Expected a corp user urn'],
    ['that is neither user nor group', { ownerUrn: A }, 400, 'Expected a corp user urn'],
    [
      'with a type that does not exist',
      { ownershipTypeUrn: 'urn:li:ownershipType:none' },
      404,
      'Custom Ownership type with urn urn:li:ownershipType:none does not exist',
    ],
    ['with a type that is not an ownership type', { ownershipTypeUrn: ANNA }, 400, 'it is of type corpuser'],
    ['of what does not exist', { resourceUrn: datasetUrn('never') }, 404, 'Entity does not exist'],
  ])('%s are refused', async (_what, input, code, message) => {
    const refused = await calls.refused('addOwner', 'AddOwnerInput', { ...user, resourceUrn: A, ...input });
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(message);
  });
});

describe('types of ownership', () => {
  const info = 'urn info { name description created { actor } lastModified { actor } }';

  it('are created, changed, listed, used and deleted', async () => {
    const made = await calls.mutate(
      'createOwnershipType',
      'CreateOwnershipTypeInput',
      { name: 'Auditor', description: 'checks' },
      `{ ${info} }`,
    );
    expect(made.info).toMatchObject({
      name: 'Auditor',
      description: 'checks',
      created: { actor: 'urn:li:corpuser:datahub' },
    });
    const { data } = await calls.call(
      'mutation',
      'updateOwnershipType',
      { urn: ['String!', made.urn], input: ['UpdateOwnershipTypeInput!', { name: 'Reviewer' }] },
      `{ ${info} }`,
    );
    expect(data.updateOwnershipType.info).toMatchObject({ name: 'Reviewer', description: 'checks' });
    await calls.mutate('addOwner', 'AddOwnerInput', { ...user, ownershipTypeUrn: made.urn, resourceUrn: A });
    expect(await ownersOf(A)).toContainEqual({ owner: ANNA, type: 'CUSTOM', typeUrn: made.urn });
    const list = async (input: object) =>
      (
        await calls.call(
          'query',
          'listOwnershipTypes',
          { input: ['ListOwnershipTypesInput!', input] },
          '{ start count total ownershipTypes { urn } }',
        )
      ).data.listOwnershipTypes;
    expect(await list({ query: 'Reviewer' })).toEqual({
      start: 0,
      count: 1,
      total: 1,
      ownershipTypes: [{ urn: made.urn }],
    });
    expect(await list({ start: 1, count: 2 })).toMatchObject({ start: 1, count: 2, total: 5 });
    const remove = () =>
      calls.call('mutation', 'deleteOwnershipType', {
        urn: ['String!', made.urn],
        deleteReferences: ['Boolean', true],
      });
    expect((await remove()).data.deleteOwnershipType).toBe(true);
    expect((await remove()).errors[0].extensions.code).toBe(404);
  });

  it('that do not exist cannot be changed', async () => {
    const { errors } = await calls.call(
      'mutation',
      'updateOwnershipType',
      { urn: ['String!', 'urn:li:ownershipType:never'], input: ['UpdateOwnershipTypeInput!', { name: 'x' }] },
      '{ urn }',
    );
    expect(errors[0].extensions.code).toBe(404);
  });
});
