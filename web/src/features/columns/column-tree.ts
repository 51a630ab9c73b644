/** Position of a column in the tree of nested columns. */
export interface TreePlace {
  /** Its path relative to its parent. */
  readonly name: string;
  /** Its path without the types that some sources write into it: `a.b` for `[version=2.0].[type=struct].a.[type=int].b`. */
  readonly shortPath: string;
  /** Depth; 1 for a top-level column. */
  readonly level: number;
  /** Path of its parent. */
  readonly parent: string | undefined;
  readonly hasParts: boolean;
}

/** Columns with their tree positions, each followed by its nested columns; otherwise in the given order. */
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

/** The visible columns: without the descendants of folded ones. */
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

/** The matching columns and their ancestors. */
export function withParents<Column extends TreePlace & { readonly path: string }>(
  columns: readonly Column[],
  matches: (column: Column) => boolean,
): readonly Column[] {
  const kept = new Set<string>();
  // Nested columns follow their parents, so iterating backwards marks a parent as needed before reaching it.
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

/** Removes version and types in brackets, as in `[version=2.0].[type=string].name`. */
function shortPathOf(path: string): string {
  if (!path.startsWith('[version=')) return path;
  const names = path.replace(/\[(?:version|type|key)=[^\]]*\]\.?/g, '').replace(/\.$/, '');
  return names === '' ? path : names;
}
