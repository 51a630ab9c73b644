import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, hideEverything, userUrn, writePolicy } from '../../support/test-actors.ts';

const PROPERTY = propertyUrn('owned');
const TAG = 'urn:li:tag:owned';
const OWNERS = { resourceOwners: true, allUsers: false, allGroups: false, users: [] };
const PRIVILEGES = ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'EDIT_ENTITY_OWNERS', 'DELETE_ENTITY'];
const ADD = `mutation($input: AddOwnersInput!) { addOwners(input: $input) }`;
const OWNED = `query { structuredProperty(urn: "${PROPERTY}") { exists ownership { owners { owner { ... on CorpUser { urn } } } } } }`;

const FOUND = `query { tags: searchAcrossEntities(input: { types: [TAG], query: "*" }) { total }
  properties: searchAcrossEntities(input: { types: [STRUCTURED_PROPERTY], query: "*" }) { total } }`;

let root: TestServer;
/** Owns the property and the tag; policies grant owners everything. */
let owner: TestServer;
let stranger: TestServer;
/** May read everything. */
let reader: TestServer;

function adding(resourceUrn: string) {
  const person = { ownerUrn: userUrn('owner'), ownerEntityType: 'CORP_USER' };
  return { input: { owners: [person], resourceUrn } };
}

beforeAll(async () => {
  root = await startServer();
  const client = clientOf(root);
  await client.define('owned');
  await client.post(TAG, 'tagProperties', { name: 'owned' });
  await hideEverything(root);
  owner = await addActor(root, 'owner');
  stranger = await addActor(root, 'stranger');
  reader = await addActor(root, 'reader');
  await writePolicy(root, 'owners', { privileges: PRIVILEGES, actors: OWNERS });
  await writePolicy(root, 'readers', {
    privileges: ['VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('reader')] },
  });
  for (const urn of [PROPERTY, TAG]) expect((await root.graphql(ADD, adding(urn))).errors).toBeUndefined();
});
afterAll(() => root.stop());

describe('an owner of a structured property', () => {
  it('is shown as a person to ask', async () => {
    const { data } = await reader.graphql(OWNED);
    expect(data.structuredProperty.ownership.owners).toEqual([{ owner: { urn: userUrn('owner') } }]);
  });

  it('gets no rights from policies for owners, as an owner of a tag does', async () => {
    // Everybody may read definitions.
    const seenBy = async (server: TestServer) => {
      const { data } = await server.graphql(FOUND);
      return [data.tags.total, data.properties.total];
    };
    expect([await seenBy(owner), await seenBy(stranger)]).toEqual([
      [1, 1],
      [0, 1],
    ]);
    expect((await owner.graphql(ADD, adding(TAG))).errors).toBeUndefined();
    expect((await owner.graphql(ADD, adding(PROPERTY))).errors).toHaveLength(1);
    const writes = [
      owner.request('POST', aspectPath(PROPERTY, 'ownership'), { owners: [] }),
      owner.request('POST', aspectPath(PROPERTY, 'propertyDefinition'), definition('owned')),
      owner.request('POST', aspectPath(PROPERTY, 'structuredPropertyDisplay'), { unit: 'days' }),
      owner.request('DELETE', aspectPath(PROPERTY, 'status')),
    ];
    for (const { status } of await Promise.all(writes)) expect(status).toBe(403);
  });

  it('is not named among those who hold rights on it', async () => {
    const explain = `query($input: GetGrantedPrivilegesInput!) { getGrantedPrivileges(input: $input) { privileges } }`;
    const of = async (entityType: string, resourceUrn: string) => {
      const input = { actorUrn: userUrn('owner'), resourceSpec: { resourceType: entityType, resourceUrn } };
      const { data, errors } = await root.graphql(explain, { input });
      expect(errors).toBeUndefined();
      return data.getGrantedPrivileges.privileges;
    };
    expect(await of('TAG', TAG)).toContain('EDIT_ENTITY_OWNERS');
    expect(await of('STRUCTURED_PROPERTY', PROPERTY)).not.toContain('EDIT_ENTITY_OWNERS');
  });
});
