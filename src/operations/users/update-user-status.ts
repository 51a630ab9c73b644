import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { requireType } from '../../auth/rights.ts';
import { USER_TYPE, requireExisting, requireUser, userStatus } from '../../auth/accounts/user-state.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/**
 * Suspends or reactivates a user. Tokens and sessions of a suspended user are refused from the next request; after
 * reactivation, tokens work again. FORBIDDEN for suspending the root actor. Returns the status.
 */
export const updateUserStatus = defineProtected({
  name: 'updateUserStatus',
  effect: 'write',
  summary: 'Suspends a user, effective with the next request, or reactivates it.',
  input: (types) => objectOf({ urn: types.entityOf(USER_TYPE), status: v.picklist(['ACTIVE', 'SUSPENDED']) }),
  about: ({ urn }) => [urn.urn],
  needs: platform('MANAGE_USERS_AND_GROUPS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ urn: { urn }, status }, { actor, rights, services, settings }) => {
    requireUser(urn);
    requireType(rights, USER_TYPE);
    await requireExisting(services.reader, [urn]);
    const value = userStatus(status, actor.urn, settings.now());
    await services.change.ingest(actor.urn, [upsertOf(urn, 'corpUserStatus', value)]);
    return status;
  },
});
