/**
 * Transposes rows to arrays of columns, for `unnest`; `width` is the number of columns, needed when there are no
 * rows.
 */
export function columnsOf(
  rows: readonly (readonly (string | number | null)[])[],
  width: number,
): readonly (readonly (string | number | null)[])[] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
}
