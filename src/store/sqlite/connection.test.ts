import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import { urnHash } from '../rows/urn-hash.ts';
import { AuditReader } from './audit-reader.ts';
import { openForWriting } from './connection.ts';
import { openSqliteStore } from './open.ts';
import { runMigration } from './run-migration.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
const FILES = readdirSync(MIGRATIONS).sort();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-schema-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a SQLite database of an earlier version', () => {
  it.each(FILES.slice(0, -1).map((_, i) => i + 1))('%d is migrated with its content', (version) => {
    const path = join(folder, 'catalog.db');
    {
      using earlier = new DatabaseSync(path);
      for (const [i, file] of FILES.slice(0, version).entries()) {
        const text = readFileSync(join(MIGRATIONS, file), 'utf8');
        runMigration(earlier, text, { from: i, to: i + 1 }, { progress: () => undefined });
      }
      earlier.exec(`PRAGMA user_version = ${version}; INSERT INTO change_log VALUES (1, 2, 'a', '[]')`);
    }
    using database = openForWriting(path);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: FILES.length });
    expect(database.prepare('SELECT * FROM change_log').all()).toEqual([
      { sequence: 1, createdon: 2, createdby: 'a', entries: '[]' },
    ]);
    expect(database.prepare('SELECT count(*) AS jobs FROM job').get()).toEqual({ jobs: 0 });
  });

  it('keeps deletions from when migration 10 had no versions', () => {
    const path = join(folder, 'catalog.db');
    {
      using earlier = new DatabaseSync(path);
      for (const file of FILES.slice(0, 9)) earlier.exec(readFileSync(join(MIGRATIONS, file), 'utf8'));
      const former = readFileSync(join(MIGRATIONS, '000010.sql'), 'utf8');
      earlier.exec(former.replace(/^ +version .*$/m, '').replace(', version)', ')'));
      earlier.exec(`PRAGMA user_version = 10;
        INSERT INTO deleted_aspect VALUES ('urn:li:tag:a', 5, 1, 9, 'a', '{}', '{}', 1, 'b', 3, NULL)`);
    }
    using database = openForWriting(path);
    expect(database.prepare('SELECT * FROM deleted_aspect').all()).toEqual([
      {
        urn: 'urn:li:tag:a',
        deleted: 5,
        aspect_id: 1,
        version: 0,
        deletedon: 9,
        deletedby: 'a',
        metadata: '{}',
        systemmetadata: '{}',
        createdon: 1,
        createdby: 'b',
        sequence: 3,
        internal: null,
        entity_id: 0,
        checksum: null,
      },
    ]);
  });

  it('has no B-tree whose look-ups read values, except short ones', () => {
    using database = openForWriting(':memory:');
    const tables = database.prepare('SELECT name FROM pragma_table_list WHERE wr = 1 ORDER BY name').all();
    expect(tables.map(({ name }) => name)).toEqual(['audit_entity', 'property_generation']);
  });

  it('has the whole audit log indexed', () => {
    const path = join(folder, 'catalog.db');
    {
      using earlier = new DatabaseSync(path);
      for (const file of FILES.slice(0, 7)) earlier.exec(readFileSync(join(MIGRATIONS, file), 'utf8'));
      earlier.exec(`PRAGMA user_version = 7;
        INSERT INTO audit_event (id, time, kind, subjects, details)
          VALUES (6, 1, 'denied', '[["urn:li:tag:a","status"]]', '{"count":1}'),
            (7, 2, 'denied', '[["urn:li:tag:a","status"]]', '{"count":1}');
        INSERT INTO audit_entity VALUES (${urnHash('urn:li:tag:a')}, 1, 6), (${urnHash('urn:li:tag:a')}, 2, 7);`);
    }
    using database = openForWriting(path);
    expect(database.prepare('SELECT up_to FROM audit_indexed').all()).toEqual([{ up_to: 7 }]);
    const before = { time: 9, id: 9 };
    const events = new AuditReader(database).newest({ entity: parseUrn('urn:li:tag:a'), before, limit: 9 });
    expect(events.map(({ id }) => id)).toEqual([7, 6]);
  });

  it('treats an entity that is younger than a deletion of its urn as another one', () => {
    const path = join(folder, 'catalog.db');
    {
      using earlier = new DatabaseSync(path);
      for (const file of FILES.slice(0, 10)) earlier.exec(readFileSync(join(MIGRATIONS, file), 'utf8'));
      const deletion = (urn: string, deleted: number): string =>
        `('${urn}', ${deleted}, 1, 1, ${deleted * 10}, 'a', '{}', '{}', 1, 'a', 1, NULL)`;
      earlier.exec(`PRAGMA user_version = 10;
        INSERT INTO entity VALUES (1, 'again', 75, 'a', '{}'), (2, 'one aspect', 5, 'a', '{}'), (3, 'other', 5, 'a', '{}');
        INSERT INTO deleted_aspect VALUES ${deletion('again', 4)}, ${deletion('again', 7)}, ${deletion('again', 8)},
          ${deletion('one aspect', 4)}, ${deletion('gone', 4)};`);
    }
    using database = openForWriting(path);
    expect(database.prepare('SELECT urn, createdin FROM entity ORDER BY id').all()).toEqual([
      { urn: 'again', createdin: 7 },
      { urn: 'one aspect', createdin: 0 },
      { urn: 'other', createdin: 0 },
    ]);
  });

  it('is refused when a newer version wrote it, with the version to use', async () => {
    const path = join(folder, 'catalog.db');
    openForWriting(path).close();
    {
      using database = new DatabaseSync(path);
      database.exec("PRAGMA user_version = 99; INSERT INTO schema_history VALUES (99, '9.8.7+abc')");
    }
    const opening = openSqliteStore(folder);
    await expect(opening).rejects.toMatchObject({ name: 'CatalogError', code: 'CONFLICT' });
    await expect(opening).rejects.toThrow(/newer Colophon \(schema 99\).* Start Colophon 9\.8\.7\+abc, or a/);
    {
      using database = new DatabaseSync(path);
      database.exec('DROP TABLE schema_history');
    }
    await expect(openSqliteStore(folder)).rejects.toThrow('Start the version that wrote it');
  });

  it('logs each migration, but none of a new database', () => {
    const lines: string[] = [];
    const listener = {
      log: (line: string) => lines.push(line.replace(/\d+ ms/, 'N ms')),
      progress: () => undefined,
    };
    openForWriting(':memory:', listener).close();
    expect(lines).toEqual([]);
    const path = join(folder, 'catalog.db');
    {
      using earlier = new DatabaseSync(path);
      for (const file of FILES.slice(0, 11)) earlier.exec(readFileSync(join(MIGRATIONS, file), 'utf8'));
      earlier.exec(`PRAGMA user_version = 11;
        INSERT INTO deleted_aspect VALUES ('urn:li:tag:a', 5, 1, 0, 9, 'a', '{}', '{}', 1, 'b', 3, NULL)`);
    }
    openForWriting(path, listener).close();
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(
        /^Kept a copy of the catalog with schema 11: .*catalog\.schema-11\.db \(1 MiB\)\. Delete it/,
      ),
      'Migrating the schema from 11 to 12.',
      'Migrated the schema from 11 to 12 in N ms; it wrote 1 rows.',
    ]);
  });
});

describe('the writing connection', () => {
  it('waits for a reader that holds the lock of writers for a moment', async () => {
    const path = join(folder, 'catalog.db');
    using database = openForWriting(path);
    const holder = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
      const database = new (require('node:sqlite').DatabaseSync)(workerData);
      database.exec('BEGIN IMMEDIATE');
      parentPort.postMessage('held');
      setTimeout(() => database.exec('COMMIT'), 100);`,
      { eval: true, workerData: path },
    );
    await once(holder, 'message');
    database.exec('BEGIN IMMEDIATE; COMMIT');
    await once(holder, 'exit');
  });
});
