import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../../auth/actor.ts';
import type { HttpDependencies } from './dependencies.ts';
import { createRefusal } from './rate-limits.ts';
import { requireSameOrigin } from './same-origin.ts';
import { sessionOf } from './session-cookies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True on the few paths that answer without a token. */
    open?: boolean;
    /** True where a GET changes something, as in DataHub; no other site may have a browser send it. */
    changes?: boolean;
  }
}

/** Longest body, in bytes, that the server reads for somebody whom it does not know. */
const STRANGERS_BODY_BYTES = 64 * 1024;

/** Options of a route that answers without a token. */
export const OPEN = { config: { open: true }, bodyLimit: STRANGERS_BODY_BYTES } as const;

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Puts the caller's catalog into every request before its body is read. A path that is not declared open is
 * refused without a good token or session, also when it does not exist, so that strangers learn nothing about paths.
 */
export function authenticateRequests(app: FastifyInstance, deps: HttpDependencies): void {
  app.decorateRequest('catalog', undefined);
  const refuse = createRefusal(deps);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.open === true) return;
    const actor = await actorOf(request, deps).catch((error: unknown) => refuse(error, request));
    request.catalog = deps.openCatalog({ ...actor, source: request.ip });
  });
}

/** A header wins over a cookie: whoever sends one means it. */
function actorOf(request: FastifyRequest, deps: HttpDependencies): Promise<Actor> {
  const { authorization } = request.headers;
  const session = authorization === undefined ? sessionOf(request) : undefined;
  if (session === undefined) return deps.authenticate(bearerToken(authorization));
  requireSameOrigin(request, deps.site.origin, request.routeOptions.config.changes);
  return deps.signIn.authenticate(session);
}

function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}
