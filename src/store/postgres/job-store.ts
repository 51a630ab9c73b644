import { reportText, toKeptReport } from '../rows/job-rows.ts';
import { keptReports, type JobStore } from '../job-store.ts';
import { integer } from '../rows/stored-rows.ts';
import type { CommitQueue } from './commits/commit-queue.ts';
import type { Queryable } from './connection.ts';

const ADD = `INSERT INTO colophon_job (id, kind, report, heard_at, owner)
  SELECT coalesce(max(id), 0) + 1, $1, $2, $3, $4 FROM colophon_job RETURNING id`;
const DROP = `DELETE FROM colophon_job WHERE kind = $1 AND owner = $2
  AND id NOT IN (SELECT id FROM colophon_job WHERE kind = $1 AND owner = $2 ORDER BY id DESC LIMIT $3)`;
const LIST = 'SELECT * FROM colophon_job WHERE kind = $1 AND owner = $2 ORDER BY id DESC';

/** Job reports in the database; ids are assigned under the commit lock. */
export function createJobStore(reading: Queryable, queue: CommitQueue): JobStore {
  return {
    add: (report, heardAt, keep = keptReports(report.kind)) =>
      queue.transact(async (transaction) => {
        const { kind, owner = '' } = report;
        const values = [kind, reportText({ id: 0, ...report }), heardAt, owner];
        const [row = {}] = await transaction.query(ADD, values);
        const id = integer(row, 'id');
        await transaction.query(DROP, [kind, owner, keep]);
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
    list: async (kind, owner) => (await reading.query(LIST, [kind, owner ?? ''])).map(toKeptReport),
    drop: (kind, owner) =>
      queue.transact(async (transaction) => {
        await transaction.query(DROP, [kind, owner, 0]);
        return { value: undefined, isDirty: true };
      }),
  };
}
