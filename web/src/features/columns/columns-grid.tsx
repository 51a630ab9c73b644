import { useId, useMemo, useState, type ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { Toolbar } from '../../components/controls/toolbar.tsx';
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
import { rebased, refusalOfKind } from './edits/plan-edits.ts';
import type { SchemaColumn } from './grid/schema-columns.ts';
import { SelectionActions } from './edits/selection-actions.tsx';
import { SetDialog } from './edits/set-dialog.tsx';
import { useGridData, type GridData } from './grid/use-grid-data.ts';
import { useProposals } from './edits/use-proposals.ts';
import { useSteadyRows } from './grid/use-steady-rows.ts';

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
  const [isSetting, setSetting] = useState(false);
  const [detailed, setDetailed] = useState<SchemaColumn>();
  const data = useGridData(dataset, columns, properties, setDetailed);
  const { rights, areRightsKnown, edits, values, shown } = data;
  const proposals = useProposals(data);
  const { seen, setEditing } = proposals;
  const rows = useSteadyRows(data.rows, proposals.isEditing);
  const selected = useMemo(
    () => seen.columns.filter(({ path }) => checked.has(path)),
    [seen.columns, checked],
  );
  // What several columns usually share comes first; hardly ever do they have one description.
  const [first, ...others] = [...shown, TAGS, TERMS, DESCRIPTION].filter(
    (definition) => refusalOfKind(definition, rights) === undefined,
  );
  const canEdit = first !== undefined;
  return (
    <Stack>
      <GridNotices data={data} />
      <ColumnsToolbar data={data} properties={properties} />
      <GridBar
        data={data}
        selected={selected}
        hintId={hintId}
        canEdit={canEdit}
        onClear={() => setChecked(NONE)}
        onDetails={setDetailed}
        onSet={() => {
          setEditing(true);
          setSetting(true);
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
          proposals={proposals}
          canCheck={!areRightsKnown || canEdit}
          checked={checked}
          onCheck={setChecked}
          describedBy={hintId}
        />
      )}
      {isSetting && first && (
        <SetDialog
          definitions={[first, ...others]}
          columnCount={selected.length}
          onSet={(target, text) => proposals.propose(selected.map((column) => ({ column, target, text })))}
          onClose={() => {
            setEditing(false);
            setSetting(false);
          }}
        />
      )}
      <ColumnPanel column={detailed} onClose={() => setDetailed(undefined)} />
      <CompareDialog
        plan={proposals.plan}
        values={values}
        onApply={edits.apply}
        onClose={proposals.closePlan}
      />
    </Stack>
  );
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
  ...actions
}: {
  readonly data: GridData;
  readonly selected: readonly SchemaColumn[];
  readonly hintId: string;
  readonly canEdit: boolean;
  readonly onClear: () => void;
  readonly onDetails: (column: SchemaColumn) => void;
  readonly onSet: () => void;
}): ReactNode {
  return (
    <Toolbar
      isChanging
      end={<SelectionActions undo={data.edits.undo} selected={selected} canSet={canEdit} {...actions} />}
    >
      <GridStatus data={data} selectedCount={selected.length} hintId={hintId} canEdit={canEdit} />
    </Toolbar>
  );
}

/** How many columns are shown and selected, and how cells are edited. */
function GridStatus({
  data: { isFiltered, matches, columns },
  selectedCount,
  hintId,
  canEdit,
}: {
  readonly data: GridData;
  readonly selectedCount: number;
  readonly hintId: string;
  readonly canEdit: boolean;
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
            : ' · Press a label to sort.')}
      </span>
    </Soft>
  );
}
