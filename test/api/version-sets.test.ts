import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';
import { addActor, hideEverything, matching, userUrn, writePolicy } from '../support/test-actors.ts';

const GENERATED = 'ALPHANUMERIC_GENERATED_BY_DATAHUB';
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const setUrn = (id: string, entityType = 'dataset'): string => `urn:li:versionSet:(${id},${entityType})`;
const version = (set: string, sortId: string, more: object = {}): object => ({
  versionSet: set,
  version: { versionTag: `v${sortId}` },
  sortId,
  versioningScheme: 'LEXICOGRAPHIC_STRING',
  ...more,
});
const ingest = (urn: string, value: object, by: Pick<TestServer, 'request'> = server): Promise<Answer> =>
  by.request('POST', `${aspectPath(urn, 'versionProperties', 'v3')}?createIfNotExists=false`, { value });
const added = async (urn: string, value: object): Promise<void> => {
  const { status, text } = await ingest(urn, value);
  expect(status, text).toBe(200);
};
const link = (asset: string, set: string, by: Pick<TestServer, 'request'> = server): Promise<Answer> =>
  by.request(
    'POST',
    `/openapi/v3/entity/versioning/${encodeURIComponent(set)}/relationship/versionOf/${encodeURIComponent(asset)}`,
    { version: asset },
  );
const unlink = (asset: string, set: string, by: Pick<TestServer, 'request'> = server): Promise<Answer> =>
  by.request(
    'DELETE',
    `/openapi/v3/entity/versioning/${encodeURIComponent(set)}/relationship/versionOf/${encodeURIComponent(asset)}`,
  );
const stored = async (urn: string, aspect = 'versionProperties') =>
  (await server.request('GET', aspectPath(urn, aspect, 'v3'))).json.value;
const isLatest = async (...urns: readonly string[]): Promise<unknown[]> =>
  Promise.all(urns.map(async (urn) => (await stored(urn)).isLatest));
const latest = async (set: string): Promise<unknown> => (await stored(set, 'versionSetProperties'))?.latest;
const dataset = async (name: string): Promise<string> => {
  const urn = datasetUrn(name);
  const { status } = await server.request('POST', aspectPath(urn, 'status'), { removed: false });
  expect(status).toBe(200);
  return urn;
};

