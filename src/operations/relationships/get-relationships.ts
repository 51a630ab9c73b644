import * as v from 'valibot';
import { checkLength } from '../list-limits.ts';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { DEFAULT_COUNT } from '../search/find-entities.ts';
import { FLAG, NUMBER, TEXT, URN, objectOf, oneOf } from '../shapes.ts';

/** Entities that are related to one entity. */
export const getRelationships = defineRead({
  name: 'getRelationships',
  summary: 'Lists the entities that are related to an entity.',
  input: () =>
    objectOf({
      urn: URN,
      types: v.nullish(list(TEXT), []),
      direction: oneOf(['INCOMING', 'OUTGOING']),
      start: v.nullish(NUMBER, 0),
      count: v.nullish(NUMBER, DEFAULT_COUNT),
      includeSoftDelete: v.nullish(FLAG, false),
      /** Types of the related entities. Default: all. */
      entityTypes: v.optional(list(TEXT)),
    }),
  limits: ({ count }, settings) => checkLength('count', count, settings),
  about: ({ urn }) => [urn],
  isLong: true,
  run: (input, { query, scope }) => query.relationships(input, scope),
});
