import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../../../auth/actor.ts';
import { declare } from '../../../operations/operation.ts';
import type { Requester } from '../../../operations/requester.ts';
import type { Cancellation } from '../../../util/concurrency/cancellation.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { requesterAsOf } from '../requests/as-of.ts';
import { cancelledWith } from '../limits/answer-timeout.ts';
import { createRefusal } from '../limits/rate-limits.ts';
import { requireSameOrigin } from './same-origin.ts';
import { sessionOf } from './session-cookies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True on the few paths that need no token. */
    open?: boolean;
    /**
     * True where a request without a token or session is answered, too, without a requester. An invalid one is
     * refused.
     */
    anonymous?: boolean;
    /** Resource for which OAuth clients have tokens; absent: their tokens are refused. */
    resource?: string;
    /** True where a GET changes state, as in DataHub; refused when a browser sends it from another site. */
    changes?: boolean;
  }
  interface FastifyRequest {
    /** Authenticates a long request again, because its rights may have changed. Throws UNAUTHENTICATED. */
    renewRequester(): Promise<Requester>;
  }
}

/** Maximum body of an unauthenticated request, in bytes. */
const ANONYMOUS_BODY_BYTES = 64 * 1024;

/** Options of a route that needs no token. */
export const OPEN = {
  config: { open: true, declared: declare({ kind: 'nothing' }) },
  bodyLimit: ANONYMOUS_BODY_BYTES,
} as const;

/** Options of a route that shows less to a caller without token or session. */
export const OPEN_IN_PART = {
  config: { anonymous: true, declared: declare({ kind: 'nothing' }) },
  bodyLimit: ANONYMOUS_BODY_BYTES,
} as const;

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Authenticates every request and attaches the requester before the body is read. Without a valid token or
 * session all paths but open ones are refused, even nonexistent ones, so that strangers cannot probe paths.
 */
export function authenticateRequests(app: FastifyInstance, deps: HttpDependencies): void {
  app.decorateRequest('requester', undefined);
  app.decorateRequest('renewRequester', async function (this: FastifyRequest) {
    return requesterAsOf(
      this,
      undefined,
      requesterAt(this, await actorOf(this, deps), this.requester?.cancellation, deps),
    );
  });
  const refuse = createRefusal(deps);
  app.addHook('onRequest', async (request, reply) => {
    const { anonymous, open } = request.routeOptions.config;
    if (open === true || (anonymous === true && isAnonymous(request))) return;
    const actor = await actorOf(request, deps).catch((error: unknown) => refuse(error, request));
    request.requester = requesterAt(request, actor, cancelledWith(reply.raw), deps);
    request.requester = await requesterAsOf(request, reply, request.requester);
  });
}

/** The requester for the actor of a request. Reads stop when the request is cancelled. */
export function requesterAt(
  { ip }: Pick<FastifyRequest, 'ip'>,
  actor: Actor,
  cancellation: Cancellation | undefined,
  { requesterFor }: Pick<HttpDependencies, 'requesterFor'>,
): Requester {
  return requesterFor({ ...actor, source: ip }, cancellation);
}

function isAnonymous(request: FastifyRequest): boolean {
  return request.headers.authorization === undefined && sessionOf(request) === undefined;
}

/** The Authorization header has precedence over the cookie, which browsers send automatically. */
function actorOf(request: FastifyRequest, deps: HttpDependencies): Promise<Actor> {
  const { authorization } = request.headers;
  const session = authorization === undefined ? sessionOf(request) : undefined;
  const { resource } = request.routeOptions.config;
  if (session === undefined) {
    const bearer = bearerToken(authorization);
    return resource === undefined ? deps.authenticate(bearer) : deps.authenticateAgent(bearer, resource);
  }
  requireSameOrigin(request, deps.site.origin, request.routeOptions.config.changes);
  return deps.signIn.authenticate(session);
}

/** The token in an `Authorization` header; undefined when there is none. */
export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}
