import { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../../../errors.ts';

/** Maximum number of problems that are listed. */
const MOST = 20;

/**
 * Problems that SQLite's integrity check finds in the structure of a database file, at most 20 texts; empty: none. Reads the whole
 * file, and blocks the thread meanwhile.
 */
export function problemsOfFile(path: string): readonly string[] {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const rows = database.prepare(`PRAGMA integrity_check(${MOST})`).all();
      return rows
        .flatMap((row) => String(Object.values(row)[0]).split('\n'))
        .filter((line) => line !== 'ok' && !line.startsWith('*** in database'))
        .slice(0, MOST);
    } finally {
      database.close();
    }
  } catch (error) {
    return [messageOf(error)];
  }
}
