/** Where a column is in the tree of nested columns. */
export interface TreePlace {
  /** The part of its path that its parent does not have. */
  readonly name: string;
  /** Its path without the types that some sources write into it: `a.b` for `[version=2.0].[type=struct].a.[type=int].b`. */
  readonly shortPath: string;
  /** 1 for a column that is not part of another. */
  readonly level: number;
  /** Path of the column that it is part of. */
  readonly parent: string | undefined;
  readonly hasParts: boolean;
}

/** Columns with their places, each followed by its parts; otherwise in the order given. */
export function inTreeOrder<Column extends { readonly path: string }>(
  columns: readonly Column[],
): readonly (Column & TreePlace)[] {
  const known = new Map<string, Column>();
  const short = new Map(columns.map((column) => [column.path, shortPathOf(column.path)]));
  for (const column of columns) {
    const path = short.get(column.path) ?? '';
    if (!known.has(path)) known.set(path, column);
  }
  const parts = new Map<string | undefined, (readonly [column: Column, name: string])[]>();
  for (const column of columns) {
    const { parent, name } = placeOf(short.get(column.path) ?? '', known);
    const siblings = parts.get(parent?.path);
    if (siblings) siblings.push([column, name]);
    else parts.set(parent?.path, [[column, name]]);
  }
  const ordered: (Column & TreePlace)[] = [];
  const place = (parent: string | undefined, level: number): void => {
    for (const [column, name] of parts.get(parent) ?? []) {
      const shortPath = short.get(column.path) ?? column.path;
      ordered.push({ ...column, name, shortPath, level, parent, hasParts: parts.has(column.path) });
      place(column.path, level + 1);
    }
  };
  place(undefined, 1);
  return ordered;
}

/** The columns to show: without the parts of folded ones. */
export function unfolded<Column extends TreePlace & { readonly path: string }>(
  columns: readonly Column[],
  folded: ReadonlySet<string>,
): readonly Column[] {
  if (folded.size === 0) return columns;
  const hidden = new Set<string>();
  return columns.filter(({ path, parent }) => {
    if (parent === undefined || !(folded.has(parent) || hidden.has(parent))) return true;
    hidden.add(path);
    return false;
  });
}

/** The columns that match, and all that they are part of. */
export function withParents<Column extends TreePlace & { readonly path: string }>(
  columns: readonly Column[],
  matches: (column: Column) => boolean,
): readonly Column[] {
  const kept = new Set<string>();
  // Parts come after what they are part of: from the end, parents are known to be needed before they are reached.
  for (let index = columns.length - 1; index >= 0; index -= 1) {
    const column = columns[index];
    if (column === undefined || !(kept.has(column.path) || matches(column))) continue;
    kept.add(column.path);
    if (column.parent !== undefined) kept.add(column.parent);
  }
  return columns.filter(({ path }) => kept.has(path));
}

function placeOf<Column>(
  path: string,
  known: ReadonlyMap<string, Column>,
): { readonly parent: Column | undefined; readonly name: string } {
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const parent = known.get(path.slice(0, dot));
    if (parent !== undefined) return { parent, name: path.slice(dot + 1) };
  }
  return { parent: undefined, name: path };
}

/** Types and the version are in brackets, as in `[version=2.0].[type=string].name`. */
function shortPathOf(path: string): string {
  if (!path.startsWith('[version=')) return path;
  const names = path.replace(/\[(?:version|type|key)=[^\]]*\]\.?/g, '').replace(/\.$/, '');
  return names === '' ? path : names;
}
