import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, matching, userUrn, withToken, writePolicy } from '../../support/test-actors.ts';

let root: TestServer;
let ann: TestServer;

const OPEN = ['open.a', 'open.b', 'open.c'].map((name) => datasetUrn(name));
const SHUT = ['shut.a', 'shut.b', 'shut.c'].map((name) => datasetUrn(name));
const POINTS = {
  datasetProfile: { rowCount: 3 },
  datasetUsageStatistics: { totalSqlQueries: 5 },
  operation: { operationType: 'INSERT', lastUpdatedTimestamp: 1 },
};

beforeAll(async () => {
  root = await startServer();
  ann = await addActor(root, 'ann');
  const { post } = clientOf(root);
  // In order of time; readable and unreadable points alternate.
  for (const [i, urn] of OPEN.flatMap((open, at) => [open, SHUT[at] ?? '']).entries()) {
    for (const [aspect, value] of Object.entries(POINTS)) {
      const { status, text } = await post(urn, aspect, { timestampMillis: 1_000 + i, ...value });
      expect(status, text).toBe(200);
    }
  }
  const sensitive = encodeURIComponent('urn:li:dataHubPolicy:view-dataset-sensitive');
  await root.request('DELETE', `/openapi/v3/entity/dataHubPolicy/${sensitive}`);
  await writePolicy(root, 'open-points', {
    privileges: ['VIEW_DATASET_USAGE', 'VIEW_DATASET_PROFILE', 'VIEW_DATASET_OPERATIONS'],
    actors: { users: [userUrn('ann')], allUsers: false, allGroups: false, resourceOwners: false },
    resources: {
      filter: matching('URN', ['urn:li:dataset:(urn:li:dataPlatform:hive,open.'], 'STARTS_WITH'),
    },
  });
});
afterAll(() => root.stop());

async function pointsOf(as: TestServer, urn: string, aspect: string): Promise<number> {
  const body = { urn, entity: 'dataset', aspect };
  const { json, status } = await as.request('POST', '/aspects?action=getTimeseriesAspectValues', body);
  expect(status).toBe(200);
  return json.value.values.length;
}

/** Urns of all points of an aspect, page by page, and how long the pages were. */
async function scanned(as: TestServer, aspect: string): Promise<{ urns: string[]; pages: number[] }> {
  const [urns, pages]: [string[], number[]] = [[], []];
  for (let scroll = ''; ;) {
    const path = `/openapi/v2/timeseries/dataset/${aspect}?count=2${scroll}`;
    const { json } = await as.request('GET', path);
    urns.push(...json.results.map(({ urn }: { urn: string }) => urn));
    pages.push(json.results.length);
    if (json.scrollId === undefined) return { urns: urns.sort(), pages };
    scroll = `&scrollId=${encodeURIComponent(json.scrollId)}`;
  }
}

describe.each(Object.keys(POINTS))('points of %s', (aspect) => {
  it('are read with the privilege on their entity, and hidden without it', async () => {
    for (const urn of OPEN) {
      expect(await pointsOf(ann, urn, aspect)).toBe(1);
      expect((await ann.request('GET', aspectPath(urn, aspect, 'v3'))).status).toBe(200);
    }
    for (const urn of SHUT) {
      expect(await pointsOf(root, urn, aspect)).toBe(1);
      expect(await pointsOf(ann, urn, aspect)).toBe(0);
      expect((await ann.request('GET', aspectPath(urn, aspect, 'v3'))).status).toBe(404);
      expect((await ann.request('GET', aspectPath(urn, 'datasetKey', 'v3'))).status).toBe(200);
    }
  });

  it('fill their pages without those of other entities', async () => {
    expect(await scanned(ann, aspect)).toEqual({ urns: OPEN, pages: [2, 1] });
    const nobody = await addActor(root, `nobody-${aspect}`);
    expect(await scanned(nobody, aspect)).toEqual({ urns: [], pages: [0] });
    expect((await scanned(root, aspect)).urns).toHaveLength(6);
  });

  it('are read with a read-only token, but not with one for other types', async () => {
    const [open = ''] = OPEN;
    expect(await pointsOf(await withToken(root, userUrn('ann'), { readOnly: true }), open, aspect)).toBe(1);
    const ofCharts = await withToken(root, userUrn('ann'), { entityTypes: ['chart'] });
    expect(await pointsOf(ofCharts, open, aspect)).toBe(0);
  });
});

describe('the profile of a dataset in GraphQL', () => {
  it('is null without the privilege, and the dataset is still shown', async () => {
    const query =
      'query p($urn: String!) { dataset(urn: $urn) { name datasetProfiles { rowCount } operations { operationType } } }';
    const shown = async (urn = '') => (await ann.graphql(query, { urn })).data.dataset;
    expect(await shown(OPEN[0])).toEqual({
      name: 'open.a',
      datasetProfiles: [{ rowCount: 3 }],
      operations: [{ operationType: 'INSERT' }],
    });
    expect(await shown(SHUT[0])).toEqual({ name: 'shut.a', datasetProfiles: null, operations: null });
  });
});
