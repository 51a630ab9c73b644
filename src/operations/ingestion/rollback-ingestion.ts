import * as v from 'valibot';
import { upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { platform } from '../needs.ts';
import { defineOperation } from '../operation.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';

const RESULT = 'dataHubExecutionRequestResult';

/** Undoes all that a run wrote, for which the caller also needs the rights on each row. Returns the id of the run. */
export const rollbackIngestion = defineOperation({
  name: 'rollbackIngestion',
  effect: 'write',
  input: () => v.object({ runId: v.string() }),
  needs: platform('MANAGE_INGESTION'),
  run: async ({ runId }, work) => {
    const { sequence } = await work.catalog.rollBackRun({ runId, dryRun: false, hard: true });
    if (sequence !== undefined) work.wrote(sequence);
    await markRolledBack(runId, work);
    return runId;
  },
});

/** Sets the status of the run's execution request to ROLLED_BACK, if there is one with a result. */
async function markRolledBack(runId: string, work: Work): Promise<void> {
  if (!/^[\w.-]+$/.test(runId)) return;
  const urn = formatUrn('dataHubExecutionRequest', runId);
  const result = await readAspect(urn, RESULT, work);
  if (result !== undefined) await work.ingest([upsertOf(urn, RESULT, { ...result, status: 'ROLLED_BACK' })]);
}
