import type { GridSort } from '../../../components/grid/grid-props.ts';
import type { UrlCodec } from '../../../urls/search-state.ts';
import { withParents, unfolded } from '../column-tree.ts';
import { labelsIn, shownIn, type ColumnValues } from '../edits/column-values.ts';
import { DESCRIPTION, TAGS, TERMS, type CellDefinition } from './cell-definition.ts';
import type { SchemaColumn } from './schema-columns.ts';

/** State of the grid in the address. */
export interface GridView {
  /** Text to find in the path, description, tags or terms. */
  readonly text: string;
  /** Platform-independent type; '' for all. */
  readonly type: string;
  /** Shows only columns that have or lack a value: qualified name of a property, `description`, `tags` or `terms`. */
  readonly presence: { readonly isMissing: boolean; readonly name: string } | undefined;
  /** Qualified names of the properties shown; undefined for those that are set to be shown in the columns table. */
  readonly properties: readonly string[] | undefined;
  /** Order by a column of the grid; undefined for that of the source. */
  readonly sort: GridSort | undefined;
  /** Other parameters of the address, which are kept. */
  readonly others: readonly (readonly [name: string, value: string])[];
}

const OWN: ReadonlySet<string> = new Set(['columns', 'type', 'has', 'misses', 'show', 'sort']);

export const GRID_VIEW: UrlCodec<GridView> = {
  parse: (parameters) => {
    const [has, misses] = [parameters.get('has') ?? '', parameters.get('misses') ?? ''];
    const name = misses === '' ? has : misses;
    return {
      text: parameters.get('columns') ?? '',
      type: parameters.get('type') ?? '',
      presence: name === '' ? undefined : { isMissing: misses !== '', name },
      properties: parameters.get('show')?.split(',').filter(Boolean),
      sort: parseSort(parameters.get('sort') ?? ''),
      others: [...parameters].filter(([key]) => !OWN.has(key)),
    };
  },
  format: ({ text, type, presence, properties, sort, others }) => {
    const parameters = new URLSearchParams(others.map(([name, value]) => [name, value]));
    if (text !== '') parameters.set('columns', text);
    if (type !== '') parameters.set('type', type);
    if (presence) parameters.set(presence.isMissing ? 'misses' : 'has', presence.name);
    if (properties) parameters.set('show', properties.join(','));
    if (sort) parameters.set('sort', `${sort.isDescending ? '-' : ''}${sort.id}`);
    return parameters;
  },
};

function parseSort(text: string): GridSort | undefined {
  const isDescending = text.startsWith('-');
  const id = isDescending ? text.slice(1) : text;
  return id === '' ? undefined : { id, isDescending };
}

/** The properties that the grid shows, in order. */
export function shownProperties(
  { properties }: Pick<GridView, 'properties'>,
  known: readonly CellDefinition[],
): readonly CellDefinition[] {
  return known.filter(
    ({ qualifiedName, isInColumnsTable }) => properties?.includes(qualifiedName) ?? isInColumnsTable,
  );
}

/** Rows of the grid. */
export interface GridRows {
  readonly rows: readonly SchemaColumn[];
  /** Paths of the rows that match the filter; the other rows are their ancestors. */
  readonly matches: ReadonlySet<string>;
}

/** The rows to show. A filter unfolds everything. */
export function rowsOf(
  columns: readonly SchemaColumn[],
  view: GridView,
  folded: ReadonlySet<string>,
  known: readonly CellDefinition[],
  values: ColumnValues | undefined,
): GridRows {
  const tests = testsOf(view, known, values);
  if (tests.length === 0) {
    return { rows: unfolded(columns, folded), matches: new Set(columns.map(({ path }) => path)) };
  }
  const matches = new Set(
    columns.filter((column) => tests.every((test) => test(column))).map(({ path }) => path),
  );
  return { rows: withParents(columns, ({ path }) => matches.has(path)), matches };
}

function testsOf(
  { text, type, presence }: GridView,
  known: readonly CellDefinition[],
  values: ColumnValues | undefined,
): ((column: SchemaColumn) => boolean)[] {
  const tests: ((column: SchemaColumn) => boolean)[] = [];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) {
    tests.push((column) => {
      const { path, sourceDescription, editedDescription, tags, terms } = column;
      const labels = [tags, terms].flatMap(({ source, edited }) => [...source, ...edited]);
      const names = labels.map(({ name }) => name);
      const all = [path, editedDescription ?? sourceDescription, ...names].join('\n').toLowerCase();
      return words.every((word) => all.includes(word));
    });
  }
  if (type !== '') tests.push((column) => column.type === type);
  const wanted =
    presence &&
    [DESCRIPTION, TAGS, TERMS, ...known].find(({ qualifiedName }) => qualifiedName === presence.name);
  if (wanted) {
    tests.push((column) => {
      const hasSome =
        shownIn(column, wanted, values).length > 0 || (labelsIn(column, wanted)?.source.length ?? 0) > 0;
      return hasSome !== presence.isMissing;
    });
  }
  return tests;
}
