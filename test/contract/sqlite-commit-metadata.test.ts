import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UNKNOWN_WRITE } from '../../src/model/aspect.ts';
import { parseUrn } from '../../src/model/urn.ts';
import type { DamagedRow } from '../../src/store/damage.ts';
import { scanRows } from '../../src/store/sqlite/damage/scan-rows.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { openSqliteSource } from '../../src/store/sqlite/transfer/transfer-source.ts';
import { openSqliteTarget } from '../../src/store/sqlite/transfer/transfer-target.ts';
import { copyStore } from '../../src/store/transfer/copy-store.ts';
import { LARGE, writeLargeCommit } from './store/large-commits.ts';

let home: string;
let folder: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'colophon-commits-'));
  folder = join(home, 'source');
  await using store = await openSqliteStore(folder);
  await writeLargeCommit(store);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function rowsOf(table: string, at = folder): unknown[] {
  using database = new DatabaseSync(join(at, 'catalog.db'), { readOnly: true });
  return database.prepare(`SELECT * FROM ${table}`).all();
}

/** Entities and aspects as a reader returns them. */
async function readIn(at: string): Promise<unknown> {
  await using store = await openSqliteStore(at);
  const found = await store.reader.rows(LARGE, undefined);
  return LARGE.map((urn) => {
    const { entity, rows } = found.get(urn) ?? {};
    return [
      entity,
      [...(rows?.values() ?? [])].map(({ aspect: { created, systemMetadata, text } }) => [
        created,
        systemMetadata,
        text,
      ]),
    ];
  });
}

it('stores once what the rows have in common', () => {
  expect(rowsOf('commit_metadata')).toHaveLength(1);
  const own = rowsOf('aspect').map((row) => (row as { systemmetadata: string }).systemmetadata);
  expect(own.filter((text) => text === '{}').length).toBeGreaterThan(1);
});

it('stores each row of a small commit whole', async () => {
  await using store = await openSqliteStore(join(home, 'small'));
  await writeLargeCommit(store, LARGE.slice(0, 4));
  expect(rowsOf('commit_metadata', join(home, 'small'))).toEqual([]);
});

it('is the same in a copy, which needs no metadata of commits', async () => {
  const copy = join(home, 'copy');
  {
    await using from = openSqliteSource(folder);
    await using to = openSqliteTarget(copy);
    await copyStore(from, to, { onPhase: () => undefined, onRows: () => undefined });
  }
  expect(rowsOf('commit_metadata', copy)).toEqual([]);
  expect(await readIn(copy)).toEqual(await readIn(folder));
});

it.each([
  ['is damaged', "UPDATE commit_metadata SET createdby = 'urn:li:corpuser:someone'"],
  ['is lost', 'DELETE FROM commit_metadata'],
])(
  'returns intact values with an unknown author, and reports them, when the metadata of a commit %s',
  async (_, sql) => {
    {
      using database = new DatabaseSync(join(folder, 'catalog.db'));
      database.exec(sql);
      const damaged = scanRows(database).flatMap(({ rows }) => rows);
      expect(damaged.map(({ problem }) => problem).toArray()).toContain(
        'the metadata of its commit, 1, is damaged',
      );
    }
    const reported: DamagedRow[] = [];
    await using store = await openSqliteStore(folder, { reportDamage: (row) => reported.push(row) });
    const urn = parseUrn('urn:li:tag:large0');
    const read = async () => (await store.reader.rows([urn], undefined)).get(urn);
    const { created, systemMetadata } = UNKNOWN_WRITE;
    const unknown = { systemMetadata, created: { ...created, time: 1_000 } };
    expect((await read())?.rows.get('one')?.aspect).toMatchObject({ ...unknown, text: '{"time":1000}' });
    expect((await read())?.entity).toMatchObject(unknown);
    expect(reported).toContainEqual(expect.objectContaining({ urn, aspectName: 'one' }));
    const write = { kind: 'touchAspect', urn, aspectName: 'one', systemMetadata } as const;
    await store.commit(() => ({ writes: [write], entries: [], created, result: undefined }));
    expect((await read())?.rows.get('one')?.aspect).toMatchObject(unknown);
  },
);
