import { FIELD_LISTS, withFieldsOnce } from '../schema-fields.ts';
import type { Mutator } from './mutator.ts';

/** Drops repeated columns of one path in stored schemas, which earlier versions accepted. New ones are refused. */
export const fieldsOnce: Mutator = {
  name: 'fieldsOnce',
  aspects: [...FIELD_LISTS.keys()],
  mutate: ({ after, aspect, isStored }) => (isStored === true ? withFieldsOnce(aspect.name, after) : after),
};
