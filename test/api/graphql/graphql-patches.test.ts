import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { callsOf } from '../../support/graphql-calls.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, matching, userUrn, writePolicy } from '../../support/test-actors.ts';

let server: TestServer;
let editor: TestServer;
const [A, B] = [datasetUrn('patched.a'), datasetUrn('patched.b')];
const TAG = 'urn:li:tag:patched';
const ADMIN = 'urn:li:dataHubRole:Admin';

beforeAll(async () => {
  server = await startServer();
  for (const name of ['patched.a', 'patched.b']) await clientOf(server).dataset(name);
  editor = await addActor(server, 'patcher');
  await writePolicy(server, 'patcher-tags', {
    privileges: ['EDIT_ENTITY_TAGS'],
    actors: { users: [userUrn('patcher')] },
    resources: { filter: matching('URN', [A]) },
  });
});
afterAll(() => server.stop());

const SHAPE = '{ urn name success error }';
const patch = (input: object, as = server) =>
  callsOf(as).mutate('patchEntity', 'PatchEntityInput', input, SHAPE);
const tagged = (urn: string) => ({
  urn,
  aspectName: 'globalTags',
  patch: [{ op: 'ADD', path: `/tags/${TAG}`, value: JSON.stringify({ tag: TAG }) }],
});
const tagsOf = async (urn: string) => (await callsOf(server).stored(urn, 'globalTags'))?.tags;

describe('patchEntity', () => {
  it('changes aspects by JSON Patch, with values as JSON or as plain texts', async () => {
    const term = 'urn:li:glossaryTerm:patched';
    const result = await patch({
      urn: term,
      entityType: 'glossaryTerm',
      aspectName: 'glossaryTermInfo',
      patch: [
        { op: 'ADD', path: '/name', value: '"Patched"' },
        { op: 'ADD', path: '/definition', value: 'plain words' },
        { op: 'ADD', path: '/termSource', value: 'INTERNAL' },
      ],
      systemMetadata: { runId: 'patches', properties: [{ key: 'a', value: 'b' }] },
    });
    expect(result).toEqual({ urn: term, name: 'Patched', success: true, error: null });
    expect(await callsOf(server).stored(term, 'glossaryTermInfo')).toMatchObject({
      name: 'Patched',
      definition: 'plain words',
      termSource: 'INTERNAL',
    });
    const move = { op: 'MOVE', from: '/name', path: '/definition' };
    expect(await patch({ urn: term, aspectName: 'glossaryTermInfo', patch: [move] })).toMatchObject({
      success: true,
    });
    expect(await callsOf(server).stored(term, 'glossaryTermInfo')).toMatchObject({ definition: 'Patched' });
  });

  it('requires the rights on the aspect, and cannot assign a role', async () => {
    expect(await patch(tagged(A), editor)).toMatchObject({ success: true, error: null });
    expect(await tagsOf(A)).toMatchObject([{ tag: TAG }]);
    const others = [
      tagged(B),
      { urn: A, aspectName: 'status', patch: [{ op: 'ADD', path: '/removed', value: 'true' }] },
      {
        urn: userUrn('patcher'),
        entityType: 'corpuser',
        aspectName: 'roleMembership',
        patch: [{ op: 'ADD', path: `/roles/${ADMIN}`, value: ADMIN }],
        arrayPrimaryKeys: [{ arrayField: 'roles', keys: [] }],
        forceGenericPatch: true,
      },
    ];
    for (const input of others) {
      const { success, error } = await patch(input, editor);
      expect({ success, error }).toEqual({ success: false, error: expect.stringContaining('unauthorized') });
    }
    expect(await tagsOf(B)).toBeUndefined();
    expect((await callsOf(server).stored(userUrn('patcher'), 'roleMembership')).roles).toEqual([]);
  });

  it.each([
    ['no urn', { urn: null }, 'input[0].urn is missing'],
    ['an urn of another type', { entityType: 'chart' }, 'chart'],
    ['an unknown aspect', { aspectName: 'nothing' }, 'nothing'],
    ['a path without a slash', { patch: [{ op: 'REMOVE', path: 'tags' }] }, "start with '/'"],
    ['a version that is not the current one', { headers: [{ key: 'If-Version-Match', value: '99' }] }, '99'],
  ])('reports why it refuses a patch with %s', async (_what, change, message) => {
    const { success, error } = await patch({ ...tagged(B), ...change });
    expect({ success, error }).toEqual({ success: false, error: expect.stringContaining(message) });
    expect(await tagsOf(B)).toBeUndefined();
  });

  it('writes several patches or none', async () => {
    const call = (inputs: readonly object[], as = server) =>
      callsOf(as).call('mutation', 'patchEntities', { input: ['[PatchEntityInput!]!', inputs] }, SHAPE);
    const refused = await call([tagged(A), tagged(B)], editor);
    expect(refused.data.patchEntities).toMatchObject([
      { urn: A, success: false },
      { urn: B, success: false },
    ]);
    expect(await tagsOf(B)).toBeUndefined();
    const done = await call([tagged(A), tagged(B)]);
    expect(done.data.patchEntities).toMatchObject([
      { urn: A, success: true },
      { urn: B, success: true },
    ]);
    expect(await tagsOf(B)).toHaveLength(1);
  });
});
