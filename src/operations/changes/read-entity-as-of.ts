import { CatalogError } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import type { EntityAsOf } from '../../query/changes/read-as-of.ts';
import { READ } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';

export type { EntityAsOf };

/**
 * An entity with all aspects as it was at a moment: a cursor, or an RFC 3339 time. Today's rights decide what the caller sees
 * of it. Throws NOT_FOUND when it did not exist then, or the caller may not see it; GONE when what it was is not kept.
 */
export const readEntityAsOf = defineProtectedModelled({
  name: 'readEntityAsOf',
  effect: 'read',
  summary: 'Gets an entity with all aspects as it was at a moment.',
  about: ({ urn }: { readonly urn: Urn; readonly moment: string }) => [urn],
  needs: READ,
  run: async ({ moment, urn }, { scope, services }): Promise<EntityAsOf> => {
    const entity = await services.changes.asOf({ urn, moment, parameter: 'asOf' }, scope);
    if (entity.aspects.size === 0) {
      throw new CatalogError('NOT_FOUND', `At ${moment} there was no entity ${urn}, or you may not see it.`);
    }
    return entity;
  },
});
