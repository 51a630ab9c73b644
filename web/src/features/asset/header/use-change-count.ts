import { useQuery } from '@tanstack/react-query';
import { isObject } from '../../../api/is-object.ts';
import { request } from '../../../api/request.ts';
import { useIsPageShown } from '../../../components/use-is-page-shown.ts';

/** Number of changes of an entity. */
export interface ChangeCount {
  readonly count: number;
  /** Whether there are more. */
  readonly isMinimum: boolean;
}

/** Counts the changes in an entity's history, once its page is shown; undefined until counted, and if it cannot be counted. */
export function useChangeCount(urn: string): ChangeCount | undefined {
  const isShown = useIsPageShown();
  return useQuery({
    queryKey: ['changeCount', urn],
    meta: { shows: { urns: [urn] } },
    enabled: isShown,
    queryFn: async ({ signal }): Promise<ChangeCount> => {
      const answer = await request(`/api/colophon/v1/change-count?urn=${encodeURIComponent(urn)}`, {
        signal,
      });
      const { count, isExact } = isObject(answer) ? answer : {};
      if (typeof count !== 'number') throw new Error('The response has no count.');
      return { count, isMinimum: isExact === false };
    },
  }).data;
}
