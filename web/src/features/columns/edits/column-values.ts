import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { isObject } from '../../../api/is-object.ts';
import { isColumnOf } from '../../../api/renewal/shown.ts';
import { request } from '../../../api/request.ts';
import type { Values } from '../grid/cell-text.ts';
import { DESCRIPTION, TAGS, TERMS, type CellDefinition } from '../grid/cell-definition.ts';
import type { Value } from '../../../shared/values/property-definition.ts';
import type { Labels, SchemaColumn } from '../grid/schema-columns.ts';

/** Values of columns, by the urn of the column, then of the property. */
export type ColumnValues = ReadonlyMap<string, ReadonlyMap<string, Values>>;

/** Columns per request. */
const BATCH = 1_000;

/** Key of the query that holds the values of the columns of a dataset. */
export function valuesKey(dataset: string): readonly string[] {
  return ['columnValues', dataset];
}

/**
 * Values of all columns: filters need all of them, and those of ten thousand columns are about a megabyte. A column
 * without values does not exist as an entity, and costs only its urn in the request.
 */
export function useColumnValues(
  dataset: string,
  columns: readonly SchemaColumn[] | undefined,
): { readonly data: ColumnValues | undefined; readonly error: Error | null } {
  const client = useQueryClient();
  return useQuery({
    queryKey: valuesKey(dataset),
    meta: {
      shows: { columnsOf: dataset },
      renewPart: (urns) => readValuesInto(client, dataset, urns),
    },
    queryFn: async ({ signal }) => {
      const urns = (columns ?? []).flatMap(({ urn }) => urn ?? []);
      const values = new Map<string, ReadonlyMap<string, Values>>();
      for (let start = 0; start < urns.length; start += BATCH) {
        for (const [urn, own] of await readValues(urns.slice(start, start + BATCH), signal))
          values.set(urn, own);
      }
      return values;
    },
    enabled: columns !== undefined,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** Refetches the values of only these columns of the dataset into the query cache. */
export async function readValuesInto(
  client: QueryClient,
  dataset: string,
  columns: readonly string[],
): Promise<void> {
  const urns = [...new Set(columns)].filter((urn) => isColumnOf(dataset, urn));
  for (let start = 0; start < urns.length; start += BATCH) {
    const asked = urns.slice(start, start + BATCH);
    const now = await readValues(asked);
    client.setQueryData<ColumnValues>(valuesKey(dataset), (known) => {
      const next = new Map(known);
      for (const urn of asked) next.set(urn, now.get(urn) ?? new Map());
      return next;
    });
  }
}

/** Reads the current values of these columns. Columns without values are omitted. */
export async function readValues(urns: readonly string[], signal?: AbortSignal): Promise<ColumnValues> {
  const answer = await request('/openapi/v3/entity/schemafield/batchGet', {
    body: urns.map((urn) => ({ urn, structuredProperties: {} })),
    signal,
  });
  const values = new Map<string, ReadonlyMap<string, Values>>();
  for (const entity of Array.isArray(answer) ? (answer as readonly unknown[]) : []) {
    if (!isObject(entity) || typeof entity['urn'] !== 'string') continue;
    const aspect = entity['structuredProperties'];
    values.set(entity['urn'], assignmentsOf(isObject(aspect) ? aspect['value'] : undefined));
  }
  return values;
}

/** The tags or terms of a column; undefined for a cell of anything else. */
export function labelsIn(column: SchemaColumn, { id }: CellDefinition): Labels | undefined {
  if (id === TAGS.id) return column.tags;
  return id === TERMS.id ? column.terms : undefined;
}

/** The stored values of a cell, which edits replace. Values from the source are not included. */
export function storedIn(
  column: SchemaColumn,
  definition: CellDefinition,
  values: ColumnValues | undefined,
): Values {
  const { id } = definition;
  const known = column.urn === undefined ? undefined : values?.get(column.urn)?.get(id);
  if (known !== undefined) return known;
  const labels = labelsIn(column, definition);
  if (labels) return labels.edited.map(({ urn }) => urn);
  if (id !== DESCRIPTION.id) return [];
  return column.editedDescription === undefined || column.editedDescription === ''
    ? []
    : [column.editedDescription];
}

/** Values including pending writes: the next change starts from them, because changes are applied in order. */
export function withPending(
  values: ColumnValues | undefined,
  edits: Iterable<{
    readonly column: SchemaColumn;
    readonly definition: CellDefinition;
    readonly after: Values;
  }>,
): ColumnValues | undefined {
  if (values === undefined) return undefined;
  const next = new Map(values);
  for (const { column, definition, after } of edits) {
    if (column.urn !== undefined)
      next.set(column.urn, new Map(next.get(column.urn)).set(definition.id, after));
  }
  return next;
}

/** The values of a cell for editing and copying: the stored ones, or else the description from the source. */
export function shownIn(
  column: SchemaColumn,
  definition: CellDefinition,
  values: ColumnValues | undefined,
): Values {
  const stored = storedIn(column, definition, values);
  const isFromSource =
    definition.id === DESCRIPTION.id && stored.length === 0 && column.sourceDescription !== '';
  return isFromSource ? [column.sourceDescription] : stored;
}

function assignmentsOf(aspect: unknown): ReadonlyMap<string, Values> {
  const properties = isObject(aspect) ? aspect['properties'] : undefined;
  const found = new Map<string, Values>();
  for (const entry of Array.isArray(properties) ? (properties as readonly unknown[]) : []) {
    if (!isObject(entry)) continue;
    const { propertyUrn, values } = entry;
    if (typeof propertyUrn !== 'string' || !Array.isArray(values)) continue;
    // Several sources may assign the property; shows their distinct values.
    found.set(propertyUrn, [...new Set([...(found.get(propertyUrn) ?? []), ...values.flatMap(valueOf)])]);
  }
  return found;
}

function valueOf(union: unknown): Value[] {
  const value: unknown = isObject(union) ? (union['string'] ?? union['double']) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? [value] : [];
}
