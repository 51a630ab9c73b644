import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseUrn } from '../../src/model/urn.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { takeTicket } from './counting.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'src', 'store', 'postgres', 'migrations');
/** Number of the newest schema. */
const NEWEST = readdirSync(MIGRATIONS).length;
const TAG = parseUrn('urn:li:tag:old');

/** Rows of the first version for a tag and its change, and one that a process of it left behind. */
const ROWS = `
  INSERT INTO metadata_aspect_v2 VALUES
    ('urn:li:tag:old', 'tagProperties', 0, '{"name":"new"}', '{"lastObserved":2,"runId":"r2"}', '2026-01-02', 'urn:li:corpuser:a', NULL),
    ('urn:li:tag:old', 'tagProperties', 1, '{"name":"old"}', '{"lastObserved":1,"runId":"r1"}', '2026-01-01', 'urn:li:corpuser:a', NULL);
  INSERT INTO colophon_entity VALUES (1, 'urn:li:tag:old', 1767225600000, 'urn:li:corpuser:a', '{"lastObserved":1,"runId":"r1"}', 'r1', 1);
  INSERT INTO colophon_aspect VALUES
    (1, 'tagProperties', 0, 2, NULL, '2026-01-02', 'r2', 2), (1, 'tagProperties', 1, 1, NULL, '2026-01-01', NULL, NULL);
  INSERT INTO colophon_change_log VALUES
    (1, 1767225600000, 'urn:li:corpuser:a', '[["urn:li:tag:old","tagProperties"]]'),
    (2, 1767312000000, 'urn:li:corpuser:a', '[["urn:li:tag:old","tagProperties"]]');
  INSERT INTO colophon_writer DEFAULT VALUES;
  UPDATE colophon_state SET last_sequence = 2, last_entity = 1, adopted_until = now();`;

const textOf = (number: number): string =>
  readFileSync(join(MIGRATIONS, `${String(number).padStart(6, '0')}.sql`), 'utf8');

