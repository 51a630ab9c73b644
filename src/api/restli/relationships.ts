import { invalidRequest } from '../../errors.ts';
import { parseUrn } from '../../model/urn.ts';
import { getRelationships } from '../../operations/relationships/get-relationships.ts';
import { read, type Resource } from './resource.ts';

const DEFAULT_COUNT = 100;

/** `GET /relationships?urn=...&types=List(...)&direction=...`: entities at the other end of an entity's links. */
const listRelated = read(getRelationships, async ({ requester, parameters }) => {
  const direction = parameters.requiredText('direction');
  if (direction !== 'INCOMING' && direction !== 'OUTGOING') {
    throw invalidRequest(`Parameter direction must be INCOMING or OUTGOING, but it is '${direction}'.`);
  }
  const start = parameters.integer('start') ?? 0;
  const { entities, total } = await requester.run(getRelationships, {
    urn: parseUrn(parameters.requiredText('urn')),
    types: parameters.texts('types'),
    direction,
    start,
    count: parameters.integer('count') ?? DEFAULT_COUNT,
    includeSoftDelete: true,
  });
  const relationships = entities.map(({ urn, relationshipType }) => ({
    type: relationshipType,
    entity: urn,
  }));
  return { json: JSON.stringify({ start, count: entities.length, total, relationships }) };
});

/** `/relationships`: links between entities. */
export const RELATIONSHIPS: Resource = { name: 'relationships', list: listRelated, actions: {} };
