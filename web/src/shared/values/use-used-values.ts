import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { useDebounced } from '../../components/use-debounced.ts';
import { PROPERTY_VALUE, scalarOf, type Value } from './property-value.ts';

const USED = graphql(
  `
    query usedValues($input: PropertyValuesInput!) {
      propertyValues(input: $input) {
        count
        value {
          ...PropertyValue
        }
      }
    }
  `,
  [PROPERTY_VALUE],
);

/** Maximum length of a text that the server searches for. */
const LONGEST = 255;
/** Debounce of typing, in ms. */
const REST_MS = 150;

/** A value of a property, with the number of assets that have it. */
export interface UsedValue {
  readonly value: Value;
  readonly count: number;
}

/** Values of a property in use that contain a text, most frequent first; undefined until loaded, and without a property. */
export function useUsedValues(urn: string | undefined, text: string): readonly UsedValue[] | undefined {
  const { value: words } = useDebounced(text, text, REST_MS);
  const { data } = useQuery({
    queryKey: ['usedValues', urn, words],
    queryFn: async ({ signal }) => {
      const input = { property: urn ?? '', query: words, count: 20 };
      const { propertyValues } = await query(USED, { input }, signal, 'heavy');
      return propertyValues.map(({ count, value }) => ({ count, value: scalarOf(value) }));
    },
    enabled: urn !== undefined && words.length <= LONGEST,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return urn === undefined ? undefined : data;
}
