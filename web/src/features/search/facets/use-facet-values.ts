import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ENTITY_LABEL, nameOf } from '../../../api/names/entity-label.ts';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { shortName } from '../../../urls/urn.ts';
import { valueLabel, type Field } from '../../../shared/search/fields.ts';
import type { SearchInput } from '../search-input.ts';

const FACETS = graphql(
  `
    query facets($input: AggregateAcrossEntitiesInput!) {
      aggregateAcrossEntities(input: $input) {
        facets {
          field
          aggregations {
            value
            count
            entity {
              urn
              ...EntityLabel
            }
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

/** Values per facet in the shared request for all facets. */
export const COUNTED = 7;

/** A value of a field, with the number of entities. */
export interface CountedValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** Values by field, most frequent first. Fields that no searched entity type has are absent. */
export type FacetValues = ReadonlyMap<string, readonly CountedValue[]>;

/** Counts of field values in a search's results; the previous counts stay while new ones load. */
export function useFacetValues(
  fields: readonly Field[],
  search: SearchInput,
  size: number,
  isEnabled = true,
): UseQueryResult<FacetValues> {
  return useQuery({
    ...facetValuesQuery(fields, search, size),
    placeholderData: keepPreviousData,
    enabled: isEnabled && fields.length > 0,
  });
}

/** Query options for counts of values. */
export function facetValuesQuery(fields: readonly Field[], search: SearchInput, size: number) {
  return queryOptions({
    queryKey: ['facets', fields.map(({ name }) => name), search, size],
    queryFn: ({ signal }) => countValues(fields, search, size, signal),
  });
}

async function countValues(
  fields: readonly Field[],
  search: SearchInput,
  size: number,
  signal: AbortSignal,
): Promise<FacetValues> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const input = { ...search, facets: [...byName.keys()], searchFlags: { maxAggValues: size } };
  const { aggregateAcrossEntities: counted } = await query(FACETS, { input }, signal, 'heavy');
  return new Map(
    (counted?.facets ?? []).flatMap(({ field: name, aggregations }) => {
      const field = byName.get(name);
      if (field === undefined) return [];
      const values = aggregations
        // Omits types that exist in the model but not in the results.
        .filter(({ count }) => field.kind !== 'type' || count > 0)
        .map(({ value, count, entity }) => ({
          value,
          count,
          label: entity ? nameOf(entity) : valueLabel(field, value, shortName),
        }));
      return [[name, values]];
    }),
  );
}
