import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OPEN } from '../../http/sessions/authentication.ts';

/** Any page: for what does not depend on cookies and needs no token. */
export const ANY_PAGE = '*';

/** How long a browser may keep the answer to its question, in seconds. */
const MAX_AGE = 600;

/** Lets the script of a page read the response. `page`: its origin; undefined: the request comes from no page that may. */
export function showToPage(reply: FastifyReply, page: string | undefined): void {
  if (page === undefined) return;
  void reply.headers({
    'Access-Control-Allow-Origin': page,
    'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After',
    Vary: 'Origin',
  });
}

/**
 * Answers browsers, which ask before a script sends a request with headers such as `Authorization` (CORS). Cookies are never
 * allowed. `pageAt` returns the origin that may call, or throws.
 */
export function answerPreflights(
  app: FastifyInstance,
  url: string,
  method: 'GET' | 'POST',
  pageAt: (request: FastifyRequest) => string | undefined,
): void {
  app.options(url, OPEN, (request, reply) => {
    showToPage(reply, pageAt(request));
    const asked = request.headers['access-control-request-headers'];
    void reply.headers({
      'Access-Control-Allow-Methods': method,
      'Access-Control-Max-Age': String(MAX_AGE),
      ...(asked !== undefined && { 'Access-Control-Allow-Headers': asked }),
    });
    return reply.code(204).send();
  });
}
