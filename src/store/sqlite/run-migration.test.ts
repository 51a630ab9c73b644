import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { runMigration } from './run-migration.ts';

const TEXT = `
CREATE TABLE wide (id INTEGER PRIMARY KEY, a TEXT, b TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO wide (id, a)
SELECT id, a FROM narrow;
INSERT INTO largest SELECT coalesce(max(id), 0) FROM narrow;
DROP TABLE narrow;
`;

it('copies whole tables row by row, and leaves everything else as it is', () => {
  using database = new DatabaseSync(':memory:');
  database.exec(`CREATE TABLE narrow (id INTEGER PRIMARY KEY, a TEXT); CREATE TABLE largest (id INTEGER);
    INSERT INTO narrow WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 5000)
      SELECT value, 'a' || value FROM n`);
  runMigration(database, TEXT, { from: 1, to: 2 }, { progress: () => undefined });
  expect(database.prepare('SELECT count(*) AS rows, max(a) AS last FROM wide').get()).toEqual({
    rows: 5000,
    last: 'a999',
  });
  expect(database.prepare('SELECT id FROM largest').all()).toEqual([{ id: 5000 }]);
});
