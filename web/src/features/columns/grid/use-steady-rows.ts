import { useState } from 'react';
import type { SchemaColumn } from './schema-columns.ts';

/** The rows of the grid. Added and removed rows are deferred while a cell is edited, because they would move the editor. */
export function useSteadyRows(rows: readonly SchemaColumn[], isEditing: boolean): readonly SchemaColumn[] {
  const [shown, setShown] = useState(rows);
  const isHeld = isEditing && !haveSamePaths(shown, rows);
  if (shown !== rows && !isHeld) setShown(rows);
  return isHeld ? shown : rows;
}

function haveSamePaths(a: readonly SchemaColumn[], b: readonly SchemaColumn[]): boolean {
  return a.length === b.length && a.every(({ path }, i) => path === b[i]?.path);
}
