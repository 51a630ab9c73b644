import { useId, useMemo, useState, type ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { loadedLater } from '../../components/feedback/loaded-later.tsx';
import { EmptyState, ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../components/layout/layout.tsx';
import { useIsNarrow } from '../../components/layout/use-is-narrow.ts';
import { DESCRIPTION, TAGS, TERMS, type CellDefinition } from './grid/cell-definition.ts';
import { ColumnPanel } from './column-panel.tsx';
import { ColumnsDataGrid } from './grid/columns-data-grid.tsx';
import { ColumnsToolbar } from './columns-toolbar.tsx';
import { CompareDialog } from './edits/compare-dialog.tsx';
import { EditStatus } from './edits/edit-status.tsx';
import { readOnlyText } from './grid/grid-facts.ts';
import { isOfProperty, rebased, refusalOfKind } from './edits/plan-edits.ts';
import type { SchemaColumn } from './grid/schema-columns.ts';
import { SelectionActions } from './edits/selection-actions.tsx';
import { SetDialog } from './edits/set-dialog.tsx';
import { useGridData, type GridData } from './grid/use-grid-data.ts';
import { useMayPropose } from '../../shared/rights/use-rights.ts';
import { useCellChanges, type CellChanges } from './edits/use-cell-changes.ts';
import { useSteadyRows } from './grid/use-steady-rows.ts';

const ProposeDialog = loadedLater(async () => (await import('./edits/propose-dialog.tsx')).ProposeDialog);

const NONE: ReadonlySet<string> = new Set();

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
  const hintId = useId();
  const [checked, setChecked] = useState(NONE);
  const [dialog, setDialog] = useState<'set' | 'propose'>();
  const [detailed, setDetailed] = useState<SchemaColumn>();
  const data = useGridData(dataset, columns, properties, setDetailed);
  const { areRightsKnown, edits, values } = data;
  const changes = useCellChanges(data);
  const { seen, setEditing } = changes;
  const rows = useSteadyRows(data.rows, changes.isEditing);
  const selected = useMemo(
    () => seen.columns.filter(({ path }) => checked.has(path)),
    [seen.columns, checked],
  );
  const { editable, proposable } = useSettable(dataset, data);
  const [canEdit, canPropose] = [editable.length > 0, proposable.length > 0];
  return (
    <Stack>
      <GridNotices data={data} />
      <ColumnsToolbar data={data} properties={properties} />
      <GridBar
        data={data}
        selected={selected}
        hintId={hintId}
        canEdit={canEdit}
        canPropose={canPropose}
        onPropose={() => setDialog('propose')}
        onClear={() => setChecked(NONE)}
        onDetails={setDetailed}
        onSet={() => {
          setEditing(true);
          setDialog('set');
        }}
      />
      <EditStatus edits={edits} onRetry={(again) => edits.apply(rebased(again, columns, values))} />
      {rows.length === 0 ? (
        <EmptyState title="No columns match">
          <p>Change or clear the filters above.</p>
        </EmptyState>
      ) : (
        <ColumnsDataGrid
          data={data}
          rows={rows}
          changes={changes}
          canCheck={!areRightsKnown || canEdit || canPropose}
          checked={checked}
          onCheck={setChecked}
          describedBy={hintId}
        />
      )}
      <SettingDialogs
        dataset={dataset}
        dialog={dialog}
        selected={selected}
        editable={editable}
        proposable={proposable}
        changes={changes}
        onClose={() => {
          setEditing(false);
          setDialog(undefined);
        }}
      />
      <ColumnPanel column={detailed} onClose={() => setDetailed(undefined)} />
      <CompareDialog plan={changes.plan} values={values} onApply={edits.apply} onClose={changes.closePlan} />
    </Stack>
  );
}

/** The dialog that sets a value of the selected columns, or proposes one. */
function SettingDialogs({
  dataset,
  dialog,
  selected,
  editable: [first, ...others],
  proposable: [proposed, ...alsoProposed],
  changes,
  onClose,
}: {
  readonly dataset: string;
  /** Undefined: none is open. */
  readonly dialog: 'set' | 'propose' | undefined;
  readonly selected: readonly SchemaColumn[];
  readonly editable: readonly CellDefinition[];
  readonly proposable: readonly CellDefinition[];
  readonly changes: CellChanges;
  readonly onClose: () => void;
}): ReactNode {
  if (dialog === 'set' && first) {
    return (
      <SetDialog
        title={`Set value for ${counted(selected.length, 'column')}`}
        actions={{ set: 'Set value', clear: 'Clear values' }}
        definitions={[first, ...others]}
        onSet={(target, text) => {
          onClose();
          changes.change(selected.map((column) => ({ column, target, text })));
        }}
        onClose={onClose}
      />
    );
  }
  if (dialog !== 'propose' || !proposed) return null;
  return (
    <ProposeDialog
      dataset={dataset}
      columns={selected}
      definitions={[proposed, ...alsoProposed]}
      onClose={onClose}
    />
  );
}

/** What can be set for several columns, and what can only be proposed; what several usually share comes first. */
function useSettable(
  dataset: string,
  { columns, rights, areRightsKnown, shown }: GridData,
): { readonly editable: readonly CellDefinition[]; readonly proposable: readonly CellDefinition[] } {
  // Labels and descriptions of columns are stored with the table, values of properties with the column.
  const ofTable = useMayPropose(dataset);
  const ofColumns = useMayPropose(columns.find(({ urn }) => urn !== undefined)?.urn ?? '');
  const isEditable = (definition: CellDefinition): boolean => refusalOfKind(definition, rights) === undefined;
  const all = [...shown, TAGS, TERMS, DESCRIPTION];
  return {
    editable: all.filter(isEditable),
    proposable: all.filter(
      (definition) =>
        areRightsKnown && !isEditable(definition) && (isOfProperty(definition) ? ofColumns : ofTable),
    ),
  };
}

function GridNotices({ data: { errors, rights, areRightsKnown } }: { readonly data: GridData }): ReactNode {
  const readOnly = readOnlyText(rights);
  return (
    <>
      {errors.map((error) => (
        <ErrorNotice key={error.message} error={error} />
      ))}
      {areRightsKnown && readOnly !== undefined && (
        <Notice>
          <p>{readOnly}</p>
        </Notice>
      )}
    </>
  );
}

/** What the grid shows, and what can be done with the selected columns. */
function GridBar({
  data,
  selected,
  hintId,
  canEdit,
  canPropose,
  ...actions
}: {
  readonly data: GridData;
  readonly selected: readonly SchemaColumn[];
  readonly hintId: string;
  readonly canEdit: boolean;
  readonly canPropose: boolean;
  readonly onPropose: () => void;
  readonly onClear: () => void;
  readonly onDetails: (column: SchemaColumn) => void;
  readonly onSet: () => void;
}): ReactNode {
  return (
    <Toolbar
      isChanging
      end={
        <SelectionActions
          undo={data.edits.undo}
          isRedo={data.edits.isRedo}
          selected={selected}
          canSet={canEdit}
          canPropose={canPropose}
          {...actions}
        />
      }
    >
      <GridStatus
        data={data}
        selectedCount={selected.length}
        hintId={hintId}
        canEdit={canEdit}
        canPropose={canPropose}
      />
    </Toolbar>
  );
}

/** How many columns are shown and selected, and how cells are edited. */
function GridStatus({
  data: { isFiltered, matches, columns },
  selectedCount,
  hintId,
  canEdit,
  canPropose,
}: {
  readonly data: GridData;
  readonly selectedCount: number;
  readonly hintId: string;
  readonly canEdit: boolean;
  readonly canPropose: boolean;
}): ReactNode {
  const total = counted(columns.length, 'column');
  const isNarrow = useIsNarrow();
  return (
    <Soft>
      <span role="status">
        {isFiltered ? `${matches.size.toLocaleString('en')} of ${total}` : total}
        {selectedCount > 0 && `, ${selectedCount.toLocaleString('en')} selected`}
      </span>
      <span id={hintId}>
        {/* A narrow screen has no room for it, and no mouse. */}
        {!isNarrow &&
          (canEdit
            ? ' · Double-click or press Enter to edit. Drag to select, Ctrl+D fills down.'
            : ` · ${canPropose ? 'Select columns to propose a value. ' : ''}Press a label to sort.`)}
      </span>
    </Soft>
  );
}
