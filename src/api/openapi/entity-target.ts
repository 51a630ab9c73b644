import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../errors.ts';
import type { AspectSpec, EntitySpec } from '../../model/entity-registry.ts';
import type { Urn } from '../../model/urn.ts';
import type { RouteContext } from './dialect.ts';
import { entitySpec, findAspect, unknownAspect, urnOf } from '../../model/find-in-registry.ts';
import { pathBehind, splitPath } from './split-path.ts';

/** An entity that a path addresses. */
export interface EntityTarget {
  readonly entity: EntitySpec;
  readonly urn: Urn;
  readonly aspect: undefined;
}

/** An aspect that a path addresses. */
export interface AspectTarget {
  readonly entity: EntitySpec;
  readonly urn: Urn;
  readonly aspect: AspectSpec;
}

/**
 * What the path of a request below an entity type addresses. Read from the path as it was sent, because the router
 * decodes its own copy before it splits it.
 */
export function targetOf(context: RouteContext, request: FastifyRequest): EntityTarget | AspectTarget {
  const path = pathBehind(request.url, `${context.dialect.basePath}/`);
  const [entityName = '', urnText = '', aspectName, ...rest] = splitPath(path);
  const entity = entitySpec(context.registry, entityName);
  const urn = urnOf(entity, urnText);
  if (aspectName === undefined) return { entity, urn, aspect: undefined };
  if (rest.length > 0) {
    const below = `Nothing is below an aspect, so there is no ${rest.join('/')} here.`;
    throw new CatalogError('NOT_FOUND', `${below} Write a slash that belongs to the urn as %2F.`);
  }
  const aspect = findAspect(entity, aspectName);
  if (aspect === undefined) throw unknownAspect(entity, aspectName, 'NOT_FOUND');
  return { entity, urn, aspect };
}
