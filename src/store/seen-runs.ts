import { COLUMN_TYPE } from '../model/relationships/lineage.ts';
import { isOfAnother } from '../model/access/personal.ts';
import type { Scope } from '../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { RunRow, RunSummary } from './run-rows.ts';

/** Whether the scope hides nothing, so that counts from the store need no filter. */
export function seesEverything({ entityFilter, seesEveryProperty }: Scope): boolean {
  return entityFilter === undefined && seesEveryProperty;
}

/**
 * Whether the scope may see that a row belongs to a run. Scopes with hidden properties see neither assignment aspects
 * nor columns, because the first aspect of a column may be a hidden assignment. No user's scope includes the settings
 * of other users.
 */
export function isOfRun(row: Pick<RunRow, 'urn' | 'aspectName'>, scope: Scope): boolean {
  const { urn, aspectName } = row;
  if (isOfAnother(row, scope)) return false;
  if (scope.seesEveryProperty) return true;
  if (aspectName === undefined) return entityTypeOf(urn) !== COLUMN_TYPE;
  return aspectName !== STRUCTURED_PROPERTY.assignmentAspect;
}

/** Sort order of runs: latest `lastObserved` first, then run id ascending. */
export function compareRuns(
  a: Pick<RunSummary, 'lastObserved' | 'runId'>,
  b: Pick<RunSummary, 'lastObserved' | 'runId'>,
): number {
  return b.lastObserved - a.lastObserved || (a.runId < b.runId ? -1 : 1);
}
