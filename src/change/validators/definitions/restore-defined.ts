import { because } from '../../../refusals.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import type { Validator } from '../../rules.ts';

/**
 * Only a property with a definition can be restored. Soft-deleting one without a definition is allowed, because
 * DataHub's clients do so to clean up before they define it.
 */
export const restoreDefined: Validator = {
  name: 'restoreDefined',
  aspects: ['status'],
  check: ({ after, entity, urn }, { state }) => {
    if (entity.name !== STRUCTURED_PROPERTY.entityType || after?.['removed'] !== false) return [];
    if (state.row(urn, STRUCTURED_PROPERTY.definitionAspect) !== undefined) return [];
    const message =
      `Cannot restore a Structured Property that is not defined: ${urn}. ` +
      'It was hard-deleted, or never existed; create it instead.';
    return [{ message, field: 'removed', ...because('PROPERTY_UNDEFINED') }];
  },
};
