import { useMemo, useRef } from 'react';
import type { GridChecks } from '../grid-props.ts';

/** Checkboxes of the rows. */
export interface RowChecks {
  readonly areAllChecked: boolean;
  readonly checkAll: (isOn: boolean) => void;
  /** Checks or unchecks a row; a range extends to the row checked last. */
  readonly check: (index: number, isRange: boolean) => void;
}

/** Changes which rows of a grid are checked. */
export function useChecks<Row>({
  rows,
  keyOf,
  canCheck = true,
  checked,
  onCheck,
  isCheckable,
}: GridChecks<Row> & {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}): RowChecks {
  const lastChecked = useRef<number | undefined>(undefined);
  const areAllChecked = useMemo(() => {
    const checkable = rows.filter(isCheckable);
    return checkable.length > 0 && checkable.every((row) => checked.has(keyOf(row)));
  }, [rows, isCheckable, checked, keyOf]);
  return {
    areAllChecked,
    checkAll: (isOn) => {
      if (canCheck) onCheck(isOn ? new Set(rows.filter(isCheckable).map(keyOf)) : new Set());
    },
    check: (index, isRange) => {
      const row = rows[index];
      if (row === undefined || !canCheck) return;
      const next = new Set(checked);
      const isOn = !checked.has(keyOf(row));
      const from = isRange ? (lastChecked.current ?? index) : index;
      for (const one of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) {
        if (isOn) next.add(keyOf(one));
        else next.delete(keyOf(one));
      }
      lastChecked.current = index;
      onCheck(next);
    },
  };
}
