import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../src/model/scope.ts';
import { parseUrn } from '../../src/model/urn.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { CHANGED } from '../support/snapshots/lived-in-catalog.ts';
import { seenOf } from '../support/snapshots/seen-of-catalog.ts';
import { stoppedCatalog } from '../support/snapshots/stopped-catalog.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { Computer, type CommandResult } from '../support/run-colophon.ts';
import { startServer } from '../support/start-server.ts';
import { takeTicket, upTo } from './counting.ts';

const TABLES = ['colophon_aspect', 'metadata_aspect_v2'];
const HASHED = TABLES.map((name) => ({ name, kind: 'p', parts: '16' }));

let postgres: PostgresServer;
let computer: Computer;
/** A database with a catalog with data of every kind. */
let url: string;
let folder: string;
let seen: unknown;
beforeAll(async () => {
  postgres = await startPostgres();
  computer = new Computer();
  folder = `${computer.home}/source`;
  seen = await stoppedCatalog(folder);
});
beforeEach(async () => {
  url = await postgres.createDatabase();
  await computer.run(['migrate', '--from', `sqlite:${folder}`, '--to', url]);
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await postgres[Symbol.asyncDispose]();
});

function partition(): Promise<CommandResult> {
  return computer.run(['partition-tables'], { environment: { COLOPHON_STORE: url } });
}

function kinds(): Promise<readonly Record<string, unknown>[]> {
  return postgres.run(
    url,
    `SELECT relname AS name, relkind AS kind, (SELECT count(*) FROM pg_inherits WHERE inhparent = c.oid) AS parts
     FROM pg_class c WHERE relname IN ('metadata_aspect_v2', 'colophon_aspect') ORDER BY relname`,
  );
}

/** Interface of the tables for other programs: columns, indexes and privileges. */
async function shapes(): Promise<unknown> {
  const isLarge = "IN ('metadata_aspect_v2', 'colophon_aspect')";
  const columns = `SELECT table_name, column_name, data_type, is_nullable, column_default, ordinal_position
    FROM information_schema.columns WHERE table_name ${isLarge} ORDER BY table_name, ordinal_position`;
  const indexes = `SELECT replace(indexdef, ' ONLY ', ' ') AS index FROM pg_indexes WHERE tablename ${isLarge} ORDER BY 1`;
  const grants = `SELECT table_name, grantee, privilege_type FROM information_schema.role_table_grants
    WHERE table_name ${isLarge} ORDER BY table_name, grantee, privilege_type`;
  return Promise.all([columns, indexes, grants].map((statement) => postgres.run(url, statement)));
}

/** All rows, as text. */
async function rowsOf(): Promise<unknown> {
  return Promise.all(
    TABLES.map((table) => postgres.run(url, `SELECT t::text AS row FROM ${table} t ORDER BY 1`)),
  );
}

