import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MaintainedCatalog } from '../../../test/support/memory/maintained-catalog.ts';
import { addChecksums } from './add-checksums.ts';
import { UpgradeRecords } from '../upgrade-records.ts';
import { TEST_ACTOR } from '../../../test/support/memory/search-fixtures.ts';

const TABLES = ['entity', 'aspect', 'point', 'deleted_aspect'] as const;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'colophon-checksums-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Turns the catalog into one of an earlier version. */
async function clearChecksums(): Promise<void> {
  await using catalog = await MaintainedCatalog.open({ folder });
  await catalog.define('team');
  for (let i = 0; i < 600; i++) await catalog.assign(`d${i}`, 'team', 'red');
  const { change, store } = catalog;
  await new UpgradeRecords({ change, store, version: '0', now: () => 5, actor: TEST_ACTOR }).end(
    'add-checksums',
    'FAILED',
    {},
  );
  using database = new DatabaseSync(join(folder, 'catalog.db'));
  for (const table of TABLES) database.exec(`UPDATE ${table} SET checksum = NULL`);
  database.exec(`UPDATE aspect SET metadata = '{' WHERE entity_id = (SELECT max(id) FROM entity)`);
}

function rowsWithout(): number {
  using database = new DatabaseSync(join(folder, 'catalog.db'), { readOnly: true });
  return TABLES.reduce((sum, table) => {
    const row = database.prepare(`SELECT count(*) AS rows FROM ${table} WHERE checksum IS NULL`).get();
    return sum + Number(row?.['rows']);
  }, 0);
}

it('adds checksums to all rows that can be read, at the start after an upgrade, in steps', async () => {
  await clearChecksums();
  expect(rowsWithout()).toBeGreaterThan(1_200);
  await using catalog = await MaintainedCatalog.open({ folder });
  await catalog.maintenance.startIfDue();
  await catalog.finished('system-update');
  const unreadable = rowsWithout();
  expect(unreadable).toBeGreaterThan(0);
  expect(unreadable).toBeLessThan(5);
  const doctor = await catalog.maintenance.startDoctor({ repair: false });
  expect(doctor.kind).toBe('doctor');
  const { damaged } = await catalog.finished('doctor');
  expect(damaged).toBe(unreadable);
});

it('adds none to a file that is damaged', async () => {
  const added: unknown[] = [];
  const step = addChecksums({
    records: { read: () => Promise.resolve({ version: undefined, state: undefined, result: {} }) },
    store: {
      damage: {
        scan: () => [],
        checkFile: () => Promise.resolve(['row 5 missing from index sqlite_autoindex_entity_1']),
        advice: () => Promise.resolve(undefined),
      },
      checksums: {
        add: (place) => {
          added.push(place);
          return Promise.resolve({ added: 0, next: undefined });
        },
      },
    },
    pause: () => Promise.resolve(),
  });
  const control = { reportProgress: () => undefined, signal: new AbortController().signal };
  await expect(step.run(control)).rejects.toThrow('row 5 missing from index');
  expect(added).toEqual([]);
});
