import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForWriting } from './connection.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');
const FILES = readdirSync(MIGRATIONS).sort();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-schema-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a SQLite database of an earlier version', () => {
  it.each(FILES.slice(0, -1).map((_, i) => i + 1))(
    '%d is brought up to date with what it holds',
    (version) => {
      const path = join(folder, 'catalog.db');
      {
        using earlier = new DatabaseSync(path);
        for (const file of FILES.slice(0, version))
          earlier.exec(readFileSync(join(MIGRATIONS, file), 'utf8'));
        earlier.exec(`PRAGMA user_version = ${version}; INSERT INTO change_log VALUES (1, 2, 'a', '[]')`);
      }
      using database = openForWriting(path);
      expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: FILES.length });
      expect(database.prepare('SELECT * FROM change_log').all()).toEqual([
        { sequence: 1, createdon: 2, createdby: 'a', entries: '[]' },
      ]);
      expect(database.prepare('SELECT count(*) AS jobs FROM job').get()).toEqual({ jobs: 0 });
    },
  );

  it('is refused when a newer version wrote it', () => {
    const path = join(folder, 'catalog.db');
    openForWriting(path).exec('PRAGMA user_version = 99');
    expect(() => openForWriting(path)).toThrow(/newer Colophon \(schema 99, this one knows \d+\)/);
  });
});
