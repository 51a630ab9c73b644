import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import {
  WRITE_PARAMETERS,
  sendWritten,
  writeOptions,
  writtenEntity,
  writeProposals,
} from '../answer-writes.ts';
import type { Handler } from '../dialect.ts';
import type { AspectTarget } from './entity-target.ts';
import { readProposal } from '../read-batch.ts';
import { CHANGE_TYPE_PARAMETERS, changeTypeOf } from '../change-type.ts';

/** `POST /{entity}/{urn}/{aspect}`: writes one aspect and returns the entity with it. Default: sync. */
export const postAspect: Handler<AspectTarget> = async ({ dialect }, { urn, aspect }, request, reply) => {
  const parameters = QueryParameters.of(request, [...WRITE_PARAMETERS, ...CHANGE_TYPE_PARAMETERS]);
  const options = writeOptions(parameters, { async: false });
  const changeType = changeTypeOf(parameters, dialect.createsByDefault);
  const item = dialect.aspectItemOf(bodyOf(request));
  const result = await writeProposals(request, [readProposal(urn, aspect.name, item, changeType, 'body')]);
  return sendWritten(reply, options, writtenEntity(dialect, urn, result, options));
};
