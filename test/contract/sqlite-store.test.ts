import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Aspect } from '../../src/model/aspect.ts';
import { parseUrn } from '../../src/model/urn.ts';
import type { RowWrite } from '../../src/store/metadata-store.ts';
import { scanRows } from '../../src/store/sqlite/damage/scan-rows.ts';
import { openMemoryStore, openSqliteStore } from '../../src/store/sqlite/open.ts';
import { slowClock } from '../support/slow-clock.ts';
import { describeAsOf } from './store/as-of.ts';
import { describeAuditStore } from './store/audit-store.ts';
import { describeAssignmentRemoval } from './store/assignment-removal.ts';
import { describeDeletions } from './store/deletions.ts';
import { describeChangeReader } from './store/change-reader.ts';
import { describeJobStore } from './store/job-store.ts';
import { describeLargeCommits } from './store/large-commits.ts';
import { describeLogTrim } from './store/log-trim.ts';
import { describeMetadataStore } from './store/metadata-store.ts';
import { describeReadLimit } from './store/read-limit.ts';
import { describeRunRows } from './store/run-rows.ts';
import { describeScopedReader } from './store/scoped-reader.ts';
import { describeVersionTrim } from './store/version-trim.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-store-'));
});
afterEach(() => {
  if (existsSync(join(folder, 'catalog.db'))) expectChecksums(join(folder, 'catalog.db'));
  rmSync(folder, { recursive: true, force: true });
});

/** After any writes of a test, each row has a correct checksum. */
function expectChecksums(path: string): void {
  using database = new DatabaseSync(path, { readOnly: true });
  for (const table of ['entity', 'aspect', 'point', 'deleted_aspect']) {
    const lacking = database.prepare(`SELECT count(*) AS rows FROM ${table} WHERE checksum IS NULL`).get();
    expect([table, lacking?.['rows']]).toEqual([table, 0]);
  }
  expect(
    scanRows(database)
      .flatMap(({ rows }) => rows)
      .toArray(),
  ).toEqual([]);
}

describeMetadataStore('SQLite in a folder', () => openSqliteStore(folder), true);
describeMetadataStore('SQLite in memory', () => Promise.resolve(openMemoryStore()), false);
describeAssignmentRemoval('SQLite in a folder', () => openSqliteStore(folder), true);
describeAssignmentRemoval('SQLite in memory', () => Promise.resolve(openMemoryStore()), false);
describeAsOf('SQLite in a folder', () => openSqliteStore(folder));
describeAsOf('SQLite in memory', () => Promise.resolve(openMemoryStore()));
describeAuditStore('SQLite in a folder', () => openSqliteStore(folder), true);
describeAuditStore('SQLite in memory', () => Promise.resolve(openMemoryStore()), false);
describeDeletions('SQLite in a folder', () => openSqliteStore(folder));
describeDeletions('SQLite in memory', () => Promise.resolve(openMemoryStore()));
describeChangeReader('SQLite in a folder', () => openSqliteStore(folder));
describeChangeReader('SQLite in memory', () => Promise.resolve(openMemoryStore()));
describeJobStore('SQLite in a folder', () => openSqliteStore(folder), true);
describeJobStore('SQLite in memory', () => Promise.resolve(openMemoryStore()), false);
describeLargeCommits('SQLite in a folder', () => openSqliteStore(folder));
describeLargeCommits('SQLite in memory', () => Promise.resolve(openMemoryStore()));
describeLogTrim('SQLite in a folder', () => openSqliteStore(folder), true);
describeLogTrim('SQLite in memory', () => Promise.resolve(openMemoryStore()), false);
describeReadLimit('SQLite in a folder', () => openSqliteStore(folder));
describeReadLimit('SQLite in memory', () => Promise.resolve(openMemoryStore()));
describeRunRows('SQLite in a folder', () => openSqliteStore(folder));
describeRunRows('SQLite in memory', () => Promise.resolve(openMemoryStore()));
describeScopedReader('SQLite in a folder', () => openSqliteStore(folder));
describeScopedReader('SQLite in memory', () => Promise.resolve(openMemoryStore()));
describeVersionTrim('SQLite in a folder', () => openSqliteStore(folder));
describeVersionTrim('SQLite in memory', () => Promise.resolve(openMemoryStore()));

