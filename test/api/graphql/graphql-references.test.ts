import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, writeAspect } from '../../support/test-actors.ts';

let server: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  server = await startServer();
  calls = callsOf(server);
});
afterAll(() => server.stop());

const remove = async (field: string, urn: string, as = server): Promise<void> => {
  const { data, errors } = await as.graphql(`mutation d($urn: String!) { ${field}(urn: $urn) }`, { urn });
  expect(errors).toBeUndefined();
  expect(data[field]).toBe(true);
};

/** Waits until the aspect has this value; undefined: until it does not exist. */
const becomes = (urn: string, aspect: string, value: unknown): Promise<void> =>
  expect.poll(() => calls.stored(urn, aspect)).toEqual(value);

const write = (urn: string, aspect: string, value: unknown): Promise<void> =>
  writeAspect(server, urn, aspect, value);

describe('references to a deleted entity are removed', () => {
  it('when it is a tag, on entities and on columns, soft-deleted ones too', async () => {
    const tag = await calls.mutate('createTag', 'CreateTagInput', { id: 'gone', name: 'Gone' });
    const kept = await calls.mutate('createTag', 'CreateTagInput', { id: 'kept', name: 'Kept' });
    const urn = datasetUrn('references.tagged');
    await clientOf(server).dataset('references.tagged');
    await write(urn, 'globalTags', { tags: [{ tag }, { tag: kept }] });
    const columns = [{ fieldPath: 'a', globalTags: { tags: [{ tag }] } }];
    await write(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: columns });
    await write(urn, 'status', { removed: true });
    await remove('deleteTag', tag);
    await becomes(urn, 'globalTags', { tags: [{ tag: kept }] });
    await expect
      .poll(async () => JSON.stringify(await calls.stored(urn, 'editableSchemaMetadata')))
      .not.toContain(tag);
  });

  it('when it is a domain, a term, a data product or an application', async () => {
    const domain = await calls.mutate('createDomain', 'CreateDomainInput', { name: 'Gone' });
    const term = await calls.mutate('createGlossaryTerm', 'CreateGlossaryEntityInput', { name: 'Gone' });
    const urn = datasetUrn('references.filed');
    await clientOf(server).dataset('references.filed');
    await write(urn, 'domains', { domains: [domain] });
    const auditStamp = { time: 0, actor: 'urn:li:corpuser:datahub' };
    await write(urn, 'glossaryTerms', { terms: [{ urn: term }], auditStamp });
    await remove('deleteDomain', domain);
    await remove('deleteGlossaryEntity', term);
    await becomes(urn, 'domains', { domains: [], domainAssociations: [] });
    await becomes(urn, 'glossaryTerms', { terms: [], auditStamp });
  });

  it('when it is a user, a group or a type of ownership', async () => {
    await addActor(server, 'leaver');
    const group = await calls.mutate('createGroup', 'CreateGroupInput', { id: 'leavers', name: 'Leavers' });
    const { urn: typeUrn } = await calls.mutate(
      'createOwnershipType',
      'CreateOwnershipTypeInput',
      { name: 'Gone', description: '' },
      '{ urn }',
    );
    const urn = datasetUrn('references.owned');
    await clientOf(server).dataset('references.owned');
    const owner = 'urn:li:corpuser:datahub';
    const lastModified = { time: 0, actor: owner };
    const owners = [
      { owner: userUrn('leaver'), type: 'NONE' },
      { owner: group, type: 'NONE' },
      { owner, type: 'CUSTOM', typeUrn },
    ];
    await write(urn, 'ownership', { owners, lastModified });
    await remove('removeUser', userUrn('leaver'));
    await remove('removeGroup', group);
    await remove('deleteOwnershipType', typeUrn);
    await expect
      .poll(async () => (await calls.stored(urn, 'ownership')).owners)
      .toEqual([expect.not.objectContaining({ typeUrn })]);
  });

  it('unless the caller wants owners to keep their type', async () => {
    const { urn: typeUrn } = await calls.mutate(
      'createOwnershipType',
      'CreateOwnershipTypeInput',
      { name: 'Kept', description: '' },
      '{ urn }',
    );
    const urn = datasetUrn('references.kept');
    await clientOf(server).dataset('references.kept');
    const owner = { owner: 'urn:li:corpuser:datahub', type: 'CUSTOM', typeUrn };
    await write(urn, 'ownership', { owners: [owner] });
    const query = 'mutation d($urn: String!) { deleteOwnershipType(urn: $urn, deleteReferences: false) }';
    expect((await server.graphql(query, { urn: typeUrn })).data.deleteOwnershipType).toBe(true);
    // Once a later deletion has been processed, this one must have been, too.
    const tag = await calls.mutate('createTag', 'CreateTagInput', { name: 'Later' });
    await write(urn, 'globalTags', { tags: [{ tag }] });
    await remove('deleteTag', tag);
    await becomes(urn, 'globalTags', { tags: [] });
    expect((await calls.stored(urn, 'ownership')).owners).toMatchObject([{ typeUrn }]);
  });

  it('although the caller may not change the entity, and audited as the caller', async () => {
    const tag = await calls.mutate('createTag', 'CreateTagInput', { name: 'Guarded' });
    const urn = datasetUrn('references.guarded');
    await clientOf(server).dataset('references.guarded');
    await write(urn, 'globalTags', { tags: [{ tag }] });
    const manager = await addActor(server, 'tag-manager', { roles: ['Reader'] });
    await calls.mutate('createPolicy', 'PolicyUpdateInput', {
      type: 'PLATFORM',
      name: 'Tags',
      state: 'ACTIVE',
      description: '',
      privileges: ['MANAGE_TAGS'],
      actors: { users: [userUrn('tag-manager')], allUsers: false, allGroups: false, resourceOwners: false },
    });
    const { errors } = await manager.graphql(
      'mutation r($input: TagAssociationInput!) { removeTag(input: $input) }',
      { input: { tagUrn: tag, resourceUrn: urn } },
    );
    expect(errors[0].extensions.code).toBe(403);
    await remove('deleteTag', tag, manager);
    await becomes(urn, 'globalTags', { tags: [] });
    const { data } = await server.graphql(
      'query a($input: AuditEventsInput) { auditEvents(input: $input) { events { actorUrn aspectName } } }',
      { input: { entityUrn: urn, count: 1 } },
    );
    expect(data.auditEvents.events).toEqual([{ actorUrn: userUrn('tag-manager'), aspectName: 'globalTags' }]);
  });
});
