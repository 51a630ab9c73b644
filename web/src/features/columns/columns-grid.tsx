import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState, ErrorNotice, Notice } from '../../components/feedback/notices.tsx';
import { DataGrid } from '../../components/grid/data-grid.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { useUrlState } from '../../urls/search-state.ts';
import { CellEditor } from './cell-editor.tsx';
import { useColumnValues, withPending } from './column-values.ts';
import { ColumnsToolbar } from './columns-toolbar.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { EditStatus, count } from './edit-status.tsx';
import { gridColumns } from './grid-columns.tsx';
import { copied, fillTexts, pasteTexts, rangeTexts } from './grid-texts.ts';
import { GRID_VIEW, rowsOf, shownProperties } from './grid-view.ts';
import type { GridView } from './grid-view.ts';
import { cellName, planEdits, rebased, refusalOf } from './plan-edits.ts';
import type { CellText, EditPlan } from './plan-edits.ts';
import { DESCRIPTION } from './cell-definition.ts';
import type { CellDefinition } from './cell-definition.ts';
import type { SchemaColumn } from './schema-columns.ts';
import { SetDialog } from './set-dialog.tsx';
import { useEdits } from './use-edits.ts';
import { useRights } from './use-rights.ts';

const NONE: ReadonlySet<string> = new Set();
const pathOf = ({ path }: SchemaColumn): string => path;
const nameOfColumn = ({ shortPath }: SchemaColumn): string => shortPath;

/** The grid with its filters and the actions on selected columns. */
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
  const { rows, matches } = useMemo(
    () => rowsOf(columns, { ...view, text: filterText }, folded, properties, values),
    [columns, view, filterText, folded, properties, values],
  );
  const urns = useMemo(() => urnsIn(shown, values), [shown, values]);
  const nameOf = useEntityNames(urns);
  const names = urns.map(nameOf).join('\n');
  const cells = useMemo(
    () => gridColumns(shown, { values, rights, pending, nameOf }),
    [shown, values, rights, pending, names],
  );
  const isTree = useMemo(() => columns.some(({ hasParts }) => hasParts), [columns]);
  const types = useMemo(() => [...new Set(columns.map(({ type }) => type))].sort(), [columns]);
  const selected = useMemo(() => columns.filter(({ path }) => checked.has(path)), [columns, checked]);

  const propose = (texts: readonly CellText[], isCompared: boolean): void => {
    const next = planEdits(texts, values, rights);
    if (next.refusals.length > 0 || (isCompared && texts.length > 1)) setPlan(next);
    else apply(next.edits);
  };
  const isFiltered = matches.size < columns.length;
  const editable = [
    ...(rights.descriptions === undefined ? [DESCRIPTION] : []),
    ...(rights.properties === undefined ? shown : []),
  ];
  const [first, ...others] = editable;
  const reason = rights.properties ?? rights.descriptions;

  return (
    <Stack>
      {error && <ErrorNotice error={error} />}
      {rightsError && <ErrorNotice error={rightsError} />}
      {isKnown && reason !== undefined && (
        <Notice>
          <p>
            {readOnlyWhat(rights.properties, rights.descriptions)} read-only: {reason}
          </p>
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
          {isFiltered
            ? `${matches.size.toLocaleString('en')} of ${count(columns.length, 'column')}`
            : count(columns.length, 'column')}
          {selected.length > 0 && `, ${selected.length.toLocaleString('en')} selected`}
        </Soft>
        <Row>
          {undo && (
            <Button look="quiet" onPress={undo}>
              Undo
            </Button>
          )}
          {selected.length > 0 && (
            <Button
              look="quiet"
              onPress={() => {
                setChecked(NONE);
              }}
            >
              Select none
            </Button>
          )}
          {selected.length > 0 && first && (
            <Button
              look="primary"
              onPress={() => {
                setSetting(true);
              }}
            >
              Set value for {count(selected.length, 'column')}
            </Button>
          )}
        </Row>
      </Row>
      <EditStatus
        edits={edits}
        onRetry={(again) => {
          apply(rebased(again, columns, values));
        }}
      />
      {rows.length === 0 ? (
        <EmptyState title="No column matches">
          <p>Change or remove the filters above.</p>
        </EmptyState>
      ) : (
        <DataGrid
          label="Columns"
          columns={cells}
          rows={rows}
          keyOf={pathOf}
          nameOf={nameOfColumn}
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
          renderEditor={({ row, column }, typed, close) => {
            const [cell, target] = [cells[column], rows[row]];
            if (!cell?.definition || !target) return null;
            const { definition } = cell;
            return (
              <CellEditor
                key={`${definition.id} ${target.path}`}
                label={cellName(target, definition)}
                definition={definition}
                text={typed ?? cell.textOf(target)}
                onKeep={(kept) => {
                  propose([{ column: target, target: definition, text: kept }], false);
                }}
                onClose={close}
              />
            );
          }}
          onCopy={(range) => copied(range, rows, cells)}
          onPaste={(range, pasted) => {
            propose(pasteTexts(range, pasted, rows, cells), true);
          }}
          onFillDown={(range) => {
            propose(fillTexts(range, rows, cells), false);
          }}
          onClear={(range) => {
            propose(rangeTexts(range, rows, cells, ''), false);
          }}
          onUndo={() => undo?.()}
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
            setSetting(false);
          }}
        />
      )}
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

function readOnlyWhat(properties: string | undefined, descriptions: string | undefined): string {
  if (properties === undefined) return 'Descriptions are';
  return descriptions === undefined ? 'Properties are' : 'Columns are';
}

/** Entities in the cells, whose names are shown. */
function urnsIn(
  properties: readonly CellDefinition[],
  values: ReadonlyMap<string, ReadonlyMap<string, readonly (string | number)[]>> | undefined,
): readonly string[] {
  const wanted = properties.filter(({ valueType }) => valueType === 'urn').map(({ id }) => id);
  if (wanted.length === 0 || !values) return [];
  const urns = [...values.values()].flatMap((own) => wanted.flatMap((id) => own.get(id) ?? [])).map(String);
  return [...new Set(urns)].slice(0, 1_000);
}