describe('a database of an earlier version', () => {
  let postgres: PostgresDatabases;
  beforeAll(async () => {
    postgres = await usePostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  const firstVersion = async (): Promise<string> => {
    const url = await postgres.createDatabase();
    const tables = readFileSync(join(MIGRATIONS, '000001.sql'), 'utf8');
    const version =
      'CREATE TABLE colophon_schema (version integer NOT NULL); INSERT INTO colophon_schema VALUES (1)';
    await postgres.run(url, version, tables, ROWS);
    return url;
  };
  const versionsOf = (url: string) => postgres.run(url, 'SELECT version FROM colophon_schema');

  it('deletes and keeps deleted aspects after a migration 10 without versions', async () => {
    const url = await firstVersion();
    const [from, last] = [2, 10];
    for (let number = from; number < last; number++) await postgres.run(url, textOf(number));
    const former = textOf(last)
      .replace(/^ +version .*$/m, '')
      .replace(', version)', ')');
    const row = `INSERT INTO colophon_deleted_aspect VALUES
      ('urn:li:tag:gone', 2, 'tagProperties', 9, 'urn:li:corpuser:a', '{"name":"gone"}', '{}', 1, 'urn:li:corpuser:a', 1, NULL)`;
    await postgres.run(url, former, row, `UPDATE colophon_schema SET version = ${last}`);
    const lines: string[] = [];
    const note = (line: string): number => lines.push(line.replace(/\d+ ms/, 'N ms'));
    await using store = await openPostgresStore(url, { log: note });
    expect(lines.slice(0, 4)).toEqual([
      'Migrating the schema from 10 to 11.',
      expect.stringMatching(/^Migrated the schema from 10 to 11 in N ms; it wrote \d+ rows\.$/),
      'Migrating the schema from 11 to 12.',
      expect.stringMatching(/^Migrated the schema from 11 to 12 in N ms; it wrote \d+ rows\.$/),
    ]);
    const kept = await postgres.run(
      url,
      'SELECT urn, aspect, version, metadata FROM colophon_deleted_aspect',
    );
    expect(kept).toEqual([
      { urn: 'urn:li:tag:gone', aspect: 'tagProperties', version: '0', metadata: '{"name":"gone"}' },
    ]);
    await store.commit((_, sequence) => ({
      writes: [{ kind: 'deleteEntity', urn: TAG }],
      entries: [{ urn: TAG, aspectName: 'tagProperties', changeType: 'DELETE' }],
      created: { time: sequence, actor: parseUrn('urn:li:corpuser:a') },
      result: undefined,
    }));
    expect((await store.reader.entities([TAG], undefined)).has(TAG)).toBe(false);
  });

  it('is migrated by the first process to start, with all its rows', async () => {
    const url = await firstVersion();
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(url)));
    expect(await versionsOf(url)).toEqual([{ version: NEWEST }]);
    for (const store of stores) {
      const found = await store.reader.entities([TAG], undefined);
      expect(found.get(TAG)?.aspects.get('tagProperties')?.value).toEqual({ name: 'new' });
      const history = await store.reader.history({ urn: TAG, aspectName: 'tagProperties' });
      expect(history.map(({ row, version }) => [version, row.aspect.value])).toEqual([[1, { name: 'old' }]]);
      const commits = await store.log.commitsAfter(0, 10);
      expect(commits.map(({ sequence }) => sequence)).toEqual([1, 2]);
      expect(await store.log.markOf(2)).toBeUndefined();
    }
    const [first, second] = stores;
    if (first === undefined || second === undefined) throw new Error('No store was opened.');
    let rewinds = 0;
    using _ = second.others.whenRewound(() => rewinds++);
    expect(await takeTicket(first, 'a')).toBe(1);
    expect(await takeTicket(second, 'b')).toBe(2);
    expect(await second.others.refresh()).toBe(4);
    expect(await second.log.markOf(4)).toMatchObject({ sequence: 4 });
    expect(rewinds).toBe(0);
    for (const store of stores) await store[Symbol.asyncDispose]();
  });

  it('includes writes of a process of the earlier version during the migration', async () => {
    const url = await firstVersion();
    await using store = await openPostgresStore(url);
    let rewinds = 0;
    using _ = store.others.whenRewound(() => rewinds++);
    await takeTicket(store, 'a');
    await postgres.run(
      url,
      `INSERT INTO colophon_change_log SELECT * FROM unnest(ARRAY[4::bigint], ARRAY[1::bigint], ARRAY['urn:li:corpuser:a'], ARRAY['[]'])`,
      'UPDATE colophon_state SET last_sequence = 4',
      "SELECT pg_notify('colophon_commit', '4 1')",
    );
    expect(await store.others.refresh()).toBe(4);
    expect(await takeTicket(store, 'b')).toBe(2);
    expect(await store.others.refresh()).toBe(5);
    expect(rewinds).toBe(0);
  });

  it('is unchanged when it cannot be migrated', async () => {
    const url = await firstVersion();
    await postgres.run(url, 'ALTER TABLE colophon_state ADD COLUMN last_commit text');
    await expect(openPostgresStore(url)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await versionsOf(url)).toEqual([{ version: 1 }]);
    const columns = await postgres.run(
      url,
      "SELECT FROM information_schema.columns WHERE table_name = 'colophon_change_log' AND column_name = 'id'",
    );
    expect(columns).toEqual([]);
  });

  it('gets limits for autovacuum of its large tables, beside writers, once nobody vacuums them', async () => {
    const url = await firstVersion();
    await postgres.run(
      url,
      "UPDATE pg_class SET reltuples = 6e7 WHERE relname IN ('metadata_aspect_v2', 'colophon_aspect', 'colophon_entity')",
      'ALTER TABLE colophon_entity SET (autovacuum_vacuum_scale_factor = 0.3)',
    );
    const bounded = async (): Promise<readonly unknown[]> => {
      const rows = await postgres.run(
        url,
        "SELECT relname FROM pg_class WHERE reloptions::text LIKE '%autovacuum_vacuum_threshold=10000000%' ORDER BY 1",
      );
      return rows.map(({ relname }) => relname);
    };
    const start = async (): Promise<void> => (await openPostgresStore(url))[Symbol.asyncDispose]();
    const [vacuum, writer] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
    for (const client of [vacuum, writer]) {
      await client.connect();
      await client.query('BEGIN');
    }
    await vacuum.query('LOCK TABLE colophon_aspect IN SHARE UPDATE EXCLUSIVE MODE');
    await writer.query("UPDATE metadata_aspect_v2 SET createdfor = 'x'");
    await start();
    expect(await bounded()).toEqual(['metadata_aspect_v2']);
    await vacuum.end();
    await writer.end();
    await start();
    expect(await bounded()).toEqual(['colophon_aspect', 'metadata_aspect_v2']);
  });
});
