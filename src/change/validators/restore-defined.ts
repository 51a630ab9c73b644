import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { isSoftDeleted } from '../property-state.ts';
import type { Validator } from '../rules.ts';

/**
 * Only a property that has a definition can be soft-deleted or restored: what was hard-deleted does not come back, and a
 * status alone would keep its name from being used again.
 */
export const restoreDefined: Validator = {
  name: 'restoreDefined',
  aspects: ['status'],
  check: ({ after, entity, urn }, { state }) => {
    const removed = after?.['removed'];
    if (entity.name !== STRUCTURED_PROPERTY.entityType || typeof removed !== 'boolean') return [];
    if (state.row(urn, STRUCTURED_PROPERTY.definitionAspect) !== undefined) return [];
    if (removed) {
      return [
        `Cannot soft-delete a Structured Property that is not defined: ${urn}. It was hard-deleted, or never existed.`,
      ];
    }
    const remedy = isSoftDeleted(urn, state)
      ? 'hard-delete what is left of it, and create it'
      : 'create it instead';
    return [
      `Cannot restore a Structured Property that is not defined: ${urn}. ` +
        `It was hard-deleted, or never existed; ${remedy}.`,
    ];
  },
};
