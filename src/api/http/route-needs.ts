import type { FastifyInstance } from 'fastify';
import { declare, type Declaration, type DescribedOperation } from '../../operations/operation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operations that the route runs, and the privileges it needs; required for every route. */
    declared?: Declaration;
    /** True for routes that answer 405. */
    refuses?: boolean;
  }
  interface FastifyInstance {
    /** Operations and needed privileges of every route, by `METHOD /path`. */
    declared: ReadonlyMap<string, Declaration>;
  }
}

/** Options of a route that runs these operations. */
export function runs(...operations: readonly [DescribedOperation, ...DescribedOperation[]]): RouteNeeds {
  return { config: { declared: declare(operations) } };
}

interface RouteNeeds {
  readonly config: { readonly declared: Declaration };
}

/** Options of a route that requires a token, but no privilege. */
export const WITH_TOKEN: RouteNeeds = { config: { declared: declare({ kind: 'token' }) } };

/** Refuses routes that do not say what they need. Call it before any route is added. */
export function requireRouteNeeds(app: FastifyInstance): void {
  const known = new Map<string, Declaration>();
  app.decorate('declared', known);
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.declared === undefined) {
      throw new Error(`${String(method)} ${url} does not say what it needs: pass runs(operation) or OPEN.`);
    }
    // Routes that only refuse a method are not listed.
    if (config.refuses === true) return;
    for (const name of [method].flat()) known.set(`${name} ${url}`, config.declared);
  });
}
