import type { RunPage } from '../../store/run-rows.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** Ingestion runs with the rows that still exist, most recent first. */
export const listRuns = defineModelled({
  name: 'listRuns',
  effect: 'read',
  needs: READ,
  run: (page: RunPage, { query, scope }) => query.runs(page, scope),
});
