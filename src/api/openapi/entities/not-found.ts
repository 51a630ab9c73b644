import type { FastifyReply } from 'fastify';
import { CatalogError } from '../../../errors.ts';
import { errorForm } from '../../http/error-form.ts';

/** Answers 404 with DataHub's header `Not-Found-Reason`: whether the entity or only the aspect is missing. */
export function sendNotFound(
  reply: FastifyReply,
  reason: 'ENTITY' | 'ASPECT',
  message: string,
): FastifyReply {
  const { status, body } = errorForm(new CatalogError('NOT_FOUND', message));
  return reply.code(status).header('Not-Found-Reason', reason).send(body);
}
