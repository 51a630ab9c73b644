import { entityTypeOf } from '../urls/urn.ts';
import { isObject } from './is-object.ts';
import { request } from './request.ts';

/**
 * Reads aspects of an entity of any type as OpenAPI v3 returns them, each with value and system metadata; all aspects
 * unless some are named. Undefined if the entity does not exist, has none of them, or the person may not see it. Throws
 * {@link ApiError}, with status 400 for a urn of a type that the registry does not have.
 */
export async function readEntity(
  urn: string,
  aspectNames: readonly string[] = [],
  signal?: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const type = entityTypeOf(urn);
  const wanted = { urn, ...Object.fromEntries(aspectNames.map((name) => [name, {}])) };
  // The batch endpoint: a single read of a missing entity returns 404, which the browser logs as an error.
  const answer = await request('/openapi/v3/entity/generic/batchGet?systemMetadata=true', {
    body: { [type]: [wanted] },
    signal,
  });
  const found = isObject(answer) ? answer[type] : undefined;
  const entity: unknown = Array.isArray(found) ? found[0] : undefined;
  return isObject(entity) ? entity : undefined;
}
