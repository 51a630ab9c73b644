import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { livedInCatalog } from '../support/snapshots/lived-in-catalog.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { seenOf } from '../support/snapshots/seen-of-catalog.ts';
import { postgresPrograms } from '../support/engines/spawn-postgres.ts';
import { startServer } from '../support/start-server.ts';
import { startWriting, steadyWrites } from '../support/snapshots/steady-writer.ts';

let postgres: PostgresDatabases;
const folder = mkdtempSync(join(tmpdir(), 'colophon-dump-'));
const dump = join(folder, 'catalog.dump');

/** Asynchronous, because the server runs in this process. */
async function run(program: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(join(postgresPrograms() ?? '', program), args);
}

beforeAll(async () => {
  postgres = await usePostgres();
});

afterAll(async () => {
  await postgres[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

it('a dump made during writes is the catalog as of one commit, without later ones', async () => {
  const store = await postgres.createDatabase();
  const server = await startServer({ options: { store } });
  await livedInCatalog(server);
  const writer = await startWriting(server);
  const before = writer.written;
  await run('pg_dump', '--format=custom', `--file=${dump}`, store);
  const after = writer.written;
  expect(after).toBeGreaterThan(before);
  await writer.stop();
  const { versions, timeline, profiles } = await seenOf(server);
  await server.stop({ keepFolder: true });

  const into = await postgres.createDatabase();
  await run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${into}`, dump);
  const restored = await startServer({ options: { store: into } });
  const found = await steadyWrites(restored);
  expect(found).toBeGreaterThanOrEqual(before);
  expect(found).toBeLessThanOrEqual(after + 1);
  expect(await seenOf(restored)).toMatchObject({ versions, timeline, profiles });
  await restored.stop();

  // The same address now has fewer commits than the index in the folder of the first server contains.
  await postgres.run(
    postgres.url('postgres'),
    `DROP DATABASE ${nameIn(store)}`,
    `CREATE DATABASE ${nameIn(store)}`,
  );
  await run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${store}`, dump);
  const again = await startServer({ folder: server.folder, options: { store } });
  expect(await steadyWrites(again)).toBe(found);
  await again.stop();
});

const nameIn = (url: string): string => new URL(url).pathname.slice(1);
