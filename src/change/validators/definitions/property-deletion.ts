import { because } from '../../../refusals.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { isSoftDeleted } from '../../properties/property-state.ts';
import type { Validator } from '../../rules.ts';

/** With `hardDeleteRequiresSoftDelete`, only a soft-deleted property may be hard-deleted. */
export const propertyDeletion: Validator = {
  name: 'propertyDeletion',
  aspects: [STRUCTURED_PROPERTY.definitionAspect, 'structuredPropertyKey'],
  check: ({ urn, after }, { state, settings }) => {
    if (after !== undefined || !settings.hardDeleteRequiresSoftDelete) return [];
    if (state.row(urn, STRUCTURED_PROPERTY.definitionAspect) === undefined || isSoftDeleted(urn, state))
      return [];
    const message =
      `Cannot hard delete an active Structured Property: ${urn}. Soft-delete it first (status.removed = true); ` +
      'a hard delete removes its values from all entities.';
    return [{ message, ...because('PROPERTY_ACTIVE') }];
  },
};
