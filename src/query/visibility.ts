import type { Scope } from '../model/scope.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';

/**
 * The scope of an actor who may see every entity: an assignment is there only while the life of the property that it
 * was made under is the live one and the property is not soft-deleted. It follows the directory as that changes.
 */
export function scopeOf(properties: PropertyDirectory): Scope {
  return {
    seesEntity: () => true,
    entityFilter: undefined,
    seesAssignment: (propertyUrn, generation) => {
      const property = properties.get(propertyUrn);
      return property !== undefined && !property.removed && property.generation === generation;
    },
  };
}
