import { READ } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** Number of entities that have the aspect and whose urn matches the pattern (SQL LIKE wildcards). */
export const countAspects = defineModelled({
  name: 'countAspects',
  effect: 'read',
  needs: READ,
  run: (
    { aspectName, urnLike }: { readonly aspectName: string; readonly urnLike?: string | undefined },
    { query, scope },
  ) => query.countAspects(aspectName, urnLike, scope),
});
