import type { FastifyPluginAsync } from 'fastify';
import type { OperationSettings } from '../../operations/work.ts';
import { addAuditRoute } from './audit-routes.ts';
import { addJobRoutes } from './job-routes.ts';
import { addMaintenanceRoutes } from './maintenance-routes.ts';
import { addPlanRoutes } from './plan-routes.ts';
import { addStatusRoute } from './status-route.ts';
import { addTokenRoutes } from './token-routes.ts';
import { addUserRoutes } from './user-routes.ts';

/** Prefix of all routes that DataHub does not have. */
const PREFIX = '/api/colophon/v1';

/** What the routes depend on. */
export interface ColophonDependencies extends OperationSettings {
  /** Of the server. */
  readonly version: string;
}

/** Colophon's own routes: access tokens, users, status, jobs, plans, audit log. */
export function colophonRoutes(dependencies: ColophonDependencies): FastifyPluginAsync {
  return async (app) => {
    await app.register(
      (scope, _options, done) => {
        addTokenRoutes(scope, dependencies);
        addUserRoutes(scope, dependencies);
        addStatusRoute(scope, dependencies.version);
        addJobRoutes(scope);
        addAuditRoute(scope);
        addPlanRoutes(scope);
        addMaintenanceRoutes(scope);
        done();
      },
      { prefix: PREFIX },
    );
  };
}
