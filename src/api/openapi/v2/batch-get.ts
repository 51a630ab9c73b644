import { aspectNames, entitySpec, urnOf } from '../../../model/registry/find-in-registry.ts';
import { asList, asObject, asText, asTexts, optionalFlag } from '../../../util/json/json-input.ts';
import { checkBatchSize } from '../../../util/batch-size.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { noteUnknownMembers } from '../../http/requests/unknown-members.ts';
import { requesterOf } from '../../http/request-context.ts';
import { JSON_TYPE } from '../answer-writes.ts';
import { listJson } from '../aspect-json.ts';
import { entitiesJson } from '../entities/entity-page.ts';
import type { Handler } from '../dialect.ts';

/** `POST /batch/{entity}`: the named aspects, or all, of many entities of one type; omits nonexistent entities. */
export const batchGet: Handler<string> = async (context, entityName, request, reply) => {
  QueryParameters.of(request, []);
  const entity = entitySpec(context.registry, entityName);
  const body = asObject(bodyOf(request), 'The body');
  noteUnknownMembers(body, ['urns', 'aspectNames', 'withSystemMetadata'], 'The body');
  const list = asList(body['urns'], 'urns');
  checkBatchSize('urns', list.length);
  const urns = list.map((urn, index) => urnOf(entity, asText(urn, `urns[${index}]`)));
  const names = aspectNames(entity, asTexts(body['aspectNames'] ?? [], 'aspectNames'));
  const entities = await entitiesJson(requesterOf(request), context, urns, {
    aspects: names.length === 0 ? 'all' : names,
    systemMetadata: optionalFlag(body['withSystemMetadata'], 'withSystemMetadata') ?? false,
  });
  return reply.type(JSON_TYPE).send(`{"entities":${listJson(entities)}}`);
};
