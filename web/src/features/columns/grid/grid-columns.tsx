import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { entityPath } from '../../../urls/paths.ts';
import { ValueChip } from '../../../components/data/value-chip.tsx';
import type { ValueColor } from '../../../components/data/value-colors.ts';
import { Badge } from '../../../components/text/badge.tsx';
import { CellText } from '../../../components/grid/cell-text.tsx';
import type { ColumnWidth } from '../../../components/grid/column-widths.ts';
import type { GridColumn } from '../../../components/grid/grid-row.tsx';
import { cellText, type Values } from './cell-text.ts';
import { labelsIn, shownIn, storedIn, type ColumnValues } from '../edits/column-values.ts';
import { namedText, type UrnsByName } from './named-values.ts';
import { cellKey, refusalOf, refusalOfKind, type CellRights } from '../edits/plan-edits.ts';
import { DESCRIPTION, TAGS, TERMS, type CellDefinition } from './cell-definition.ts';
import type { Label, SchemaColumn } from './schema-columns.ts';

/** A column of the grid, with what copying and pasting need. */
export interface ColumnsGridColumn extends GridColumn<SchemaColumn> {
  /** Definition of its cells, if they are editable. */
  readonly definition: CellDefinition | undefined;
  /** The shown text, with display names of entities. */
  readonly textOf: (column: SchemaColumn) => string;
  /** The text with urns in place of names, for other cells. */
  readonly exactTextOf: (column: SchemaColumn) => string;
}

/** Data that the cells show. */
export interface CellSources {
  readonly values: ColumnValues | undefined;
  readonly rights: CellRights;
  readonly pending: ReadonlyMap<string, unknown>;
  readonly nameOf: (urn: string) => string;
  /** Shows a column beside the grid. */
  readonly onOpen: (column: SchemaColumn) => void;
  /** Urns by shown name. */
  readonly known: UrnsByName;
}

/** The columns of the grid: those from the source, the description, then the properties. */
export function gridColumns(
  properties: readonly CellDefinition[],
  sources: CellSources,
): readonly ColumnsGridColumn[] {
  return [
    fixed(
      'path',
      'Column',
      { width: 20, leastWidth: 11 },
      ({ shortPath }) => shortPath,
      (column) => <ColumnName column={column} onOpen={sources.onOpen} />,
    ),
    fixed(
      'type',
      'Type',
      { width: 13, leastWidth: 10 },
      ({ nativeType, type }) => nativeType || type,
      (column) => <TypeName column={column} />,
    ),
    editable(DESCRIPTION, { width: 24, leastWidth: 12 }, sources),
    ...[TAGS, TERMS].map((definition) => editable(definition, { width: 10, leastWidth: 6.5 }, sources)),
    ...properties.map((definition) => editable(definition, { width: 12, leastWidth: 9 }, sources)),
  ];
}

function fixed(
  id: string,
  label: string,
  width: ColumnWidth,
  textOf: (column: SchemaColumn) => string,
  render: (column: SchemaColumn) => ReactNode,
): ColumnsGridColumn {
  const texts = { textOf, exactTextOf: textOf, titleOf: textOf };
  return { id, label, ...width, ...texts, render, isReadOnly: true, definition: undefined };
}

function editable(definition: CellDefinition, width: ColumnWidth, sources: CellSources): ColumnsGridColumn {
  const { values, rights, pending, nameOf, known } = sources;
  const textOf = (column: SchemaColumn): string =>
    namedText(definition, shownIn(column, definition, values), nameOf, known);
  const refusal = refusalOfKind(definition, rights);
  return {
    id: definition.id,
    label: definition.name,
    help: definition.help === undefined ? undefined : `${definition.name}: ${definition.help}`,
    ...width,
    definition,
    textOf,
    exactTextOf: (column) => cellText(definition, shownIn(column, definition, values)),
    isReadOnly: refusal !== undefined,
    titleOf: (column) => {
      const reason = refusalOf(column, definition, values, rights);
      const fromSource = labelsIn(column, definition)?.source.map(({ name }) => `${name} (from the source)`);
      return [...(fromSource ?? []), textOf(column), reason].filter(Boolean).join('\n');
    },
    render: (column) => {
      const isPending = pending.has(cellKey(column, definition));
      const shown = shownIn(column, definition, values);
      const labels = labelsIn(column, definition);
      if (labels) {
        const stored = shown.map((urn) => ({ urn: String(urn), name: nameOf(String(urn)) }));
        return <Badges labels={[...labels.source, ...stored]} />;
      }
      if (shown.length === 0) return null;
      const isSource = !isPending && storedIn(column, definition, values).length === 0;
      const text = shown.map((value) =>
        definition.valueType === 'urn' ? nameOf(String(value)) : readable(value),
      );
      return (
        <CellText isPending={isPending} isSoft={isSource}>
          {shown.some((value) => definition.colors.has(String(value)))
            ? shown.map((value, index) => (
                <CellValue
                  key={index}
                  text={text[index] ?? ''}
                  color={definition.colors.get(String(value))}
                />
              ))
            : text.join('; ')}
        </CellText>
      );
    },
  };
}

function CellValue({
  text,
  color,
}: {
  readonly text: string;
  readonly color: ValueColor | undefined;
}): ReactNode {
  return color === undefined ? <>{text} </> : <ValueChip color={color}>{text}</ValueChip>;
}

function readable(value: Values[number]): string {
  // A cell is about 300 px wide; the editor shows the full text.
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 20 });
  return value.length > 300 ? `${value.slice(0, 300)}…` : value;
}

function ColumnName({
  column,
  onOpen,
}: {
  readonly column: SchemaColumn;
  readonly onOpen: (column: SchemaColumn) => void;
}): ReactNode {
  const { name, isPrimaryKey, refersTo, urn } = column;
  return (
    <>
      {urn === undefined ? (
        <CellText isMono>{name}</CellText>
      ) : (
        // A link, so that its page can be opened in a new tab. The keyboard reaches it by checking the row.
        <Link
          href={entityPath(urn)}
          tabIndex={-1}
          className="column-link"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen(column);
          }}
        >
          <CellText isMono>{name}</CellText>
        </Link>
      )}
      {isPrimaryKey && (
        <span title="Primary key">
          <Badge tone="accent">PK</Badge>
        </span>
      )}
      {refersTo.length > 0 && (
        <span title={`Foreign key to ${refersTo.join(', ')}`}>
          <Badge>FK</Badge>
        </span>
      )}
    </>
  );
}

function TypeName({
  column: { type, nativeType, isNullable },
}: {
  readonly column: SchemaColumn;
}): ReactNode {
  return (
    <CellText isMono isSoft={false}>
      {nativeType || type.toLowerCase()}
      {isNullable ? '' : ' not null'}
    </CellText>
  );
}

function Badges({ labels }: { readonly labels: readonly Label[] }): ReactNode {
  // A label may come from the source and also be added in the catalog.
  const unique = new Map(labels.map((label) => [label.urn, label.name]));
  return [...unique].map(([urn, name]) => <Badge key={urn}>{name}</Badge>);
}
