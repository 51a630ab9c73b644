import fs, {
  copyFileSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BUILD } from '../../version.ts';
import { openForWriting } from './connection.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
const FILES = readdirSync(MIGRATIONS).sort();
/** A schema before the last migration that copies whole tables. */
const FORMER = 16;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-copy-'));
  path = join(folder, 'catalog.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeFormer(): void {
  using earlier = new DatabaseSync(path);
  for (const file of FILES.slice(0, FORMER)) earlier.exec(readFileSync(join(MIGRATIONS, file), 'utf8'));
  earlier.exec(`PRAGMA user_version = ${FORMER}; INSERT INTO entity VALUES (1, 'urn:li:tag:a', 1, 'a', '{}', 0, NULL);
    INSERT INTO aspect VALUES (1, 1, 0, '{"name":"A"}', '{}', 1, 'a', 1, NULL, NULL)`);
}

function open(lines: string[] = []): DatabaseSync {
  return openForWriting(path, { log: (line) => lines.push(line), progress: () => undefined });
}

const copies = (): string[] => readdirSync(folder).filter((name) => name.startsWith('catalog.schema-'));

function aspectsIn(file: string): unknown {
  using database = new DatabaseSync(file, { readOnly: true });
  return database.prepare('SELECT metadata FROM aspect').all();
}

describe('a migration', () => {
  it('keeps a copy that the former version can open, readable by its owner only', () => {
    writeFormer();
    const lines: string[] = [];
    open(lines).close();
    const copy = join(folder, `catalog.schema-${FORMER}.db`);
    expect(copies()).toEqual([`catalog.schema-${FORMER}.db`]);
    expect(lines[0]).toContain(copy);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(aspectsIn(copy)).toEqual([{ metadata: '{"name":"A"}' }]);
    using former = new DatabaseSync(copy, { readOnly: true });
    expect(former.prepare('PRAGMA user_version').get()).toEqual({ user_version: FORMER });
    using migrated = open();
    expect(migrated.prepare('SELECT metadata FROM aspect').all()).toEqual([{ metadata: '{"name":"A"}' }]);
  });

  it('syncs its copy through a handle that may write, as Windows requires', () => {
    writeFormer();
    const sync = vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
      const found = fstatSync(handle);
      // Fails on a handle that may only read.
      if (found.isFile()) ftruncateSync(handle, found.size);
    });
    syncBuiltinESMExports();
    try {
      open().close();
      expect(sync).toHaveBeenCalled();
    } finally {
      sync.mockRestore();
      syncBuiltinESMExports();
    }
    expect(copies()).toEqual([`catalog.schema-${FORMER}.db`]);
  });

  it('makes no copy of a new catalog, nor when there is nothing to migrate', () => {
    open().close();
    open().close();
    expect(copies()).toEqual([]);
  });

  it('replaces a copy that was interrupted', () => {
    writeFormer();
    const copy = join(folder, `catalog.schema-${FORMER}.db`);
    writeFileSync(`${copy}.unfinished`, 'half a copy');
    open().close();
    expect(copies()).toEqual([`catalog.schema-${FORMER}.db`]);
    expect(aspectsIn(copy)).toEqual([{ metadata: '{"name":"A"}' }]);
  });

  it('keeps the copy of the state before it began when it is resumed', () => {
    writeFormer();
    open().close();
    const first = readFileSync(join(folder, `catalog.schema-${FORMER}.db`));
    // As if the process had been killed after the first of its steps.
    copyFileSync(join(folder, `catalog.schema-${FORMER}.db`), path);
    {
      using database = new DatabaseSync(path);
      database.exec(`${readFileSync(join(MIGRATIONS, FILES[FORMER] ?? ''), 'utf8')}
        PRAGMA user_version = ${FORMER + 1};
        CREATE TABLE schema_history (schema INTEGER PRIMARY KEY, build TEXT NOT NULL) STRICT;
        INSERT INTO schema_history VALUES (${FORMER + 1}, '${BUILD}')`);
    }
    open().close();
    expect(copies()).toEqual([`catalog.schema-${FORMER}.db`]);
    expect(readFileSync(join(folder, `catalog.schema-${FORMER}.db`)).equals(first)).toBe(true);
  });

  it('copies again what the former version has written since', () => {
    writeFormer();
    open().close();
    const copy = join(folder, `catalog.schema-${FORMER}.db`);
    copyFileSync(copy, path);
    {
      using former = new DatabaseSync(path);
      former.exec(`UPDATE aspect SET metadata = '{"name":"B"}'`);
    }
    open().close();
    expect(aspectsIn(copy)).toEqual([{ metadata: '{"name":"B"}' }]);
  });

  it('is refused while another program reads the catalog, and changes nothing', () => {
    writeFormer();
    {
      using reader = new DatabaseSync(path);
      reader.exec("PRAGMA journal_mode = WAL; BEGIN; INSERT INTO aspect_name VALUES (9, 'x'); COMMIT");
      using holder = new DatabaseSync(path, { readOnly: true });
      holder.exec('BEGIN; SELECT * FROM aspect');
      reader.exec("INSERT INTO aspect_name VALUES (10, 'y')");
      expect(() => open()).toThrow(/another program reads .*catalog\.db\. End it/);
    }
    expect(copies()).toEqual([]);
    open().close();
    expect(existsSync(join(folder, `catalog.schema-${FORMER}.db`))).toBe(true);
  });
});

describe('the record of builds', () => {
  it('has the build that opened the catalog last, and the log names the one before', () => {
    open().close();
    {
      using database = new DatabaseSync(path);
      database.exec("UPDATE schema_history SET build = '0.0.1+former'");
    }
    const lines: string[] = [];
    open(lines).close();
    expect(lines).toEqual([
      `The data folder was last written by Colophon 0.0.1+former (schema ${FILES.length}).`,
    ]);
    open(lines).close();
    expect(lines).toHaveLength(1);
  });
});
