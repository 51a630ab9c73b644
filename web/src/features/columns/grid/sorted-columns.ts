import { useMemo, useState } from 'react';
import type { GridSort } from '../../../components/grid/grid-props.ts';
import type { SchemaColumn } from './schema-columns.ts';

const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * The columns in the chosen order, nested ones within their parents; empty cells last. The order is determined when it is
 * chosen and when columns come or go, not after each edit: a row would move away from the person who edits it.
 */
export function useSortedColumns(
  columns: readonly SchemaColumn[],
  sort: GridSort | undefined,
  {
    isLoaded,
    textOf,
  }: {
    /** Whether the values are known. */
    readonly isLoaded: boolean;
    /** Text of a column in the grid column that sorts. */
    readonly textOf: (column: SchemaColumn) => string;
  },
): readonly SchemaColumn[] {
  const paths = useMemo(() => columns.map(({ path }) => path).join('\n'), [columns]);
  const key = [sort?.id, sort?.isDescending, isLoaded, paths].join('\n');
  const [order, setOrder] = useState<{
    readonly key: string;
    readonly places: ReadonlyMap<string, number>;
  }>();
  let current = order;
  if (sort && current?.key !== key) {
    const sorted = sortedColumns(columns, textOf, sort.isDescending);
    current = { key, places: new Map(sorted.map(({ path }, place) => [path, place])) };
    setOrder(current);
  }
  const places = sort && current?.places;
  return useMemo(() => {
    if (!places) return columns;
    const placeOf = ({ path }: SchemaColumn): number => places.get(path) ?? 0;
    return columns.toSorted((a, b) => placeOf(a) - placeOf(b));
  }, [columns, places]);
}

/** Sorts columns among those with the same parent; each is followed by its nested columns. */
export function sortedColumns<Column extends Pick<SchemaColumn, 'path' | 'parent'>>(
  columns: readonly Column[],
  textOf: (column: Column) => string,
  isDescending: boolean,
): readonly Column[] {
  const siblings = Map.groupBy(columns, ({ parent }) => parent);
  const direction = isDescending ? -1 : 1;
  const sorted: Column[] = [];
  const add = (parent: string | undefined): void => {
    const texts = (siblings.get(parent) ?? []).map((column) => ({ column, text: textOf(column) }));
    texts.sort((a, b) => {
      if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
      return direction * NAMES.compare(a.text, b.text);
    });
    for (const { column } of texts) {
      sorted.push(column);
      add(column.path);
    }
  };
  add(undefined);
  return sorted;
}
