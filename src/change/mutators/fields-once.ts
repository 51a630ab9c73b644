import { FIELD_LISTS, withFieldsOnce } from '../schema-fields.ts';
import type { Mutator } from './mutator.ts';

/** Drops columns of a path that a stored schema names before: former versions took such schemas. New ones are refused. */
export const fieldsOnce: Mutator = {
  name: 'fieldsOnce',
  aspects: [...FIELD_LISTS.keys()],
  mutate: ({ after, aspect, isStored }) => (isStored === true ? withFieldsOnce(aspect.name, after) : after),
};
