import { asText, optionalFlag } from '../../../util/json/json-input.ts';
import { rollBackRun } from '../../../operations/runs/roll-back-run.ts';
import { action } from '../resource.ts';
import { rowSummary } from './row-summary.ts';

/**
 * `POST /runs?action=rollback`: rolls back an ingestion run, or with `dryRun` only reports what it would do. Entities
 * created by the run are soft-deleted, or hard-deleted with `safe: false` or `hardDelete: true`.
 */
export const rollBack = action(rollBackRun, async ({ registry, requester, input }) => {
  const runId = asText(input['runId'], 'runId');
  const dryRun = optionalFlag(input['dryRun'], 'dryRun') ?? false;
  const safe = optionalFlag(input['safe'], 'safe');
  const hard = safe === undefined ? (optionalFlag(input['hardDelete'], 'hardDelete') ?? false) : !safe;
  const report = await requester.run(rollBackRun, { runId, dryRun, hard });
  const { entitiesAffected, entitiesDeleted, aspectsReverted, aspectsAffected } = report;
  const value = {
    entitiesAffected,
    entitiesDeleted,
    aspectsReverted,
    aspectsAffected,
    unsafeEntitiesCount: report.unsafeEntities.length,
    unsafeEntities: report.unsafeEntities.map((urn) => ({ urn })),
    aspectRowSummaries: report.rows.map((row) => rowSummary(registry, runId, row)),
  };
  return { value };
});
