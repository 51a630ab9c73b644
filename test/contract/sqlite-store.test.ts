import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseUrn } from '../../src/model/urn.ts';
import { openMemoryStore, openSqliteStore } from '../../src/store/sqlite/open.ts';
import { describeAuditStore } from './store/audit-store.ts';
import { describeAssignmentRemoval } from './store/assignment-removal.ts';
import { describeJobStore } from './store/job-store.ts';
import { describeLogTrim } from './store/log-trim.ts';
import { describeMetadataStore } from './store/metadata-store.ts';
import { describeRunRows } from './store/run-rows.ts';
import { describeScopedReader } from './store/scoped-reader.ts';
import { describeVersionTrim } from './store/version-trim.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describeMetadataStore('SQLite in a folder', () => openSqliteStore(folder), true);
describeMetadataStore('SQLite in memory', () => Promise.resolve(openMemoryStore()), false);
describeAssignmentRemoval('SQLite in a folder', () => openSqliteStore(folder), true);
describeAssignmentRemoval('SQLite in memory', () => Promise.resolve(openMemoryStore()), false);
describeAuditStore('SQLite in a folder', () => openSqliteStore(folder), true);
describeAuditStore('SQLite in memory', () => Promise.resolve(openMemoryStore()), false);
describeJobStore('SQLite in a folder', () => openSqliteStore(folder), true);
describeJobStore('SQLite in memory', () => Promise.resolve(openMemoryStore()), false);
describeLogTrim('SQLite in a folder', () => openSqliteStore(folder), true);
describeLogTrim('SQLite in memory', () => Promise.resolve(openMemoryStore()), false);
describeRunRows('SQLite in a folder', () => openSqliteStore(folder));
describeRunRows('SQLite in memory', () => Promise.resolve(openMemoryStore()));
describeScopedReader('SQLite in a folder', () => openSqliteStore(folder));
describeScopedReader('SQLite in memory', () => Promise.resolve(openMemoryStore()));
describeVersionTrim('SQLite in a folder', () => openSqliteStore(folder));
describeVersionTrim('SQLite in memory', () => Promise.resolve(openMemoryStore()));

describe('the folder of a SQLite store', () => {
  it('holds the whole catalog in one file once the store is disposed', async () => {
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

  it('is named when it cannot be made', async () => {
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
