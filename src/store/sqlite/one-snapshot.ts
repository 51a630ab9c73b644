import type { DatabaseSync } from 'node:sqlite';

/** Runs a synchronous task whose reads all see the same snapshot. */
export type OneSnapshot = <T>(task: () => T) => T;

/**
 * Runs a task in one read transaction: without it, each statement locks the WAL and reads its newest snapshot. A nested
 * task joins the snapshot of the outer one.
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

/** For a database in memory, which one connection reads and writes: nothing changes during a task but by the task. */
export const noSnapshot: OneSnapshot = (task) => task();
