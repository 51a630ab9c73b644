import type { RunPage } from '../../store/run-rows.ts';
import { defineModelledRead } from '../operation.ts';

export type { RunRow } from '../../store/run-rows.ts';

/** Existing rows written by a run. */
export const getRunRows = defineModelledRead({
  name: 'getRunRows',
  summary: 'Lists the rows that a run wrote and that still exist.',
  run: ({ runId, page }: { readonly runId: string; readonly page: RunPage }, { query, scope }) =>
    query.runRows(runId, page, scope),
});
