import { queryOptions, useQueries } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { filterInput, type Criterion } from '../../shared/search/filters.ts';
import type { CountedProperty, HomeStart } from './start-data.ts';

const COUNTS = graphql(`
  query homeCounts($all: SummarizeAcrossEntitiesInput!, $mine: SummarizeAcrossEntitiesInput!) {
    all: summarizeAcrossEntities(input: $all) {
      fields {
        field
        present
        missing
      }
    }
    mine: summarizeAcrossEntities(input: $mine) {
      fields {
        field
        present
        missing
        ranges {
          count
        }
      }
    }
  }
`);

/** Counts of a property's values. */
export interface PropertyCounts {
  readonly property: CountedProperty;
  /** Assets with a value, of those that the property applies to. */
  readonly all: { readonly present: number; readonly missing: number };
  /** The same of the person's own assets; `due`: those whose date is from today to the end of the month. */
  readonly mine: { readonly present: number; readonly missing: number; readonly due: number };
}

/** Days from today (included) to the end of the month (excluded), in UTC. */
export interface RestOfMonth {
  readonly from: string;
  readonly to: string;
}

/** The rest of the month of a time in epoch ms. */
export function restOfMonth(now: number): RestOfMonth {
  const date = new Date(now);
  const end = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
  return { from: date.toISOString().slice(0, 10), to: end.toISOString().slice(0, 10) };
}

/** Conditions that select the assets a property applies to. */
export function reachCriteria({ platforms, types }: CountedProperty): readonly Criterion[] {
  return [is('_entityType', types), ...(platforms.length === 0 ? [] : [is('platform', platforms)])];
}

/** A condition: the field has one of the values. */
export function is(field: string, values: readonly string[]): Criterion {
  return { field, operator: 'EQUAL', values, isNegated: false };
}

/** Maximum fields per request. */
const BATCH = 20;

/** Query options for the counts, one request for properties that apply to the same assets. */
export function countsQueries({ owners, properties }: HomeStart, month: RestOfMonth) {
  return batchesOf(properties).map((batch) =>
    queryOptions({
      queryKey: ['homeCounts', owners, batch.map(({ urn }) => urn), month.from],
      meta: { shows: 'all' as const },
      queryFn: ({ signal }) => countBatch(owners, batch, month, signal),
      staleTime: 10_000,
    }),
  );
}

/** Counts of the properties; undefined until all are loaded. */
export function useCounts(
  start: HomeStart | undefined,
  month: RestOfMonth,
): {
  readonly data: readonly PropertyCounts[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  return useQueries({
    queries: start === undefined ? [] : countsQueries(start, month),
    combine: (results) => ({
      data:
        start !== undefined && results.every(({ data }) => data !== undefined)
          ? results.flatMap(({ data }) => data ?? [])
          : undefined,
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const result of results) if (result.error !== null) void result.refetch();
      },
    }),
  });
}

async function countBatch(
  owners: readonly string[],
  batch: readonly CountedProperty[],
  month: RestOfMonth,
  signal: AbortSignal,
): Promise<readonly PropertyCounts[]> {
  const [first] = batch;
  if (first === undefined) return [];
  const reach = first.platforms.length === 0 ? [] : [filterInput(is('platform', first.platforms))];
  const common = { types: [...first.types], query: '*' };
  const fields = batch.map(({ field, isDate }) => ({
    field,
    values: 0,
    ...(isDate && { ranges: [{ ...month }] }),
  }));
  const { all, mine } = await query(
    COUNTS,
    {
      all: {
        ...common,
        fields: fields.map(({ field }) => ({ field, values: 0 })),
        orFilters: [{ and: reach }],
      },
      mine: { ...common, fields, orFilters: [{ and: [...reach, filterInput(is('owners', owners))] }] },
    },
    signal,
    'heavy',
  );
  const [inAll, inMine] = [byField(all), byField(mine)];
  return batch.map((property) => {
    const own = inMine.get(property.field);
    return {
      property,
      all: inAll.get(property.field) ?? NOTHING,
      mine: {
        present: own?.present ?? 0,
        missing: own?.missing ?? 0,
        due: own?.ranges?.[0]?.count ?? 0,
      },
    };
  });
}

const NOTHING = { present: 0, missing: 0 };

interface FieldCounts {
  readonly field: string;
  readonly present: number;
  readonly missing: number;
  readonly ranges?: readonly { readonly count: number }[];
}

function byField(
  summary: { readonly fields: readonly FieldCounts[] } | null,
): ReadonlyMap<string, FieldCounts> {
  return new Map((summary?.fields ?? []).map((field) => [field.field, field]));
}

function batchesOf(properties: readonly CountedProperty[]): readonly (readonly CountedProperty[])[] {
  const groups = new Map<string, CountedProperty[]>();
  for (const property of properties) {
    const key = JSON.stringify([[...property.types].sort(), [...property.platforms].sort()]);
    groups.set(key, [...(groups.get(key) ?? []), property]);
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / BATCH) }, (_, i) =>
      group.slice(i * BATCH, (i + 1) * BATCH),
    ),
  );
}
