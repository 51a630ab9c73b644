import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isObject } from '../../../api/is-object.ts';
import { request } from '../../../api/request.ts';

/** Time for the page to show the data that it needs first, in ms. */
const FIRST_DATA_MS = 200;

/** Number of changes of an entity. */
export interface ChangeCount {
  readonly count: number;
  /** Whether there are more. */
  readonly isMinimum: boolean;
}

/** Counts the changes in an entity's history, once its page is shown; undefined until counted, and if it cannot be counted. */
export function useChangeCount(urn: string): ChangeCount | undefined {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsShown(true);
    }, FIRST_DATA_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
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
