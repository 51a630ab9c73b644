import type { DatabaseSync } from 'node:sqlite';

/** Runs a synchronous task whose reads all see the same snapshot. */
export type OneSnapshot = <T>(task: () => T) => T;

/**
 * One read transaction around all statements of a task: outside of one, each statement locks the WAL and looks for its
 * newest snapshot by itself. A task inside of another one joins its snapshot.
 */
export function oneSnapshot(database: DatabaseSync): OneSnapshot {
  const begin = database.prepare('BEGIN');
  const end = database.prepare('COMMIT');
  return (task) => {
    if (database.isTransaction) return task();
    begin.run();
    try {
      return task();
    } finally {
      end.run();
    }
  };
}
