import { because } from '../../../refusals.ts';
import { DEFINITION_ASPECTS } from '../../../model/properties/definition-parts.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { isSoftDeleted } from '../../properties/property-state.ts';
import type { Validator } from '../../rules.ts';

const { definitionAspect } = STRUCTURED_PROPERTY;

/**
 * A definition and its parts are read-only while the property is soft-deleted, so that a restore brings back the same
 * property. DataHub protects only `propertyDefinition`. Without a definition there is nothing to protect.
 */
export const softDeletedProperty: Validator = {
  name: 'softDeletedProperty',
  aspects: DEFINITION_ASPECTS,
  check: ({ urn, after, aspect }, { state }) => {
    if (after === undefined || !isSoftDeleted(urn, state)) return [];
    if (state.row(urn, definitionAspect) === undefined) return [];
    const remedy = "Restore it first ('colophon restore', or status.removed = false).";
    const what = aspect.name === definitionAspect ? urn : `${aspect.name} of ${urn}`;
    const message = `Cannot mutate a soft deleted Structured Property Definition: ${what}. ${remedy}`;
    return [{ message, ...because('PROPERTY_DELETED') }];
  },
};
