import { areSameValues, cellText, parseCell, refusedByRules, type Values } from '../grid/cell-text.ts';
import { shownIn, storedIn, type ColumnValues } from './column-values.ts';
import { DESCRIPTION, TAGS, TERMS, type CellDefinition } from '../grid/cell-definition.ts';
import type { SchemaColumn } from '../grid/schema-columns.ts';

/** A change of one cell. */
export interface CellEdit {
  readonly column: SchemaColumn;
  readonly definition: CellDefinition;
  /** Stored values that the change replaces; the server refuses it if they have changed. */
  readonly before: Values;
  readonly after: Values;
}

/** A cell whose new text is refused. */
export interface Refusal {
  /** Index of the cell among all cells with a new text. */
  readonly place: number;
  /** Name of the cell: `street · Data classification`. */
  readonly cell: string;
  readonly text: string;
  readonly reason: string;
}

/** Planned result of a paste, fill or removal. */
export interface EditPlan {
  readonly edits: readonly CellEdit[];
  readonly refusals: readonly Refusal[];
  /** Cells that already have the new value. */
  readonly sameCount: number;
}

/** A new text for a cell. Undefined members: the position is outside the grid, or not editable. */
export interface CellText {
  readonly column: SchemaColumn | undefined;
  /** Definition of the cell, or the name of a read-only column. */
  readonly target: CellDefinition | string;
  readonly text: string;
  /** Why the text is invalid, if already known. */
  readonly problem?: string;
}

/** Why the person may not edit each kind of cell; undefined if they may. */
export interface CellRights {
  readonly properties: string | undefined;
  readonly descriptions: string | undefined;
  readonly tags: string | undefined;
  readonly terms: string | undefined;
}

/** Why the person may not edit any cell of this kind; undefined if they may. */
export function refusalOfKind({ id }: CellDefinition, rights: CellRights): string | undefined {
  if (id === DESCRIPTION.id) return rights.descriptions;
  if (id === TAGS.id) return rights.tags;
  return id === TERMS.id ? rights.terms : rights.properties;
}

/** Whether a cell holds values of a structured property, which are stored on the column's own entity. */
export function isOfProperty({ id }: CellDefinition): boolean {
  return id.startsWith('urn:li:');
}

/** Compares new texts with the current values of the cells. */
export function planEdits(
  texts: readonly CellText[],
  values: ColumnValues | undefined,
  rights: CellRights,
): EditPlan {
  const edits: CellEdit[] = [];
  const refusals: Refusal[] = [];
  let sameCount = 0;
  for (const [place, { column, target, text, problem }] of texts.entries()) {
    const cell = cellName(column, target);
    const outcome =
      typeof target === 'string' || !column
        ? refusedTarget(column, target)
        : (problem ?? planOne(column, target, text, values, rights));
    if (outcome === 'same') sameCount += 1;
    else if (typeof outcome === 'string') refusals.push({ place, cell, text, reason: outcome });
    else edits.push(outcome);
  }
  return { edits, refusals, sameCount };
}

/** Why a cell cannot be edited; undefined if it can. */
export function refusalOf(
  column: SchemaColumn,
  definition: CellDefinition,
  values: ColumnValues | undefined,
  rights: CellRights,
): string | undefined {
  const refusal = refusalOfKind(definition, rights);
  if (refusal !== undefined || !isOfProperty(definition)) return refusal;
  if (column.urn === undefined) return 'This column cannot have values: its path is not valid in a urn.';
  if (values === undefined) return 'Values are still loading.';
  const isSet = storedIn(column, definition, values).length > 0;
  return definition.isImmutable && isSet ? `${definition.name} cannot be changed once it is set.` : undefined;
}

/** The changes that revert these. */
export function reversed(edits: readonly CellEdit[]): readonly CellEdit[] {
  return edits.map((edit) => ({ ...edit, before: edit.after, after: edit.before }));
}

/** The changes, based on the current values of the cells. */
export function rebased(
  edits: readonly CellEdit[],
  columns: readonly SchemaColumn[],
  values: ColumnValues | undefined,
): readonly CellEdit[] {
  const byPath = new Map(columns.map((column) => [column.path, column]));
  return edits.flatMap(({ column: { path }, definition, after }) => {
    const column = byPath.get(path);
    return column === undefined
      ? []
      : [{ column, definition, before: storedIn(column, definition, values), after }];
  });
}

/** Name of a cell in a list. */
export function cellName(column: SchemaColumn | undefined, target: CellDefinition | string): string {
  return `${column?.shortPath ?? 'no column'} · ${typeof target === 'string' ? target : target.name}`;
}

function refusedTarget(column: SchemaColumn | undefined, target: CellDefinition | string): string {
  if (column === undefined) return 'The grid has no more columns of the dataset.';
  return target === ''
    ? 'The grid has no more properties.'
    : `${typeof target === 'string' ? target : target.name} comes from the source and is read-only.`;
}

function planOne(
  column: SchemaColumn,
  definition: CellDefinition,
  text: string,
  values: ColumnValues | undefined,
  rights: CellRights,
): CellEdit | 'same' | (string & {}) {
  const parsed = parseCell(definition, text);
  if ('problem' in parsed) return parsed.problem;
  const isSame =
    areSameValues(parsed.values, shownIn(column, definition, values)) ||
    text === cellText(definition, shownIn(column, definition, values));
  const before = storedIn(column, definition, values);
  if (isSame || areSameValues(parsed.values, before)) return 'same';
  return (
    refusalOf(column, definition, values, rights) ??
    refusedByRules(definition, parsed.values, before) ?? { column, definition, before, after: parsed.values }
  );
}

/** Unique key of a cell in the grid. */
export function cellKey({ path }: SchemaColumn, { id }: CellDefinition): string {
  return `${id}\n${path}`;
}
