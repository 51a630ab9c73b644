import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { readEntity } from '../../api/read-entity.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';

/** A stored aspect of an entity. */
export interface StoredAspect {
  readonly value: Readonly<Record<string, unknown>>;
  /** Version number; undefined for aspects without one. */
  readonly version: string | undefined;
  /** Time of the last write, in epoch ms; undefined if the person may not see it. */
  readonly time: number | undefined;
  /** Urn of the actor of the last write. */
  readonly actor: string | undefined;
}

/** An entity of any type, with all its aspects by name. */
export interface StoredEntity {
  readonly urn: string;
  readonly aspects: ReadonlyMap<string, StoredAspect>;
}

/** Queries an entity of any type; `data` is null if it does not exist or the person may not see it. */
export function useEntity(urn: string): {
  readonly data: StoredEntity | null | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
} {
  return useQuery(entityQuery(urn));
}

/** Query options for an entity of any type. */
export function entityQuery(urn: string) {
  return queryOptions({
    queryKey: ['entity', urn],
    meta: { shows: { urns: [urn] } },
    queryFn: ({ signal }) => readStoredEntity(urn, signal),
  });
}

/** Reads an entity of any type; null if it does not exist or the person may not see it. Throws {@link ApiError}. */
export async function readStoredEntity(urn: string, signal?: AbortSignal): Promise<StoredEntity | null> {
  try {
    const answer = await readEntity(urn, [], signal);
    return answer === undefined ? null : entityOf(urn, answer);
  } catch (error) {
    // 400: not a urn, or a type that the registry does not have.
    if (error instanceof ApiError && [400, 403].includes(error.status)) return null;
    throw error;
  }
}

/** Names of the aspects that entities of a type may have; undefined until loaded. */
export function useAspectNames(entityType: string): ReadonlySet<string> | undefined {
  return useQuery(aspectNamesQuery(entityType)).data;
}

/** Query options for the names of a type's aspects. */
export function aspectNamesQuery(entityType: string) {
  return queryOptions({
    queryKey: ['aspectNames', entityType],
    queryFn: async ({ signal }) => {
      const path = `/openapi/v1/registry/models/entity/specifications/${encodeURIComponent(entityType)}`;
      const answer = await request(path, { signal });
      const specs = isObject(answer) ? answer['aspectSpecs'] : undefined;
      return new Set((Array.isArray(specs) ? specs : []).flatMap(nameOfSpec));
    },
    staleTime: Infinity,
  });
}

function nameOfSpec(spec: unknown): string[] {
  const annotation = isObject(spec) ? spec['aspectAnnotation'] : undefined;
  const name = isObject(annotation) ? annotation['name'] : undefined;
  return typeof name === 'string' ? [name] : [];
}

function entityOf(urn: string, answer: Readonly<Record<string, unknown>>): StoredEntity {
  const aspects = Object.entries(answer).flatMap(([name, aspect]) => {
    if (!isObject(aspect) || !isObject(aspect['value'])) return [];
    const system = isObject(aspect['systemMetadata']) ? aspect['systemMetadata'] : {};
    const stamp = isObject(aspect['auditStamp']) ? aspect['auditStamp'] : {};
    const { version } = system;
    const { time, actor } = stamp;
    const stored: StoredAspect = {
      value: aspect['value'],
      version: typeof version === 'string' ? version : undefined,
      time: typeof time === 'number' && time > 0 ? time : undefined,
      actor: typeof actor === 'string' ? actor : undefined,
    };
    return [[name, stored] as const];
  });
  return { urn, aspects: new Map(aspects) };
}
