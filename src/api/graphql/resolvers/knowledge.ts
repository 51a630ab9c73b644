import type { FieldResolvers } from '../build-schema.ts';
import { object, texts } from '../presenters/json-members.ts';
import { details, fromAspect } from './aspect-field.ts';

/** Fields of `Document`. */
export const DOCUMENT: FieldResolvers = {
  subType: fromAspect('subTypes', (value) => texts(value['typeNames'])[0]),
  info: details('documentInfo', { name: 'title' }),
};

/** Fields of `QueryEntity`. */
export const QUERY_ENTITY: FieldResolvers = {
  properties: details('queryProperties', {}, (value) => ({ statement: object(value['statement']) })),
};

/** Fields of `ERModelRelationship`. */
export const ER_MODEL_RELATIONSHIP: FieldResolvers = {
  properties: details('erModelRelationshipProperties', {}, (value, _entity, { references }) => ({
    source: references.find(value['source']),
    destination: references.find(value['destination']),
  })),
};
