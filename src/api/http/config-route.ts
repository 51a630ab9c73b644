import type { FastifyInstance } from 'fastify';
import { DATAHUB_VERSION } from '../../model/datahub-version.ts';
import { WITH_TOKEN } from './route-needs.ts';
import type { HttpDependencies } from './dependencies.ts';

/**
 * `GET /config`: the first request of DataHub's clients. They choose their protocol by the version, and cache the
 * GraphQL schema and the registry by the commit. `noCode` must be the text `true`, or they take the server for a web
 * frontend.
 */
export function configRoute(app: FastifyInstance, deps: HttpDependencies): void {
  app.get('/config', WITH_TOKEN, (request) => ({
    noCode: 'true',
    retention: 'true',
    statefulIngestionCapable: true,
    patchCapable: true,
    supportsImpactAnalysis: true,
    timeZone: 'GMT',
    models: {},
    datasetUrnNameCasing: false,
    baseUrl: `${request.protocol}://${request.host}`,
    versions: {
      'acryldata/datahub': { version: `v${DATAHUB_VERSION}`, commit: deps.versions.commit },
      colophon: { version: deps.versions.server },
    },
    datahub: { serverType: 'prod', serverEnv: 'core' },
    managedIngestion: { enabled: false, defaultCliVersion: DATAHUB_VERSION },
    telemetry: { enabledCli: false, enabledIngestion: false },
    remoteExecutorBackend: { revision: 0 },
  }));
}
