import { because } from '../../../refusals.ts';
import { entityTypeIds, entityTypeName } from '../../../model/properties/entity-type-id.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { listText } from '../../../util/list-text.ts';
import {
  assignedProperties,
  assignmentsByProperty,
  sameValues,
} from '../../properties/property-assignments.ts';
import type { Validator } from '../../rules.ts';

/**
 * A property may be assigned only to the entity types of its definition. Checks only new assignments and changed values:
 * old catalogs hold values on other types, and those stay valid.
 */
export const assignmentEntityTypes: Validator = {
  name: 'assignmentEntityTypes',
  aspects: [STRUCTURED_PROPERTY.assignmentAspect],
  *check(change, { state, settings }) {
    const { before, entity } = change;
    if (!settings.enforceEntityTypes) return;
    const entityType = entity.name.toLowerCase();
    const known = assignmentsByProperty(before);
    for (const { assignment, property } of assignedProperties(change, state)) {
      const old = known.get(assignment.propertyUrn);
      if (old !== undefined && sameValues(old.values, assignment.values)) continue;
      const { entityTypes } = property.definition;
      if (entityTypeIds(entityTypes).has(entityType)) continue;
      yield {
        ...because('PROPERTY_NOT_FOR_TYPE', {
          entityType: entity.name,
          entityTypes: entityTypes.map(entityTypeName),
        }),
        property: property.urn,
        message:
          `Property: ${property.urn} cannot be assigned to entities of type ${entity.name}: its entityTypes are ` +
          `[${listText(entityTypes)}]. Add urn:li:entityType:datahub.${entity.name} to them first.`,
      };
    }
  },
};
