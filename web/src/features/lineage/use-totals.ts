import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { WITH_LINEAGE } from '../../shared/entities/types-with-lineage.ts';

const TOTALS = graphql(`
  query lineageTotals($up: SearchAcrossLineageCountsInput!, $down: SearchAcrossLineageCountsInput!) {
    up: searchAcrossLineageCounts(input: $up) {
      total
    }
    down: searchAcrossLineageCounts(input: $down) {
      total
    }
  }
`);

/** Numbers of entities upstream and downstream, at any distance; undefined until loaded. */
export function useLineageTotals(urn: string): readonly [number, number] | undefined {
  const { data } = useQuery({
    queryKey: ['lineageTotals', urn],
    meta: { shows: WITH_LINEAGE },
    queryFn: async ({ signal }): Promise<readonly [number, number]> => {
      const { up, down } = await query(
        TOTALS,
        { up: { urn, direction: 'UPSTREAM' }, down: { urn, direction: 'DOWNSTREAM' } },
        signal,
        'heavy',
      );
      return [up?.total ?? 0, down?.total ?? 0];
    },
  });
  return data;
}
