import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { sendWritten, writeOptions, writtenEntities, writeProposals } from '../answer-writes.ts';
import { listJson } from '../aspect-json.ts';
import { changeTypeOf } from '../change-type.ts';
import { readBatch } from '../read-batch.ts';
import type { Handler } from '../dialect.ts';

/** `POST /{entity}`: writes aspects of many entities of one type, all or none. Default: async. */
export const postBatch: Handler<string> = async ({ registry, dialect }, entityName, request, reply) => {
  const parameters = new QueryParameters(request);
  const options = writeOptions(parameters, { async: true });
  const changeType = changeTypeOf(parameters, false);
  const entity = entitySpec(registry, entityName);
  const proposals = await readBatch(dialect, entity, bodyOf(request), changeType);
  const result = await writeProposals(request, proposals);
  return sendWritten(reply, options, listJson(writtenEntities(dialect, result, options)));
};

/**
 * `PATCH /{entity}`: patches aspects of many entities of one type, all or none. Default: async, with an empty
 * response.
 */
export const patchBatch: Handler<string> = async ({ registry, dialect }, entityName, request, reply) => {
  const options = writeOptions(new QueryParameters(request), { async: true });
  const entity = entitySpec(registry, entityName);
  const proposals = await readBatch(dialect, entity, bodyOf(request), 'PATCH');
  const result = await writeProposals(request, proposals);
  if (options.async) return reply.code(202).send();
  return sendWritten(reply, options, listJson(writtenEntities(dialect, result, options)));
};
