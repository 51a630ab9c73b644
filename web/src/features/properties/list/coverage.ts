import { useQueries } from '@tanstack/react-query';
import { graphql, type VariablesOf } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';

const COVERAGE = graphql(`
  query coverage($input: SummarizeAcrossEntitiesInput!) {
    summarizeAcrossEntities(input: $input) {
      fields {
        field
        present
        missing
      }
    }
  }
`);

type EntityTypeName = NonNullable<NonNullable<VariablesOf<typeof COVERAGE>['input']['types']>[number]>;

/** Entity types and platforms to which a property applies. */
interface Reach {
  readonly urn: string;
  readonly definition: {
    readonly qualifiedName: string;
    readonly entityTypes: readonly { readonly info: { readonly type: EntityTypeName } }[];
    readonly allowedPlatforms: readonly { readonly urn: string }[] | null;
  };
}

/** Number of assets with a value, and of those to which the property applies. */
export interface Coverage {
  readonly present: number;
  readonly possible: number;
}

/** Maximum fields per summary request. */
const BATCH = 20;

/**
 * Coverage by property urn; 'unknown' if it cannot be counted, absent while loading. Properties with the same types and
 * platforms share a request.
 */
export function useCoverage(properties: readonly Reach[]): ReadonlyMap<string, Coverage | 'unknown'> {
  return useQueries({
    queries: batchesOf(properties).map((batch) => ({
      queryKey: ['coverage', batch.map(({ urn }) => urn), reachOf(batch[0])],
      meta: { shows: 'all' as const },
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => countBatch(batch, signal),
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => data ?? [])),
  });
}

async function countBatch(
  batch: readonly Reach[],
  signal: AbortSignal,
): Promise<readonly (readonly [string, Coverage | 'unknown'])[]> {
  const reach = batch[0]?.definition;
  const types = reach?.entityTypes.map(({ info }) => info.type) ?? [];
  if (types.length === 0 || types.includes('OTHER')) return batch.map(({ urn }) => [urn, 'unknown']);
  const platforms = reach?.allowedPlatforms?.map(({ urn }) => urn) ?? [];
  const input = {
    types,
    query: '*',
    fields: batch.map(({ definition }) => ({ field: fieldOf(definition.qualifiedName), values: 0 })),
    ...(platforms.length > 0 && { orFilters: [{ and: [{ field: 'platform', values: platforms }] }] }),
  };
  const { summarizeAcrossEntities: summary } = await query(COVERAGE, { input }, signal);
  const counted = new Map(summary?.fields.map((field) => [field.field, field]));
  return batch.map(({ urn, definition }) => {
    const field = counted.get(fieldOf(definition.qualifiedName));
    if (field === undefined) return [urn, 'unknown'];
    return [urn, { present: field.present, possible: field.present + field.missing }];
  });
}

function batchesOf(properties: readonly Reach[]): readonly (readonly Reach[])[] {
  const groups = new Map<string, Reach[]>();
  for (const property of properties) {
    const key = reachOf(property);
    groups.set(key, [...(groups.get(key) ?? []), property]);
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / BATCH) }, (_, i) =>
      group.slice(i * BATCH, (i + 1) * BATCH),
    ),
  );
}

function reachOf(property: Reach | undefined): string {
  const types = property?.definition.entityTypes.map(({ info }) => info.type).sort();
  const platforms = property?.definition.allowedPlatforms?.map(({ urn }) => urn).sort();
  return JSON.stringify([types, platforms]);
}

/** Name of a property's field in filters and summaries. */
export function fieldOf(qualifiedName: string): string {
  return `structuredProperties.${qualifiedName}`;
}
