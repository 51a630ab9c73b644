/**
 * Measures the disk space of the change log, the history and the kept deletions of a catalog on SQLite:
 *
 *   node bench/kept-bytes.ts [--entities 5000] [--changes 4]
 *
 * Writes entities of one aspect, changes that aspect, one commit each, and deletes the entities.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { spawnServer } from '../test/support/spawn-server.ts';
import { round } from './measurements/statistics.ts';

const { values: options } = parseArgs({
  options: {
    entities: { type: 'string', default: '5000' },
    changes: { type: 'string', default: '4' },
  },
});
const ENTITIES = Number(options.entities);
const CHANGES = Number(options.changes);
const AT_A_TIME = 20;

const folder = mkdtempSync(join(tmpdir(), 'colophon-kept-'));
const server = await spawnServer(folder, [], ['--readers', '0']);
const urnOf = (n: number): string =>
  `urn:li:dataset:(urn:li:dataPlatform:snowflake,sales.public.orders_${n},PROD)`;

/** Bytes of tables with their indexes. */
function bytes(tables: readonly string[]): number {
  using database = new DatabaseSync(join(folder, 'catalog.db'), { readOnly: true });
  const names = tables.map(() => '?').join();
  const row = database
    .prepare(
      `SELECT coalesce(sum(pgsize), 0) AS size FROM dbstat WHERE name IN
       (SELECT name FROM sqlite_schema WHERE tbl_name IN (${names}))`,
    )
    .get(...tables);
  return Number(row?.['size']);
}

async function each(work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      while (next < ENTITIES) await work(next++);
    }),
  );
}

const write = (n: number, text: string): Promise<unknown> => {
  const value = {
    name: `orders_${n}`,
    description: `${text}: orders of customers, one row each. `.repeat(4),
  };
  return server.send('POST', '/openapi/v3/entity/dataset?async=false', [
    { urn: urnOf(n), datasetProperties: { value } },
  ]);
};

try {
  await each((n) => write(n, 'First'));
  const [log, aspects] = [bytes(['change_log']), bytes(['aspect'])];
  for (let change = 1; change <= CHANGES; change++) await each((n) => write(n, `Change ${change}`));
  const changes = ENTITIES * CHANGES;
  const perCommit = (bytes(['change_log']) - log) / changes;
  const perVersion = (bytes(['aspect']) - aspects) / changes;
  await each((n) => server.send('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(urnOf(n))}`));
  const perDeletion = bytes(['deleted_aspect']) / ENTITIES;
  console.log({
    'bytes of the log a change': round(perCommit),
    'bytes of a former version of 300 characters': round(perVersion),
    [`bytes of a deleted entity of ${CHANGES + 1} versions`]: round(perDeletion),
  });
} finally {
  await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
