import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { isSoftDeleted } from '../property-state.ts';
import type { Validator } from '../rules.ts';

/**
 * Only a property that has a definition can be restored: what was hard-deleted does not come back. Soft-deleting one is
 * taken, because DataHub's clients clean up so before they define.
 */
export const restoreDefined: Validator = {
  name: 'restoreDefined',
  aspects: ['status'],
  check: ({ after, entity, urn }, { state }) => {
    if (entity.name !== STRUCTURED_PROPERTY.entityType || after?.['removed'] !== false) return [];
    if (state.row(urn, STRUCTURED_PROPERTY.definitionAspect) !== undefined) return [];
    const remedy = isSoftDeleted(urn, state)
      ? 'hard-delete what is left of it, and create it'
      : 'create it instead';
    return [
      `Cannot restore a Structured Property that is not defined: ${urn}. ` +
        `It was hard-deleted, or never existed; ${remedy}.`,
    ];
  },
};
