import type { RelationshipsInput } from '../../query/metadata-query.ts';
import { checkLength } from '../list-limits.ts';
import { defineModelledRead } from '../operation.ts';

/** Entities that are related to one entity. */
export const getRelationships = defineModelledRead({
  name: 'getRelationships',
  summary: 'Lists the entities that are related to an entity.',
  limits: ({ count }: RelationshipsInput, settings) => checkLength('count', count, settings),
  about: ({ urn }) => [urn],
  isLong: true,
  run: (input, { query, scope }) => query.relationships(input, scope),
});
