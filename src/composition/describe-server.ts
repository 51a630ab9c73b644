import { agentRoutes, type AgentDependencies } from '../api/agents/agent-routes.ts';
import type { OAuthParts } from '../api/agents/oauth/oauth-parts.ts';
import { colophonRoutes, ownRoutes } from '../api/colophon/colophon-routes.ts';
import type { FollowParts } from '../api/colophon/changes/changes-route.ts';
import { schemaFingerprint } from '../api/graphql/catalog-schema.ts';
import { graphqlRoutes, type GraphqlDependencies } from '../api/graphql/graphql-routes.ts';
import type { HttpDependencies } from '../api/http/dependencies.ts';
import type { HttpLimits } from '../api/http/limits/limits.ts';
import { siteAt } from '../api/http/site.ts';
import { openapiRoutes } from '../api/openapi/openapi-routes.ts';
import { restliRoutes } from '../api/restli/restli-routes.ts';
import { configuredClients } from '../operations/oauth/find-client.ts';
import { addressCheck } from '../operations/webhooks/delivery/receiver-address.ts';
import type { OperationSettings } from '../operations/work.ts';
import type { Config } from '../config/options.ts';
import type { Logs } from '../log.ts';
import { DATAHUB_VERSION } from '../model/datahub-version.ts';
import { fingerprint } from '../util/fingerprint.ts';
import { DEFAULT_JSON_LIMITS, type JsonLimits } from '../util/json/json-scan.ts';
import { COMMIT, VERSION } from '../version.ts';

interface ProtocolParts extends Pick<GraphqlDependencies, 'references' | 'reportFailure' | 'tracer'> {
  readonly settings: OperationSettings;
  /** Commits that followers of the change feed wait for, and the counter of waiting requests. */
  readonly following: Pick<FollowParts, 'commits' | 'held'>;
  /** Absent in a reading thread, which does not answer agents. */
  readonly agents?: Pick<AgentDependencies, 'position' | 'reach' | 'toolCalled'> & {
    readonly grants: OAuthParts['grants'];
  };
}

/** Dependencies of the HTTP layer besides the configuration. */
export type ServerParts = Omit<ProtocolParts, 'reportFailure'> &
  Pick<HttpDependencies, 'randomHex'> & { readonly logs: Pick<Logs, 'http' | 'search'> };

/** Builds the HTTP dependencies that are derived from the configuration. */
export function describeServer(
  config: Config,
  { agents, following, logs, randomHex, references, settings, tracer }: ServerParts,
): Pick<
  HttpDependencies,
  | 'site'
  | 'randomHex'
  | 'reportFailure'
  | 'logRequest'
  | 'logWarnings'
  | 'limits'
  | 'trustedProxies'
  | 'now'
  | 'versions'
  | 'openMetrics'
  | 'protocols'
> {
  const reportFailure: HttpDependencies['reportFailure'] = ({ error, ...request }) => {
    logs.http.error({ ...request, err: error }, 'request failed');
  };
  const { now, registry } = settings;
  return {
    site: siteAt(config.publicUrl),
    randomHex,
    reportFailure,
    logRequest: requestLog(config, logs),
    logWarnings: (ids, { count, messages: [first] }) => {
      const others = count === 1 ? '' : ` This request has ${count - 1} more such warnings.`;
      logs.search.warn(ids, first + others);
    },
    limits: httpLimits(config),
    trustedProxies: config.trustedProxies,
    now,
    openMetrics: config.openMetrics,
    versions: {
      server: VERSION,
      serverCommit: COMMIT,
      // Lazy: a start does not wait for the schema.
      get commit() {
        return fingerprint(`${registry.fingerprint} ${schemaFingerprint()}`);
      },
    },
    protocols: createProtocols(config, {
      ...(agents && { agents }),
      following,
      settings,
      references,
      reportFailure,
      tracer,
    }),
  };
}

/** Logs responses with status 500 and above as warnings, others at level info if `logRequests` is `all`. */
function requestLog({ logRequests }: Config, logs: Pick<Logs, 'http'>): HttpDependencies['logRequest'] {
  if (logRequests === 'none') return undefined;
  return (request) => {
    if (request.status >= 500) logs.http.warn(request, 'request failed');
    else if (logRequests === 'all') logs.http.info(request, 'request answered');
  };
}

/** Minimum default number of connections per address, regardless of the total limit. */
const LEAST_PER_ADDRESS = 10;

/** HTTP limits from the configuration. */
export function httpLimits({
  limits,
  trustedProxies,
}: Pick<Config, 'limits' | 'trustedProxies'>): HttpLimits {
  const { connections, connectionsPerAddress } = limits;
  return {
    bodyBytes: limits.bodyBytes,
    json: jsonLimits(limits),
    headerBytes: limits.headerBytes,
    connections,
    connectionsPerAddress: connectionsPerAddress || Math.max(LEAST_PER_ADDRESS, Math.ceil(connections / 4)),
    trustedProxies,
    bodiesBytes: limits.bodiesBytes,
    answersBytes: limits.answersBytes,
    headersTimeoutMs: limits.headersTimeout,
    requestTimeoutMs: limits.requestTimeout,
    answerTimeoutMs: limits.answerTimeout,
    sendTimeoutMs: limits.sendTimeout,
    requestsPerSecond: limits.requestsPerSecond,
    refusalsPerSecond: limits.refusalsPerSecond,
  };
}

function jsonLimits({ bodyValues }: Config['limits']): JsonLimits {
  return { ...DEFAULT_JSON_LIMITS, values: bodyValues };
}

/** Routes of all APIs; pages, health and the client's configuration are not among them. */
function createProtocols(
  config: Config,
  { agents, following, settings, ...parts }: ProtocolParts,
): HttpDependencies['protocols'] {
  const json = jsonLimits(config.limits);
  const graphql = graphqlRoutes({
    ...settings,
    ...parts,
    version: `v${DATAHUB_VERSION}`,
    hiddenParents: config.compatibility.hiddenParents,
    limits: { ...config.limits.graphql, json: { ...json, values: config.limits.graphql.values } },
  });
  const { now } = settings;
  const { reportFailure, tracer } = parts;
  const own = ownRoutes(VERSION, {
    ...following,
    now,
    reportFailure,
    sendTimeoutMs: config.limits.sendTimeout,
  });
  return [
    graphql,
    openapiRoutes({ ...settings, following, ownRoutes: own }),
    restliRoutes({ ...settings, json }),
    colophonRoutes(own),
    ...(agents === undefined
      ? []
      : [
          agentRoutes({
            ...agents,
            ...following,
            ...config.agents,
            now,
            reportFailure,
            tracer,
            sendTimeoutMs: config.limits.sendTimeout,
            registry: settings.registry,
            version: VERSION,
            origin: siteAt(config.publicUrl).origin,
            oauth: oauthParts(config, agents.grants, now),
          }),
        ]),
  ];
}

/** What OAuth needs; undefined: it is off. */
function oauthParts(
  { agents, limits: { refusalsPerSecond }, publicUrl, webhooks }: Config,
  grants: OAuthParts['grants'],
  now: OAuthParts['now'],
): OAuthParts | undefined {
  const { base } = siteAt(publicUrl);
  if (!agents.oauth || base === undefined) return undefined;
  return {
    base,
    grants,
    now,
    refusalsPerSecond,
    configured: configuredClients(agents.oauthClients),
    hosts: agents.oauthClientHosts,
    isAllowed: addressCheck(webhooks.allowedNetworks),
  };
}
