import type { JobReport } from '../model/job-report.ts';
import { integer, text } from './stored-rows.ts';
import type { SqlRow } from './stored-rows.ts';
import type { KeptReport } from './job-store.ts';

/** The text of a report in its row; its number has a column. */
export function reportText({ id: _, ...report }: JobReport): string {
  return JSON.stringify(report);
}

/** The report of a row. */
export function toKeptReport(row: SqlRow): KeptReport {
  // Rows are written by `reportText` alone. What it leaves out is undefined, and is named all the same.
  const known = JSON.parse(text(row, 'report')) as Omit<JobReport, 'id'>;
  const { error, finishedAt, result, startedAt } = known;
  return {
    report: { id: integer(row, 'id'), ...known, startedAt, finishedAt, result, error },
    heardAt: integer(row, 'heard_at'),
  };
}
