import type { RelationshipsInput } from '../../query/metadata-query.ts';
import { checkLength } from '../list-limits.ts';
import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** Entities that are related to one entity. */
export const getRelationships = defineModelled({
  name: 'getRelationships',
  effect: 'read',
  limits: ({ count }: RelationshipsInput, settings) => checkLength('count', count, settings),
  about: ({ urn }) => [urn],
  needs: READ,
  isLong: true,
  run: (input, { query, scope }) => query.relationships(input, scope),
});