describe('a version that is ingested', () => {
  it('creates its set, and becomes the latest if its sort id is the greatest', async () => {
    const set = setUrn('ingested');
    const [one, two, zero] = ['i1', 'i2', 'i0'].map((name) => datasetUrn(name)) as [string, string, string];
    await added(one, version(set, '1'));
    expect(await isLatest(one)).toEqual([true]);
    expect(await stored(set, 'versionSetProperties')).toMatchObject({
      latest: one,
      versioningScheme: 'LEXICOGRAPHIC_STRING',
    });
    expect(await stored(set, 'versionSetKey')).toEqual({ id: 'ingested', entityType: 'dataset' });
    await added(two, version(set, '2'));
    await added(zero, version(set, '0'));
    expect(await isLatest(one, two, zero)).toEqual([false, true, false]);
    expect(await latest(set)).toBe(two);
  });

  it("is ordered by sort ids, regardless of the client's isLatest", async () => {
    const set = setUrn('sent');
    const [one, two] = [datasetUrn('s1'), datasetUrn('s2')];
    await added(one, version(set, '1', { isLatest: false }));
    await added(two, version(set, '2'));
    await added(one, version(set, '1', { isLatest: true, comment: 'again' }));
    expect(await isLatest(one, two)).toEqual([false, true]);
    expect(await latest(set)).toBe(two);
  });

  it('becomes the latest with a greater sort id', async () => {
    const set = setUrn('moved');
    const [one, two] = [datasetUrn('m1'), datasetUrn('m2')];
    await added(one, version(set, '1'));
    await added(two, version(set, '2'));
    await added(one, version(set, '3'));
    expect(await isLatest(one, two)).toEqual([true, false]);
    expect(await latest(set)).toBe(one);
  });

  it('is the same over Rest.li, and in one batch in any order', async () => {
    const set = setUrn('batch');
    const urns = ['b2', 'b3', 'b1'].map((name) => datasetUrn(name));
    const { status, text } = await server.request('POST', '/aspects?action=ingestProposalBatch', {
      proposals: urns.map((entityUrn) => ({
        entityType: 'dataset',
        entityUrn,
        changeType: 'UPSERT',
        aspectName: 'versionProperties',
        aspect: {
          contentType: 'application/json',
          value: JSON.stringify(version(set, entityUrn.slice(-7, -6))),
        },
      })),
    });
    expect(status, text).toBe(200);
    expect(await isLatest(...urns)).toEqual([false, true, false]);
    const v3 = setUrn('batch3');
    const batch = await server.request('POST', '/openapi/v3/entity/dataset', [
      { urn: urns[0], versionProperties: { value: version(v3, '2') } },
      { urn: datasetUrn('b4'), versionProperties: { value: version(v3, '1') } },
    ]);
    expect(batch.status, batch.text).toBe(202);
    expect(await latest(v3)).toBe(urns[0]);
    expect(await isLatest(datasetUrn('b4'))).toEqual([false]);
  });

  it('stops being the latest when its run is rolled back', async () => {
    const set = setUrn('rolled-back');
    const [one, two] = [datasetUrn('k1'), datasetUrn('k2')];
    const run = async (runId: string, entityUrn: string, sortId: string): Promise<void> => {
      const value = JSON.stringify(version(set, sortId));
      const proposal = {
        entityType: 'dataset',
        entityUrn,
        changeType: 'UPSERT',
        aspectName: 'versionProperties',
        aspect: { contentType: 'application/json', value },
        systemMetadata: { runId },
      };
      const body = { proposal, async: 'false' };
      const { status, text } = await server.request('POST', '/aspects?action=ingestProposal', body);
      expect(status, text).toBe(200);
    };
    await run('first-run', one, '1');
    await run('second-run', two, '2');
    expect(await latest(set)).toBe(two);
    const rollback = { runId: 'second-run', dryRun: false, hardDelete: true };
    expect((await server.request('POST', '/runs?action=rollback', rollback)).status).toBe(200);
    expect([await latest(set), ...(await isLatest(one))]).toEqual([one, true]);
  });

  it('gets the next sort id if the scheme generates them', async () => {
    const set = setUrn('generated');
    const [one, two] = [datasetUrn('g1'), datasetUrn('g2')];
    await added(one, version(set, '', { versioningScheme: GENERATED }));
    await added(two, version(set, '', { versioningScheme: GENERATED }));
    expect([await stored(one), await stored(two)]).toMatchObject([
      { sortId: 'AAAAAAAA', isLatest: false },
      { sortId: 'AAAAAAAB', isLatest: true },
    ]);
    await added(one, version(set, '', { versioningScheme: GENERATED, comment: 'same place' }));
    expect(await stored(one)).toMatchObject({ sortId: 'AAAAAAAA', isLatest: false });
  });

  it.each<[string, string, object, string]>([
    [
      'another scheme',
      setUrn('rules'),
      { versioningScheme: GENERATED },
      'Expected Scheme: LEXICOGRAPHIC_STRING',
    ],
    ['a set of another type', setUrn('rules', 'mlModel'), {}, 'entity type does not match'],
    ['a urn that is not a set', 'urn:li:tag:x', {}, 'entity type does not match'],
    [
      'a sort id that is not generated',
      setUrn('rules-generated'),
      { versioningScheme: GENERATED, sortId: 'abc' },
      'Invalid sortID for Versioning Scheme. ID: abc',
    ],
  ])('is refused with %s', async (_what, set, more, message) => {
    await ingest(datasetUrn('r1'), version(setUrn('rules'), '1'));
    await ingest(datasetUrn('r2'), version(setUrn('rules-generated'), '', { versioningScheme: GENERATED }));
    const { status, json } = await ingest(datasetUrn('r3'), version(set, '3', more));
    expect(status).toBe(400);
    expect(json.message).toContain(message);
    expect(await stored(datasetUrn('r3'))).toBeUndefined();
    expect(await latest(setUrn('rules'))).toBe(datasetUrn('r1'));
  });
});

describe('the versions of a set', () => {
  it('are found latest first, and their changes are one timeline', async () => {
    const set = setUrn('found');
    const urns = ['f1', 'f2', 'f3'].map((name) => datasetUrn(name));
    for (const [i, urn] of urns.entries()) {
      await server.request('POST', aspectPath(urn, 'datasetProperties'), { name: urn, description: urn });
      await added(urn, version(set, String(i)));
    }
    const { data } = await server.graphql(
      `query v($set: String!, $urn: String!) {
        versionSet(urn: $set) { latestVersion { urn }
          versionsSearch(input: { query: "*", count: 20 }) { searchResults { entity { urn } } } }
        getTimeline(input: { urn: $urn, changeCategories: [DOCUMENTATION], includeVersionSet: true }) {
          changeTransactions { changes { urn } } skippedVersionCount } }`,
      { set, urn: urns[2] },
    );
    const { latestVersion, versionsSearch } = data.versionSet;
    expect(latestVersion.urn).toBe(urns[2]);
    expect(versionsSearch.searchResults).toEqual(urns.toReversed().map((urn) => ({ entity: { urn } })));
    expect(data.getTimeline.skippedVersionCount).toBe(0);
    expect(new Set(JSON.stringify(data.getTimeline.changeTransactions).match(/f\d/g)).size).toBe(3);
  });
});

