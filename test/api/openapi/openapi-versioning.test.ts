import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

const SET = 'urn:li:versionSet:(orders,dataset)';
const [first, second] = [datasetUrn('first'), datasetUrn('second')];
let server: TestServer;

const path = (asset: string, set = SET): string =>
  `/openapi/v3/entity/versioning/${encodeURIComponent(set)}/relationship/versionOf/${encodeURIComponent(asset)}`;
const link = (asset: string, body: unknown, set = SET): Promise<Answer> =>
  server.request('POST', path(asset, set), body);
const aspect = (urn: string, name: string): Promise<Answer> =>
  server.request('GET', aspectPath(urn, name, 'v3'));

beforeAll(async () => {
  server = await startServer({ environment: { now: () => 5_000 } });
  await clientOf(server).dataset('first');
  await clientOf(server).dataset('second');
});

afterAll(() => server.stop());

describe('linking versions over REST', () => {
  it('makes an asset the newest version, and creates the set with the first', async () => {
    const body = {
      version: 'v1',
      comment: 'the first',
      sourceCreationTimestamp: 7,
      sourceCreator: 'urn:li:corpuser:ann',
    };
    const { status, json } = await link(first, body);
    expect(status).toBe(200);
    expect(json.map(({ urn }: { urn: string }) => urn)).toEqual([first, SET]);
    expect((await aspect(first, 'versionProperties')).json.value).toEqual({
      versionSet: SET,
      version: { versionTag: 'v1' },
      comment: 'the first',
      sortId: 'AAAAAAAA',
      versioningScheme: 'ALPHANUMERIC_GENERATED_BY_DATAHUB',
      isLatest: true,
      metadataCreatedTimestamp: { time: 5_000, actor: 'urn:li:corpuser:datahub' },
      sourceCreatedTimestamp: { time: 7, actor: 'urn:li:corpuser:ann' },
    });
    expect((await link(second, { version: 'v2' })).status).toBe(200);
    expect((await aspect(first, 'versionProperties')).json.value.isLatest).toBe(false);
    expect((await aspect(second, 'versionProperties')).json.value.sortId).toBe('AAAAAAAB');
    expect((await aspect(SET, 'versionSetProperties')).json.value.latest).toBe(second);
  });

  it.each([
    ['a version that is linked already', () => link(first, { version: 'v3' }), 400, 'already a version of'],
    ['no version', () => link(first, {}), 400, 'version must be a string'],
    ['no set', () => link(first, { version: '1' }, first), 400, 'Invalid urn!'],
    [
      'a set of another type',
      () => link(first, { version: '1' }, 'urn:li:versionSet:(a,chart)'),
      400,
      'is not a version set for the entity type',
    ],
    ['no asset', () => link(datasetUrn('gone'), { version: '1' }), 404, 'the asset does not exist'],
    [
      'a time that is none',
      () => link(first, { version: '1', sourceCreationTimestamp: 'x' }),
      400,
      'whole number',
    ],
    ['another method', () => server.request('GET', path(first)), 405, 'Use POST, DELETE'],
  ])('refuses %s', async (_what, ask, expected, message) => {
    const { status, json } = await ask();
    expect(status, json.message).toBe(expected);
    expect(json.message).toContain(message);
  });

  it('needs the right to edit both', async () => {
    const reader = await addActor(server, 'reader');
    expect((await reader.request('POST', path(first), { version: '1' })).status).toBe(403);
    expect((await reader.request('DELETE', path(first))).status).toBe(403);
  });

  it('unlinks one by one: the previous version is the newest again, and the set is deleted with the last', async () => {
    const newest = await server.request('DELETE', path(second));
    expect([newest.status, newest.json]).toEqual([200, [second]]);
    expect((await aspect(first, 'versionProperties')).json.value.isLatest).toBe(true);
    expect((await server.request('DELETE', path(second))).status).toBe(404);
    const last = await server.request('DELETE', path(first));
    expect(last.json).toEqual([first, SET]);
    expect((await aspect(SET, 'versionSetProperties')).status).toBe(404);
  });
});
