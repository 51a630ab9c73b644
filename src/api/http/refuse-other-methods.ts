import type { FastifyInstance, HTTPMethods } from 'fastify';
import { CatalogError } from '../../errors.ts';

const METHODS: readonly HTTPMethods[] = [
  ...(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const),
];

/** Methods of one path. */
interface KnownPath {
  readonly url: string;
  readonly methods: Set<string>;
  /** Whether one of them answers without a token; then so does the refusal of the others. */
  isOpen: boolean;
}

/**
 * Lets every path answer the methods that it does not have with 405 instead of 404. Must be called before there are
 * routes; what it returns must be called behind the last of them.
 */
export function refuseMissingMethods(app: FastifyInstance): () => void {
  const paths = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const key = routingKey(url);
    const path = paths.get(key) ?? { url, methods: new Set<string>(), isOpen: false };
    for (const name of [method].flat()) path.methods.add(name);
    path.isOpen ||= config?.open === true;
    paths.set(key, path);
  });
  return () => {
    void app.register((scope, _options, done) => {
      for (const { url, methods, isOpen } of [...paths.values()]) {
        refuseOtherMethods(
          scope,
          url,
          METHODS.filter((method) => methods.has(method)),
          isOpen,
        );
      }
      done();
    });
  };
}

/** Answers every method of a path that has no route of its own with 405 and the list of those that have. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly HTTPMethods[],
  isOpen = false,
): void {
  const method = METHODS.filter((name) => !allowed.includes(name));
  if (method.length === 0) return;
  app.route({
    ...{ url, method, exposeHeadRoute: false, config: { open: isOpen } },
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

/** The same for paths between which the router does not tell: names of parameters and slashes at the end. */
function routingKey(url: string): string {
  return url.replace(/:\w+/g, ':').replace(/(?<=.)\/$/, '');
}
