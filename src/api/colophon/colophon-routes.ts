import type { FastifyPluginAsync } from 'fastify';
import { addAuditRoute } from './audit-routes.ts';
import { addJobRoutes } from './job-routes.ts';
import { addMaintenanceRoutes } from './maintenance-routes.ts';
import { addPlanRoutes } from './plan-routes.ts';
import { addStatusRoute } from './status-route.ts';
import { addTokenRoutes } from './token-routes.ts';
import { addUserRoutes } from './user-routes.ts';

/** Where everything lives that DataHub has no path for. */
const PREFIX = '/api/colophon/v1';

/** Our own additions to the wire: access tokens, users, status, jobs, plans, the audit log. `version` is the server's own. */
export function colophonRoutes(version: string): FastifyPluginAsync {
  return async (app) => {
    await app.register(
      (scope, _options, done) => {
        addTokenRoutes(scope);
        addUserRoutes(scope);
        addStatusRoute(scope, version);
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
