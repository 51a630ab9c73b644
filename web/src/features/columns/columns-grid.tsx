import { useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useEntityNames } from '../../api/entity-names.ts';
import { counted } from '../../components/counted.ts';
import { EmptyState, ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { DataGrid } from '../../components/grid/data-grid.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { readOnlyText, urnsIn } from './grid-facts.ts';
import { useUrlState } from '../../urls/search-state.ts';
import { CellEditor } from './cell-editor.tsx';
import { shownIn, useColumnValues, withPending, type ColumnValues } from './column-values.ts';
import { ColumnPanel } from './column-panel.tsx';
import { ColumnsToolbar } from './columns-toolbar.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { EditStatus } from './edit-status.tsx';
import { gridColumns } from './grid-columns.tsx';
import { copied, fillTexts, pasteTexts, rangeTexts } from './grid-texts.ts';
import { GRID_VIEW, rowsOf, shownProperties, type GridView } from './grid-view.ts';
import { byName, withUrns } from './named-values.ts';
import {
  cellName,
  planEdits,
  rebased,
  refusalOf,
  refusalOfKind,
  type CellText,
  type EditPlan,
} from './plan-edits.ts';
import { DESCRIPTION, TAGS, TERMS, type CellDefinition } from './cell-definition.ts';
import type { SchemaColumn } from './schema-columns.ts';
import { SelectionActions } from './selection-actions.tsx';
import { SetDialog } from './set-dialog.tsx';
import { useEdits } from './use-edits.ts';
import { useRights } from './use-rights.ts';
import { useSteadyRows } from './use-steady-rows.ts';

const NONE: ReadonlySet<string> = new Set();
const pathOf = ({ path }: SchemaColumn): string => path;
const nameOfColumn = ({ shortPath }: SchemaColumn): string => shortPath;

/** Snapshot of what the grid showed. */
interface Seen {
  readonly columns: readonly SchemaColumn[];
  readonly values: ColumnValues | undefined;
}

/** The grid of columns with filters and actions on selected columns. */
export function ColumnsGrid({
  dataset,
  columns,
  properties,
}: {
  readonly dataset: string;
  readonly columns: readonly SchemaColumn[];
  readonly properties: readonly CellDefinition[];
}): ReactNode {
  const [view, setView] = useUrlState(GRID_VIEW);
  const replaceView = useCallback(
    (next: GridView) => {
      setView(next, { replace: true });
    },
    [setView],
  );
  const [text, setText] = useState(view.text);
  const filterText = useDeferredValue(text);
  const [folded, setFolded] = useState(NONE);
  const [checked, setChecked] = useState(NONE);
  const [plan, setPlan] = useState<EditPlan>();
  const [isSetting, setSetting] = useState(false);
  const [detailed, setDetailed] = useState<SchemaColumn>();
  // What the person saw when the editor opened, so that changes by others are not overwritten unseen.
  const [opened, setOpened] = useState<Seen>();

  const { data: confirmed, error } = useColumnValues(dataset, columns);
  const {
    rights,
    isKnown,
    error: rightsError,
  } = useRights(dataset, columns.find(({ urn }) => urn !== undefined)?.urn);
  const edits = useEdits(dataset, rights.canPatchDescriptions);
  const { apply, pending, undo } = edits;
  const values = useMemo(
    () => (pending.size === 0 ? confirmed : withPending(confirmed, pending.values())),
    [confirmed, pending],
  );

  const shown = useMemo(() => shownProperties(view, properties), [view, properties]);
  const { rows: latestRows, matches } = useMemo(
    () => rowsOf(columns, { ...view, text: filterText }, folded, properties, values),
    [columns, view, filterText, folded, properties, values],
  );
  const rows = useSteadyRows(latestRows, opened !== undefined);
  const urns = useMemo(() => urnsIn(shown, columns, values), [shown, columns, values]);
  const nameOf = useEntityNames(urns);
  const cells = useMemo(
    () =>
      gridColumns(shown, {
        values,
        rights,
        pending,
        nameOf,
        known: byName(urns, nameOf),
        onOpen: setDetailed,
      }),
    [shown, values, rights, pending, nameOf, urns],
  );
  const isTree = useMemo(() => columns.some(({ hasParts }) => hasParts), [columns]);
  const types = useMemo(() => [...new Set(columns.map(({ type }) => type))].sort(), [columns]);
  const seen = opened ?? { columns, values };
  const selected = useMemo(
    () => seen.columns.filter(({ path }) => checked.has(path)),
    [seen.columns, checked],
  );

  const propose = (texts: readonly CellText[], isCompared: boolean): void => {
    const next = planEdits(texts, seen.values, rights);
    if (next.refusals.length > 0 || (isCompared && texts.length > 1)) setPlan(next);
    else apply(next.edits);
  };
  const isFiltered = matches.size < columns.length;
  const [first, ...others] = [DESCRIPTION, TAGS, TERMS, ...shown].filter(
    (definition) => refusalOfKind(definition, rights) === undefined,
  );
  const readOnly = readOnlyText(rights);

  return (
    <Stack>
      {error && <ErrorNotice error={error} />}
      {rightsError && <ErrorNotice error={rightsError} />}
      {isKnown && readOnly !== undefined && (
        <Notice>
          <p>{readOnly}</p>
        </Notice>
      )}
      <ColumnsToolbar
        view={view}
        onView={replaceView}
        onText={setText}
        types={types}
        properties={properties}
      />
      <Row spread>
        <Soft>
          <span role="status">
            {isFiltered
              ? `${matches.size.toLocaleString('en')} of ${counted(columns.length, 'column')}`
              : counted(columns.length, 'column')}
            {selected.length > 0 && `, ${selected.length.toLocaleString('en')} selected`}
          </span>
        </Soft>
        <SelectionActions
          undo={undo}
          selected={selected}
          canSet={first !== undefined}
          onClear={() => {
            setChecked(NONE);
          }}
          onDetails={setDetailed}
          onSet={() => {
            setOpened(seen);
            setSetting(true);
          }}
        />
      </Row>
      <EditStatus
        edits={edits}
        onRetry={(again) => {
          apply(rebased(again, columns, values));
        }}
      />
      {rows.length === 0 ? (
        <EmptyState title="No columns match">
          <p>Change or clear the filters above.</p>
        </EmptyState>
      ) : (
        <DataGrid
          label="Columns"
          columns={cells}
          rows={rows}
          keyOf={pathOf}
          nameOf={nameOfColumn}
          canCheck={!isKnown || first !== undefined}
          checked={checked}
          onCheck={setChecked}
          isCheckable={({ path }) => matches.has(path)}
          treeOf={
            isTree
              ? ({ level, path, hasParts }) => ({
                  level,
                  isExpanded: hasParts ? isFiltered || !folded.has(path) : undefined,
                })
              : undefined
          }
          onToggle={({ path }) => {
            const next = new Set(folded);
            if (!next.delete(path)) next.add(path);
            setFolded(next);
          }}
          canEdit={({ row, column }) => {
            const definition = cells[column]?.definition;
            const target = rows[row];
            return (
              target !== undefined &&
              definition !== undefined &&
              refusalOf(target, definition, values, rights) === undefined
            );
          }}
          renderEditor={({ row, column }, start, close) => {
            const [cell, target] = [cells[column], rows[row]];
            if (!cell?.definition || !target) return null;
            const { definition } = cell;
            return (
              <CellEditor
                key={`${definition.id} ${target.path}`}
                label={cellName(target, definition)}
                definition={definition}
                text={'typed' in start ? start.typed : cell.textOf(target)}
                isSelected={'isSelected' in start && start.isSelected}
                known={byName(shownIn(target, definition, values).map(String), nameOf)}
                onKeep={(kept) => {
                  const column = seen.columns.find(({ path }) => path === target.path);
                  propose([{ column, target: definition, text: kept }], false);
                }}
                onClose={close}
              />
            );
          }}
          onCopy={(range) => copied(range, rows, cells)}
          onPaste={(range, pasted) => {
            void withUrns(pasteTexts(range, pasted, rows, cells)).then((texts) => {
              propose(texts, true);
            });
          }}
          onFillDown={(range) => {
            propose(fillTexts(range, rows, cells), false);
          }}
          onClear={(range) => {
            propose(rangeTexts(range, rows, cells, ''), false);
          }}
          onUndo={() => undo?.()}
          onEditing={(isEditing) => {
            setOpened(isEditing ? seen : undefined);
          }}
        />
      )}
      {isSetting && first && (
        <SetDialog
          definitions={[first, ...others]}
          columnCount={selected.length}
          onSet={(definition, kept) => {
            propose(
              selected.map((column) => ({ column, target: definition, text: kept })),
              false,
            );
          }}
          onClose={() => {
            setOpened(undefined);
            setSetting(false);
          }}
        />
      )}
      <ColumnPanel column={detailed} onClose={() => setDetailed(undefined)} />
      <CompareDialog
        plan={plan}
        values={values}
        onApply={apply}
        onClose={() => {
          setPlan(undefined);
        }}
      />
    </Stack>
  );
}
