import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import {
  ALLOWED_VALUE,
  allowedValueOf,
  type AllowedValue,
  type PropertyDefinition,
} from './property-definition.ts';

const ALLOWED_VALUES = graphql(
  `
    query allowedValues($urn: String!, $text: String, $count: Int) {
      structuredProperty(urn: $urn) {
        definition {
          allowedValuesTotal(query: $text)
          allowedValues(query: $text, count: $count) {
            ...AllowedValue
          }
        }
      }
    }
  `,
  [ALLOWED_VALUE],
);

/** Allowed values of a property that match a text. */
export interface FoundValues {
  readonly total: number;
  /** The first ones. */
  readonly values: readonly AllowedValue[];
}

/** Allowed values of a property that contain a text or are described by it; undefined until loaded, and without a urn. */
export function useAllowedValues(
  urn: string | undefined,
  text: string,
  count: number,
): FoundValues | undefined {
  const { data } = useQuery({
    queryKey: ['allowedValues', urn, text, count],
    meta: { shows: { types: ['structuredProperty'] } },
    queryFn: ({ signal }) => read(urn ?? '', { text, count }, signal),
    enabled: urn !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return data;
}

/** These definitions with all their allowed values, for checks of many values; undefined until loaded. */
export function useCompleteDefinitions(definitions: readonly PropertyDefinition[] | undefined): {
  readonly data: readonly PropertyDefinition[] | undefined;
  readonly error: Error | null;
} {
  return useQueries({
    queries: (definitions ?? []).map(({ moreAllowedOf: urn }) => ({
      queryKey: ['allowedValues', urn],
      meta: { shows: { types: ['structuredProperty'] } },
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => read(urn ?? '', {}, signal),
      enabled: urn !== undefined,
      staleTime: 30_000,
    })),
    combine: (results) => {
      const isLoading = results.some(({ isLoading: waits }) => waits);
      return {
        data: isLoading
          ? undefined
          : definitions?.map((definition, index) => ({
              ...definition,
              allowedValues: results[index]?.data?.values ?? definition.allowedValues,
            })),
        error: results.find(({ error }) => error !== null)?.error ?? null,
      };
    },
  });
}

async function read(
  urn: string,
  page: { readonly text?: string; readonly count?: number },
  signal: AbortSignal,
): Promise<FoundValues> {
  const { structuredProperty } = await query(ALLOWED_VALUES, { urn, ...page }, signal);
  const definition = structuredProperty?.definition;
  return {
    total: definition?.allowedValuesTotal ?? 0,
    values: definition?.allowedValues?.map(allowedValueOf) ?? [],
  };
}
