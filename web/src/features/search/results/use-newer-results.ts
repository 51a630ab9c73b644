import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newerKey } from '../../../api/renewal/newer-key.ts';
import type { SearchState } from '../../../shared/search/search-address.ts';
import { resultsQuery, type FoundPage } from './search-results.ts';

/**
 * Updates results and counts after changes by others, unless results would move; then returns a function that shows the
 * newer results.
 */
export function useNewerResults(
  state: SearchState,
  { data: shown, dataUpdatedAt, isPlaceholderData }: UseQueryResult<FoundPage>,
): (() => void) | undefined {
  const client = useQueryClient();
  const { queryKey } = resultsQuery(state);
  // Never fetched from here: `useRenewal` fetches it.
  const { data: newer, ...latest } = useQuery<FoundPage>({ queryKey: newerKey(queryKey), enabled: false });
  const isNewer = latest.dataUpdatedAt > dataUpdatedAt && !isPlaceholderData;
  const show = (): void => {
    client.setQueryData(queryKey, newer);
    for (const name of ['facets', 'range']) void client.invalidateQueries({ queryKey: [name] });
  };
  const isComparable = isNewer && newer !== undefined && shown !== undefined;
  const stays = isComparable && (shown.total === 0 || urnsOf(shown) === urnsOf(newer));
  useEffect(() => {
    if (stays) show();
  });
  return isComparable && !stays ? show : undefined;
}

function urnsOf({ results }: FoundPage): string {
  return results.map(({ entity }) => entity.urn).join('\n');
}
