import type { JsonObject } from '../../util/json.ts';
import type { ChangeEvent } from './change-event.ts';
import type { ChangeDiffer, SemanticChange } from './semantic-change.ts';

/** The creation or deletion of the entity by a change of its key aspect. */
export function creationOrDeletion(kind: ChangeEvent['kind']): SemanticChange {
  return lifecycle(kind === 'DELETE' ? 'HARD_DELETE' : 'CREATE');
}

/** Soft deletion and restoration. */
export const statusChanges: ChangeDiffer = (before, after) => {
  const isRemoved = (value: JsonObject | undefined): boolean => value?.['removed'] === true;
  if (isRemoved(before) === isRemoved(after)) return [];
  return [lifecycle(isRemoved(after) ? 'SOFT_DELETE' : 'REINSTATE')];
};

/** Deprecation and its removal; a new note or date is not an event. */
export const deprecationChanges: ChangeDiffer = (before, after) => {
  const isDeprecated = (value: JsonObject | undefined): boolean => value?.['deprecated'] === true;
  if (isDeprecated(before) === isDeprecated(after)) return [];
  const status = isDeprecated(after) ? 'DEPRECATED' : 'ACTIVE';
  return [{ category: 'DEPRECATION', operation: 'MODIFY', modifier: status, parameters: { status } }];
};

function lifecycle(operation: string): SemanticChange {
  return { category: 'LIFECYCLE', operation };
}
