import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { WITH_TOKEN } from '../../http/route-needs.ts';
import { JSON_TYPE } from '../answer-writes.ts';
import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import type { DescribedRoute } from './own-paths.ts';
import { apiDocument, apiDocumentPart, GENERIC_PART } from './document.ts';

/**
 * `GET /openapi/v3/api-docs`, also at `/openapi/v2/api-docs`: the OpenAPI document of both versions, or the part for
 * one entity type (`entity=<type>`), or the generic part (`entity=generic`). Built on first request, then cached.
 */
export function descriptionRoutes(
  app: FastifyInstance,
  registry: EntityRegistry,
  ownRoutes: readonly DescribedRoute[],
): void {
  const texts = new Map<string, string>();
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const part = new QueryParameters(request).text('entity') ?? '';
    const entity = part === '' || part === GENERIC_PART ? undefined : entitySpec(registry, part);
    const key = entity?.name ?? part;
    const known = texts.get(key);
    const text =
      known ??
      JSON.stringify(
        part === '' ? apiDocument(registry, ownRoutes) : apiDocumentPart(entity ?? GENERIC_PART, ownRoutes),
      );
    texts.set(key, text);
    return reply.type(JSON_TYPE).send(text);
  };
  for (const version of ['v2', 'v3']) app.get(`/openapi/${version}/api-docs`, WITH_TOKEN, answer);
}
