import { CatalogError } from '../../errors.ts';
import { isVisibleByUrn } from '../../query/visibility/visibility.ts';
import type { SeenChangeCount } from '../../store/scoped-reader.ts';
import { defineRead } from '../operation.ts';
import { URN, objectOf } from '../shapes.ts';

/**
 * Counts the commits that changed an entity, among the kept versions of its aspects. Of hidden properties, aspects and secrets
 * no change counts. Throws FORBIDDEN if the caller may not view the entity, or if it does not exist; for a caller who may
 * view any entity with this urn, the count of a missing one is 0.
 */
export const countChanges = defineRead({
  name: 'countChanges',
  summary: 'Counts the changes of an entity among the versions that are kept.',
  input: () => objectOf({ urn: URN }),
  about: ({ urn }) => [urn],
  isLong: true,
  run: async ({ urn }, { actor, query, scope }): Promise<SeenChangeCount> => {
    const counted = await query.changeCount(urn, scope);
    if (counted !== undefined) return counted;
    if (isVisibleByUrn(scope, urn)) return { count: 0, isExact: true };
    throw new CatalogError(
      'FORBIDDEN',
      `Unauthorized to view the change history of ${urn}: no policy permits ${actor.urn} to view it, or it does not exist.`,
    );
  },
});
