import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { sortedByName } from '../../api/names/sorted-by-name.ts';
import { query } from '../../api/query.ts';
import { inDisplayOrder } from './display/in-display-order.ts';
import { PROPERTY_DEFINITION, definitionOf, type PropertyDefinition } from './property-definition.ts';

const DEFINITIONS = graphql(
  `
    query propertyDefinitions($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        total
        searchResults {
          entity {
            __typename
            ...PropertyDefinition
          }
        }
      }
    }
  `,
  [PROPERTY_DEFINITION],
);

/** Definitions per request. */
const PAGE_SIZE = 500;

/**
 * The visible structured properties (neither hidden nor soft-deleted) that apply to entities of a type, or of any type,
 * as their displays arrange them, else by name. `data` is undefined until loaded.
 */
export function useDefinitions(entityType?: string): {
  readonly data: readonly PropertyDefinition[] | undefined;
  readonly error: Error | null;
} {
  return useQuery(definitionsQuery(entityType));
}

/** Query options for the definitions that apply to a type; undefined: to any type. */
export function definitionsQuery(entityType?: string) {
  return queryOptions({
    queryKey: ['propertyDefinitions', entityType],
    meta: { shows: { types: ['structuredProperty'] } },
    queryFn: async ({ signal }) => {
      const found: PropertyDefinition[] = [];
      for (let total = 1; found.length < total;) {
        const page = await readPage(entityType, found.length, signal);
        if (page.definitions.length === 0) break;
        found.push(...page.definitions);
        total = page.total;
      }
      return inDisplayOrder(sortedByName(found.filter(({ isHidden }) => !isHidden)));
    },
    staleTime: 30_000,
  });
}

async function readPage(
  entityType: string | undefined,
  start: number,
  signal: AbortSignal,
): Promise<{ readonly total: number; readonly definitions: readonly PropertyDefinition[] }> {
  const input = {
    types: ['STRUCTURED_PROPERTY' as const],
    query: '*',
    start,
    count: PAGE_SIZE,
    ...(entityType !== undefined && {
      orFilters: [{ and: [{ field: 'entityTypes', values: [`urn:li:entityType:datahub.${entityType}`] }] }],
    }),
  };
  const { searchAcrossEntities: page } = await query(DEFINITIONS, { input }, signal);
  return {
    total: page?.total ?? 0,
    definitions: (page?.searchResults ?? []).flatMap(({ entity }) =>
      entity.__typename === 'StructuredPropertyEntity' ? [definitionOf(entity)] : [],
    ),
  };
}
