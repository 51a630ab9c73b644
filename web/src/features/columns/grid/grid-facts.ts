import { capitalized } from '../../../api/names/capitalized.ts';
import { TAGS, TERMS, type CellDefinition } from './cell-definition.ts';
import { storedIn, type ColumnValues } from '../edits/column-values.ts';
import type { CellRights } from '../edits/plan-edits.ts';
import type { SchemaColumn } from './schema-columns.ts';

/** What is read-only for the person, and why; undefined if they may change everything. */
export function readOnlyText({ properties, descriptions, tags, terms }: CellRights): string | undefined {
  const kinds = Object.entries({ properties, descriptions, tags, terms });
  const refused = kinds.flatMap(([name, reason]) => (reason === undefined ? [] : [{ name, reason }]));
  const [first] = refused;
  if (!first) return undefined;
  const names = new Intl.ListFormat('en').format(refused.map(({ name }) => name));
  const what = refused.length === kinds.length ? 'Columns' : capitalized(names);
  return `${what} are read-only: ${first.reason}`;
}

/** Urns of the entities in the cells, to load their names. */
export function urnsIn(
  properties: readonly CellDefinition[],
  columns: readonly SchemaColumn[],
  values: ColumnValues | undefined,
): readonly string[] {
  const wanted = [TAGS, TERMS, ...properties.filter(({ valueType }) => valueType === 'urn')];
  const urns = columns.flatMap((column) =>
    wanted.flatMap((definition) => storedIn(column, definition, values).map(String)),
  );
  return [...new Set(urns)].slice(0, 1_000);
}
