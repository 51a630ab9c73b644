import { defineRead } from '../operation.ts';

/** Number of entities that have the aspect and whose urn matches the pattern (SQL LIKE wildcards). */
export const countAspects = defineRead({
  name: 'countAspects',
  summary: 'Counts the entities that have an aspect and whose urn matches a pattern.',
  run: (
    { aspectName, urnLike }: { readonly aspectName: string; readonly urnLike?: string | undefined },
    { query, scope },
  ) => query.countAspects(aspectName, urnLike, scope),
});
