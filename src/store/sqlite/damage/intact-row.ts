import { messageOf } from '../../../errors.ts';
import type { Urn } from '../../../model/urn.ts';
import type { DamagedRow } from '../../damage.ts';
import type { AspectRow } from '../../entity-rows.ts';
import { integer, text, toAspectRow, toEntity, urnOf, type SqlRow } from '../../rows/stored-rows.ts';
import { isIntact } from '../row-checksum.ts';
import { entitySum, pointSum, type CheckedTable } from './row-sums.ts';

const WRONG = 'its checksum is wrong';

/** The aspect in a row, or the problem with the row, as the end of a sentence. */
export function intactRow(entityId: number, urn: Urn, aspectName: string, row: SqlRow): AspectRow | string {
  try {
    return isIntact(entityId, aspectName, row) ? readable(urn, aspectName, row) : WRONG;
  } catch (error) {
    return messageOf(error);
  }
}

/** The point in a row with `timestamp` and `point_key`, or the problem with the row, as the end of a sentence. */
export function intactPoint(entityId: number, urn: Urn, aspectName: string, row: SqlRow): AspectRow | string {
  try {
    const { checksum } = row;
    const isSummed = checksum === null || checksum === pointSum(entityId, aspectName, row);
    return isSummed ? readable(urn, aspectName, row) : WRONG;
  } catch (error) {
    return messageOf(error);
  }
}

/** The problem with the own row of an entity, as the end of a sentence; undefined: none. */
export function entityProblem(urn: Urn, row: SqlRow): string | undefined {
  try {
    if (row['checksum'] !== null) return row['checksum'] === entitySum(urn, row) ? undefined : WRONG;
    toEntity(urn, row);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Identifies the damaged point; an unreadable time is 0. */
export function pointPart({ timestamp }: SqlRow): Pick<DamagedRow, 'timestampMillis' | 'version'> {
  return { version: 0, timestampMillis: typeof timestamp === 'number' ? timestamp : 0 };
}

/** The version of a hard-deleted aspect in a row, and the number of its entity. */
export function deletedPart(
  row: SqlRow,
): { readonly id: number } & Pick<DamagedRow, 'version' | 'deletedIn'> {
  const [id, version] = [integer(row, 'entity_id'), integer(row, 'version')];
  return { id, version, deletedIn: integer(row, 'deleted') };
}

/** The problem with a row of a table, with `urn` and `aspect`, as the end of a sentence; undefined: none. */
export function problemOf(table: CheckedTable, row: SqlRow): string | undefined {
  if (table === 'entity') return entityProblem(urnOf(row), row);
  const intact = table === 'point' ? intactPoint : intactRow;
  const found = intact(integer(row, 'entity_id'), urnOf(row), text(row, 'aspect'), row);
  return typeof found === 'string' ? found : undefined;
}

/** Without a checksum, damage shows when the text is read at the latest. */
function readable(urn: Urn, aspectName: string, row: SqlRow): AspectRow {
  const found = toAspectRow(urn, aspectName, row);
  if (row['checksum'] === null) JSON.parse(found.aspect.text);
  return found;
}
