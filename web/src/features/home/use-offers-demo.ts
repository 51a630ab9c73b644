import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { useOwnPrivileges } from '../../api/privileges.ts';
import { query } from '../../api/query.ts';
import { useKeepsDemoButton } from './load-demo.tsx';
import { ASSET_TYPES } from './start-data.ts';

const DELETED = graphql(`
  query homeDeletedAssets($input: SearchAcrossEntitiesInput!) {
    searchAcrossEntities(input: $input) {
      total
    }
  }
`);

/**
 * Whether to offer the demo in a catalog that shows no assets: the person may load it, and there are no deleted assets either.
 * Undefined until known.
 */
export function useOffersDemo(): boolean | undefined {
  const may = useOwnPrivileges({ enabled: true })?.has('MANAGE_SYSTEM_OPERATIONS');
  const { data: deleted } = useQuery({
    queryKey: ['homeDeletedAssets'],
    queryFn: async ({ signal }) => {
      const searchFlags = { includeSoftDeleted: true, skipAggregates: true, skipHighlighting: true };
      const input = { types: [...ASSET_TYPES], query: '*', count: 0, searchFlags };
      return (await query(DELETED, { input }, signal)).searchAcrossEntities?.total ?? 0;
    },
    enabled: may === true,
    staleTime: 30_000,
  });
  const isLoading = useKeepsDemoButton();
  if (isLoading) return true;
  if (may !== true) return may;
  return deleted === undefined ? undefined : deleted === 0;
}
