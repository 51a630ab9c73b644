import type { QueryClient } from '@tanstack/react-query';
import { readValues, valuesKey } from './column-values.ts';
import type { ColumnValues } from './column-values.ts';
import type { CellEdit } from './plan-edits.ts';

/** Columns that one request asks for. */
const BATCH = 1_000;

/** Asks the server for the values of the changed columns, and of no others, and shows them. */
export async function readValuesInto(
  client: QueryClient,
  dataset: string,
  edits: readonly CellEdit[],
): Promise<void> {
  const urns = [...new Set(edits.flatMap(({ column }) => column.urn ?? []))];
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
