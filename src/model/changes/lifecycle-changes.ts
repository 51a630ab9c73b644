import type { JsonObject } from '../../util/json.ts';
import type { ChangeEvent } from './change-event.ts';
import type { ChangeDiffer, SemanticChange } from './semantic-change.ts';

/** What a change of the key aspect means for the entity. */
export function creationOrDeletion(kind: ChangeEvent['kind']): SemanticChange {
  return lifecycle(kind === 'DELETE' ? 'HARD_DELETE' : 'CREATE');
}

/** Soft deletion and its end. */
export const statusChanges: ChangeDiffer = (before, after) => {
  const isRemoved = (value: JsonObject | undefined): boolean => value?.['removed'] === true;
  if (isRemoved(before) === isRemoved(after)) return [];
  return [lifecycle(isRemoved(after) ? 'SOFT_DELETE' : 'REINSTATE')];
};

/** Deprecation and its end; a new note or date makes no event. */
export const deprecationChanges: ChangeDiffer = (before, after) => {
  const isDeprecated = (value: JsonObject | undefined): boolean => value?.['deprecated'] === true;
  if (isDeprecated(before) === isDeprecated(after)) return [];
  const status = isDeprecated(after) ? 'DEPRECATED' : 'ACTIVE';
  return [{ category: 'DEPRECATION', operation: 'MODIFY', modifier: status, parameters: { status } }];
};

function lifecycle(operation: string): SemanticChange {
  return { category: 'LIFECYCLE', operation };
}
