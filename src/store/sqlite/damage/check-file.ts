import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../../errors.ts';

/** A thread that runs SQLite's integrity check on the file at `workerData` and posts the problems found. */
const MOST = 20;
const path: unknown = workerData;
if (parentPort === null || typeof path !== 'string')
  throw new Error('check-file.ts runs as a worker thread only.');
parentPort.postMessage(check(path));

function check(file: string): readonly string[] {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const rows = database.prepare(`PRAGMA integrity_check(${MOST})`).all();
      return rows.map((row) => String(Object.values(row)[0])).filter((text) => text !== 'ok');
    } finally {
      database.close();
    }
  } catch (error) {
    return [messageOf(error)];
  }
}
