import type { JsonObject } from '../../util/json.ts';
import { object, texts } from '../../util/json/json-members.ts';
import type { ChangeDiffer } from './semantic-change.ts';

/** Completed runs of an assertion. */
export const assertionRuns: ChangeDiffer = (_before, after) => {
  if (after?.['status'] !== 'COMPLETE') return [];
  const { asserteeUrn, result, runId, status } = after;
  const type = object(result)?.['type'];
  const parameters = {
    runResult: status,
    runId,
    asserteeUrn,
    ...(type !== undefined && { assertionResult: type }),
  };
  return [{ category: 'RUN', operation: 'COMPLETED', parameters }];
};

/** Started and completed runs of a process. */
export const processRuns: ChangeDiffer = (_before, after) => {
  if (after?.['status'] === undefined) return [];
  const { attempt, result, status } = after;
  const type = object(result)?.['type'];
  const parameters = {
    ...(attempt !== undefined && { attempt }),
    ...(type !== undefined && { runResult: type }),
  };
  return [{ category: 'RUN', operation: status === 'COMPLETE' ? 'COMPLETED' : 'STARTED', parameters }];
};

/** Incidents that are raised, resolved and reopened. */
export const incidentChanges: ChangeDiffer = (before, after) => {
  const stateOf = (value: JsonObject | undefined): string | undefined => {
    const state = object(value?.['status'])?.['state'];
    return typeof state === 'string' ? state : undefined;
  };
  const operation = stateOf(after);
  if (operation === undefined || operation === stateOf(before)) return [];
  return [{ category: 'INCIDENT', operation, parameters: { entities: texts(after?.['entities']) } }];
};
