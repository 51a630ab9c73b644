import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DATAHUB_VERSION } from '../../model/datahub-version.ts';
import { OPEN_IN_PART } from './sessions/authentication.ts';
import type { HttpDependencies } from './dependencies.ts';

/**
 * `GET /config`: the first request of DataHub's clients. They choose their protocol by the version, and cache the
 * GraphQL schema and the registry by the commit. `noCode` must be the text `true`, or they take the server for a web
 * frontend. Health probes and clients before login send no token: they get the version only.
 */
export function configRoute(app: FastifyInstance, deps: HttpDependencies): void {
  app.get('/config', OPEN_IN_PART, (request) =>
    request.requester === undefined ? anonymousConfig() : wholeConfig(request, deps),
  );
}

const SERVER = { serverType: 'prod', serverEnv: 'core' };

function anonymousConfig(): object {
  const versions = { 'acryldata/datahub': { version: `v${DATAHUB_VERSION}` } };
  return { noCode: 'true', versions, datahub: SERVER };
}

function wholeConfig(
  { host, protocol }: FastifyRequest,
  { versions }: Pick<HttpDependencies, 'versions'>,
): object {
  return {
    noCode: 'true',
    retention: 'true',
    statefulIngestionCapable: true,
    patchCapable: true,
    supportsImpactAnalysis: true,
    timeZone: 'GMT',
    models: {},
    datasetUrnNameCasing: false,
    baseUrl: `${protocol}://${host}`,
    versions: {
      'acryldata/datahub': { version: `v${DATAHUB_VERSION}`, commit: versions.commit },
      colophon: { version: versions.server, commit: versions.serverCommit },
    },
    datahub: SERVER,
    managedIngestion: { enabled: false, defaultCliVersion: DATAHUB_VERSION },
    telemetry: { enabledCli: false, enabledIngestion: false },
    remoteExecutorBackend: { revision: 0 },
  };
}
