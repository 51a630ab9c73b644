import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { assetsCriterion } from './filter-address.ts';
import { orFilters } from './filters.ts';

const COUNT = graphql(`
  query assetCount($input: SearchAcrossEntitiesInput!) {
    searchAcrossEntities(input: $input) {
      total
    }
  }
`);

/** Number of an entity's assets: those in it, or those that a person or group owns; undefined until loaded. */
export function useAssetCount(urn: string): number | undefined {
  const criterion = assetsCriterion(urn);
  const { data } = useQuery({
    queryKey: ['assetCount', urn],
    meta: { shows: 'all' },
    queryFn: async ({ signal }) => {
      const filters = { base: criterion === undefined ? [] : [criterion], groups: [] };
      const input = {
        query: '*',
        orFilters: orFilters(filters),
        count: 0,
        searchFlags: { skipAggregates: true },
      };
      return (await query(COUNT, { input }, signal)).searchAcrossEntities?.total ?? 0;
    },
    enabled: criterion !== undefined,
  });
  return data;
}