describe('a version set that is ingested', () => {
  it('sets isLatest on the version that it names, and keeps its scheme', async () => {
    const set = setUrn('pointed');
    const [one, two] = [datasetUrn('p1'), datasetUrn('p2')];
    await added(one, version(set, '1'));
    await added(two, version(set, '2'));
    const point = (value: object): Promise<Answer> =>
      server.request('POST', aspectPath(set, 'versionSetProperties'), value);
    const properties = { versioningScheme: 'LEXICOGRAPHIC_STRING', customProperties: { kind: 'sales' } };
    expect((await point({ ...properties, latest: one })).status).toBe(200);
    expect(await isLatest(one, two)).toEqual([true, false]);
    await added(two, version(set, '2', { comment: 'ingested again' }));
    expect(await isLatest(one, two)).toEqual([true, false]);
    expect((await point({ latest: two, versioningScheme: GENERATED })).json.message).toContain(
      'cannot change',
    );
    await added(two, version(set, '3'));
    expect(await stored(set, 'versionSetProperties')).toEqual({ ...properties, latest: two });
  });

  it('may come before its versions', async () => {
    const set = setUrn('before');
    const [one, two] = [datasetUrn('e1'), datasetUrn('e2')];
    const value = { latest: two, versioningScheme: 'LEXICOGRAPHIC_STRING' };
    expect((await server.request('POST', aspectPath(set, 'versionSetProperties'), value)).status).toBe(200);
    await added(one, version(set, '1'));
    await added(two, version(set, '2'));
    expect(await isLatest(one, two)).toEqual([false, true]);
    expect(await latest(set)).toBe(two);
  });

  it('leaves no latest version behind when it is deleted', async () => {
    const set = setUrn('deleted');
    const one = datasetUrn('d1');
    await added(one, version(set, '1'));
    const { status } = await server.request(
      'DELETE',
      `/openapi/v3/entity/versionSet/${encodeURIComponent(set)}`,
    );
    expect(status).toBe(200);
    expect(await isLatest(one)).toEqual([false]);
  });
});

describe('linked versions', () => {
  it('have one latest, for any number of concurrent links', async () => {
    const set = setUrn('at-once');
    const urns = await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map(dataset));
    const statuses = await Promise.all(urns.map(async (urn) => (await link(urn, set)).status));
    expect(statuses).toEqual(urns.map(() => 200));
    const versions = await Promise.all(urns.map((urn) => stored(urn)));
    expect(versions.map(({ sortId }) => sortId).sort()).toEqual(
      ['A', 'B', 'C', 'D', 'E'].map((last) => `AAAAAAA${last}`),
    );
    const latestOnes = versions.filter((one) => one.isLatest);
    expect(latestOnes.map(({ sortId }) => sortId)).toEqual(['AAAAAAAE']);
    expect(await latest(set)).toBe(urns[versions.findIndex((one) => one.isLatest)]);
  });

  it('are not linked to a set with custom sort ids', async () => {
    const set = setUrn('own-ids');
    await added(datasetUrn('o1'), version(set, '1'));
    const { status, json } = await link(await dataset('o2'), set);
    expect([status, json.message]).toEqual([
      400,
      expect.stringContaining('Versioning Scheme does not match'),
    ]);
  });

  it('are unlinked one by one, the greatest sort id of the rest being the latest', async () => {
    const set = setUrn('unlinked');
    const [one, two, three] = [datasetUrn('u1'), datasetUrn('u2'), datasetUrn('u3')];
    for (const [urn, sortId] of [
      [one, '1'],
      [three, '3'],
      [two, '2'],
    ] as const) {
      await added(urn, version(set, sortId));
    }
    expect((await unlink(three, set)).json).toEqual([three]);
    expect(await isLatest(one, two)).toEqual([false, true]);
    expect(await latest(set)).toBe(two);
    expect((await unlink(one, set)).json).toEqual([one]);
    expect(await latest(set)).toBe(two);
    expect((await unlink(two, set)).json).toEqual([two, set]);
    const { status } = await server.request(
      'GET',
      `/openapi/v3/entity/versionSet/${encodeURIComponent(set)}`,
    );
    expect(status).toBe(404);
    await added(one, version(set, '', { versioningScheme: GENERATED }));
    expect(await latest(set)).toBe(one);
  });
});

