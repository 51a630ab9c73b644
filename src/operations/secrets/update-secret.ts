import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { CatalogError, invalidRequest } from '../../errors.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { urnKey } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { SECRET, sealed, SECRET_SHAPE, storedSecrets } from './secret.ts';
import { objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Replaces the value and description of a secret, not its name. NOT_FOUND when it does not exist. Returns its urn. */
export const updateSecret = defineProtected({
  name: 'updateSecret',
  effect: 'write',
  summary: 'Replaces the value and the description of a secret.',
  input: (types) => objectOf({ urn: types.entityOf(SECRET.entityType), ...SECRET_SHAPE }),
  about: ({ urn }) => [urn.urn],
  needs: platform('MANAGE_SECRETS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ urn: { urn }, ...to }, { actor, services: { change, reader, secretBox } }) => {
    if (urnKey(urn) !== to.name) {
      throw invalidRequest(
        `A secret cannot be renamed: ${urn} to '${to.name}'. Create a new secret with that name.`,
        undefined,
        because('NAME_FIXED'),
      );
    }
    const stored = (await storedSecrets([urn], reader)).get(urn);
    if (stored === undefined) {
      throw new CatalogError('NOT_FOUND', `Secret for urn ${urn} doesn't exists! Create it first.`);
    }
    const value = { ...sealed(urn, to, secretBox), ...given({ created: stored['created'] }) };
    await change.ingest(actor.urn, [upsertOf(urn, SECRET.valueAspect, value)]);
    return urn;
  },
});
