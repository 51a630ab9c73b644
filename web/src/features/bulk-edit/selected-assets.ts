import { counted } from '../../components/counted.ts';
import type { BulkEditSelection, LineageSelection } from '../../shared/search/bulk-edit-selection.ts';

/** Assets to edit. */
export type EditedSelection = BulkEditSelection | { readonly lineage: LineageSelection };

/** The selection in the server's format. `stopAtValue`: leaves out assets along lineage that have a value, and what lies behind them. */
export function selected(selection: EditedSelection, stopAtValue: boolean): object {
  if ('lineage' in selection) return { lineage: { ...selection.lineage, stopAtValue } };
  return 'urns' in selection ? { urns: selection.urns } : { search: selection.search };
}

/** Describes the selection: `3 assets`. */
export function selectionText(selection: EditedSelection): string {
  if ('lineage' in selection) {
    const { direction, hops } = selection.lineage;
    return `everything ${direction.toLowerCase()} within ${counted(hops, 'hop')}`;
  }
  const count = 'urns' in selection ? selection.urns.length : selection.total;
  if (count === undefined) return 'everything that matches';
  return counted(count, 'asset');
}
