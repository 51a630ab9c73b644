import { useQuery } from '@tanstack/react-query';
import { isObject } from '../../../api/is-object.ts';
import { request } from '../../../api/request.ts';
import { readDeletions, type Deletion } from '../../../shared/deletions/read-deletions.ts';

/** A breaking edit that cleared values of a property. */
export interface Clearing {
  readonly propertyUrn: string;
  /** Epoch ms. */
  readonly time: number;
  /** Assets that lost their values. */
  readonly assets: number;
  /** Commit that undoes it; undefined if it can no longer be undone. */
  readonly commit: number | undefined;
}

/** Breaking edits of properties that the server still knows of, latest first. */
export function useClearings(): readonly Clearing[] {
  const { data } = useQuery({
    queryKey: ['propertyClearings'],
    queryFn: async ({ signal }) => {
      const [jobs, { deletions }] = await Promise.all([
        request('/api/colophon/v1/jobs', { signal }),
        readDeletions(['structuredProperty'], undefined, signal),
      ]);
      return clearingsIn(jobs, deletions);
    },
  });
  return data ?? [];
}

function clearingsIn(answer: unknown, deletions: readonly Deletion[]): readonly Clearing[] {
  const commitOf = (urn: string, time: number): number | undefined =>
    deletions.find((one) => one.kind === 'values' && one.urn === urn && one.time === time)?.sequence;
  const jobs: readonly unknown[] = isObject(answer) && Array.isArray(answer['jobs']) ? answer['jobs'] : [];
  return jobs.filter(isObject).flatMap(({ propertyUrn, reason: cause, found, endedAt }) =>
    cause === 'broken' && typeof propertyUrn === 'string' && typeof endedAt === 'number'
      ? [
          {
            propertyUrn,
            time: endedAt,
            assets: typeof found === 'number' ? found : 0,
            commit: commitOf(propertyUrn, endedAt),
          },
        ]
      : [],
  );
}
