import type { RunPage } from '../../store/run-rows.ts';
import { defineRead } from '../operation.ts';

/** Ingestion runs with the rows that still exist, most recent first. */
export const listRuns = defineRead({
  name: 'listRuns',
  run: (page: RunPage, { query, scope }) => query.runs(page, scope),
});
