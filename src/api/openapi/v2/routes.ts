import type { FastifyInstance } from 'fastify';
import { getAspect } from '../../../operations/entities/get-aspect.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { runs } from '../../http/route-needs.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entityRoutes, type EntityParams } from '../entities/entity-routes.ts';
import { batchGet } from './batch-get.ts';
import { V2 } from './dialect.ts';

/** All routes of version 2. */
export function v2Routes(app: FastifyInstance, registry: EntityRegistry): void {
  const context = { registry, dialect: V2 };
  app.post<{ Params: EntityParams }>(
    `${V2.basePath}/batch/:entity`,
    runs(getEntities, getAspect),
    (request, reply) => batchGet(context, request.params.entity, request, reply),
  );
  entityRoutes(app, context);
  refuseOtherMethods(app, `${V2.basePath}/:entity`, ['GET', 'HEAD', 'POST']);
}
