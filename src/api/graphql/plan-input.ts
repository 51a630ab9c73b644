import type { PlanInput, ProposedDefinition } from '../../model/plan.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { urnKey } from '../../model/urn.ts';
import type { EntityReferences } from '../../model/entity-reference.ts';
import { allowedValueOf, settingsOf } from './property-input.ts';
import { given } from '../../util/given.ts';
import type { CreateInput } from './property-input.ts';

/** The desired definition of a structured property. */
export interface PlannedDefinitionInput extends Omit<CreateInput, 'id'> {
  readonly urn: string;
  readonly version?: string | null;
}

/** Desired changes to structured properties. */
export interface PlanPropertiesInput {
  readonly definitions?: readonly PlannedDefinitionInput[] | null;
  readonly deletions?: readonly { readonly urn: string; readonly hard?: boolean | null }[] | null;
}

/** Converts the input to aspects; throws INVALID_REQUEST for errors that the GraphQL schema does not catch. */
export function planInput(input: PlanPropertiesInput, references: EntityReferences): PlanInput {
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

function proposedDefinition(
  input: PlannedDefinitionInput,
  at: string,
  references: EntityReferences,
): ProposedDefinition {
  const { urn } = references.parseAs(STRUCTURED_PROPERTY.entityType, input.urn);
  const { displayName, description, immutable, cardinality, allowedPlatforms, version } = input;
  const allowedTypes = input.typeQualifier?.allowedTypes;
  const allowedValues = input.allowedValues?.map((value, i) =>
    allowedValueOf(value, `${at}.allowedValues[${i}]`),
  );
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
    },
    ...(input.settings && { structuredPropertySettings: settingsOf(input.settings) }),
  };
}
