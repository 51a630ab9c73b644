import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor, hideEverything, matching, userUrn, writePolicy } from '../../support/test-actors.ts';

const DATASET = datasetUrn('d');
const [HIDDEN, FIXED, SHOWN] = [propertyUrn('hidden'), propertyUrn('fixed'), propertyUrn('shown')];
const VALUES = { hidden: [{ string: 'h' }], fixed: [{ string: 'f' }], shown: [{ string: 's' }] };

let root: TestServer;
beforeAll(async () => {
  root = await startServer();
  await clientOf(root).dataset('d');
});
afterAll(() => root.stop());

const setRemoved = async (removed: boolean): Promise<void> => {
  for (const urn of [HIDDEN, FIXED]) {
    expect((await clientOf(root).post(urn, 'status', { removed })).status).toBe(200);
  }
};

/** Names of all values of the dataset; restores soft-deleted properties to read theirs. */
async function stored(): Promise<string[]> {
  await setRemoved(false);
  return Object.keys(await clientOf(root).values(DATASET)).sort();
}

/** Two soft-deleted properties, one of them immutable, and a live one, each with a value. */
beforeEach(async () => {
  const { assign, define } = clientOf(root);
  for (const urn of [HIDDEN, FIXED]) {
    await root.request('DELETE', `/openapi/v3/entity/structuredProperty/${encodeURIComponent(urn)}`);
  }
  await define('shown');
  await define('hidden', { cardinality: 'MULTIPLE' });
  await define('fixed', { immutable: true });
  expect((await assign(DATASET, VALUES)).status).toBe(200);
  await setRemoved(true);
});

type Send = (as: TestServer, urn: string) => Promise<Answer>;

const path = (version: 'v2' | 'v3'): string => aspectPath(DATASET, 'structuredProperties', version);
const removal = (at: string): object[] => [{ op: 'remove', path: at }];
const restli = (as: TestServer, changeType: string, value: unknown): Promise<Answer> =>
  as.request('POST', '/aspects?action=ingestProposal', {
    proposal: {
      entityType: 'dataset',
      entityUrn: DATASET,
      changeType,
      aspectName: 'structuredProperties',
      aspect: { contentType: 'application/json', value: JSON.stringify(value) },
    },
  });
const mutation = (as: TestServer, name: string, more: object): Promise<Answer> =>
  as.request('POST', '/api/graphql', {
    query: `mutation m($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) {
      ${name}(input: $input) { properties { structuredProperty { urn } } } }`,
    variables: { input: { assetUrn: DATASET, ...more } },
  });

describe.each<[string, Send]>([
  ['GraphQL', (as, urn) => mutation(as, 'removeStructuredProperties', { structuredPropertyUrns: [urn] })],
  ['a patch over v2', (as, urn) => as.request('PATCH', path('v2'), { patch: removal(`/properties/${urn}`) })],
  ['a patch over v3', (as, urn) => as.request('PATCH', path('v3'), { patch: removal(`/properties/${urn}`) })],
  [
    'a patch with a key of its own',
    (as, urn) =>
      as.request('PATCH', path('v3'), {
        arrayPrimaryKeys: { properties: ['propertyUrn'] },
        patch: removal(`/properties/${urn}`),
      }),
  ],
  [
    'a patch of the values without a source',
    (as, urn) => as.request('PATCH', path('v3'), { patch: removal(`/properties/${urn}/`) }),
  ],
  ['a patch over Rest.li', (as, urn) => restli(as, 'PATCH', removal(`/properties/${urn}`))],
])('removing a soft-deleted property by its key over %s', (_name, send) => {
  it('removes its hidden value, but not that of an immutable one', async () => {
    const { status, json, text } = await send(root, HIDDEN);
    expect([status, json.errors], text).toEqual([200, undefined]);
    expect(text).not.toContain(HIDDEN);
    const refused = await send(root, FIXED);
    expect(refused.text).toContain(`Cannot delete an immutable property ${FIXED}`);
    expect(refused.text).not.toContain('"f"');
    expect(await stored()).toEqual(['fixed', 'shown']);
    expect(await clientOf(root).find('structuredProperties.hidden')).toEqual([]);
  });
});

