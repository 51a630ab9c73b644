import type { FastifyInstance } from 'fastify';
import { inRequest, type RequestWarnings } from '../../../auth/audit/request-scope.ts';
import { CatalogError } from '../../../errors.ts';
import { strictnessOf, type Strictness } from '../answers/warnings-header.ts';
import type { HttpDependencies } from '../dependencies.ts';
import type { RequestFacts } from './request-facts.ts';
import { traceIdOf } from './trace-context.ts';
import type { Protocol, RequestOrigin } from '../../../model/access/audit-event.ts';

/** Maximum stored length of a user agent. */
const MAX_USER_AGENT_LENGTH = 120;

/** Matches a user agent that may contain a token sent in the wrong header, which must not be stored. */
const LIKE_A_TOKEN = /bearer|[\w-]{32}/i;

const PREFIXES: readonly (readonly [prefix: string, protocol: Protocol])[] = [
  ['/api/graphql', 'graphql'],
  ['/api/v2/graphql', 'graphql'],
  ['/openapi/', 'openapi'],
  ['/api/colophon/', 'colophon'],
  ['/mcp', 'agent'],
];

const RESTLI =
  /^\/(aspects|entities|entitiesV2|entitiesVersionedV2|operations|platform|relationships|runs|usageStats)(\W|$)/;

declare module 'fastify' {
  interface FastifyRequest {
    /** Returns the warnings noted for the request; undefined before its handler runs. */
    warnings: (() => RequestWarnings | undefined) | undefined;
  }
}

/**
 * Runs every handler in the scope of its request, so that writes record their origin. Logs the warnings of each
 * answered request.
 */
export function recordOrigins(
  app: FastifyInstance,
  deps: Pick<HttpDependencies, 'logWarnings' | 'now' | 'randomHex'>,
): void {
  app.decorateRequest('warnings', undefined);
  // In preHandler, because reading the body starts a new asynchronous context.
  app.addHook('preHandler', (request, _reply, done) => {
    const strictness = strictnessOf(request);
    if (strictness instanceof CatalogError) {
      done(strictness);
      return;
    }
    inScopeOf(request, strictness, deps, done);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.isForwarded) logWarningsOf(request, deps);
    done();
  });
}

/** Runs a request in its scope. */
export function inScopeOf(
  request: RequestFacts,
  strictness: Strictness,
  deps: Pick<HttpDependencies, 'now' | 'randomHex'>,
  run: () => void,
): void {
  const traceId = (): string => traceIdOf(request, deps);
  const actor = request.requester?.actor.urn;
  request.warnings = inRequest(originOf(request), run, { ...strictness, actor, traceId });
}

/** Logs the warnings of an answered request. */
export function logWarningsOf(
  { id, requester, span, warnings }: RequestFacts,
  { logWarnings }: Pick<HttpDependencies, 'logWarnings'>,
): void {
  const noted = warnings?.();
  if (noted !== undefined)
    logWarnings({ requestId: id, actor: requester?.actor.urn, traceId: span?.traceId }, noted);
}

/** The data of a request that the audit log records. */
export function originOf(request: RequestFacts): RequestOrigin {
  const { method, id, ip, routeOptions, headers, requester } = request;
  const route = routeOptions.url;
  const tokenId = requester?.actor.tokenId;
  const userAgent = nameOfClient(headers['user-agent']);
  return {
    requestId: id,
    protocol: protocolOf(route ?? request.url),
    operation: `${method} ${route ?? '(no such path)'}`,
    ...(tokenId !== undefined && { tokenId }),
    address: ip,
    ...(userAgent !== undefined && { userAgent }),
  };
}

function nameOfClient(userAgent: string | undefined): string | undefined {
  if (userAgent === undefined || LIKE_A_TOKEN.test(userAgent)) return undefined;
  return userAgent.slice(0, MAX_USER_AGENT_LENGTH);
}

function protocolOf(path: string): Protocol {
  const known = PREFIXES.find(([prefix]) => path.startsWith(prefix));
  return known?.[1] ?? (RESTLI.test(path) ? 'restli' : 'web');
}
