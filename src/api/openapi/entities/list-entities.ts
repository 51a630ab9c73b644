import { QueryParameters } from '../../http/query-parameters.ts';
import { requesterOf } from '../../http/request-context.ts';
import { JSON_TYPE } from '../answer-writes.ts';
import { EMPTY_PAGE, readPage } from './entity-page.ts';
import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import { PAGE_PARAMETERS, isEmptySlice, pageInput } from '../page-parameters.ts';
import { ASPECTS_PARAMETERS, requestedAspects } from './read-entity.ts';
import type { Handler } from '../dialect.ts';

/** `GET /{entity}`: one page of the entities of a type, with the scroll id of the next page. */
export const listEntities: Handler<string> = async (context, entityName, request, reply) => {
  const { registry, dialect } = context;
  const parameters = QueryParameters.of(request, [
    ...PAGE_PARAMETERS,
    ...ASPECTS_PARAMETERS,
    'systemMetadata',
  ]);
  const entity = entitySpec(registry, entityName);
  const input = pageInput(parameters, { entityTypes: [entity.name], filter: [] });
  const form = {
    aspects: requestedAspects(entity, parameters) ?? 'all',
    systemMetadata: parameters.flag('systemMetadata', false),
  } as const;
  const page = isEmptySlice(parameters)
    ? EMPTY_PAGE
    : await readPage(requesterOf(request), context, input, form);
  // As in DataHub, a list has the member `facets`, although it is always empty.
  return reply.type(JSON_TYPE).send(dialect.pageJson({ ...page, facets: page.facets ?? [] }));
};
