import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../errors.ts';
import type { Catalog } from '../../auth/catalog.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook; absent on the few open paths. */
    catalog: Catalog | undefined;
  }
}

/** The catalog of the authenticated caller; throws UNAUTHENTICATED on an open path. */
export function catalogOf(request: FastifyRequest): Catalog {
  if (request.catalog === undefined)
    throw new CatalogError('UNAUTHENTICATED', 'No access token was presented.');
  return request.catalog;
}
