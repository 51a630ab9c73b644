/**
 * Measures the growth of a catalog in PostgreSQL without loading it through the server: the database itself generates the
 * rows of the loaded workload, at doubling sizes.
 *
 *   node bench/simulate-growth.ts [--sizes 500000,1000000,2000000,4000000] [--no-write]
 *
 * At each size: bytes by table, insert rate, latency of Colophon's reads, and dump rate. Keeps nothing. Needs 6 GB of disk
 * per million.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPool, parseAddress, queryable } from '../src/store/postgres/connection.ts';
import { parseUrn, type Urn } from '../src/model/urn.ts';
import { RowReader } from '../src/store/postgres/readers/row-reader.ts';
import { commitOfTree, describeMachine } from './measurements/machine.ts';
import { RunScope } from './systems/run-scope.ts';
import { startPostgres } from './scale/postgres-server.ts';
import { addRows, syntheticUrn } from './scale/synthetic-rows.ts';
import { tableBytes } from './scale/bytes-on-disk.ts';
import { latenciesOf, type Latencies } from './measurements/statistics.ts';
import { writeResultFile } from './write-table.ts';

const DATABASE = 'simulated';
const MIGRATIONS = join(import.meta.dirname, '..', 'src', 'store', 'postgres', 'migrations');
/** Entities added per step: keeps log entries few and statements short. */
const STEP = 100_000;
const SAMPLES = 200;

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    sizes: { type: 'string', default: '500000,1000000,2000000,4000000' },
    write: { type: 'boolean', default: true },
  },
});
const sizes = options.sizes.split(',').map(Number);

/** Store reads from a varying first entity number on, so that no page is read twice in a row. */
const READS: Readonly<Record<string, (rows: RowReader, first: number, size: number) => Promise<unknown>>> = {
  'one entity': (rows, first) => rows.entities([urnAt(first)], undefined),
  '20 entities of a page': (rows, first, size) =>
    rows.entities(
      Array.from({ length: 20 }, (_, n) => urnAt((first * (n + 1)) % size)),
      undefined,
    ),
  '500 entities of a rebuild': (rows, first) => rows.entitiesBetween(first, first + 500),
};

using scope = new RunScope();
const machine = await describeMachine();
const postgres = await startPostgres(
  scope,
  '-c shared_buffers=1GB -c max_wal_size=4GB -c synchronous_commit=off',
);
await postgres.run('postgres', `CREATE DATABASE ${DATABASE}`);
for (const migration of readdirSync(MIGRATIONS).sort()) {
  await postgres.run(DATABASE, readFileSync(join(MIGRATIONS, migration), 'utf8'));
}
const pool = openPool(parseAddress(postgres.url(DATABASE)), { max: 1 });
const rows = new RowReader(queryable(pool));

const bySize: object[] = [];
for (const [i, entities] of sizes.entries()) {
  const before = sizes[i - 1] ?? 0;
  const started = performance.now();
  for (let from = before; from < entities; from += STEP) {
    await addRows(postgres, DATABASE, { from, to: Math.min(entities, from + STEP) });
  }
  const seconds = (performance.now() - started) / 1000;
  await postgres.run(DATABASE, 'VACUUM ANALYZE');
  const found = {
    entities,
    addedPerSecond: Math.round((entities - before) / seconds),
    bytesPerEntity: await bytesPerEntity(entities),
    reads: await readTimes(entities),
    dumpMiBPerSecond: i === 0 ? dumpSpeed() : undefined,
  };
  console.log(JSON.stringify(found, undefined, 1));
  bySize.push(found);
}
const result = { date: new Date().toISOString(), commit: commitOfTree(), machine, bySize };
if (options.write) {
  console.log(await writeResultFile(result, `${result.date.slice(0, 10)}-simulated-growth.json`));
}
process.exit(0);

async function bytesPerEntity(entities: number): Promise<Record<string, number>> {
  const bytes = await tableBytes(postgres, DATABASE);
  const all = bytes.reduce((sum, [, ofTable]) => sum + ofTable, 0);
  const each = [...bytes, ['all', all] as const].map(
    ([name, ofTable]) => [name, Math.round(ofTable / entities)] as const,
  );
  return Object.fromEntries(each.filter(([, ofEntity]) => ofEntity > 0));
}

async function readTimes(entities: number): Promise<Record<string, Latencies>> {
  const found: Record<string, Latencies> = {};
  for (const [name, read] of Object.entries(READS)) {
    const times: number[] = [];
    for (let n = 1; n <= SAMPLES; n++) {
      const first = (n * 7_919_123) % (entities - 500);
      const started = performance.now();
      await read(rows, first, entities);
      times.push(performance.now() - started);
    }
    found[name] = latenciesOf(times);
  }
  return found;
}

function urnAt(number: number): Urn {
  return parseUrn(syntheticUrn(number));
}

/** MiB of text that `pg_dump` writes per second. */
function dumpSpeed(): number {
  const started = performance.now();
  const command = `pg_dump --table metadata_aspect_v2 ${postgres.url(DATABASE)} | wc -c`;
  const bytes = Number(execFileSync('sh', ['-c', command], { encoding: 'utf8' }));
  return Math.round(bytes / 1024 ** 2 / ((performance.now() - started) / 1000));
}
