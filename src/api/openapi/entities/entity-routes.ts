import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { deleteEntity } from '../../../operations/entities/delete-entity.ts';
import { getAspect } from '../../../operations/entities/get-aspect.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { ingestProposals } from '../../../operations/entities/ingest-proposals.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { deletePoints } from '../../../operations/timeseries/delete-points.ts';
import { methodNotAllowed, refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { conditional } from '../../http/requests/write-condition.ts';
import { runs } from '../../http/route-needs.ts';
import { WRITES } from '../answer-writes.ts';
import { removeAspect, removeEntity } from './delete-target.ts';
import type { Handler, RouteContext } from '../dialect.ts';
import { targetOf, type AspectTarget, type EntityTarget } from './entity-target.ts';
import { listEntities } from './list-entities.ts';
import { patchAspect } from './patch-aspect.ts';
import { postAspect } from './post-aspect.ts';
import { aspectExists, sendAspect } from './read-aspect.ts';
import { entityExists, sendEntity } from './read-entity.ts';
import { postBatch } from './write-batch.ts';

/** Route parameters of a path that ends at an entity type. */
export interface EntityParams {
  readonly entity: string;
}

const refuseMethod: Handler<EntityTarget> = (_context, _target, request, reply) => {
  const allowed = ['GET', 'HEAD', 'DELETE'];
  reply.header('Allow', allowed.join(', '));
  throw methodNotAllowed(request.method, allowed);
};

/** Routes of both versions: lists and batches of one type, single entities and their aspects. */
export function entityRoutes(app: FastifyInstance, context: RouteContext): void {
  const ofType = `${context.dialect.basePath}/:entity`;
  app.get<{ Params: EntityParams }>(ofType, runs(searchEntities, getEntities), (request, reply) =>
    listEntities(context, request.params.entity, request, reply),
  );
  app.post<{ Params: EntityParams }>(ofType, conditional(runs(...WRITES)), (request, reply) =>
    postBatch(context, request.params.entity, request, reply),
  );

  // A wildcard, because the router does not know which slashes belong to a urn.
  const ofEntity = `${ofType}/*`;
  const reads = runs(getEntities, getAspect);
  app.head(ofEntity, reads, byTarget(context, entityExists, aspectExists));
  app.get(ofEntity, { ...reads, exposeHeadRoute: false }, byTarget(context, sendEntity, sendAspect));
  const deletes = conditional(runs(deleteEntity, ingestProposals, deletePoints, getAspect));
  app.delete(ofEntity, deletes, byTarget(context, removeEntity, removeAspect));
  app.post(ofEntity, conditional(runs(...WRITES)), byTarget(context, refuseMethod, postAspect));
  app.patch(ofEntity, conditional(runs(...WRITES)), byTarget(context, refuseMethod, patchAspect));
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
