import type { RunPage } from '../../store/run-rows.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';

export type { RunRow } from '../../store/run-rows.ts';

/** Existing rows written by a run. */
export const getRunRows = defineModelled({
  name: 'getRunRows',
  effect: 'read',
  needs: READ,
  run: ({ runId, page }: { readonly runId: string; readonly page: RunPage }, { query, scope }) =>
    query.runRows(runId, page, scope),
});
