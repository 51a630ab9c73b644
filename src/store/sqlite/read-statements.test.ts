import type { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openForWriting } from './connection.ts';
import { prepareReads } from './read-statements.ts';
import { prepareWrites } from './writer/write-statements.ts';

/** Reads of small tables, and of the first rows in the order of their numbers. */
const SCANS = ['generations', 'identity', 'newestEntities', 'oldestCommit'];

it.each(['reads', 'writes'] as const)('an index serves each of the statements for %s', (kind) => {
  using database = openForWriting(':memory:');
  const statements = kind === 'reads' ? prepareReads(database) : prepareWrites(database);
  for (const [name, statement] of Object.entries(statements)) {
    if (SCANS.includes(name)) continue;
    expect({ name, scans: scansOf(database, statement.sourceSQL) }).toEqual({ name, scans: [] });
  }
});

/** The steps of a plan that look at all rows without an index. */
function scansOf(database: DatabaseSync, sql: string): readonly string[] {
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail));
  return plan.filter((step) => step.startsWith('SCAN') && !step.includes('INDEX'));
}
