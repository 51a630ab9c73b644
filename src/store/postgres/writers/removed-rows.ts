import { integer, type SqlRow } from '../../rows/stored-rows.ts';

/** Rows and points that one write removed. */
export interface RemovedRows {
  /** Index of its commit in the group. */
  readonly commit: number;
  readonly rows: number;
  readonly points: number;
}

/** Reads counts of removals from a statement's rows; throws unless there is one row per write. */
export function removedBy(rows: readonly SqlRow[], writes: number): readonly RemovedRows[] {
  expectAll(rows, writes);
  return rows.map((row) => ({
    commit: integer(row, 'commit'),
    rows: integer(row, 'rows'),
    points: integer(row, 'points'),
  }));
}

/** Throws unless each write found its entity: otherwise the decision has a bug. */
export function expectAll(rows: readonly SqlRow[], writes: number): void {
  if (rows.length !== writes) {
    throw new Error('A write names an entity that does not exist; a decision must create it first.');
  }
}
