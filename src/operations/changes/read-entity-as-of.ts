import { CatalogError } from '../../errors.ts';
import type { EntityAsOf } from '../../query/changes/read-as-of.ts';
import { READ } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { URN, described, objectOf } from '../shapes.ts';
import { MOMENT } from './moment.ts';

export type { EntityAsOf };

/**
 * An entity with all aspects as of a moment: a cursor, or an RFC 3339 time. The caller's current rights apply. Throws
 * NOT_FOUND if it did not exist then or the caller may not see it, and GONE if its earlier values are no longer kept.
 */
export const readEntityAsOf = defineProtected({
  name: 'readEntityAsOf',
  effect: 'read',
  summary: 'Gets an entity with all aspects as of a moment.',
  input: () => objectOf({ urn: described('Urn of the entity.', URN), asOf: MOMENT }),
  about: ({ urn }) => [urn],
  needs: READ,
  run: async ({ asOf: moment, urn }, { scope, services }): Promise<EntityAsOf> => {
    const entity = await services.changes.asOf({ urn, moment, parameter: 'asOf' }, scope);
    if (entity.aspects.size === 0) {
      throw new CatalogError('NOT_FOUND', `At ${moment} there was no entity ${urn}, or you may not see it.`);
    }
    return entity;
  },
});
