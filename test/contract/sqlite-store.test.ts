import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore, openSqliteStore } from '../../src/store/sqlite/open.ts';
import { describeMetadataStore } from './metadata-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describeMetadataStore('SQLite in a folder', () => openSqliteStore(folder), true);
describeMetadataStore('SQLite in memory', () => Promise.resolve(openMemoryStore()), false);

describe('the folder of a SQLite store', () => {
  it('belongs to one process at a time, and is free again when the store is disposed', async () => {
    const store = await openSqliteStore(folder);
    await expect(openSqliteStore(folder)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(openSqliteStore(folder)).rejects.toThrow(folder);
    await store[Symbol.asyncDispose]();
    await using again = await openSqliteStore(folder);
    expect(again.log.lastSequence()).toBe(0);
  });
});
