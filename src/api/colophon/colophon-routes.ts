import type { FastifyPluginAsync } from 'fastify';
import { AS_OF_ROUTES } from './as-of-routes.ts';
import { AUDIT_ROUTES } from './audit-routes.ts';
import { changesRoute, type FollowParts } from './changes/changes-route.ts';
import { BULK_EDIT_ROUTES } from './bulk-edit-routes.ts';
import { DEMO_ROUTES } from './demo-routes.ts';
import { EFFECTIVE_ROUTES } from './effective-routes.ts';
import { MAINTENANCE_ROUTES } from './maintenance-routes.ts';
import { addOwnRoute, type OwnRoute } from './own-route.ts';
import { PLAN_ROUTES } from './plan-routes.ts';
import { PROPOSAL_ROUTES } from './proposal-routes.ts';
import { statusRoutes } from './status-routes.ts';
import { SUGGESTION_ROUTES } from './suggestion-routes.ts';
import { TOKEN_ROUTES } from './token-routes.ts';
import { UNDO_ROUTES } from './undo-routes.ts';
import { USER_ROUTES } from './user-routes.ts';
import { WEBHOOK_ROUTES } from './webhook-routes.ts';

/** Prefix of all routes that DataHub does not have. */
const PREFIX = '/api/colophon/v1';

/** Colophon's own routes: access tokens, users, status, jobs, plans, bulk edits, undo, demo, audit log, changes, values in effect, suggestions, webhooks. `version`: of the server. */
export function ownRoutes(version: string, follow: FollowParts): readonly OwnRoute[] {
  const routes = [
    TOKEN_ROUTES,
    USER_ROUTES,
    statusRoutes(version),
    AUDIT_ROUTES,
    changesRoute(follow),
    PLAN_ROUTES,
    PROPOSAL_ROUTES,
    MAINTENANCE_ROUTES,
    BULK_EDIT_ROUTES,
    UNDO_ROUTES,
    DEMO_ROUTES,
    AS_OF_ROUTES,
    EFFECTIVE_ROUTES,
    SUGGESTION_ROUTES,
    WEBHOOK_ROUTES,
  ];
  return routes.flat().map((route) => ({ ...route, path: PREFIX + route.path }));
}

/** Colophon's own routes as a Fastify plugin. */
export function colophonRoutes(routes: readonly OwnRoute[]): FastifyPluginAsync {
  return (app) => {
    for (const route of routes) addOwnRoute(app, route);
    return Promise.resolve();
  };
}
