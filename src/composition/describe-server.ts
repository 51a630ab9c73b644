import { colophonRoutes } from '../api/colophon/colophon-routes.ts';
import { schemaFingerprint } from '../api/graphql/catalog-schema.ts';
import { graphqlRoutes } from '../api/graphql/graphql-routes.ts';
import type { GraphqlDependencies } from '../api/graphql/graphql-routes.ts';
import type { HttpDependencies } from '../api/http/dependencies.ts';
import type { HttpLimits } from '../api/http/limits.ts';
import { siteAt } from '../api/http/site.ts';
import { openapiRoutes } from '../api/openapi/openapi-routes.ts';
import { restliRoutes } from '../api/restli/restli-routes.ts';
import type { Config } from '../config/options.ts';
import type { Logs } from '../log.ts';
import { DATAHUB_VERSION } from '../model/datahub-version.ts';
import { fingerprint } from '../util/fingerprint.ts';
import { VERSION } from '../version.ts';

type ProtocolParts = Pick<GraphqlDependencies, 'registry' | 'now' | 'newId' | 'reportFailure' | 'tracer'>;

/** What describing a server needs besides its configuration. */
export type ServerParts = Omit<ProtocolParts, 'reportFailure'> &
  Pick<HttpDependencies, 'randomHex'> & { readonly logs: Pick<Logs, 'http'> };

/** What the HTTP side is told that depends on the configuration alone. */
export function describeServer(
  config: Config,
  { logs, newId, now, randomHex, registry, tracer }: ServerParts,
): Pick<
  HttpDependencies,
  | 'site'
  | 'randomHex'
  | 'reportFailure'
  | 'logRequest'
  | 'limits'
  | 'trustedProxies'
  | 'now'
  | 'versions'
  | 'protocols'
> {
  const reportFailure: HttpDependencies['reportFailure'] = ({ error, ...request }) => {
    logs.http.error({ ...request, err: error }, 'request failed');
  };
  return {
    site: siteAt(config.publicUrl),
    randomHex,
    reportFailure,
    logRequest: requestLog(config, logs),
    limits: httpLimits(config),
    trustedProxies: config.trustedProxies,
    now,
    versions: { server: VERSION, commit: fingerprint(`${registry.fingerprint} ${schemaFingerprint()}`) },
    protocols: createProtocols(config, { registry, now, newId, reportFailure, tracer }),
  };
}

/** What the server failed to answer is a warning. */
function requestLog({ logRequests }: Config, logs: Pick<Logs, 'http'>): HttpDependencies['logRequest'] {
  if (logRequests === 'none') return undefined;
  return (request) => {
    if (request.status >= 500) logs.http.warn(request, 'request was not answered as asked');
    else if (logRequests === 'all') logs.http.info(request, 'request answered');
  };
}

/** The limits of the HTTP side, as they are configured. */
export function httpLimits({ limits }: Pick<Config, 'limits'>): HttpLimits {
  return {
    bodyBytes: limits.bodyBytes,
    headerBytes: limits.headerBytes,
    connections: limits.connections,
    headersTimeoutMs: limits.headersTimeout,
    requestTimeoutMs: limits.requestTimeout,
    answerTimeoutMs: limits.answerTimeout,
    sendTimeoutMs: limits.sendTimeout,
    requestsPerSecond: limits.requestsPerSecond,
    refusalsPerSecond: limits.refusalsPerSecond,
  };
}

/** Everything that is spoken besides pages, health and the client's configuration. */
function createProtocols(config: Config, parts: ProtocolParts): HttpDependencies['protocols'] {
  const graphql = graphqlRoutes({
    ...parts,
    version: `v${DATAHUB_VERSION}`,
    upsertStructuredProperties: config.compatibility.upsertStructuredProperties,
    limits: config.limits.graphql,
  });
  return [graphql, openapiRoutes(parts), restliRoutes(parts), colophonRoutes(VERSION)];
}
