import { useState } from 'react';
import { showToast } from '../../../components/feedback/toasts.tsx';
import type { ColumnValues } from './column-values.ts';
import { planEdits, type CellText, type EditPlan } from './plan-edits.ts';
import type { SchemaColumn } from '../grid/schema-columns.ts';
import type { GridData } from '../grid/use-grid-data.ts';

/** Snapshot of what the grid showed. */
interface Seen {
  readonly columns: readonly SchemaColumn[];
  readonly values: ColumnValues | undefined;
}

/** Changes of cells from what the person saw. */
export interface CellChanges {
  readonly seen: Seen;
  readonly isEditing: boolean;
  /** Keeps what the grid shows as seen, until editing ends: changes by others are not overwritten unseen. */
  readonly setEditing: (isEditing: boolean) => void;
  /**
   * Applies new texts. A comparison is shown first if some are refused, or if several are to be compared. `unchanged`: what to
   * say if all cells have their text already.
   */
  readonly change: (
    texts: readonly CellText[],
    how?: { readonly isCompared?: boolean; readonly unchanged?: string },
  ) => void;
  /** The comparison that is shown. */
  readonly plan: EditPlan | undefined;
  readonly closePlan: () => void;
}

/** Plans and applies changes of cells. */
export function useCellChanges({
  columns,
  values,
  rights,
  edits,
}: Pick<GridData, 'columns' | 'values' | 'rights' | 'edits'>): CellChanges {
  const [opened, setOpened] = useState<Seen>();
  const [plan, setPlan] = useState<EditPlan>();
  const seen = opened ?? { columns, values };
  return {
    seen,
    isEditing: opened !== undefined,
    setEditing: (isEditing) => {
      setOpened(isEditing ? seen : undefined);
    },
    change: (texts, { isCompared = false, unchanged } = {}) => {
      const next = planEdits(texts, seen.values, rights);
      if (next.refusals.length > 0 || (isCompared && texts.length > 1)) setPlan(next);
      else if (next.edits.length > 0) edits.apply(next.edits);
      else if (unchanged !== undefined) showToast(unchanged, undefined, 'unchanged cells');
    },
    plan,
    closePlan: () => {
      setPlan(undefined);
    },
  };
}
