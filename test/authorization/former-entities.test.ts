import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edit } from '../support/bulk-edits.ts';
import { aspectPath, datasetUrn } from '../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../support/start-server.ts';
import {
  addActor,
  hideEverything,
  matching,
  userUrn,
  writeAspect,
  writePolicy,
} from '../support/test-actors.ts';

const CANARY = 'canary';
const OPEN = 'urn:li:tag:open';
const HEADER = 'Colophon-As-Of';

/** Why a viewer sees an entity that was created again; the last sees any entity with the urn. */
const WAYS = ['its owner', 'tagged open', 'not tagged hidden', 'by urn'] as const;
type Way = (typeof WAYS)[number];

let root: TestServer;
const viewers = new Map<Way, TestServer>();
/** The entity of each way, and cursors: before its creation, while it was hidden, after its deletion, and now. */
const urns = new Map<Way, string>();
const moments = new Map<Way, readonly string[]>();
/** The numbers of the runs that wrote the former entities. */
const runOf = (way: Way): string => `run ${WAYS.indexOf(way)}`;

beforeAll(async () => {
  root = await startServer();
  await hideEverything(root);
  const filters: Readonly<Record<Way, (urn: string) => unknown>> = {
    'its owner': () => undefined,
    'tagged open': () => matching('TAG', [OPEN]),
    'not tagged hidden': () => matching('TAG', ['urn:li:tag:hidden'], 'NOT_EQUALS'),
    'by urn': (urn) => matching('URN', [urn]),
  };
  for (const [i, way] of WAYS.entries()) {
    const name = `viewer${i}`;
    const urn = datasetUrn(`former${i}`);
    urns.set(way, urn);
    viewers.set(way, await addActor(root, name));
    const filter = filters[way](urn);
    await writePolicy(root, name, {
      privileges: ['VIEW_ENTITY_PAGE', 'EDIT_ENTITY', 'CREATE_ENTITY', 'DELETE_ENTITY'],
      actors:
        way === 'its owner'
          ? { users: [], allUsers: false, allGroups: false, resourceOwners: true }
          : { users: [userUrn(name)] },
      resources: filter === undefined ? { allResources: true } : { filter },
    });
    moments.set(way, await lifeOf(urn, way, name));
  }
});
afterAll(() => root.stop());

async function cursor(): Promise<string> {
  return (await root.request('GET', '/api/colophon/v1/changes?since=now')).json.cursor;
}

async function remove(urn: string): Promise<void> {
  const { status, text } = await root.request(
    'DELETE',
    `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`,
  );
  expect(status, text).toBe(200);
}

async function ingest(entityUrn: string, aspectName: string, value: unknown, runId: string): Promise<void> {
  const aspect = { contentType: 'application/json', value: JSON.stringify(value) };
  const target = { entityType: 'dataset', entityUrn, aspectName, changeType: 'UPSERT', aspect };
  const systemMetadata = { runId, lastObserved: 1 };
  const { status, text } = await root.request('POST', '/aspects?action=ingestProposal', {
    proposal: { ...target, systemMetadata },
  });
  expect(status, text).toBe(200);
}

/** A hidden entity with secrets, deleted, and created again so that the viewer sees it. */
async function lifeOf(urn: string, way: Way, viewer: string): Promise<readonly string[]> {
  const before = await cursor();
  await ingest(urn, 'globalTags', { tags: [{ tag: 'urn:li:tag:hidden' }] }, 'by hand');
  await ingest(urn, 'datasetProperties', { description: `${CANARY} 1` }, 'by hand');
  await ingest(urn, 'datasetProperties', { description: `${CANARY} 2` }, runOf(way));
  await ingest(urn, 'editableDatasetProperties', { description: `${CANARY} 3` }, runOf(way));
  const hidden = await cursor();
  await writeAspect(root, urn, 'editableDatasetProperties', { description: `${CANARY} 4` });
  await root.request('DELETE', aspectPath(urn, 'editableDatasetProperties', 'v3'));
  await remove(urn);
  const gone = await cursor();
  await writeAspect(root, urn, 'globalTags', { tags: [{ tag: OPEN }] });
  await writeAspect(root, urn, 'ownership', { owners: [{ owner: userUrn(viewer), type: 'DATAOWNER' }] });
  return [before, hidden, gone, await cursor()];
}

function of(way: Way) {
  const [viewer, urn, cursors] = [viewers.get(way), urns.get(way), moments.get(way)];
  if (viewer === undefined || urn === undefined || cursors === undefined) throw new Error(way);
  return { viewer, urn, cursors, path: encodeURIComponent(urn) };
}

type Ask = (way: Way) => Promise<readonly Answer[]>;

const asOf = (as: TestServer, method: string, path: string, moment = '', body?: unknown): Promise<Answer> =>
  as.request(method, path, body, { [HEADER]: moment });

