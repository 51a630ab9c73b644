import type { Catalog } from '../../../auth/catalog.ts';
import { isUrn } from '../../../model/urn.ts';
import { asText, optionalFlag } from '../../../util/json/json-input.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';
import { rowSummary } from './row-summary.ts';

const RESULT = 'dataHubExecutionRequestResult';

/**
 * `POST /runs?action=rollback`: rolls back an ingestion run, or with `dryRun` only reports what it would do. Entities
 * created by the run are soft-deleted, or hard-deleted with `safe: false` or `hardDelete: true`.
 */
export async function rollBack({ registry, catalog, input }: ActionCall): Promise<ActionAnswer> {
  const runId = asText(input['runId'], 'runId');
  const dryRun = optionalFlag(input['dryRun'], 'dryRun') ?? false;
  const safe = optionalFlag(input['safe'], 'safe');
  const hard = safe === undefined ? (optionalFlag(input['hardDelete'], 'hardDelete') ?? false) : !safe;
  const report = await catalog.rollBackRun({ runId, dryRun, hard });
  if (!dryRun) await markRolledBack(catalog, runId);
  const { entitiesAffected, entitiesDeleted, aspectsReverted, aspectsAffected, sequence } = report;
  const value = {
    entitiesAffected,
    entitiesDeleted,
    aspectsReverted,
    aspectsAffected,
    unsafeEntitiesCount: report.unsafeEntities.length,
    unsafeEntities: report.unsafeEntities.map((urn) => ({ urn })),
    aspectRowSummaries: report.rows.map((row) => rowSummary(registry, runId, row)),
  };
  return { value, ...(sequence !== undefined && { sequence }) };
}

/** Sets the status of the run's execution request, if there is one, to ROLLED_BACK. */
async function markRolledBack(catalog: Catalog, runId: string): Promise<void> {
  const urn = `urn:li:dataHubExecutionRequest:${runId}`;
  if (!isUrn(urn)) return;
  const result = (await catalog.getEntities([urn], [RESULT])).get(urn)?.get(RESULT);
  if (result === undefined) return;
  const value = { ...result.value, status: 'ROLLED_BACK' };
  await catalog.ingest([{ urn, aspectName: RESULT, changeType: 'UPSERT', value }]);
}
