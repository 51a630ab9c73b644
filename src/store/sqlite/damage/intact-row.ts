import { messageOf } from '../../../errors.ts';
import type { Urn } from '../../../model/urn.ts';
import type { DamagedRow } from '../../damage.ts';
import type { AspectRow } from '../../entity-rows.ts';
import {
  integer,
  text,
  toAspectRow,
  toEntity,
  urnOf,
  writtenIn,
  type SqlRow,
  type Written,
} from '../../rows/stored-rows.ts';
import { withAssignments } from '../implied/implied-assignments.ts';
import type { CommitMetadata } from '../implied/commit-metadata.ts';
import { isIntact } from '../row-checksum.ts';
import { entitySum, pointSum, type CheckedTable } from './row-sums.ts';

const WRONG = 'its checksum is wrong';

/** The aspect in a row, or the problem with the row, as the end of a sentence. */
export function intactRow(
  commits: CommitMetadata,
  entityId: number,
  urn: Urn,
  aspectName: string,
  row: SqlRow,
): AspectRow | string {
  try {
    if (!isIntact(entityId, aspectName, row)) return WRONG;
    return readable(urn, aspectName, row, commits.writtenIn('aspect', row));
  } catch (error) {
    return messageOf(error);
  }
}

/** The point in a row with `timestamp` and `point_key`, or the problem with the row, as the end of a sentence. */
export function intactPoint(entityId: number, urn: Urn, aspectName: string, row: SqlRow): AspectRow | string {
  try {
    const { checksum } = row;
    const isSummed = checksum === null || checksum === pointSum(entityId, aspectName, row);
    return isSummed ? readable(urn, aspectName, row, writtenIn(row)) : WRONG;
  } catch (error) {
    return messageOf(error);
  }
}

/** The problem with the own row of an entity, as the end of a sentence; undefined: none. */
export function entityProblem(commits: CommitMetadata, urn: Urn, row: SqlRow): string | undefined {
  try {
    const { checksum } = row;
    if (checksum !== null && checksum !== entitySum(urn, row)) return WRONG;
    if (checksum === null) toEntity(urn, row, commits.writtenIn('entity', row));
    return commits.problemIn('entity', row);
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
export function problemOf(commits: CommitMetadata, table: CheckedTable, row: SqlRow): string | undefined {
  if (table === 'entity') return entityProblem(commits, urnOf(row), row);
  const part = [integer(row, 'entity_id'), urnOf(row), text(row, 'aspect'), row] as const;
  const found = table === 'point' ? intactPoint(...part) : intactRow(commits, ...part);
  if (typeof found === 'string') return found;
  return table === 'point' ? undefined : commits.problemIn('aspect', row);
}

/** Without a checksum, damage shows when the text is read at the latest. */
function readable(urn: Urn, aspectName: string, row: SqlRow, written: Written): AspectRow {
  const found = withAssignments(toAspectRow(urn, aspectName, row, written));
  if (row['checksum'] === null) JSON.parse(found.aspect.text);
  return found;
}
