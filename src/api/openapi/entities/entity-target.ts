import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import type { AspectSpec, EntitySpec } from '../../../model/entity-registry.ts';
import { entityTypeOf, parseUrn, type Urn } from '../../../model/urn.ts';
import type { RouteContext } from '../dialect.ts';
import { entitySpec, findAspect, unknownAspect, urnOf } from '../../../model/registry/find-in-registry.ts';
import { pathBehind, splitPath } from './split-path.ts';

/** Placeholder in a path: the urn determines the entity type. */
export const ANY_TYPE = 'generic';

/** An entity addressed by a path. */
export interface EntityTarget {
  readonly entity: EntitySpec;
  readonly urn: Urn;
  readonly aspect: undefined;
}

/** An aspect addressed by a path. */
export interface AspectTarget {
  readonly entity: EntitySpec;
  readonly urn: Urn;
  readonly aspect: AspectSpec;
}

/**
 * The entity or aspect that the path of a request addresses. Parses the path as sent, because the router decodes it
 * before it splits it. Throws NOT_FOUND for an unknown aspect or a path below an aspect.
 */
export function targetOf(context: RouteContext, request: FastifyRequest): EntityTarget | AspectTarget {
  const path = pathBehind(request.url, `${context.dialect.basePath}/`);
  const [entityName = '', urnText = '', aspectName, ...rest] = splitPath(path);
  const typeName = entityName === ANY_TYPE ? entityTypeOf(parseUrn(urnText)) : entityName;
  const entity = entitySpec(context.registry, typeName);
  const urn = urnOf(entity, urnText);
  if (aspectName === undefined) return { entity, urn, aspect: undefined };
  if (rest.length > 0) {
    const below = `An aspect has no subpaths, so ${rest.join('/')} does not exist.`;
    throw new CatalogError('NOT_FOUND', `${below} Encode slashes in the urn as %2F.`);
  }
  const aspect = findAspect(entity, aspectName);
  if (aspect === undefined) throw unknownAspect(entity, aspectName, 'NOT_FOUND');
  return { entity, urn, aspect };
}
