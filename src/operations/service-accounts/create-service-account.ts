import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { requireType } from '../../auth/rights.ts';
import { USER_TYPE, userStatus } from '../../auth/accounts/user-state.ts';
import { creationOf, upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { filledText } from '../chosen-id.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { MANAGE_SERVICE_ACCOUNTS, SERVICE_ACCOUNT, type ServiceAccount } from './service-account.ts';
import { objectOf } from '../shapes.ts';

/** Creates a service account with a random name, which is also its display name by default. Returns it. */
export const createServiceAccount = defineProtected({
  name: 'createServiceAccount',
  effect: 'write',
  summary: 'Creates a service account with a generated name.',
  input: () =>
    objectOf({
      displayName: v.nullish(filledText('displayName', 'Name the service account.')),
      description: v.nullish(v.string()),
    }),
  needs: platform(...MANAGE_SERVICE_ACCOUNTS),
  denial: NAMING_PRIVILEGES,
  run: async (
    { displayName: named, description },
    { actor, rights, services, settings },
  ): Promise<ServiceAccount> => {
    requireType(rights, USER_TYPE);
    const name = `service_${settings.newId()}`;
    const urn = formatUrn(USER_TYPE, name);
    const displayName = named ?? name;
    const createdAt = settings.now();
    const title = description ?? undefined;
    const info = { active: true, displayName, ...(title !== undefined && { title }) };
    await services.change.ingest(actor.urn, [
      creationOf(urn, 'corpUserInfo', info),
      upsertOf(urn, 'corpUserStatus', userStatus('ACTIVE', actor.urn, createdAt)),
      upsertOf(urn, 'subTypes', { typeNames: [SERVICE_ACCOUNT] }),
      upsertOf(urn, 'origin', { type: 'NATIVE' }),
    ]);
    return {
      urn,
      name,
      displayName,
      description: title,
      createdBy: actor.urn,
      createdAt,
      updatedAt: createdAt,
      defaultView: undefined,
    };
  },
});
