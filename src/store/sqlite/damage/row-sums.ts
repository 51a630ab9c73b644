import { integer, text, type SqlRow } from '../../rows/stored-rows.ts';
import { rowSum, type RowContent } from '../row-checksum.ts';

/** A table whose rows have a checksum. */
export type CheckedTable = 'entity' | 'aspect' | 'point' | 'deleted_aspect';

/** Checksum of an entity's own row with this urn. Does not cover its number, which the insert assigns. */
export function entitySum(urn: string, row: SqlRow): number {
  return newEntitySum(urn, {
    systemMetadata: text(row, 'systemmetadata'),
    createdOn: integer(row, 'createdon'),
    createdBy: text(row, 'createdby'),
    sequence: integer(row, 'createdin'),
  });
}

/** Checksum of an entity's own row, created by the commit `sequence`. */
export function newEntitySum(
  urn: string,
  content: Pick<RowContent, 'systemMetadata' | 'createdOn' | 'createdBy' | 'sequence'>,
): number {
  return rowSum(0, '', { ...content, metadata: urn, internal: null });
}

/** Part of a point's checksum in place of the internal state, which points do not have. */
export function pointPlace(timestamp: number, pointKey: string): string {
  return `${timestamp} ${pointKey}`;
}

/** Checksum of a point with `timestamp` and `point_key`. */
export function pointSum(entityId: number, aspectName: string, row: SqlRow): number {
  return aspectSum(entityId, aspectName, row, pointPlace(integer(row, 'timestamp'), text(row, 'point_key')));
}

/** Checksum of a whole row, by table; column `aspect` has the name of the aspect. Throws when a column has no valid type. */
export const SUM_OF: Readonly<Record<CheckedTable, (row: SqlRow) => number>> = {
  entity: (row) => entitySum(text(row, 'urn'), row),
  aspect: versionSum,
  point: (row) => pointSum(integer(row, 'entity_id'), text(row, 'aspect'), row),
  deleted_aspect: versionSum,
};

function versionSum(row: SqlRow): number {
  const internal = row['internal'] === null ? null : text(row, 'internal');
  return aspectSum(integer(row, 'entity_id'), text(row, 'aspect'), row, internal);
}

function aspectSum(entityId: number, aspectName: string, row: SqlRow, internal: string | null): number {
  return rowSum(entityId, aspectName, {
    metadata: text(row, 'metadata'),
    systemMetadata: text(row, 'systemmetadata'),
    createdOn: integer(row, 'createdon'),
    createdBy: text(row, 'createdby'),
    sequence: integer(row, 'sequence'),
    internal,
  });
}
