import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { VALUE_COLOR_FIELDS, colorsIn } from '../../../shared/values/display/value-color-fields.ts';
import {
  BUILT_IN_FIELDS,
  fieldOfProperty,
  plainField,
  propertyOfField,
  type Field,
  type FieldKind,
} from '../../../shared/search/fields.ts';

const PROPERTIES = graphql(
  `
    query searchedProperties($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        searchResults {
          entity {
            urn
            ... on StructuredPropertyEntity {
              definition {
                qualifiedName
                displayName
                valueType {
                  info {
                    type
                  }
                }
                allowedValuesTotal
              }
              settings {
                isHidden
              }
              display {
                ...ValueColors
              }
            }
          }
        }
      }
    }
  `,
  [VALUE_COLOR_FIELDS],
);

/** Maximum properties with a facet by their settings. */
const MAX_SHOWN = 100;

/** Query options for the properties with a facet by their settings. */
export const SHOWN_PROPERTIES_QUERY = queryOptions({
  queryKey: ['searchedProperties', 'shown'],
  meta: { shows: { types: ['structuredProperty'] } },
  queryFn: ({ signal }) => find({ field: 'showInSearchFilters', values: ['true'] }, signal),
  staleTime: 30_000,
});

/** The fields of a search: those with a facet, and others by name. */
export interface Fields {
  /** Fields with a facet, in order; undefined until the properties are loaded. */
  readonly facets: readonly Field[] | undefined;
  readonly of: (name: string) => Field;
  readonly error: Error | null;
}

/** Loads the fields of a search. `added`: facets that the person added; `named`: fields in conditions and the sort order. */
export function useFields(added: readonly string[], named: readonly string[]): Fields {
  const shown = useQuery(SHOWN_PROPERTIES_QUERY);
  const wanted = [...new Set([...added, ...named].flatMap((name) => propertyOfField(name) ?? []))].sort();
  const others = useQuery({
    queryKey: ['searchedProperties', 'of', wanted],
    queryFn: ({ signal }) => find({ field: 'urn', values: wanted }, signal),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const known = new Map([...(others.data ?? []), ...(shown.data ?? [])].map((field) => [field.name, field]));
  const of = (name: string): Field => known.get(name) ?? plainField(name);
  const listed = [...BUILT_IN_FIELDS, ...(shown.data ?? [])];
  const names = new Set(listed.map(({ name }) => name));
  // An added property becomes a facet once its type is known; the other facets stay while it loads.
  const isPropertyLoading = wanted.length > 0 && (others.isPending || others.isPlaceholderData);
  const isLoading = (name: string): boolean =>
    isPropertyLoading && propertyOfField(name) !== undefined && !known.has(name);
  const facets = added.filter((name) => !names.has(name) && !isLoading(name)).map(of);
  return {
    facets: shown.isPending ? undefined : [...listed, ...facets],
    of,
    error: shown.error ?? others.error,
  };
}

/** Fields of the properties whose names match these words. */
export function useFoundProperties(text: string): readonly Field[] {
  const words = text.replace(/[^\p{L}\p{N}. ]/gu, ' ').trim();
  const { data } = useQuery({
    queryKey: ['searchedProperties', 'named', words],
    queryFn: ({ signal }) => search({ query: words === '' ? '*' : `${words}*`, count: 30 }, signal),
    // Of the former ones only those that match: the first must not be one that the person did not mean.
    placeholderData: (before) => before?.filter((field) => isNamed(field, words)),
    staleTime: 30_000,
  });
  return data ?? [];
}

function isNamed({ label, name }: Field, words: string): boolean {
  return `${label} ${name}`.toLowerCase().includes(words.toLowerCase());
}

function find(filter: { field: string; values: string[] }, signal: AbortSignal): Promise<readonly Field[]> {
  return search({ query: '*', count: MAX_SHOWN, orFilters: [{ and: [filter] }] }, signal);
}

async function search(
  input: { query: string; count: number; orFilters?: { and: { field: string; values: string[] }[] }[] },
  signal: AbortSignal,
): Promise<readonly Field[]> {
  const flags = { skipAggregates: true, skipHighlighting: true };
  const { searchAcrossEntities: found } = await query(
    PROPERTIES,
    { input: { ...input, types: ['STRUCTURED_PROPERTY'], searchFlags: flags } },
    signal,
  );
  return (found?.searchResults ?? []).flatMap(({ entity }) => {
    if (!('definition' in entity) || entity.settings?.isHidden === true) return [];
    const { qualifiedName, displayName, valueType, allowedValuesTotal } = entity.definition;
    const kind = KINDS[valueType.info.type] ?? 'text';
    const isRange = (kind === 'number' || kind === 'date') && allowedValuesTotal === null;
    return [
      {
        name: fieldOfProperty(qualifiedName),
        label: displayName ?? qualifiedName,
        kind,
        isListed: !isRange,
        colors: colorsIn(entity.display),
      },
    ];
  });
}

const KINDS: Readonly<Record<string, FieldKind>> = { NUMBER: 'number', DATE: 'date', URN: 'urn' };
