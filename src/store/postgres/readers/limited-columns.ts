import type { Urn } from '../../../model/urn.ts';
import { integer, urnOf, type SqlRow } from '../../rows/stored-rows.ts';
import { ReadSize } from '../../read-limit.ts';
import { ASPECT_COLUMNS } from '../row-columns.ts';

/** The size that means no limit. */
export const MOST = Number.MAX_SAFE_INTEGER;

/**
 * `ASPECT_COLUMNS` without the values beyond a size, which the database does not send: it knows the sizes of long values
 * without reading them. `order` sorts the window; empty: unsorted. Parameter number `most` is the size.
 */
export function limitedColumns(order: string, most: number): string {
  const [aspect, rest] = ASPECT_COLUMNS.split('a.metadata,');
  return `${aspect} ${limited('a.metadata', order, most)}, ${rest}`;
}

/** Columns of a point `p`, with the same limit. */
export function limitedPoint(order: string, most: number): string {
  return `p.timestamp, p.point_key, p.entity_id, ${limited('p.metadata', order, most)}, p.systemmetadata, p.createdon,
    p.createdby, p.sequence, NULL AS internal`;
}

/** A column of values, and whether its value is omitted; the first value never is. */
export function limited(column: string, order: string, most: number): string {
  const rows = `OVER (${order} ROWS UNBOUNDED PRECEDING)`;
  const isOver = `sum(octet_length(${column})) ${rows} > $${most}::bigint AND count(${column}) ${rows} > 1`;
  return `CASE WHEN ${isOver} THEN NULL ELSE ${column} END AS metadata, ${column} IS NOT NULL AND ${isOver} AS is_over`;
}

/** Whether values of rows were omitted. */
export function isOver(rows: readonly SqlRow[]): boolean {
  return rows.some(isLeftOut);
}

/** Whether the value of a row was omitted. */
export function isLeftOut(row: SqlRow): boolean {
  return row['is_over'] === true;
}

/** Number of entities, from the first, whose values fit into the size together. `sizes`: rows of urns and sizes. */
export function fittingAmong(urns: readonly Urn[], sizes: readonly SqlRow[], most: number): number {
  const byUrn = Map.groupBy(sizes, urnOf);
  const size = new ReadSize(most);
  for (const [i, urn] of urns.entries()) {
    for (const row of byUrn.get(urn) ?? []) {
      if (row['is_none'] !== true) size.add({ length: integer(row, 'size') });
    }
    if (size.isOver) return i;
  }
  return urns.length;
}
