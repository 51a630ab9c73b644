import type { EntityReferences } from '../../../model/entity-reference.ts';
import type { PlanInput, ProposedDefinition } from '../../../model/plan.ts';
import { settingsOf } from '../../../model/properties/property-settings.ts';
import { searchConfigurationOf } from '../../../model/properties/word-search.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { urnKey } from '../../../model/urn.ts';
import { REPLACED_PARTS, partAspects } from '../../../operations/structured-properties/shapes.ts';
import { objectOf, readInput } from '../../../operations/shapes.ts';
import { given } from '../../../util/given.ts';
import { allowedValuesOf } from './property-input.ts';
import type {
  PlanStructuredPropertiesInput,
  PlannedDefinitionInput,
} from '../schema/schema-types.generated.ts';

const PARTS = objectOf(REPLACED_PARTS);

/** Converts the input to aspects; throws INVALID_REQUEST for errors that the GraphQL schema does not catch. */
export function planInput(input: PlanStructuredPropertiesInput, references: EntityReferences): PlanInput {
  const { entityType } = STRUCTURED_PROPERTY;
  return {
    definitions: (input.definitions ?? []).map((definition, i) =>
      proposedDefinition(definition, `definitions[${i}]`, references),
    ),
    deletions: (input.deletions ?? []).map(({ urn, hard }) => ({
      urn: references.parseAs(entityType, urn).urn,
      hard: hard === true,
    })),
  };
}

/** Converts a definition to aspects. `at`: where it is in the input. */
export function proposedDefinition(
  input: PlannedDefinitionInput,
  at: string,
  references: EntityReferences,
): ProposedDefinition {
  const { urn } = references.parseAs(STRUCTURED_PROPERTY.entityType, input.urn);
  const { displayName, description, immutable, cardinality, allowedPlatforms, version } = input;
  const { display, rules, search, settings } = input;
  const allowedTypes = input.typeQualifier?.allowedTypes;
  const allowedValues = allowedValuesOf(input.allowedValues, `${at}.allowedValues`);
  return {
    urn,
    propertyDefinition: {
      qualifiedName: input.qualifiedName ?? urnKey(urn),
      valueType: input.valueType,
      entityTypes: input.entityTypes,
      ...given({
        displayName,
        description,
        immutable,
        cardinality,
        allowedPlatforms,
        version,
        allowedValues,
      }),
      ...(allowedTypes !== undefined && allowedTypes !== null && { typeQualifier: { allowedTypes } }),
      ...(search && { searchConfiguration: searchConfigurationOf(search) }),
    },
    ...(input.keepValues === true && { keepValues: true }),
    ...(settings && { structuredPropertySettings: settingsOf(settings) }),
    ...partAspects(readInput(PARTS, { display, rules }, at, at)),
  };
}
