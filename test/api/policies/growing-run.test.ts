import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { aspectPath } from '../../support/catalog-client.ts';
import { addActor, userUrn, writePolicy } from '../../support/test-actors.ts';

let root: TestServer;
let ann: TestServer;
beforeAll(async () => {
  // On disk, so that other requests are answered while a run is rolled back.
  root = await startServer({ onDisk: true });
  ann = await addActor(root, 'ann');
  await writePolicy(root, 'ann', {
    privileges: ['EDIT_ENTITY', 'DELETE_ENTITY', 'VIEW_ENTITY_PAGE'],
    actors: { users: [userUrn('ann')] },
    resources: {
      filter: { criteria: [{ field: 'URN', values: [dataset('mine')], condition: 'STARTS_WITH' }] },
    },
  });
});
afterAll(() => root.stop());

const dataset = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name}`;

async function write(runId: string, names: readonly string[]): Promise<void> {
  const proposals = names.map((name) => ({
    entityType: 'dataset',
    entityUrn: `${dataset(name)},PROD)`,
    changeType: 'UPSERT',
    aspectName: 'datasetProperties',
    aspect: { contentType: 'application/json', value: JSON.stringify({ name: runId }) },
    systemMetadata: { lastObserved: 1, runId },
  }));
  const { status, text } = await root.request('POST', '/aspects?action=ingestProposalBatch', { proposals });
  expect(status, text).toBe(200);
}

it('a run that grows during its rollback is not rolled back where the caller has no rights', async () => {
  const others = Array.from({ length: 100 }, (_, i) => `other${i}`);
  await write('before', others);
  await write(
    'run',
    Array.from({ length: 2_000 }, (_, i) => `mine${i}`),
  );
  const body = { runId: 'run', dryRun: false, hardDelete: true };
  const state = { isDone: false };
  const rollback = ann.request('POST', '/runs?action=rollback', body).finally(() => (state.isDone = true));
  const written: string[] = [];
  for (const name of others) {
    if (state.isDone) break;
    await write('run', [name]);
    written.push(name);
  }
  await rollback;
  const paths = written.map((name) => aspectPath(`${dataset(name)},PROD)`, 'datasetProperties', 'v3'));
  const stored = await Promise.all(
    paths.map(async (path) => (await root.request('GET', path)).json.value.name),
  );
  expect(stored).toEqual(written.map(() => 'run'));
});
