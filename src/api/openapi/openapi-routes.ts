import type { FastifyPluginAsync } from 'fastify';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { WaitParts } from '../http/wait-for-events.ts';
import type { DescribedRoute } from './description/own-paths.ts';
import { descriptionRoutes } from './description/routes.ts';
import { logicalRoutes } from './logical/logical-routes.ts';
import { linkRoutes } from './links/link-routes.ts';
import { openlineageRoutes } from './openlineage/openlineage-routes.ts';
import { operationRoutes } from './operations/operation-routes.ts';
import { registryModelRoutes } from './platform/registry-models.ts';
import { relationshipScrollRoutes } from './platform/relationship-scroll.ts';
import { relationshipRoutes } from './platform/relationships.ts';
import { traceRoutes } from './platform/trace.ts';
import { swaggerRoutes } from './swagger/swagger-routes.ts';
import { timelineRoutes } from './timeline/timeline-routes.ts';
import { timeseriesRoutes } from './timeseries/timeseries-routes.ts';
import { auditRoutes } from './v1/audit-search.ts';
import { pollRoutes } from './v1/poll-events.ts';
import { systemInfoRoutes } from './v1/system-info.ts';
import { trackingRoutes } from './v1/tracking.ts';
import { entitiesV1Routes } from './v1/entities-v1.ts';
import { v2Routes } from './v2/routes.ts';
import { v3Routes } from './v3/routes.ts';
import { versioningRoutes } from './versioning/versioning-routes.ts';

/** Dependencies of the REST interface. */
export interface OpenapiDependencies {
  readonly registry: EntityRegistry;
  /** Epoch ms. */
  readonly now: () => number;
  /** Routes that the OpenAPI document describes besides those of this interface. */
  readonly ownRoutes: readonly DescribedRoute[];
  /** Dependencies of polls for events. */
  readonly following: WaitParts;
}

/** The REST interface as a Fastify plugin: all versions, the OpenAPI document, and the API browser. */
export function openapiRoutes({
  following,
  now,
  ownRoutes,
  registry,
}: OpenapiDependencies): FastifyPluginAsync {
  return (app) => {
    auditRoutes(app, now);
    pollRoutes(app, following);
    trackingRoutes(app);
    systemInfoRoutes(app);
    entitiesV1Routes(app, registry);
    v2Routes(app, registry);
    v3Routes(app, registry);
    registryModelRoutes(app, registry);
    traceRoutes(app, registry);
    openlineageRoutes(app);
    relationshipRoutes(app);
    relationshipScrollRoutes(app, registry);
    linkRoutes(app, registry);
    logicalRoutes(app, registry);
    versioningRoutes(app, registry);
    operationRoutes(app);
    timelineRoutes(app, now);
    timeseriesRoutes(app, registry);
    descriptionRoutes(app, registry, ownRoutes);
    swaggerRoutes(app, registry);
    return Promise.resolve();
  };
}
