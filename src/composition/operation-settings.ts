import type { Config } from '../config/options.ts';
import type { OperationSettings } from '../operations/work.ts';

/** Settings of operations from the configuration. */
export function operationSettings(
  { agents, changeLog, compatibility, deletions, ingestion, limits, proposals }: Config,
  parts: Pick<OperationSettings, 'registry' | 'now' | 'newId'>,
): OperationSettings {
  const { upsertStructuredProperties } = compatibility;
  return {
    ...parts,
    upsertStructuredProperties,
    pageSize: limits.pageSize,
    readSize: limits.readBytes,
    undoableFor: Math.min(changeLog.keepFor, deletions.keepFor),
    planAssets: agents.maxAssets,
    proposals,
    ingestionClientVersion: ingestion.clientVersion,
  };
}
