import type { EntityReference } from '../../../../model/entity-reference.ts';
import { platformSchemaTypeName } from '../../presenters/schema.ts';
import { valueTypeName } from '../../presenters/structured-properties.ts';
import { hyperParameterTypeName } from '../assets/ml.ts';
import { OBJECT_TYPES } from '../../schema/entity-names.generated.ts';
import type { Resolvers, TypeNames } from '../../schema/schema-types.generated.ts';

const NAMES = new Map<string, keyof Resolvers>(OBJECT_TYPES.map(([name, entityType]) => [entityType, name]));

/** Name of the GraphQL object type of an entity; `OtherEntity` for entity types without one. */
export function entityTypeName({ entityType }: EntityReference): keyof Resolvers {
  return NAMES.get(entityType) ?? 'OtherEntity';
}

/** Type resolvers of the interfaces and unions that fields return. */
export const TYPE_NAMES = {
  Entity: entityTypeName,
  EntityWithRelationships: entityTypeName,
  OwnerType: entityTypeName,
  ResolvedActor: entityTypeName,
  /** No field returns a chart yet. */
  AnalyticsChart: () => 'BarChart',
  HyperParameterValueType: hyperParameterTypeName,
  PlatformSchema: platformSchemaTypeName,
  ResultsType: () => 'StringBox',
  PropertyValue: valueTypeName,
} satisfies TypeNames;