describe.each<[string, (as: TestServer) => Promise<Answer>]>([
  ['a list over v2', (as) => as.request('POST', `${path('v2')}?createIfNotExists=false`, { properties: [] })],
  [
    'a list over v3',
    (as) => as.request('POST', `${path('v3')}?createIfNotExists=false`, { value: { properties: [] } }),
  ],
  ['a list over Rest.li', (as) => restli(as, 'UPSERT', { properties: [] })],
  [
    'a patch that replaces the list',
    (as) => as.request('PATCH', path('v3'), { patch: [{ op: 'replace', path: '/properties', value: [] }] }),
  ],
  [
    'a patch that removes the list',
    (as) => as.request('PATCH', path('v3'), { patch: removal('/properties') }),
  ],
  ['GraphQL', (as) => mutation(as, 'upsertStructuredProperties', { structuredPropertyInputParams: [] })],
  ['DELETE', (as) => as.request('DELETE', path('v3'))],
])('replacing all values by %s', (_name, send) => {
  it('keeps hidden ones', async () => {
    const { status, json, text } = await send(root);
    expect([status, json?.errors], text).toEqual([200, undefined]);
    expect(await clientOf(root).values(DATASET)).toEqual({});
    expect(await stored()).toEqual(['fixed', 'hidden']);
  });
});

it('a removal of the only, hidden value removes it, and a second one writes nothing', async () => {
  await root.request('DELETE', path('v3'));
  await setRemoved(false);
  await root.request('DELETE', `/openapi/v3/entity/structuredProperty/${encodeURIComponent(FIXED)}`);
  await clientOf(root).post(HIDDEN, 'status', { removed: true });
  const input = { structuredPropertyUrns: [HIDDEN] };
  const version = async (): Promise<unknown> =>
    (await root.request('GET', `${path('v3')}?systemMetadata=true`)).json.systemMetadata.version;
  expect((await mutation(root, 'removeStructuredProperties', input)).json.errors).toBeUndefined();
  const before = await version();
  expect((await mutation(root, 'removeStructuredProperties', input)).json.errors).toBeUndefined();
  expect(await version()).toBe(before);
  await clientOf(root).post(HIDDEN, 'status', { removed: false });
  expect(await clientOf(root).values(DATASET)).toEqual({});
});

it('a patch of a part of a hidden value is refused', async () => {
  const keys = { properties: ['propertyUrn'] };
  const patch = removal(`/properties/${HIDDEN}/values/0`);
  const { status, text } = await root.request('PATCH', path('v3'), { arrayPrimaryKeys: keys, patch });
  expect([status, text]).toEqual([400, expect.stringContaining('Remove the whole assignment')]);
  expect(await stored()).toEqual(['fixed', 'hidden', 'shown']);
});

describe('an actor who may not', () => {
  it('read a property removes none of its values, and gets the message for a missing one', async () => {
    await hideEverything(root);
    const blind = await addActor(root, 'blind');
    await writePolicy(root, 'blind', {
      privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY'],
      actors: { users: [userUrn('blind')] },
      resources: { allResources: true, privilegeConstraints: matching('URN', [HIDDEN], 'NOT_EQUALS') },
    });
    const answers = await Promise.all(
      [HIDDEN, propertyUrn('absent')].map((urn) =>
        blind.request('PATCH', path('v3'), { patch: removal(`/properties/${urn}`) }),
      ),
    );
    expect(answers[0]?.json).toEqual(answers[1]?.json);
    expect(answers[0]?.text).toContain(SHOWN);
    expect(await stored()).toEqual(['fixed', 'hidden', 'shown']);
  });

  it('assign a property is refused', async () => {
    const reader = await addActor(root, 'reader');
    await writePolicy(root, 'reads', {
      privileges: ['VIEW_ENTITY_PAGE'],
      actors: { users: [userUrn('reader')] },
    });
    await writePolicy(root, 'assigns the shown one', {
      privileges: ['EDIT_ENTITY_PROPERTIES'],
      actors: { users: [userUrn('reader')] },
      resources: { allResources: true, privilegeConstraints: matching('STRUCTURED_PROPERTY', [SHOWN]) },
    });
    const { status, text } = await reader.request('PATCH', path('v3'), {
      patch: removal(`/properties/${HIDDEN}`),
    });
    expect([status, text]).toEqual([403, expect.stringContaining('Unauthorized to modify')]);
    expect(await stored()).toEqual(['fixed', 'hidden', 'shown']);
  });
});
