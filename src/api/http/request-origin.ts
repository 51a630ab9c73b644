import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inRequest } from '../../auth/request-scope.ts';
import type { Protocol, RequestOrigin } from '../../model/audit-event.ts';

/** As much of a client's own name as is kept. */
const MAX_USER_AGENT_LENGTH = 120;

/** What may be a token in the wrong header, which must not be kept: the word, or more letters than a name has. */
const LIKE_A_TOKEN = /bearer|[\w-]{32}/i;

const PREFIXES: readonly (readonly [prefix: string, protocol: Protocol])[] = [
  ['/api/graphql', 'graphql'],
  ['/api/v2/graphql', 'graphql'],
  ['/openapi/', 'openapi'],
  ['/api/colophon/', 'colophon'],
];

const RESTLI =
  /^\/(aspects|entities|entitiesV2|entitiesVersionedV2|operations|platform|relationships|runs|usageStats)(\W|$)/;

/** Lets everything that a handler does know which request it belongs to. */
export function rememberOrigins(app: FastifyInstance): void {
  // Not earlier: reading the body begins a chain of callbacks of its own.
  app.addHook('preHandler', (request, _reply, done) => inRequest(originOf(request), done));
}

/** What is put on record of a request. */
export function originOf(request: FastifyRequest): RequestOrigin {
  const { method, id, ip, routeOptions, headers, catalog } = request;
  const route = routeOptions.url;
  const tokenId = catalog?.actor.tokenId;
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
