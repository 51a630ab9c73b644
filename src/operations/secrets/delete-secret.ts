import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { CatalogError } from '../../errors.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { SECRET } from './secret.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a secret; NOT_FOUND when it does not exist. Returns its urn. */
export const deleteSecret = defineProtected({
  name: 'deleteSecret',
  effect: 'delete',
  summary: 'Deletes a secret.',
  input: (types) => objectOf({ urn: types.entityOf(SECRET.entityType) }),
  about: ({ urn }) => [urn.urn],
  needs: platform('MANAGE_SECRETS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ urn: { urn } }, { actor, services: { change, reader } }) => {
    if (!(await reader.entities([urn], [])).has(urn)) {
      throw new CatalogError('NOT_FOUND', `Failed to delete ${urn}. It does not exist.`);
    }
    await change.deleteEntity(actor.urn, urn);
    return urn;
  },
});
