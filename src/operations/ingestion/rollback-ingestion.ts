import * as v from 'valibot';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { MANAGE_INGESTION } from './ingestion-source.ts';
import { markRolledBack } from './mark-rolled-back.ts';
import { objectOf } from '../shapes.ts';

/** Undoes all writes of a run; the caller also needs the rights on each row. Returns the id of the run. */
export const rollbackIngestion = defineOperation({
  name: 'rollbackIngestion',
  effect: 'write',
  summary: 'Rolls back all writes of a run of an ingestion source.',
  input: () => objectOf({ runId: v.string() }),
  needs: platform(MANAGE_INGESTION),
  run: async ({ runId }, work) => {
    await work.writes.rollBackRun({ runId, dryRun: false, hard: true });
    await markRolledBack(runId, work);
    return runId;
  },
});
