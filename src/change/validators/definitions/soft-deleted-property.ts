import { because } from '../../../refusals.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { isSoftDeleted } from '../../properties/property-state.ts';
import type { Validator } from '../../rules.ts';

const { definitionAspect, settingsAspect } = STRUCTURED_PROPERTY;

/**
 * Definition and settings of a soft-deleted property are read-only, so that a restore brings back the same property.
 * DataHub protects only the definition; here the settings count as part of it. Without a definition there is nothing to protect.
 */
export const softDeletedProperty: Validator = {
  name: 'softDeletedProperty',
  aspects: [definitionAspect, settingsAspect],
  check: ({ urn, after, aspect }, { state }) => {
    if (after === undefined || !isSoftDeleted(urn, state)) return [];
    if (state.row(urn, definitionAspect) === undefined) return [];
    const remedy = "Restore it first ('colophon restore', or status.removed = false).";
    const what = aspect.name === settingsAspect ? `${settingsAspect} of ${urn}` : urn;
    const message = `Cannot mutate a soft deleted Structured Property Definition: ${what}. ${remedy}`;
    return [{ message, ...because('PROPERTY_DELETED') }];
  },
};
