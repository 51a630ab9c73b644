import { entityTypeName } from '../../model/properties/entity-type-id.ts';
import { because } from '../../refusals.ts';
import { STRUCTURED_PROPERTY, parseDefinition } from '../../model/structured-property.ts';
import { propertyHolders } from '../../model/properties/property-holders.ts';
import { isUrn, urnKey } from '../../model/urn.ts';
import { listText } from '../../util/list-text.ts';
import type { Validator } from '../rules.ts';

/**
 * A property must name at least one entity type, and only types that can have property values. Stored types, and a
 * stored empty list, may stay.
 */
export const carryingTypes: Validator = {
  name: 'carryingTypes',
  aspects: [STRUCTURED_PROPERTY.definitionAspect],
  check: ({ before, after }, { registry }) => {
    if (after === undefined) return [];
    const known = before === undefined ? undefined : new Set(parseDefinition(before).entityTypes);
    const { entityTypes } = parseDefinition(after);
    if (entityTypes.length === 0 && known?.size !== 0) {
      return [
        {
          field: 'entityTypes',
          ...because('ENTITY_TYPES_MISSING'),
          message:
            'entityTypes is empty: no entity could have the property. Name at least one type, such as urn:li:entityType:datahub.dataset.',
        },
      ];
    }
    const added = entityTypes.filter((urn) => known?.has(urn) !== true);
    const holders = propertyHolders(registry);
    // Skip types that the registry does not have: another rule reports urns that do not exist.
    const wrong = added.filter((urn) => {
      const name = isUrn(urn) ? registry.findEntity(urnKey(urn).replace(/^datahub\./, ''))?.name : undefined;
      return name !== undefined && !holders.includes(name);
    });
    if (wrong.length === 0) return [];
    const message =
      `Entities of these types have no structured properties: [${listText(wrong)}]. ` +
      `Leave them out of entityTypes; the types that have some are ${[...holders].sort().join(', ')}.`;
    return [
      {
        message,
        field: 'entityTypes',
        ...because('ENTITY_TYPES_UNFIT', { entityTypes: wrong.map(entityTypeName) }),
      },
    ];
  },
};
