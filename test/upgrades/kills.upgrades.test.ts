import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectSameCatalog } from './open-former-state.ts';
import { unpackFixture } from './upgrade-fixture.ts';

/** The oldest state whose migrations copy deleted aspects, aspects and points. */
const STATE = 'schema-10-10';
const COPY = 'catalog.schema-10.db';
/** Points of an aspect that nobody asks about, so that the copies take a while. */
const ADDED = 'chartUsageStatistics';
const POINTS = 50_000;

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'colophon-upgrades-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Starts to open the catalog, as a server does. */
function openIn(folder: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate-folder.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, exited: once(child, 'exit') };
}

/** Opens the catalog, and kills the process when its log has a line with this text. */
async function killAt(folder: string, text: string): Promise<void> {
  const { child, exited } = openIn(folder);
  let isSeen = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (isSeen || !line.includes(text)) continue;
    isSeen = true;
    child.kill('SIGKILL');
  }
  await exited;
  expect(isSeen, `The log has no line with '${text}'.`).toBe(true);
}

/** Opens the catalog, and kills the process as soon as it has begun to copy the catalog. */
async function killInCopy(folder: string): Promise<void> {
  const { child, exited } = openIn(folder);
  while (!existsSync(join(folder, `${COPY}.unfinished`)) && !existsSync(join(folder, COPY)))
    await setImmediate();
  child.kill('SIGKILL');
  await exited;
}

function addPoints(folder: string): void {
  using database = new DatabaseSync(join(folder, 'catalog.db'));
  database.exec(`INSERT INTO entity (urn, createdon, createdby, systemmetadata)
      VALUES ('urn:li:chart:(looker,busy)', 1, 'urn:li:corpuser:datahub', '{}');
    INSERT INTO aspect_name (name) VALUES ('${ADDED}');
    WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${POINTS})
    INSERT INTO point SELECT (SELECT max(id) FROM entity), (SELECT max(id) FROM aspect_name), value, value,
      '{"timestampMillis":' || value || '}', '{}', 1, 'urn:li:corpuser:datahub', 1 FROM n`);
}

const pointsIn = (path: string): unknown => {
  using database = new DatabaseSync(path, { readOnly: true });
  return database
    .prepare('SELECT count(*) AS points FROM point JOIN aspect_name a ON a.id = aspect_id WHERE a.name = ?')
    .get(ADDED);
};

it('a migration that is killed again and again is resumed, with the copy of the former state', async () => {
  const folder = join(home, STATE);
  const expected = unpackFixture(STATE, 'sqlite', folder);
  addPoints(folder);
  await killInCopy(folder);
  await killAt(folder, 'Migrating the schema from 10 to 11');
  await killAt(folder, 'Migrating the schema from 12 to 13');
  await killAt(folder, 'Migrating the schema from 16 to 17');
  await killAt(folder, 'Migrated the schema from 17 to 18');
  await expectSameCatalog({ folder }, expected);
  expect(pointsIn(join(folder, 'catalog.db'))).toEqual({ points: POINTS });
  const copies = readdirSync(folder).filter((name) => name.startsWith('catalog.schema-'));
  expect(copies).toEqual([COPY]);
  using copy = new DatabaseSync(join(folder, COPY), { readOnly: true });
  expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: 10 });
  expect(pointsIn(join(folder, COPY))).toEqual({ points: POINTS });
});
