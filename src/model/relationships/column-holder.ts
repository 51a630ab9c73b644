import { COLUMN_TYPE } from './lineage.ts';
import { entityTypeOf, isUrn, urnParts, type Urn } from '../urn.ts';

/** Parent entity of a column; undefined for other entity types and for a column whose key does not start with a urn. */
export function holderOf(urn: Urn): Urn | undefined {
  if (entityTypeOf(urn) !== COLUMN_TYPE) return undefined;
  const [holder] = urnParts(urn).key;
  return holder !== undefined && isUrn(holder) ? holder : undefined;
}

/** Common prefix of the urns of all columns of an entity. */
export function columnUrnsOf(holder: Urn): string {
  return `${columnUrnStart(holder)},`;
}

/** Common prefix of the urns of all columns of an entity, or of all entities whose urns have the given prefix. */
export function columnUrnStart(holderStart: string): string {
  return `urn:li:${COLUMN_TYPE}:(${holderStart}`;
}
