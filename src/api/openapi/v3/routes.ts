import type { FastifyInstance } from 'fastify';
import { getAspect } from '../../../operations/entities/get-aspect.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { conditional } from '../../http/requests/write-condition.ts';
import { runs } from '../../http/route-needs.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { WRITES } from '../answer-writes.ts';
import { entityRoutes, type EntityParams } from '../entities/entity-routes.ts';
import { patchBatch } from '../entities/write-batch.ts';
import { batchGet } from './batch-get.ts';
import { V3 } from './dialect.ts';
import { batchGetGeneric, patchGeneric, postGeneric } from './generic.ts';
import { scrollEntities } from './scroll.ts';

/** All routes of version 3. */
export function v3Routes(app: FastifyInstance, registry: EntityRegistry): void {
  const context = { registry, dialect: V3 };
  const base = V3.basePath;
  app.post(`${base}/scroll`, runs(searchEntities, getEntities), (request, reply) =>
    scrollEntities(context, request, reply),
  );
  app.post(`${base}/generic`, conditional(runs(...WRITES)), (request, reply) =>
    postGeneric(context, request, reply),
  );
  app.patch(`${base}/generic`, conditional(runs(...WRITES)), (request, reply) =>
    patchGeneric(context, request, reply),
  );
  app.post(`${base}/generic/batchGet`, runs(getEntities, getAspect), (request, reply) =>
    batchGetGeneric(context, request, reply),
  );
  app.patch<{ Params: EntityParams }>(`${base}/:entity`, conditional(runs(...WRITES)), (request, reply) =>
    patchBatch(context, request.params.entity, request, reply),
  );
  app.post<{ Params: EntityParams }>(
    `${base}/:entity/batchGet`,
    runs(getEntities, getAspect),
    (request, reply) => batchGet(context, request.params.entity, request, reply),
  );
  entityRoutes(app, context);
  refuseOtherMethods(app, `${base}/:entity`, ['GET', 'HEAD', 'POST', 'PATCH']);
}