/** Everything that reveals the past. */
const READS: Readonly<Record<string, Ask>> = {
  'an entity as of a moment': (way) => {
    const { viewer, cursors, path } = of(way);
    return Promise.all(
      cursors.map((moment) => viewer.request('GET', `/api/colophon/v1/entities/${path}?asOf=${moment}`)),
    );
  },
  'requests as of a moment': (way) => {
    const { viewer, cursors, path, urn } = of(way);
    const query =
      'query d($urn: String!) { dataset(urn: $urn) { urn exists properties { description } tags { tags { tag { urn } } } } }';
    return Promise.all(
      cursors
        .slice(0, 3)
        .flatMap((moment) => [
          asOf(viewer, 'GET', `/openapi/v3/entity/dataset/${path}`, moment),
          asOf(viewer, 'GET', aspectPath(urn, 'datasetProperties', 'v3'), moment),
          asOf(viewer, 'GET', aspectPath(urn, 'datasetProperties', 'v2'), moment),
          asOf(viewer, 'POST', '/api/graphql', moment, { query, variables: { urn } }),
          asOf(viewer, 'GET', `/openapi/v2/timeline/v1/${path}?categories=DOCUMENTATION`, moment),
        ]),
    );
  },
  'the difference of two moments': (way) => {
    const { viewer, cursors, path } = of(way);
    return Promise.all(
      cursors.flatMap((from) =>
        [...cursors, 'now'].map((to) =>
          viewer.request('GET', `/api/colophon/v1/diff?urn=${path}&from=${from}&to=${to}`),
        ),
      ),
    );
  },
  'the change feed': (way) => {
    const { viewer, cursors, path } = of(way);
    return Promise.all(
      [...cursors, 'oldest'].map((since) =>
        viewer.request('GET', `/api/colophon/v1/changes?since=${since}&limit=5000&urn=${path}`),
      ),
    );
  },
  'timeline and versions': (way) => {
    const { viewer, path, urn } = of(way);
    return Promise.all([
      viewer.request('GET', `/openapi/v2/timeline/v1/${path}?categories=DOCUMENTATION,TAG&raw=true`),
      ...[0, 1, 2, 3].map((version) =>
        viewer.request('GET', `${aspectPath(urn, 'datasetProperties', 'v3')}?version=${version}`),
      ),
    ]);
  },
  'undoing the deletion, tried': async (way) => {
    const { viewer, urn } = of(way);
    return [await viewer.request('POST', '/api/colophon/v1/undo', { urn, dryRun: true })];
  },
};

describe('an entity that was deleted and created again', () => {
  describe.each(WAYS.slice(0, 3))('for a viewer who sees it as %s', (way) => {
    it.each(Object.entries(READS))('has no history before that in %s', async (_name, ask) => {
      const answers = await ask(way);
      expect(answers.map(({ text }) => text).join('\n')).not.toMatch(
        /canary|tag:hidden|editableDatasetProperties/,
      );
    });

    it('does not get its old content back by undoing, by any means', async () => {
      const { cursors, urn, viewer } = of(way);
      const { status } = await viewer.request('POST', '/api/colophon/v1/undo', { urn });
      expect(status).toBe(404);
      expect((await edit(viewer, { run: runOf(way) })).result).toMatchObject({ changed: 0 });
      const since = await viewer.request('POST', '/api/colophon/v1/bulk-edits', {
        run: 'by hand',
        since: cursors[0],
      });
      expect(since.text).not.toContain(CANARY);
      const { text } = await root.request('GET', `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`);
      expect(text).not.toContain(CANARY);
    });

    it('has a history since then', async () => {
      const { cursors, path, viewer } = of(way);
      const { json } = await viewer.request('GET', `/api/colophon/v1/entities/${path}?asOf=${cursors[3]}`);
      expect(json.aspects.globalTags.value.tags[0].tag).toBe(OPEN);
      const feed = await viewer.request(
        'GET',
        `/api/colophon/v1/changes?since=oldest&limit=5000&urn=${path}`,
      );
      expect(feed.text).toContain(OPEN);
    });
  });

  it('keeps its history for a viewer who sees every entity with its urn and may undo the deletion', async () => {
    const { urn, viewer, cursors, path } = of('by urn');
    const { json } = await viewer.request('GET', `/api/colophon/v1/entities/${path}?asOf=${cursors[1]}`);
    expect(json.aspects.datasetProperties.value.description).toBe(`${CANARY} 2`);
    const feed = await viewer.request('GET', `/api/colophon/v1/changes?since=oldest&limit=5000&urn=${path}`);
    expect(feed.text).toContain(`${CANARY} 4`);
    const undone = await viewer.request('POST', '/api/colophon/v1/undo', { urn });
    expect([undone.status, undone.json.restored]).toEqual([200, ['datasetProperties']]);
  });
});
