import type { RunPage } from '../../store/run-rows.ts';
import { defineModelledRead } from '../operation.ts';

/** Ingestion runs with the rows that still exist, most recent first. */
export const listRuns = defineModelledRead({
  name: 'listRuns',
  summary: 'Lists ingestion runs with the number of their rows, most recent first.',
  run: (page: RunPage, { query, scope }) => query.runs(page, scope),
});
