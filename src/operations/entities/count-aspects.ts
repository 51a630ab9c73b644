import { defineRead } from '../operation.ts';
import { TEXT, described, maybe, objectOf } from '../shapes.ts';

/** Number of entities that have the aspect and whose urn matches the pattern (SQL LIKE wildcards). */
export const countAspects = defineRead({
  name: 'countAspects',
  summary: 'Counts the entities that have an aspect and whose urn matches a pattern.',
  input: () =>
    objectOf({
      aspectName: described('Name of the aspect.', TEXT),
      urnLike: maybe(described('Pattern of SQL LIKE for the urn; default: any urn.', TEXT)),
    }),
  run: ({ aspectName, urnLike }, { query, scope }) => query.countAspects(aspectName, urnLike, scope),
});
