import { urnKey } from '../../model/urn.ts';
import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { requireType } from '../../auth/rights.ts';
import { USER_TYPE, userStatus } from '../../auth/accounts/user-state.ts';
import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { creationOf, upsertOf } from '../../model/proposal-builders.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { TEXT, objectOf } from '../shapes.ts';
import { userUrn } from './account.ts';

/** Creates an active user without an invitation and without a password; INVALID_REQUEST if it exists. */
export const createUser = defineProtected({
  name: 'createUser',
  effect: 'write',
  summary: 'Creates an active user without a password.',
  input: () => objectOf({ urn: userUrn, displayName: v.nullish(TEXT), email: v.nullish(TEXT) }),
  about: ({ urn }) => [urn],
  needs: platform('MANAGE_USERS_AND_GROUPS'),
  denial: NAMING_PRIVILEGES,
  run: async ({ urn: user, displayName, email }, { actor, rights, services, settings }) => {
    const { change, reader } = services;
    requireType(rights, USER_TYPE);
    if ((await reader.entities([user], [])).has(user)) {
      throw invalidRequest(
        `This user already exists! ${user} is taken: choose another name.`,
        undefined,
        because('NAME_TAKEN', { name: urnKey(user) }),
      );
    }
    const info = { active: true, ...(displayName && { displayName }), ...(email && { email }) };
    const status = userStatus('ACTIVE', actor.urn, settings.now());
    await change.ingest(actor.urn, [
      creationOf(user, 'corpUserInfo', info),
      upsertOf(user, 'corpUserStatus', status),
    ]);
  },
});
