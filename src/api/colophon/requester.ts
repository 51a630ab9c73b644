import type { FastifyReply, FastifyRequest } from 'fastify';
import { EntityReferences } from '../../model/entity-reference.ts';
import type { Requester } from '../../operations/run.ts';
import type { OperationSettings } from '../../operations/work.ts';
import { catalogOf } from '../http/request-context.ts';

/** The authenticated caller of a route, for whom it runs operations. */
export function requesterOf(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: OperationSettings,
): Requester {
  return {
    catalog: catalogOf(request),
    references: new EntityReferences(settings.registry),
    settings,
    wrote: (sequence) => {
      reply.markWritten(sequence);
    },
  };
}
