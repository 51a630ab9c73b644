import * as v from 'valibot';
import { markRolledBack } from '../ingestion/mark-rolled-back.ts';
import { WRITE } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { FLAG, TEXT, objectOf } from '../shapes.ts';

/** Rolls back a run and sets the status of its execution request, or only reports what a rollback would do. */
export const rollBackRun = defineOperation({
  name: 'rollBackRun',
  effect: 'delete',
  summary: 'Rolls back a run, or only reports what a rollback would do.',
  /** `hard`: hard-deletes the entities that the run created, instead of soft-deleting them. */
  input: () => objectOf({ runId: TEXT, dryRun: v.nullish(FLAG, false), hard: v.nullish(FLAG, false) }),
  needs: WRITE,
  run: async (request, work) => {
    const report = await work.writes.rollBackRun(request);
    if (!request.dryRun) await markRolledBack(request.runId, work);
    return report;
  },
});
