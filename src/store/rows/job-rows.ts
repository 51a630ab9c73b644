import type { JobReport } from '../../model/maintenance/job-report.ts';
import { integer, text, type SqlRow } from './stored-rows.ts';
import type { KeptReport } from '../job-store.ts';

/** JSON of a report without its id, which has a column. */
export function reportText({ id: _, ...report }: JobReport): string {
  return JSON.stringify(report);
}

/** Converts a row to its report. */
export function toKeptReport(row: SqlRow): KeptReport {
  // Only `reportText` writes the column. Members that it omits are set to undefined below.
  const known = JSON.parse(text(row, 'report')) as Omit<JobReport, 'id'>;
  const { error, finishedAt, result, startedAt } = known;
  return {
    report: { id: integer(row, 'id'), ...known, startedAt, finishedAt, result, error },
    heardAt: integer(row, 'heard_at'),
  };
}
