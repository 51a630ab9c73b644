import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import { missingEntity } from '../../model/missing-entity.ts';
import { entitiesAsOf } from '../../query/changes/entities-as-of.ts';
import { readEffective, type EffectiveParts } from '../../query/inheritance/read-effective.ts';
import { MOMENT } from '../changes/moment.ts';
import { READ } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { URN, described, objectOf } from '../shapes.ts';

/**
 * The values in effect on an entity. As of a moment: its stored values and ancestors at that moment, with the definitions, the rules and the
 * caller's rights of now. Throws NOT_FOUND if the entity does not exist or the caller may not see it, and GONE if its earlier
 * values are no longer kept.
 */
export const readEffectiveProperties = defineProtected({
  name: 'readEffectiveProperties',
  effect: 'read',
  summary: 'Gets the values of structured properties of an entity, own and inherited, now or as of a moment.',
  input: () => objectOf({ urn: described('Urn of the entity.', URN), asOf: v.optional(MOMENT) }),
  about: ({ urn }) => [urn],
  needs: READ,
  run: async ({ asOf, urn }, { query, scope, services: { changes }, settings: { readSize, registry } }) => {
    const moment = asOf === undefined ? undefined : await changes.cursorOf(asOf, 'asOf');
    const read: EffectiveParts['read'] = (urns, aspectNames, within) =>
      moment === undefined
        ? query.getEntities(urns, aspectNames, within, readSize)
        : entitiesAsOf({ urns, aspectNames, moment }, { changes, readSize, registry }, within);
    const found = await readEffective([urn], { read, properties: query.properties, registry }, scope);
    const effective = found.get(urn);
    if (effective === undefined) {
      const when = asOf === undefined ? 'There is' : `At ${asOf} there was`;
      throw new CatalogError(
        'NOT_FOUND',
        `${when} no entity ${urn}, or you may not see it.`,
        missingEntity(urn),
      );
    }
    return { moment, effective };
  },
});
