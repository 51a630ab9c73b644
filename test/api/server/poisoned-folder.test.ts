import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { isKeptInFolders } from '../../support/engines/catalog-place.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const [FIT, UNFIT] = [datasetUrn('fit'), datasetUrn('unfit')];
/** Aspects that a version without limits accepted; each one prevented its start. */
const POISON = {
  datasetProperties: { name: 'ςa'.repeat(2_100_000), description: 'poisoned' },
  browsePaths: { paths: ['/a'.repeat(70_000)] },
  browsePathsV2: { path: Array.from({ length: 5_000 }, (_, i) => ({ id: `s${i}` })) },
};

async function write(server: TestServer, urn: string): Promise<void> {
  const answers = [
    await server.request('POST', aspectPath(urn, 'datasetProperties'), { name: 'orders' }),
    await server.request('POST', aspectPath(urn, 'browsePaths'), { paths: ['/a'] }),
    await server.request('POST', aspectPath(urn, 'browsePathsV2'), { path: [{ id: 'a' }] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
}

function poison(folder: string): void {
  const database = new DatabaseSync(join(folder, 'catalog.db'));
  for (const [aspectName, value] of Object.entries(POISON)) {
    const { changes } = database
      .prepare(
        'UPDATE aspect SET checksum = NULL, metadata = ? WHERE entity_id = (SELECT id FROM entity WHERE urn = ?) AND aspect_id = (SELECT id FROM aspect_name WHERE name = ?) AND version = 0',
      )
      .run(JSON.stringify(value), UNFIT, aspectName);
    expect(changes).toBe(1);
  }
  database.close();
}

async function found(server: TestServer, query: string): Promise<readonly string[]> {
  const { data } = await server.graphql(
    'query($input: SearchInput!) { search(input: $input) { searchResults { entity { urn } } } }',
    { input: { type: 'DATASET', query, start: 0, count: 10, searchFlags: { skipHighlighting: true } } },
  );
  return data.search.searchResults.map(({ entity }: { entity: { urn: string } }) => entity.urn);
}

async function incompleteByDoctor(server: TestServer): Promise<unknown> {
  let { json: report } = await server.request('POST', '/api/colophon/v1/doctor', { repair: false });
  while (report.state === 'waiting' || report.state === 'running') {
    report = (await server.request('GET', `/api/colophon/v1/doctor/${report.id}`)).json;
  }
  return report.result.incomplete;
}

/** The index is kept in the folder, too. */
describe.runIf(isKeptInFolders())('a folder with a commit that cannot be indexed completely', () => {
  it.each([
    ['built from all entities', 0],
    ['replayed', 2],
  ])('starts, and serves the others and the entity itself: %s, %i reading threads', async (how, readers) => {
    const first = await startServer({ onDisk: true });
    const { folder } = first;
    const index = join(folder, 'index');
    await write(first, FIT);
    await first.stop({ keepFolder: true });
    if (how === 'replayed') cpSync(index, `${index}-before`, { recursive: true });
    const second = await startServer({ folder });
    await write(second, UNFIT);
    await second.stop({ keepFolder: true });
    poison(folder);
    rmSync(index, { recursive: true });
    if (how === 'replayed') cpSync(`${index}-before`, index, { recursive: true });

    const server = await startServer({ folder, options: { readers: String(readers) } });
    expect((await server.request('GET', '/health/ready')).status).toBe(200);
    expect(await found(server, 'orders')).toEqual([FIT]);
    expect(await found(server, 'poisoned')).toEqual([UNFIT]);
    expect(await found(server, '*')).toEqual([FIT, UNFIT]);
    const { status, text } = await server.request('GET', aspectPath(UNFIT, 'browsePaths'));
    expect([status, text.includes('/a'.repeat(70_000))]).toEqual([200, true]);
    const metrics = await server.request('GET', '/metrics');
    expect(metrics.text).toContain('colophon_index_incomplete_documents 1');
    expect(await incompleteByDoctor(server)).toEqual({
      count: 1,
      samples: [{ urn: UNFIT, reasons: ['limit: browsePathV2, browsePaths'] }],
    });
    await write(server, UNFIT);
    expect(await found(server, 'orders')).toEqual([FIT, UNFIT]);
    await server.stop();
  });
});
