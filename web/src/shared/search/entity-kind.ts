import { entityTypeOf, platformOf } from '../../urls/urn.ts';
import { entityTypeLabel } from '../../api/entity-type-label.ts';

/** Type and platform of an entity, read from its urn: `Dataset, snowflake`. */
export function entityKind(urn: string): string {
  const platform = platformOf(urn);
  return [entityTypeLabel(entityTypeOf(urn)), ...(platform === undefined ? [] : [platform])].join(', ');
}
