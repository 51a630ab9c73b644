import type { FastifyInstance, HTTPMethods } from 'fastify';
import { CatalogError } from '../../errors.ts';

const METHODS: readonly HTTPMethods[] = [
  ...(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const),
];

/** Answers every method of a path that has no route of its own with 405 and the list of those that have. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly HTTPMethods[]): void {
  app.route({
    url,
    method: METHODS.filter((method) => !allowed.includes(method)),
    exposeHeadRoute: false,
    onRequest: (request, reply, done) => {
      // Before the body is read, which would complain about the body of a request that has no business here.
      reply.header('Allow', allowed.join(', '));
      done(methodNotAllowed(request.method, allowed));
    },
    handler: () => undefined,
  });
}

/** The failure for a method that the path does not have. */
export function methodNotAllowed(method: string, allowed: readonly string[]): CatalogError {
  return new CatalogError(
    'METHOD_NOT_ALLOWED',
    `${method} is not possible here. Use ${allowed.join(', ')} instead.`,
  );
}
