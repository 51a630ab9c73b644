import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from './dependencies.ts';
import { createRefusal } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True on the few paths that answer without a token. */
    open?: boolean;
  }
}

/** Options of a route that answers without a token. */
export const OPEN = { config: { open: true } } as const;

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Puts the caller's catalog into every request before its body is read. A path that is not declared open is
 * refused without a good token, also when it does not exist, so that strangers learn nothing about paths.
 */
export function authenticateRequests(app: FastifyInstance, deps: HttpDependencies): void {
  app.decorateRequest('catalog', undefined);
  const refuse = createRefusal(deps);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.open === true) return;
    const bearer = bearerToken(request.headers.authorization);
    const actor = await deps.authenticate(bearer).catch((error: unknown) => refuse(error, request));
    request.catalog = deps.openCatalog(actor);
  });
}

function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}
