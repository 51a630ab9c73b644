import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { CHANGED, livedInCatalog } from '../support/snapshots/lived-in-catalog.ts';
import { seenOf } from '../support/snapshots/seen-of-catalog.ts';
import { startServer } from '../support/start-server.ts';
import { startWriting, steadyWrites } from '../support/snapshots/steady-writer.ts';

const COPY = `
  const { DatabaseSync } = require('node:sqlite');
  const [from, to] = process.argv.slice(1);
  new DatabaseSync(from, { readOnly: true }).prepare('VACUUM INTO ?').run(to);`;

/** Copies a database in one read transaction from a separate process, as an operator does. */
async function copyDatabase(from: string, to: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['-e', COPY, from, to]);
}

it('a copy that SQLite makes during writes is the catalog as of one commit', async () => {
  const server = await startServer({ onDisk: true });
  await livedInCatalog(server);
  const folder = mkdtempSync(join(tmpdir(), 'colophon-backup-'));
  const writer = await startWriting(server);
  const copy = join(folder, 'catalog.db');
  let before: number;
  let after: number;
  do {
    rmSync(copy, { force: true });
    before = writer.written;
    await copyDatabase(join(server.folder, 'catalog.db'), copy);
    after = writer.written;
    // On a busy machine, no write may complete during the copy.
  } while (after === before);
  await writer.stop();
  const { versions, timeline, profiles } = await seenOf(server);
  await server.stop();

  const restored = await startServer({ folder });
  const found = await steadyWrites(restored);
  expect(found).toBeGreaterThanOrEqual(before);
  expect(found).toBeLessThanOrEqual(after + 1);
  expect(await seenOf(restored)).toMatchObject({ versions, timeline, profiles });
  await restored.stop();
});

it('an older copy under a newer index is the older catalog, also in searches', async () => {
  const server = await startServer({ onDisk: true });
  const { folder } = server;
  const writer = await startWriting(server);
  await writer.stop();
  const known = await steadyWrites(server);
  await server.stop({ keepFolder: true });
  const copy = join(folder, 'copy.db');
  copyFileSync(join(folder, 'catalog.db'), copy);

  const later = await startServer({ folder });
  const body = [{ urn: CHANGED, datasetProperties: { value: { name: 'too late for the copy' } } }];
  await later.request('POST', '/openapi/v3/entity/dataset?async=false', body);
  await later.stop({ keepFolder: true });
  for (const left of ['catalog.db', 'catalog.db-wal', 'catalog.db-shm'])
    rmSync(join(folder, left), { force: true });
  copyFileSync(copy, join(folder, 'catalog.db'));

  const restored = await startServer({ folder });
  expect(await steadyWrites(restored)).toBe(known);
  const query = '{ searchAcrossEntities(input: { query: "late" }) { total } }';
  expect(await restored.graphql(query)).toMatchObject({ data: { searchAcrossEntities: { total: 0 } } });
  await restored.stop();
});