describe('versions of others', () => {
  const set = setUrn('guarded');
  const [theirs, own, lower] = [datasetUrn('theirs'), datasetUrn('own'), datasetUrn('own-lower')];
  let hiding: TestServer;
  const start = async (privileges: Readonly<Record<string, readonly string[]>>) => {
    hiding = await startServer();
    for (const urn of [theirs, own, lower]) {
      await hiding.request('POST', aspectPath(urn, 'status'), { removed: false });
    }
    await link(theirs, set, hiding);
    await hideEverything(hiding);
    const ann = await addActor(hiding, 'ann');
    for (const [urn, held] of Object.entries(privileges)) {
      await writePolicy(hiding, urn.replaceAll(/\W/g, ''), {
        privileges: held,
        actors: { users: [userUrn('ann')] },
        resources: { filter: matching('URN', [urn]) },
      });
    }
    return {
      ann,
      read: async (urn: string) =>
        (await hiding.request('GET', aspectPath(urn, 'versionProperties', 'v3'))).json.value,
    };
  };
  const MINE = { [own]: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY'], [lower]: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY'] };
  const newer = version(set, 'ZZZZZZZZ', { versioningScheme: GENERATED });

  it('are not replaced or joined without a right on them or on the set', async () => {
    const { ann, read } = await start(MINE);
    const refused = async (answer: Promise<Answer>, of = set): Promise<string> => {
      const { status, json } = await answer;
      expect(status).toBe(403);
      return json.message.replaceAll(of, 'the set');
    };
    const message = await refused(ingest(own, newer, ann));
    expect(message).toContain('adding a version to the set needs EDIT_ENTITY');
    expect(message).not.toContain(theirs);
    // A missing set and one with another scheme are refused with the same message.
    expect(await refused(ingest(own, version(setUrn('new'), '1'), ann), setUrn('new'))).toBe(message);
    expect(await refused(ingest(own, version(set, 'Z'), ann))).toBe(message);
    expect(await refused(link(own, set, ann))).toBe(message);
    await refused(ingest(lower, version(set, 'AAAAAAA', { versioningScheme: GENERATED }), ann));
    const batch = await ann.request('POST', '/openapi/v3/entity/dataset?createIfNotExists=false', [
      { urn: own, versionProperties: { value: newer } },
      { urn: own, versionProperties: { value: version(setUrn('other'), '1') } },
    ]);
    expect(batch.status).toBe(403);
    expect((await unlink(theirs, set, ann)).status).toBe(403);
    expect(await read(own)).toBeUndefined();
    expect((await read(theirs)).isLatest).toBe(true);
    await hiding.stop();
  });

  it('are replaced by a right on the set, also where they are hidden', async () => {
    const { ann, read } = await start({ ...MINE, [set]: ['EDIT_ENTITY'] });
    expect((await link(own, set, ann)).status).toBe(200);
    expect(await read(own)).toMatchObject({ sortId: 'AAAAAAAB', isLatest: true });
    expect((await read(theirs)).isLatest).toBe(false);
    expect((await unlink(own, set, ann)).status).toBe(200);
    expect((await read(theirs)).isLatest).toBe(true);
    await hiding.stop();
  });

  it("are replaced by a right on the latest, which is the caller's own", async () => {
    const { ann, read } = await start({ ...MINE, [theirs]: ['EDIT_ENTITY'] });
    expect((await ingest(own, newer, ann)).status).toBe(200);
    expect((await read(theirs)).isLatest).toBe(false);
    expect((await unlink(own, set, ann)).status).toBe(200);
    expect((await read(theirs)).isLatest).toBe(true);
    await hiding.stop();
  });

  it('create a new set with the right to create it', async () => {
    const { ann, read } = await start({ ...MINE, [setUrn('new')]: ['CREATE_ENTITY'] });
    expect((await ingest(own, version(setUrn('new'), '1'), ann)).status).toBe(200);
    expect((await ingest(lower, version(setUrn('new'), '0'), ann)).status).toBe(200);
    expect((await ingest(lower, version(setUrn('new'), '2'), ann)).status).toBe(200);
    expect((await read(own)).isLatest).toBe(false);
    await hiding.stop();
  });

  it('are added concurrently by users who may edit datasets, with one latest', async () => {
    const busy = await startServer();
    const bob = await addActor(busy, 'bob');
    for (const [id, privileges, field, values] of [
      ['edits', ['EDIT_ENTITY'], 'TYPE', ['dataset']],
      ['begins', ['CREATE_ENTITY'], 'URN', [set]],
    ] as const) {
      await writePolicy(busy, id, {
        privileges,
        actors: { users: [userUrn('bob')] },
        resources: { filter: matching(field, values) },
      });
    }
    const urns = ['x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'x8'].map((name) => datasetUrn(name));
    const answers = await Promise.all(urns.map((urn, i) => ingest(urn, version(set, String(i)), bob)));
    expect(answers.map(({ status }) => status)).toEqual(urns.map(() => 200));
    const flags = await Promise.all(
      urns.map(
        async (urn) => (await bob.request('GET', aspectPath(urn, 'versionProperties', 'v3'))).json.value,
      ),
    );
    expect(flags.map((value) => value.isLatest)).toEqual(urns.map((_urn, i) => i === urns.length - 1));
    await busy.stop();
  });
});
