import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { requireType } from '../../auth/rights.ts';
import { GROUP_TYPE } from '../../auth/accounts/user-state.ts';
import { deletionOf } from '../../model/proposal-builders.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** Deletes a group with its memberships and, in the background, references to it. Does nothing for one that does not exist. */
export const removeGroup = defineProtected({
  name: 'removeGroup',
  effect: 'delete',
  summary: 'Deletes a group with its memberships; references to it are removed in the background.',
  input: (types) => objectOf({ urn: types.entityOf(GROUP_TYPE) }),
  about: ({ urn }) => [urn.urn],
  needs: platform('MANAGE_USERS_AND_GROUPS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ urn: { urn } }, { actor, rights, services }) => {
    requireType(rights, GROUP_TYPE);
    if (!(await services.reader.entities([urn], [])).has(urn)) return;
    await services.change.ingest(actor.urn, [deletionOf(urn, 'corpGroupKey')]);
    services.referenceRemoval.remove(urn, actor.urn);
  },
});
