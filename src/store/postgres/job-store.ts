import { reportText, toKeptReport } from '../rows/job-rows.ts';
import { KEPT_REPORTS } from '../job-store.ts';
import type { JobStore } from '../job-store.ts';
import { integer } from '../rows/stored-rows.ts';
import type { CommitQueue } from './commits/commit-queue.ts';
import type { Queryable } from './connection.ts';

const ADD = `INSERT INTO colophon_job SELECT coalesce(max(id), 0) + 1, $1, $2, $3 FROM colophon_job RETURNING id`;
const DROP = `DELETE FROM colophon_job WHERE kind = $1
  AND id NOT IN (SELECT id FROM colophon_job WHERE kind = $1 ORDER BY id DESC LIMIT $2)`;

/** Job reports in the database; ids are assigned under the commit lock. */
export function createJobStore(reading: Queryable, queue: CommitQueue): JobStore {
  return {
    add: (report, heardAt) =>
      queue.transact(async (transaction) => {
        const values = [report.kind, reportText({ id: 0, ...report }), heardAt];
        const [row = {}] = await transaction.query(ADD, values);
        const id = integer(row, 'id');
        await transaction.query(DROP, [report.kind, KEPT_REPORTS]);
        return { value: { id, ...report }, isDirty: true };
      }),
    put: ({ heardAt, report }) =>
      queue.transact(async (transaction) => {
        const update = 'UPDATE colophon_job SET report = $2, heard_at = $3 WHERE id = $1';
        await transaction.query(update, [report.id, reportText(report), heardAt]);
        return { value: undefined, isDirty: true };
      }),
    last: async (kind, id) => {
      const find =
        'SELECT * FROM colophon_job WHERE kind = $1 AND id = coalesce($2, id) ORDER BY id DESC LIMIT 1';
      const [row] = await reading.query(find, [kind, id ?? null]);
      return row && toKeptReport(row);
    },
    list: async (kind) => {
      const rows = await reading.query('SELECT * FROM colophon_job WHERE kind = $1 ORDER BY id DESC', [kind]);
      return rows.map(toKeptReport);
    },
  };
}
