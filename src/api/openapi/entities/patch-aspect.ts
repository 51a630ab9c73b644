import { isJsonObject, type JsonValue } from '../../../util/json.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import {
  WRITE_PARAMETERS,
  sendWritten,
  writeOptions,
  writtenEntity,
  writeProposals,
} from '../answer-writes.ts';
import type { AspectItem, Handler } from '../dialect.ts';
import type { AspectTarget } from './entity-target.ts';
import { enveloped, readProposal } from '../read-batch.ts';

/** `PATCH /{entity}/{urn}/{aspect}`: patches one aspect and returns the entity with the new value. Default: sync. */
export const patchAspect: Handler<AspectTarget> = async ({ dialect }, { urn, aspect }, request, reply) => {
  const options = writeOptions(QueryParameters.of(request, WRITE_PARAMETERS), { async: false });
  const item = patchItemOf(bodyOf(request));
  const result = await writeProposals(request, [readProposal(urn, aspect.name, item, 'PATCH', 'body')]);
  return sendWritten(reply, options, writtenEntity(dialect, urn, result, options));
};

/** Clients send the bare patch, or wrap it in `value` as in a batch. */
function patchItemOf(body: JsonValue): AspectItem {
  if (!isJsonObject(body) || body['patch'] !== undefined || body['value'] === undefined)
    return { value: body, isBare: true };
  return enveloped(body, 'body');
}
