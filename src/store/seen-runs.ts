import { COLUMN_TYPE } from '../model/lineage.ts';
import type { Scope } from '../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { RunRow, RunSummary } from './run-rows.ts';

/** Whether nothing has to be left out for a scope, so that counts of the store are right for it. */
export function seesEverything({ entityFilter, seesEveryProperty }: Scope): boolean {
  return entityFilter === undefined && seesEveryProperty;
}

/**
 * Who may not read every property is told of no run that it wrote assignments, or made a column, which comes into being
 * with them: they may be hidden.
 */
export function isOfRun({ urn, aspectName }: Pick<RunRow, 'urn' | 'aspectName'>, scope: Scope): boolean {
  if (scope.seesEveryProperty) return true;
  if (aspectName === undefined) return entityTypeOf(urn) !== COLUMN_TYPE;
  return aspectName !== STRUCTURED_PROPERTY.assignmentAspect;
}

/** The run seen last comes first. */
export function compareRuns(
  a: Pick<RunSummary, 'lastObserved' | 'runId'>,
  b: Pick<RunSummary, 'lastObserved' | 'runId'>,
): number {
  return b.lastObserved - a.lastObserved || (a.runId < b.runId ? -1 : 1);
}
