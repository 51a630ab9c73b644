import type { FastifyInstance, HTTPMethods } from 'fastify';
import { CatalogError } from '../../errors.ts';
import { declare } from '../../operations/operation.ts';

const METHODS: readonly HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
];

/** Methods of one path. */
interface KnownPath {
  readonly url: string;
  readonly methods: Set<string>;
  /** Whether one of them needs no token; then the 405 for the others needs none either. */
  isOpen: boolean;
}

/**
 * Answers missing methods of known paths with 405 instead of 404. Call it before any route is added, and the returned
 * function after the last one.
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
      for (const { url, methods, isOpen } of paths.values()) {
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

/** Answers all methods but the allowed ones of a path with 405 and an `Allow` header. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly HTTPMethods[],
  isOpen = false,
): void {
  const method = METHODS.filter((name) => !allowed.includes(name));
  if (method.length === 0) return;
  app.route({
    url,
    method,
    exposeHeadRoute: false,
    config: { open: isOpen, refuses: true, declared: declare({ kind: isOpen ? 'nothing' : 'token' }) },
    onRequest: (request, reply, done) => {
      // Before the body is read, so that a bad body does not hide the 405.
      reply.header('Allow', allowed.join(', '));
      done(methodNotAllowed(request.method, allowed));
    },
    handler: () => undefined,
  });
}

/** The error for a method that the path does not have. */
export function methodNotAllowed(method: string, allowed: readonly string[]): CatalogError {
  return new CatalogError(
    'METHOD_NOT_ALLOWED',
    `Method ${method} is not allowed on this path. Use ${allowed.join(', ')} instead.`,
  );
}

/** Equal for paths that the router treats as equal, regardless of parameter names and a trailing slash. */
function routingKey(url: string): string {
  return url.replace(/:\w+/g, ':').replace(/(?<=.)\/$/, '');
}
