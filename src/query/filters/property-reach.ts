import { entityTypeIdOf } from '../../model/properties/entity-type-id.ts';
import { COLUMN_TYPE } from '../../model/relationships/lineage.ts';
import type { PropertyDefinition } from '../../model/structured-property.ts';
import { MATCH_ALL, type Expression } from '../../search/expression.ts';
import { ENTITY_TYPE_FIELD } from '../../search/mapping.ts';
import { every, oneOf } from './combine.ts';
import type { FieldContext } from './field-resolution.ts';

/** The searched entities that may have a property, without columns. */
export function reachOf(
  { allowedPlatforms, entityTypes }: PropertyDefinition,
  context: Pick<FieldContext, 'entityTypes'>,
): Expression {
  const wanted = new Set(entityTypes.map(entityTypeIdOf));
  const types = context.entityTypes.filter((name) => name !== COLUMN_TYPE && wanted.has(name.toLowerCase()));
  const isEvery = types.length === context.entityTypes.length;
  return every([
    isEvery && types.length > 0 ? MATCH_ALL : oneOf(ENTITY_TYPE_FIELD, types),
    allowedPlatforms.length === 0 ? MATCH_ALL : oneOf('platform', allowedPlatforms),
  ]);
}
