import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unheard } from '../../schema-migration.ts';
import type { WriteBatch } from './write-operations.ts';
import { startThreadWriter } from './writer.ts';

const BATCH: WriteBatch = {
  sequence: 1,
  operations: [],
  createdOn: 0,
  createdBy: 'urn:li:corpuser:ann',
  entries: undefined,
};

let folder: string;
const workers: Worker[] = [];
const note = (message: unknown): void => {
  workers.push((message as { readonly worker: Worker }).worker);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-writer-'));
  subscribe('worker_threads', note);
});
afterEach(() => {
  unsubscribe('worker_threads', note);
  rmSync(folder, { recursive: true });
});

it('refuses writes once its thread has ended, and reports that', async () => {
  const writer = await startThreadWriter(join(folder, 'catalog.db'), unheard);
  let failures = 0;
  writer.whenFailing(() => failures++);
  await writer.write(BATCH);
  await workers.at(-1)?.terminate();
  await expect(writer.write(BATCH)).rejects.toThrow('the thread that writes has ended');
  expect(failures).toBe(1);
});
