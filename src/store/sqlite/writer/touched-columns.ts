import type { SqlRow } from '../../rows/stored-rows.ts';
import type { CommitMetadata } from '../implied/commit-metadata.ts';
import type { RowKind } from '../implied/implied-metadata.ts';
import { touchedSum } from '../row-checksum.ts';

/** Columns `systemmetadata` and `checksum` of a row that gets other system metadata, JSON. */
export function touchedColumns(
  commits: CommitMetadata,
  kind: RowKind,
  row: SqlRow,
  systemMetadata: string,
): [text: string, checksum: number | null] {
  const { checksum, systemmetadata: before } = row;
  const after = commits.replaced(kind, row, systemMetadata);
  const isSummed = typeof checksum === 'number' && typeof before === 'string';
  return [after, isSummed ? touchedSum(checksum, before, after) : null];
}
