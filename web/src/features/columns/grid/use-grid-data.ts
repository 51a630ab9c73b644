import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useEntityNames } from '../../../api/names/entity-names.ts';
import { useUrlState } from '../../../urls/search-state.ts';
import type { CellDefinition } from './cell-definition.ts';
import { useColumnValues, withPending, type ColumnValues } from '../edits/column-values.ts';
import { gridColumns, type ColumnsGridColumn } from './grid-columns.tsx';
import { urnsIn } from './grid-facts.ts';
import { GRID_VIEW, rowsOf, shownProperties, type GridRows, type GridView } from './grid-view.ts';
import { byName } from './named-values.ts';
import type { CellRights } from '../edits/plan-edits.ts';
import type { SchemaColumn } from './schema-columns.ts';
import { useSortedColumns } from './sorted-columns.ts';
import { useEdits, type Edits } from '../edits/use-edits.ts';
import { useRights } from '../edits/use-rights.ts';

const NONE: ReadonlySet<string> = new Set();

/** The columns of a dataset with their values, filtered and sorted as the address says. */
export interface GridData extends GridRows {
  readonly columns: readonly SchemaColumn[];
  readonly view: GridView;
  readonly setView: (view: GridView) => void;
  /** Filters by a text before the address is updated. */
  readonly setText: (text: string) => void;
  readonly isFiltered: boolean;
  readonly folded: ReadonlySet<string>;
  readonly toggle: (column: SchemaColumn) => void;
  readonly values: ColumnValues | undefined;
  readonly rights: CellRights;
  readonly areRightsKnown: boolean;
  readonly edits: Edits;
  /** Definitions of the editable columns shown, after those of every dataset. */
  readonly shown: readonly CellDefinition[];
  readonly cells: readonly ColumnsGridColumn[];
  readonly nameOf: (urn: string) => string;
  readonly errors: readonly Error[];
}

/** Loads what the grid shows, and keeps its filters. */
export function useGridData(
  dataset: string,
  columns: readonly SchemaColumn[],
  properties: readonly CellDefinition[],
  onOpen: (column: SchemaColumn) => void,
): GridData {
  const [view, pushView] = useUrlState(GRID_VIEW);
  const setView = useCallback((next: GridView) => pushView(next, { replace: true }), [pushView]);
  const [text, setText] = useState(view.text);
  const filterText = useDeferredValue(text);
  const [folded, setFolded] = useState(NONE);
  const { data: confirmed, error } = useColumnValues(dataset, columns);
  const column = columns.find(({ urn }) => urn !== undefined)?.urn;
  const { rights, isKnown: areRightsKnown, error: rightsError } = useRights(dataset, column);
  const edits = useEdits(dataset, rights.canPatchDescriptions);
  const { pending } = edits;
  const values = useMemo(
    () => (pending.size === 0 ? confirmed : withPending(confirmed, pending.values())),
    [confirmed, pending],
  );
  const shown = useMemo(() => shownProperties(view, properties), [view, properties]);
  const urns = useMemo(() => urnsIn(shown, columns, values), [shown, columns, values]);
  const nameOf = useEntityNames(urns);
  const cells = useMemo(
    () => gridColumns(shown, { values, rights, pending, nameOf, known: byName(urns, nameOf), onOpen }),
    [shown, values, rights, pending, nameOf, urns, onOpen],
  );
  const sorted = useSortedColumns(columns, view.sort, {
    isLoaded: values !== undefined,
    textOf: (one) => cells.find(({ id }) => id === view.sort?.id)?.textOf(one) ?? '',
  });
  const { rows, matches } = useMemo(
    () => rowsOf(sorted, { ...view, text: filterText }, folded, properties, values),
    [sorted, view, filterText, folded, properties, values],
  );
  const toggle = ({ path }: SchemaColumn): void => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  const isFiltered = matches.size < columns.length;
  return {
    columns,
    view,
    setView,
    setText,
    isFiltered,
    folded,
    toggle,
    values,
    rights,
    areRightsKnown,
    edits,
    shown,
    cells,
    nameOf,
    rows,
    matches,
    errors: [error, rightsError].filter((one) => one !== null),
  };
}