describe('colophon partition-tables', () => {
  it('does not change the rows, or the interface of the tables for other programs', async () => {
    await postgres.run(
      url,
      "DO $$ BEGIN IF to_regrole('reporting') IS NULL THEN CREATE ROLE reporting; END IF; END $$",
      'GRANT SELECT ON metadata_aspect_v2 TO reporting, PUBLIC',
      'ALTER TABLE metadata_aspect_v2 SET (fillfactor = 90, autovacuum_vacuum_threshold = 7)',
      'CREATE INDEX "Of DataHub" ON metadata_aspect_v2 (aspect, (length(metadata))) WHERE version = 0',
    );
    const [shape, rows] = [await shapes(), await rowsOf()];
    const { code, stdout } = await partition();
    expect(stdout).toMatch(
      /^Partitioned metadata_aspect_v2, \d+ rows.\nPartitioned colophon_aspect, \d+ rows.\n$/,
    );
    expect(code).toBe(0);
    expect(await kinds()).toEqual(HASHED);
    expect(await shapes()).toEqual(shape);
    expect(await rowsOf()).toEqual(rows);
    const [part] = await postgres.run(
      url,
      "SELECT reloptions, relacl::text AS acl FROM pg_class WHERE relname = 'metadata_aspect_v2_p3'",
    );
    expect(part).toEqual({
      reloptions: ['fillfactor=90'],
      acl: expect.stringContaining('reporting=r') as string,
    });
    const again = await partition();
    expect(again).toMatchObject({
      code: 0,
      stdout: 'metadata_aspect_v2 is already partitioned.\ncolophon_aspect is already partitioned.\n',
    });
  });

  it('creates a store that reads, writes, adopts and is copied as before', async () => {
    await partition();
    {
      const server = await startServer({ onDisk: true, options: { store: url } });
      expect(await seenOf(server)).toEqual(seen);
      await server.stop();
    }
    const store = await openPostgresStore(url);
    await Promise.all(upTo(40).map((i) => takeTicket(store, `t${i % 3}`)));
    const key = { urn: parseUrn(CHANGED), aspectName: 'datasetProperties' };
    expect((await store.scoped.version(key, 0, EVERYTHING))?.value['name']).toBe('Three');
    const insert = `INSERT INTO metadata_aspect_v2 VALUES
      ('urn:li:tag:theirs', 'tagProperties', 0, '{"name":"theirs"}', NULL, now() AT TIME ZONE 'UTC', 'urn:li:corpuser:a', NULL)`;
    await postgres.run(url, insert);
    const other = await openPostgresStore(url);
    const found = await other.reader.entities([parseUrn('urn:li:tag:theirs')], undefined);
    expect(found.get(parseUrn('urn:li:tag:theirs'))?.aspects.get('tagProperties')?.value).toEqual({
      name: 'theirs',
    });
    await Promise.all([store, other].map((one) => one[Symbol.asyncDispose]()));
    const back = await computer.run(['migrate', '--from', url, '--to', `sqlite:${computer.home}/back`]);
    expect(back).toMatchObject({ code: 0, stderr: '' });
  });

  it('is atomic for each table, after any number of kills', async () => {
    await postgres.run(
      url,
      `INSERT INTO metadata_aspect_v2 SELECT 'urn:li:tag:' || i, 'tagKey', 0, '{}', NULL, now(), 'urn:li:corpuser:a'
       FROM generate_series(1, 20000) i`,
    );
    const rows = await rowsOf();
    const shape = await shapes();
    const before = JSON.stringify(await kinds());
    const ends = [];
    for (let lives = 300, isWhole = false; !isWhole; lives *= 1.4) {
      const child = computer.start(['partition-tables', '--store', url]);
      const ended = once(child, 'close');
      await Promise.race([ended, pause(lives)]);
      child.kill('SIGKILL');
      await ended;
      await postgres.connectionsEnded(url);
      const found = await kinds();
      isWhole = found.every(({ kind }) => kind === 'p');
      ends.push(JSON.stringify(found));
      expect(await rowsOf()).toEqual(rows);
      expect(await shapes()).toEqual(shape);
    }
    expect(ends).toContain(before);
    expect(await kinds()).toEqual(HASHED);
  });

  it('does not block reads, makes writes wait, and swaps at a moment without readers', async () => {
    await using store = await openPostgresStore(url);
    await takeTicket(store, 'a');
    const reader = new Client({ connectionString: url });
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT FROM metadata_aspect_v2');
    const partitioning = partition();
    const waits = async (mode: string): Promise<boolean> => {
      const rows = await postgres.run(
        url,
        `SELECT FROM pg_locks WHERE mode = '${mode}' AND relation = 'metadata_aspect_v2'::regclass`,
      );
      return rows.length > 0;
    };
    await expect.poll(() => waits('AccessExclusiveLock'), { interval: 5 }).toBe(true);
    const ticket = takeTicket(store, 'a');
    const key = { urn: parseUrn(CHANGED), aspectName: 'datasetProperties' };
    expect((await store.scoped.version(key, 0, EVERYTHING))?.value['name']).toBe('Three');
    expect((await kinds())[1]).toMatchObject({ kind: 'r' });
    await reader.query('COMMIT');
    await reader.end();
    expect((await partitioning).code).toBe(0);
    expect(await ticket).toBe(2);
    expect(await kinds()).toEqual(HASHED);
  });

  it('refuses what it cannot do, with the reason', async () => {
    const before = await kinds();
    await postgres.run(url, 'CREATE VIEW names AS SELECT urn FROM metadata_aspect_v2');
    expect(await partition()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('because of: view or rule of names. Drop that') as string,
    });
    await postgres.run(url, 'DROP VIEW names');
    const sqlite = await computer.run(['partition-tables']);
    expect(sqlite).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The store is SQLite, which has no partitions') as string,
    });
    const writer = new Client({ connectionString: url });
    await writer.connect();
    await writer.query('BEGIN');
    await writer.query("UPDATE metadata_aspect_v2 SET createdfor = NULL WHERE urn = 'urn:li:tag:none'");
    const refused = await partition();
    await writer.end();
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another program is writing to metadata_aspect_v2') as string,
    });
    expect(await kinds()).toEqual(before);
  });

  it('makes statements read one partition per row', async () => {
    await partition();
    const plan = async (statement: string): Promise<string> => {
      const rows = await postgres.run(url, `EXPLAIN (ANALYZE, COSTS OFF) ${statement}`);
      return rows.map((row) => Object.values(row)[0]).join('\n');
    };
    const read = await plan(
      `SELECT a.metadata FROM colophon_entity e
       LEFT JOIN LATERAL (SELECT * FROM colophon_aspect s WHERE s.entity_id = e.id AND s.version = 0 OFFSET 0) s ON true
       LEFT JOIN LATERAL (SELECT * FROM metadata_aspect_v2 a
         WHERE a.urn = e.urn COLLATE "default" AND a.aspect = s.aspect AND a.version = 0 OFFSET 0) a ON true
       WHERE e.urn = '${CHANGED}'`,
    );
    // One partition has two lines where the planner takes a bitmap of its index.
    const executed = (table: string): number => {
      const lines = read.split('\n').filter((line) => !line.includes('never executed'));
      return new Set(lines.flatMap((line) => new RegExp(` on (${table}_p\\d+)`).exec(line)?.[1] ?? [])).size;
    };
    expect([executed('colophon_aspect'), executed('metadata_aspect_v2')], read).toEqual([1, 1]);
  });
});
