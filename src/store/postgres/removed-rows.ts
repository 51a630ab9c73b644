import { integer } from '../stored-rows.ts';
import type { SqlRow } from '../stored-rows.ts';

/** What one write of a commit, by the place of the commit in its group, removed. */
export interface RemovedRows {
  readonly commit: number;
  readonly rows: number;
  readonly points: number;
}

/** What the rows of a statement tell of removals; throws unless there is one for each write. */
export function removedBy(rows: readonly SqlRow[], writes: number): readonly RemovedRows[] {
  expectAll(rows, writes);
  return rows.map((row) => ({
    commit: integer(row, 'commit'),
    rows: integer(row, 'rows'),
    points: integer(row, 'points'),
  }));
}

/** Throws unless every write found its entity: a decision that names another one is wrong. */
export function expectAll(rows: readonly SqlRow[], writes: number): void {
  if (rows.length !== writes) {
    throw new Error('No row of an entity that is written; a decision must create it first.');
  }
}
