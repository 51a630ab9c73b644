import { queryOptions } from '@tanstack/react-query';
import { ENTITY_LABEL, nameOf } from '../../api/names/entity-label.ts';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { filterInput } from '../../shared/search/filters.ts';
import { is } from './counts.ts';

const OWNED = graphql(
  `
    query homeAssets($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        total
        searchResults {
          entity {
            urn
            ...EntityLabel
            ... on OnPlatform {
              platform {
                urn
                properties {
                  displayName
                }
              }
            }
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

const EXISTING = graphql(
  `
    query visitedEntities($urns: [String!]!) {
      entities(urns: $urns) {
        urn
        exists
        ...EntityLabel
        ... on Dataset {
          status {
            removed
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

/** Number of owned assets whose changes are read: the last changed ones, so that the last changes are theirs. */
const MAX_OWNED = 40;

/** An asset in a list. */
export interface ListedAsset {
  readonly urn: string;
  readonly name: string;
  readonly platform: { readonly urn: string; readonly name: string } | undefined;
}

/** Query options for the assets that the person or the person's groups own, the last changed ones first. */
export function ownedQuery(owners: readonly string[]) {
  return queryOptions({
    queryKey: ['homeAssets', owners],
    meta: { shows: 'all' as const },
    queryFn: async ({ signal }): Promise<{ total: number; assets: readonly ListedAsset[] }> => {
      const input = {
        query: '*',
        count: MAX_OWNED,
        orFilters: [{ and: [filterInput(is('owners', owners))] }],
        sortInput: { sortCriteria: [{ field: 'catalogModifiedAt', sortOrder: 'DESCENDING' as const }] },
        searchFlags: { skipAggregates: true, skipHighlighting: true },
      };
      const { searchAcrossEntities: found } = await query(OWNED, { input }, signal);
      return {
        total: found?.total ?? 0,
        assets: (found?.searchResults ?? []).map(({ entity }) => {
          const platform = 'platform' in entity ? entity.platform : undefined;
          return {
            urn: entity.urn,
            name: nameOf(entity),
            platform: platform && {
              urn: platform.urn,
              name: platform.properties?.displayName ?? platform.urn.replace('urn:li:dataPlatform:', ''),
            },
          };
        }),
      };
    },
    staleTime: 10_000,
  });
}

/** Query options for the entities of these that still exist, with their current names. */
export function existingQuery(urns: readonly string[]) {
  return queryOptions({
    queryKey: ['visitedEntities', urns],
    meta: { shows: { urns } },
    queryFn: async ({ signal }) => {
      const { entities } = await query(EXISTING, { urns: [...urns] }, signal);
      return (entities ?? []).flatMap((entity) => {
        if (entity?.exists !== true) return [];
        if ('status' in entity && entity.status?.removed === true) return [];
        return [{ urn: entity.urn, name: nameOf(entity) }];
      });
    },
    enabled: urns.length > 0,
    staleTime: 10_000,
  });
}
