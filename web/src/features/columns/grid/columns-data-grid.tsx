import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { showToast } from '../../../components/feedback/toasts.tsx';
import { DataGrid } from '../../../components/grid/data-grid.tsx';
import type { GridCell } from '../../../components/grid/grid-cells.ts';
import type { EditStart, GridMove } from '../../../components/grid/grid-props.ts';
import { CellEditor } from './cell-editor.tsx';
import { shownIn } from '../edits/column-values.ts';
import { copied, fillTexts, pasteTexts, rangeTexts } from './grid-texts.ts';
import { byName, withUrns } from './named-values.ts';
import { cellName, refusalOf, type CellText } from '../edits/plan-edits.ts';
import type { SchemaColumn } from './schema-columns.ts';
import type { GridData } from './use-grid-data.ts';
import type { CellChanges } from '../edits/use-cell-changes.ts';

const pathOf = ({ path }: SchemaColumn): string => path;
const nameOfColumn = ({ shortPath }: SchemaColumn): string => shortPath;

interface ColumnsDataGridProps {
  readonly data: GridData;
  /** The rows shown; they stay while a cell is edited. */
  readonly rows: readonly SchemaColumn[];
  readonly changes: CellChanges;
  readonly canCheck: boolean;
  readonly checked: ReadonlySet<string>;
  readonly onCheck: (checked: ReadonlySet<string>) => void;
  readonly describedBy: string;
}

/** The cells of the columns, edited like a spreadsheet. */
export function ColumnsDataGrid(props: ColumnsDataGridProps): ReactNode {
  const { data, rows, changes } = props;
  const { change } = changes;
  const { cells, columns, values, rights, matches, folded, isFiltered, view } = data;
  const isTree = useMemo(() => columns.some(({ hasParts }) => hasParts), [columns]);
  const canEdit = ({ row, column }: GridCell): boolean => {
    const [definition, target] = [cells[column]?.definition, rows[row]];
    if (target === undefined || definition === undefined) return false;
    return refusalOf(target, definition, values, rights) === undefined;
  };
  /** What was pasted before it was known which cells may change: it counts once that is. */
  const [pasted, setPasted] = useState<readonly CellText[]>();
  const isReady = data.areRightsKnown && values !== undefined;
  useEffect(() => {
    if (!isReady || pasted === undefined) return;
    setPasted(undefined);
    const unchanged = 'Nothing pasted: the cell has this value already.';
    void withUrns(pasted).then((texts) => change(texts, { isCompared: true, unchanged }));
  }, [isReady, pasted, change]);
  return (
    <DataGrid
      label="Columns"
      describedBy={props.describedBy}
      columns={cells}
      rows={rows}
      keyOf={pathOf}
      nameOf={nameOfColumn}
      canCheck={props.canCheck}
      checked={props.checked}
      onCheck={props.onCheck}
      isCheckable={({ path }) => matches.has(path)}
      treeOf={
        isTree
          ? ({ level, path, hasParts }) => ({
              level,
              isExpanded: hasParts ? isFiltered || !folded.has(path) : undefined,
            })
          : undefined
      }
      onToggle={data.toggle}
      sort={view.sort}
      onSort={(sort) => {
        data.setView({ ...view, sort });
      }}
      canEdit={canEdit}
      renderEditor={(cell, start, close) => (
        <EditorOfCell {...props} cell={cell} start={start} onClose={close} />
      )}
      onCopy={(range) => copied(range, rows, cells)}
      onPaste={(range, text) => {
        setPasted(pasteTexts(range, text, rows, cells));
      }}
      onFill={(fill) => {
        const texts = fill === undefined ? [] : fillTexts(fill.source, fill.target, rows, cells);
        const unchanged =
          fill === undefined
            ? 'Nothing filled: there is no cell above.'
            : 'Nothing filled: the cells have these values already.';
        change(texts, { unchanged });
      }}
      onClear={(range) => {
        change(rangeTexts(range, rows, cells, ''), {
          unchanged: 'Nothing cleared: the cells have no values.',
        });
      }}
      onUndo={() => {
        if (data.edits.undo) data.edits.undo();
        else if (data.edits.work === undefined)
          showToast('There is nothing to undo.', undefined, 'unchanged cells');
      }}
      onEditing={changes.setEditing}
    />
  );
}

function EditorOfCell({
  data: { cells, values, nameOf },
  rows,
  changes: { seen, change },
  cell: { row, column },
  start,
  onClose,
}: ColumnsDataGridProps & {
  readonly cell: GridCell;
  readonly start: EditStart;
  readonly onClose: (move?: GridMove) => void;
}): ReactNode {
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
      onKeep={(text) => {
        const edited = seen.columns.find(({ path }) => path === target.path);
        change([{ column: edited, target: definition, text }]);
      }}
      onClose={onClose}
    />
  );
}
