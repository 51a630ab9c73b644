import { useQuery } from '@tanstack/react-query';
import { isObject } from '../../../api/is-object.ts';
import { request } from '../../../api/request.ts';

/** A breaking edit that cleared values of a property. */
export interface Clearing {
  readonly propertyUrn: string;
  /** Epoch ms. */
  readonly time: number;
  /** Assets that lost their values. */
  readonly assets: number;
}

/** Breaking edits of properties that the server still knows of, latest first. */
export function useClearings(): readonly Clearing[] {
  const { data } = useQuery({
    queryKey: ['propertyClearings'],
    queryFn: async ({ signal }) => clearingsIn(await request('/api/colophon/v1/jobs', { signal })),
  });
  return data ?? [];
}

function clearingsIn(answer: unknown): readonly Clearing[] {
  const jobs: readonly unknown[] = isObject(answer) && Array.isArray(answer['jobs']) ? answer['jobs'] : [];
  return jobs
    .filter(isObject)
    .flatMap(({ propertyUrn, reason: cause, found, endedAt }) =>
      cause === 'broken' && typeof propertyUrn === 'string' && typeof endedAt === 'number'
        ? [{ propertyUrn, time: endedAt, assets: typeof found === 'number' ? found : 0 }]
        : [],
    );
}

/** The commit that wrote a property's definition at a time, from the change feed; undefined if it is not kept. */
export async function commitOf({ propertyUrn, time }: Clearing): Promise<number | undefined> {
  const parameters = new URLSearchParams({
    since: new Date(time - 1).toISOString(),
    urn: propertyUrn,
    aspect: 'propertyDefinition',
    limit: '50',
  });
  const page = await request(`/api/colophon/v1/changes?${parameters.toString()}`);
  const events: readonly unknown[] = isObject(page) && Array.isArray(page['events']) ? page['events'] : [];
  const event = events.filter(isObject).find((one) => one['time'] === time);
  return typeof event?.['sequence'] === 'number' ? event['sequence'] : undefined;
}
