import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { WRITE_PARAMETERS, sendWritten, writeOptions, writtenEntities } from '../answer-writes.ts';
import { listJson } from '../aspect-json.ts';
import { CHANGE_TYPE_PARAMETERS, changeTypeOf } from '../change-type.ts';
import { writeBatches } from '../write-batches.ts';
import type { Handler } from '../dialect.ts';

/** `POST /{entity}`: writes aspects of many entities of one type. Default: async. */
export const postBatch: Handler<string> = async ({ registry, dialect }, entityName, request, reply) => {
  const parameters = QueryParameters.of(request, [...WRITE_PARAMETERS, ...CHANGE_TYPE_PARAMETERS]);
  const options = writeOptions(parameters, { async: true });
  const changeType = changeTypeOf(parameters, false);
  const entity = entitySpec(registry, entityName);
  const result = await writeBatches(request, [
    { dialect, entity, changeType, list: bodyOf(request), at: '' },
  ]);
  return sendWritten(reply, options, listJson(writtenEntities(dialect, result, options)));
};

/**
 * `PATCH /{entity}`: patches aspects of many entities of one type. Default: async, with an empty
 * response.
 */
export const patchBatch: Handler<string> = async ({ registry, dialect }, entityName, request, reply) => {
  const options = writeOptions(QueryParameters.of(request, WRITE_PARAMETERS), { async: true });
  const entity = entitySpec(registry, entityName);
  const result = await writeBatches(request, [
    { dialect, entity, changeType: 'PATCH', list: bodyOf(request), at: '' },
  ]);
  if (options.async) return reply.code(202).send();
  return sendWritten(reply, options, listJson(writtenEntities(dialect, result, options)));
};
