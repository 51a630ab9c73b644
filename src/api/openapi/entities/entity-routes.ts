import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { methodNotAllowed, refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { deleteAspect, deleteEntity } from './delete-target.ts';
import type { RouteContext } from '../dialect.ts';
import { targetOf } from './entity-target.ts';
import type { AspectTarget, EntityTarget } from './entity-target.ts';
import { listEntities } from './list-entities.ts';
import { patchAspect } from './patch-aspect.ts';
import { postAspect } from './post-aspect.ts';
import { aspectExists, getAspect } from './read-aspect.ts';
import { entityExists, getEntity } from './read-entity.ts';
import { postBatch } from './write-batch.ts';

/** Route parameters of a path that ends at an entity type. */
export interface EntityParams {
  readonly entity: string;
}

type Handler<Target> = (
  context: RouteContext,
  target: Target,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

/** Routes of both versions: lists and batches of one type, single entities and their aspects. */
export function entityRoutes(app: FastifyInstance, context: RouteContext): void {
  const ofType = `${context.dialect.basePath}/:entity`;
  app.get<{ Params: EntityParams }>(ofType, (request, reply) =>
    listEntities(context, request.params.entity, request, reply),
  );
  app.post<{ Params: EntityParams }>(ofType, (request, reply) =>
    postBatch(context, request.params.entity, request, reply),
  );

  // A wildcard, because the router cannot tell which slashes belong to a urn.
  const ofEntity = `${ofType}/*`;
  app.head(ofEntity, byTarget(context, entityExists, aspectExists));
  app.get(ofEntity, { exposeHeadRoute: false }, byTarget(context, getEntity, getAspect));
  app.delete(ofEntity, byTarget(context, deleteEntity, deleteAspect));
  app.post(ofEntity, byTarget(context, refuseMethod, postAspect));
  app.patch(ofEntity, byTarget(context, refuseMethod, patchAspect));
  refuseOtherMethods(app, ofEntity, ['GET', 'HEAD', 'DELETE', 'POST', 'PATCH']);
}

function byTarget(
  context: RouteContext,
  onEntity: Handler<EntityTarget>,
  onAspect: Handler<AspectTarget>,
): RouteHandlerMethod {
  return (request, reply) => {
    const target = targetOf(context, request);
    return target.aspect === undefined
      ? onEntity(context, target, request, reply)
      : onAspect(context, target, request, reply);
  };
}

function refuseMethod(
  _context: RouteContext,
  _target: EntityTarget,
  request: FastifyRequest,
  reply: FastifyReply,
): never {
  const allowed = ['GET', 'HEAD', 'DELETE'];
  reply.header('Allow', allowed.join(', '));
  throw methodNotAllowed(request.method, allowed);
}
