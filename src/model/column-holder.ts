import { COLUMN_TYPE } from './lineage.ts';
import { entityTypeOf, isUrn, urnParts } from './urn.ts';
import type { Urn } from './urn.ts';

/** The entity that a column belongs to; undefined for what is no column, or is one of nothing. */
export function holderOf(urn: Urn): Urn | undefined {
  if (entityTypeOf(urn) !== COLUMN_TYPE) return undefined;
  const [holder] = urnParts(urn).key;
  return holder !== undefined && isUrn(holder) ? holder : undefined;
}

/** How urns of the columns of an entity begin, or of those of all whose urns begin so. */
export function columnUrnStart(holderStart: string): string {
  return `urn:li:${COLUMN_TYPE}:(${holderStart}`;
}
