import { areSameValues, cellText, parseCell, type Values } from './cell-text.ts';
import { shownIn, storedIn, type ColumnValues } from './column-values.ts';
import { DESCRIPTION, TAGS, TERMS, type CellDefinition } from './cell-definition.ts';
import type { SchemaColumn } from './schema-columns.ts';

/** A change of one cell. */
export interface CellEdit {
  readonly column: SchemaColumn;
  readonly definition: CellDefinition;
  /** Stored values that the change replaces; the server refuses it if they are others by then. */
  readonly before: Values;
  readonly after: Values;
}

/** A cell whose new text is refused. */
export interface Refusal {
  /** Number of the cell among all for which there was a text. */
  readonly place: number;
  /** What the cell is called: `street · Data classification`. */
  readonly cell: string;
  readonly text: string;
  readonly reason: string;
}

/** What a paste, a fill or a removal would do. */
export interface EditPlan {
  readonly edits: readonly CellEdit[];
  readonly refusals: readonly Refusal[];
  /** Cells that have the new value already. */
  readonly sameCount: number;
}

/** A text for a cell. Undefined stands for a place of the grid that is no cell, or cannot be edited. */
export interface CellText {
  readonly column: SchemaColumn | undefined;
  /** What the grid shows there: a definition, or the name of what cannot be edited. */
  readonly target: CellDefinition | string;
  readonly text: string;
  /** Why the text has no meaning, if that is known already. */
  readonly problem?: string;
}

/** Why the person may not change cells; undefined where they may. */
export interface CellRights {
  readonly properties: string | undefined;
  readonly descriptions: string | undefined;
  readonly tags: string | undefined;
  readonly terms: string | undefined;
}

/** Why the person may not change any cell of this kind; undefined where they may. */
export function refusalOfKind({ id }: CellDefinition, rights: CellRights): string | undefined {
  if (id === DESCRIPTION.id) return rights.descriptions;
  if (id === TAGS.id) return rights.tags;
  return id === TERMS.id ? rights.terms : rights.properties;
}

/** Whether a cell is of a structured property, whose values belong to the column as an entity of its own. */
export function isOfProperty({ id }: CellDefinition): boolean {
  return id.startsWith('urn:li:');
}

/** Compares new texts with what the cells have now. */
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
  if (column.urn === undefined)
    return 'The path of this column cannot be part of a urn, so it can have no values.';
  if (values === undefined) return 'The values are still being loaded.';
  const isSet = storedIn(column, definition, values).length > 0;
  return definition.isImmutable && isSet ? `${definition.name} cannot be changed once it is set.` : undefined;
}

/** The changes that bring the state before these back. */
export function reversed(edits: readonly CellEdit[]): readonly CellEdit[] {
  return edits.map((edit) => ({ ...edit, before: edit.after, after: edit.before }));
}

/** The same changes, to be made to what the cells have now. */
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

/** What a cell is called in a list. */
export function cellName(column: SchemaColumn | undefined, target: CellDefinition | string): string {
  return `${column?.shortPath ?? 'no column'} · ${typeof target === 'string' ? target : target.name}`;
}

function refusedTarget(column: SchemaColumn | undefined, target: CellDefinition | string): string {
  if (column === undefined) return 'There is no further column in the grid.';
  return target === ''
    ? 'There is no further property in the grid.'
    : `${typeof target === 'string' ? target : target.name} comes from the source.`;
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
    refusalOf(column, definition, values, rights) ?? { column, definition, before, after: parsed.values }
  );
}

/** Tells a cell from all others of the grid. */
export function cellKey({ path }: SchemaColumn, { id }: CellDefinition): string {
  return `${id}\n${path}`;
}
