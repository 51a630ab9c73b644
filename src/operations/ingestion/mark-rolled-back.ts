import { upsertOf } from '../../model/proposal-builders.ts';
import { isUrn } from '../../model/urn.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';

const RESULT = 'dataHubExecutionRequestResult';

/** Sets the status of the run's execution request to ROLLED_BACK, if there is one with a result. */
export async function markRolledBack(runId: string, work: Work): Promise<void> {
  const urn = `urn:li:dataHubExecutionRequest:${runId}`;
  if (!isUrn(urn)) return;
  const result = await readAspect(urn, RESULT, work);
  if (result !== undefined) await work.ingest([upsertOf(urn, RESULT, { ...result, status: 'ROLLED_BACK' })]);
}
