import type { FastifyRequest } from 'fastify';
export {
  nameOperation,
  noteAgent,
  noteWarning,
  notedCommit,
  notedProblems,
  notedWarnings,
} from '../../auth/audit/request-scope.ts';
import { CatalogError } from '../../errors.ts';
import type { Requester } from '../../operations/requester.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook; absent on the few open paths. */
    requester: Requester | undefined;
  }
}

/** The authenticated caller; throws UNAUTHENTICATED on an open path. */
export function requesterOf(request: Pick<FastifyRequest, 'requester'>): Requester {
  if (request.requester === undefined)
    throw new CatalogError('UNAUTHENTICATED', 'No access token was presented.');
  return request.requester;
}
