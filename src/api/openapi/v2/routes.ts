import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entityRoutes } from '../entities/entity-routes.ts';
import type { EntityParams } from '../entities/entity-routes.ts';
import { batchGet } from './batch-get.ts';
import { V2 } from './dialect.ts';

/** All routes of version 2. */
export function v2Routes(app: FastifyInstance, registry: EntityRegistry): void {
  const context = { registry, dialect: V2 };
  app.post<{ Params: EntityParams }>(`${V2.basePath}/batch/:entity`, (request, reply) =>
    batchGet(context, request.params.entity, request, reply),
  );
  entityRoutes(app, context);
  refuseOtherMethods(app, `${V2.basePath}/:entity`, ['GET', 'HEAD', 'POST']);
}
