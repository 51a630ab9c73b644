import { EXECUTION_REQUEST } from '../../model/ingestion/run-request.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { isUrn } from '../../model/urn.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';

/** Sets the status of the run's execution request to ROLLED_BACK, if there is one with a result. */
export async function markRolledBack(runId: string, work: Work): Promise<void> {
  const urn = `urn:li:dataHubExecutionRequest:${runId}`;
  if (!isUrn(urn)) return;
  const result = await readAspect(urn, EXECUTION_REQUEST.result, work);
  if (result !== undefined)
    await work.ingest([upsertOf(urn, EXECUTION_REQUEST.result, { ...result, status: 'ROLLED_BACK' })]);
}
