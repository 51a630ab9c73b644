import { entityTypeOf, platformOf } from '../../urls/urn.ts';
import { entityTypeLabel } from '../../api/entity-type-label.ts';

/** What an entity is and where it comes from, as far as its urn says: `Dataset, snowflake`. */
export function entityKind(urn: string): string {
  const platform = platformOf(urn);
  return [entityTypeLabel(entityTypeOf(urn)), ...(platform === undefined ? [] : [platform])].join(', ');
}
