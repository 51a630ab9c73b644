import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../../operations/operation.ts';
import type { DescribedOperation, OperationDescription } from '../../operations/operation.ts';
import { mostOf } from '../../operations/needs.ts';
import type { NeedDescription } from '../../operations/needs.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route needs; a route without it cannot be added. */
    needs?: NeedDescription;
    /** True for routes that answer 405. */
    refuses?: boolean;
  }
  interface FastifyInstance {
    /** What every route needs, by `METHOD /path`. */
    routeNeeds: ReadonlyMap<string, NeedDescription>;
  }
}

/** Options of a route that runs these operations. */
export function runs(...operations: readonly [DescribedOperation, ...DescribedOperation[]]): RouteNeeds {
  return { config: { needs: mostOf(operations.map((operation) => describeOperation(operation).needs)) } };
}

interface RouteNeeds {
  readonly config: { readonly needs: OperationDescription['needs'] };
}

/** Options of a route that shows nothing of the catalog but to who has a token. */
export const WITH_TOKEN: RouteNeeds = { config: { needs: { kind: 'token' } } };

/** Refuses routes that do not say what they need. Call it before any route is added. */
export function requireRouteNeeds(app: FastifyInstance): void {
  const known = new Map<string, NeedDescription>();
  app.decorate('routeNeeds', known);
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.needs === undefined) {
      throw new Error(`${String(method)} ${url} does not say what it needs: pass runs(operation) or OPEN.`);
    }
    // Routes that only refuse a method are not listed.
    if (config.refuses === true) return;
    for (const name of [method].flat()) known.set(`${name} ${url}`, config.needs);
  });
}
