import type { DatabaseSync } from 'node:sqlite';
import { reportText, toKeptReport } from '../rows/job-rows.ts';
import { keptReports, type JobStore } from '../job-store.ts';
import { unloggedBatch, type JobOperation } from './writer/write-operations.ts';
import type { Writer } from './writer/writer.ts';

/** Job reports in the catalog's database, written by its writer. */
export function createJobStore(reading: DatabaseSync, writer: Writer): JobStore {
  const find = reading.prepare(
    'SELECT * FROM job WHERE kind = ? AND id = coalesce(?, id) ORDER BY id DESC LIMIT 1',
  );
  const all = reading.prepare('SELECT * FROM job WHERE kind = ? AND owner = ? ORDER BY id DESC');
  const write = async (operation: JobOperation): Promise<void> => {
    await writer.write(unloggedBatch([operation]));
  };
  let last = Number(reading.prepare('SELECT coalesce(max(id), 0) AS last FROM job').get()?.['last']);
  return {
    add: async (report, heardAt, keep = keptReports(report.kind)) => {
      const added = { id: ++last, ...report };
      await write(['addJob', added.id, added.kind, reportText(added), heardAt, added.owner ?? '', keep]);
      return added;
    },
    put: ({ heardAt, report }) => write(['putJob', report.id, reportText(report), heardAt]),
    last: (kind, id) => {
      const row = find.get(kind, id ?? null);
      return Promise.resolve(row && toKeptReport(row));
    },
    list: (kind, owner) => Promise.resolve(all.all(kind, owner ?? '').map(toKeptReport)),
    drop: (kind, owner) => write(['dropJobs', kind, owner, 0]),
  };
}
