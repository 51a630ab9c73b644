import type { JsonObject } from '../../util/json.ts';
import { STRUCTURED_PROPERTY } from '../structured-property.ts';

/**
 * Aspects that belong to a definition besides `propertyDefinition`, in the order in which they are written after it. Plans
 * and files may have them, and they are read-only while the property is soft-deleted.
 */
export const DEFINITION_PARTS = [
  STRUCTURED_PROPERTY.settingsAspect,
  STRUCTURED_PROPERTY.displayAspect,
  STRUCTURED_PROPERTY.rulesAspect,
] as const;

export type DefinitionPart = (typeof DEFINITION_PARTS)[number];

/** Parts of a definition to write. Absent: unchanged. */
export type DefinitionParts = { readonly [Part in DefinitionPart]?: JsonObject };

/** All aspects of a definition. */
export const DEFINITION_ASPECTS: readonly string[] = [
  STRUCTURED_PROPERTY.definitionAspect,
  ...DEFINITION_PARTS,
];

/** The parts among the members of an object; absent and null members are left out. */
export function partsIn(members: {
  readonly [Part in DefinitionPart]?: JsonObject | null | undefined;
}): DefinitionParts {
  return Object.fromEntries(
    DEFINITION_PARTS.flatMap((part) => (members[part] ? [[part, members[part]]] : [])),
  );
}