describe('the folder of a SQLite store', () => {
  it('contains the whole catalog in one file once the store is disposed', async () => {
    const store = await openSqliteStore(folder);
    const actor = parseUrn('urn:li:corpuser:tester');
    const created = { time: 1, actor };
    const entity = { urn: actor, created, systemMetadata: { lastObserved: 1, runId: 'r' } };
    const entries = [{ urn: actor, aspectName: 'corpUserKey', changeType: 'UPSERT' as const }];
    await store.commit(() => ({
      writes: [{ kind: 'createEntity', entity }],
      entries,
      created,
      result: undefined,
    }));
    await store[Symbol.asyncDispose]();
    expect(readdirSync(folder).filter((name) => name.startsWith('catalog.db'))).toEqual(['catalog.db']);
  });

  it('is named when it cannot be created', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const opening = openSqliteStore(join(file, 'data'));
    await expect(opening).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(opening).rejects.toThrow(join(file, 'data'));
  });

  it('belongs to one process at a time, and is free again when the store is disposed', async () => {
    const store = await openSqliteStore(folder);
    await expect(openSqliteStore(folder)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(openSqliteStore(folder)).rejects.toThrow(folder);
    await store[Symbol.asyncDispose]();
    await using again = await openSqliteStore(folder);
    expect(again.log.lastSequence()).toBe(0);
  });
});

describe('a decision in steps', () => {
  beforeEach(slowClock);
  afterEach(() => void vi.restoreAllMocks());

  const urn = parseUrn('urn:li:corpuser:tester');
  const created = { time: 1, actor: urn };
  const systemMetadata = { lastObserved: 1, runId: 'r' };
  const nothing = { writes: [], entries: [], created };
  const put = (aspectName: string, sequence: number): RowWrite[] => {
    const aspect = new Aspect({ urn, aspectName, text: '{}', systemMetadata, created, sequence });
    return [
      { kind: 'createEntity', entity: { urn, created, systemMetadata } },
      { kind: 'putAspect', row: { aspect, internal: {} } },
    ];
  };
  const entries = [{ urn, aspectName: 'corpUserKey', changeType: 'UPSERT' as const }];

  it('reads one state although other writes become durable meanwhile, and others follow it', async () => {
    await using store = await openSqliteStore(folder);
    const creating = store.commit((_, sequence) => ({
      writes: put('corpUserKey', sequence),
      entries,
      created,
      result: undefined,
    }));
    const long = store.commit(function* (state, sequence) {
      const before = state.row(urn, 'status');
      while (store.log.lastSequence() === 0) yield;
      const writes = put('status', sequence).slice(1);
      return { writes, entries, created, result: [before, state.row(urn, 'corpUserKey')?.aspect.text] };
    });
    const next = store.commit((state) => ({ ...nothing, result: state.row(urn, 'status')?.aspect.text }));
    expect((await creating).sequence).toBe(1);
    expect((await long).result).toEqual([undefined, '{}']);
    expect((await next).result).toBe('{}');
    expect(store.log.lastSequence()).toBe(2);
  });

  it('is repeated without an earlier commit that could not be written', async () => {
    await using store = await openSqliteStore(folder);
    const ofNobody: RowWrite = { kind: 'deleteEntity', urn: parseUrn('urn:li:corpuser:nobody') };
    const writes = [...put('corpUserKey', 1), ofNobody];
    const failing = store.commit(() => ({ writes, entries, created, result: undefined }));
    let hasFailed = false;
    failing.catch(() => (hasFailed = true));
    const seen: boolean[] = [];
    const long = store.commit(function* (state) {
      seen.push(state.entity(urn) !== undefined);
      while (!hasFailed) yield;
      return { ...nothing, result: undefined };
    });
    await expect(failing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await long;
    expect(seen).toEqual([true, false]);
  });

  it('ends before the store is disposed', async () => {
    const store = await openSqliteStore(folder);
    const long = store.commit(function* () {
      for (let step = 0; step < 5; step++) yield;
      return { ...nothing, result: 'done' };
    });
    await store[Symbol.asyncDispose]();
    expect((await long).result).toBe('done');
  });
});
