import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { requireType } from '../../auth/rights.ts';
import { USER_TYPE, requireUser } from '../../auth/accounts/user-state.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { requireGlobal, storedChoice, viewChoice } from '../settings/default-view.ts';
import { USER_SETTINGS, withSetting } from '../settings/user-settings.ts';
import { MANAGE_SERVICE_ACCOUNTS, requireServiceAccount } from './service-account.ts';
import { objectOf } from '../shapes.ts';

/** Sets or removes the default view of a service account. It must be a global view. */
export const updateServiceAccountDefaultView = defineProtected({
  name: 'updateServiceAccountDefaultView',
  effect: 'write',
  summary: 'Sets the default view of a service account, or removes it if none is given.',
  input: (types) => objectOf({ urn: types.entityOf(USER_TYPE), ...viewChoice(types).entries }),
  about: ({ urn }) => [urn.urn],
  needs: platform(...MANAGE_SERVICE_ACCOUNTS),
  denial: NAMING_PRIVILEGES,
  run: async ({ urn: { urn }, defaultView: view }, work) => {
    requireUser(urn);
    requireType(work.rights, USER_TYPE);
    const { reader, change } = work.services;
    await requireServiceAccount(urn, reader);
    const choice = await storedChoice(view, work);
    if (view !== undefined) await requireGlobal(view.urn, 'The default view of a service account', work);
    const stored = (await reader.entities([urn], [USER_SETTINGS]))
      .get(urn)
      ?.aspects.get(USER_SETTINGS)?.value;
    await change.ingest(work.actor.urn, [
      upsertOf(
        urn,
        USER_SETTINGS,
        withSetting(stored, 'views', () => choice),
      ),
    ]);
  },
});
