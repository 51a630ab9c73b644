/** Rows as the arrays of their columns, for `unnest`; `width` is how many columns there are. */
export function columnsOf(
  rows: readonly (readonly (string | number | null)[])[],
  width: number,
): readonly (readonly (string | number | null)[])[] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
}
