import { once } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { moduleBeside } from '../../../util/module-beside.ts';
import type { DamageReader } from '../../damage.ts';
import { scanRows } from './scan-rows.ts';

/** Detects damage in the file at `path`; undefined: the database is in memory, whose structure is not checked. */
export function createDamageReader(database: DatabaseSync, path: string | undefined): DamageReader {
  return {
    scan: () => scanRows(database),
    checkFile: () => (path === undefined ? Promise.resolve([]) : checkFile(path)),
    advice: () => Promise.resolve(undefined),
  };
}

/** In a separate thread, because it reads the whole file. */
async function checkFile(path: string): Promise<readonly string[]> {
  const worker = new Worker(moduleBeside(import.meta.url, 'check-file'), { workerData: path });
  const messages: readonly unknown[] = await once(worker, 'message');
  await worker.terminate();
  const [found] = messages;
  return Array.isArray(found) ? found.map(String) : [];
}
