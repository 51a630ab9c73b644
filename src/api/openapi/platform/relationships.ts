import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import { parseUrn } from '../../../model/urn.ts';
import { getRelationships } from '../../../operations/relationships/get-relationships.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';

const DEFAULT_COUNT = 200;

/** `GET /openapi/relationships/v1/`: a page of the entities at the other end of an entity's links. */
export function relationshipRoutes(app: FastifyInstance): void {
  app.get('/openapi/relationships/v1', runs(getRelationships), async (request) => {
    const parameters = QueryParameters.of(request, [
      'urn',
      'relationshipTypes',
      'direction',
      'start',
      'count',
    ]);
    const urn = parameters.text('urn');
    if (urn === undefined)
      throw invalidRequest('Parameter urn is missing. Pass the urn of the entity whose links to list.');
    const start = parameters.count('start') ?? 0;
    const { entities, total } = await requesterOf(request).run(getRelationships, {
      urn: parseUrn(urn),
      types: parameters.list('relationshipTypes'),
      direction: directionOf(parameters),
      start,
      count: parameters.count('count') ?? DEFAULT_COUNT,
      includeSoftDelete: true,
    });
    const related = entities.map(({ urn: other, relationshipType, via }) => ({
      urn: other,
      relationshipType,
      ...(via !== undefined && { via }),
    }));
    return { start, count: related.length, total, entities: related };
  });
}

/** The parameter `direction`, default OUTGOING; throws INVALID_REQUEST for other values. */
export function directionOf(parameters: QueryParameters): 'INCOMING' | 'OUTGOING' {
  const direction = parameters.text('direction') ?? 'OUTGOING';
  if (direction === 'INCOMING' || direction === 'OUTGOING') return direction;
  throw invalidRequest(`Parameter direction must be INCOMING or OUTGOING, but it is '${direction}'.`);
}
