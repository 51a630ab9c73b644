import { useQueries, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';
import type { JsonObject } from '../../shared/entities/aspect-versions.ts';
import { DAY_MS } from '../../shared/search/days.ts';
import type { AuditGroup } from './audit-groups.ts';

/** Maximum characters of urns in an address. */
const MAX_CHARACTERS = 6_000;
/** Events per request. */
const LIMIT = 1_000;
/** Clocks of several servers may differ by this much, in ms. */
const SKEW_MS = 2_000;
/** By default the change feed goes back this far. */
const KEPT_MS = 7 * DAY_MS;
/** Maximum entities whose details are read. */
export const MOST_DETAILED = 20;

/** An aspect before and after a commit; undefined if it was absent. */
export interface ValueChange {
  readonly urn: string;
  readonly aspect: string;
  /** Epoch ms. */
  readonly time: number;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

/** Finds the values of a change by entity, aspect and time. */
export type FindValues = (urn: string, aspect: string, time: number) => ValueChange | undefined;

const ASPECT = 'structuredProperties';

/**
 * Values of structured properties that these groups changed, from the change feed: the audit log has no values. Finds nothing
 * for changes that are too old for the feed.
 */
export function usePropertyValues(groups: readonly AuditGroup[], now: number): FindValues {
  const wanted = groups.filter(
    ({ entities, head }) =>
      entities.size === 1 &&
      head.time > now - KEPT_MS &&
      [...entities.values()].flat().some(({ aspectName }) => aspectName === ASPECT),
  );
  const batches = batched(wanted);
  return useQueries({
    queries: batches.map((batch) => {
      const urns = [...new Set(batch.flatMap(({ entities }) => [...entities.keys()]))];
      const since = Math.min(...batch.map(({ head }) => head.time));
      return {
        queryKey: ['auditValues', urns, since],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => readValues(urns, since, signal, [ASPECT]),
        staleTime: Infinity,
      };
    }),
    combine: (results) => finderOf(results.flatMap(({ data }) => data ?? [])),
  });
}

/** All values that a group changed, of its first entities; undefined until loaded. */
export const useGroupValues = ({ entities, head }: AuditGroup) =>
  useQuery({
    queryKey: ['auditValues', head.id],
    queryFn: async ({ signal }) => {
      const [urns = []] = urnBatches([...entities.keys()].slice(0, MOST_DETAILED));
      const values = await readValues(urns, head.time, signal);
      return values.filter(({ time }) => time === head.time);
    },
    staleTime: Infinity,
  });

async function readValues(
  urns: readonly string[],
  since: number,
  signal: AbortSignal,
  aspects: readonly string[] = [],
): Promise<readonly ValueChange[]> {
  const parameters = new URLSearchParams([
    ['since', new Date(since - SKEW_MS).toISOString()],
    ['limit', String(LIMIT)],
    ...urns.map((urn) => ['urn', urn]),
    ...aspects.map((aspect) => ['aspect', aspect]),
  ]);
  try {
    const answer = await request(`/api/colophon/v1/changes?${parameters.toString()}`, { signal });
    const events: unknown = isObject(answer) ? answer['events'] : undefined;
    return Array.isArray(events) ? events.filter(isObject).flatMap(valueChange) : [];
  } catch (error) {
    // The feed does not go back that far, or the person may see none of the entities.
    if (error instanceof ApiError && (error.status === 410 || error.isDenied)) return [];
    throw error;
  }
}

function valueChange({ entityUrn, aspectName, time, before, after, notKept }: JsonObject): ValueChange[] {
  if (typeof entityUrn !== 'string' || typeof aspectName !== 'string' || typeof time !== 'number') return [];
  if (Array.isArray(notKept) && notKept.length > 0) return [];
  const valueOf = (value: unknown): JsonObject | undefined => (isObject(value) ? value : undefined);
  return [{ urn: entityUrn, aspect: aspectName, time, before: valueOf(before), after: valueOf(after) }];
}

function finderOf(values: readonly ValueChange[]): FindValues {
  const byKey = new Map(values.map((value) => [keyOf(value.urn, value.aspect, value.time), value]));
  return (urn, aspect, time) => byKey.get(keyOf(urn, aspect, time));
}

function keyOf(urn: string, aspect: string, time: number): string {
  return `${aspect} ${time} ${urn}`;
}

/** Groups whose urns fit into one address. */
function batched(groups: readonly AuditGroup[]): readonly (readonly AuditGroup[])[] {
  const urns = urnBatches([...new Set(groups.flatMap(({ entities }) => [...entities.keys()]))]);
  return urns.map((batch) => groups.filter(({ entities }) => batch.some((urn) => entities.has(urn))));
}

function urnBatches(urns: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let room = 0;
  for (const urn of urns) {
    const size = encodeURIComponent(urn).length + 5;
    if (size > room || batches.length === 0) {
      batches.push([]);
      room = MAX_CHARACTERS;
    }
    batches.at(-1)?.push(urn);
    room -= size;
  }
  return batches;
}
