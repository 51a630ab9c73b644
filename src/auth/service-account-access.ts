import type { Urn } from '../model/urn.ts';
import type { AccountAccessParts } from './account-parts.ts';
import type { Permit } from './permit.ts';
import { removeUser } from './remove-user.ts';
import { MANAGE_ACCOUNTS, requireAny, requireType } from './rights.ts';
import type { Rights } from './rights.ts';
import { createServiceAccount, listServiceAccounts, requireServiceAccount } from './service-accounts.ts';
import type { ServiceAccount, ServiceAccountRequest } from './service-accounts.ts';
import { USER_TYPE, requireUser } from './user-state.ts';

/** Operations on service accounts for one caller; without a permit, they throw FORBIDDEN without the privilege. */
export interface ServiceAccountAccess {
  createServiceAccount(request: ServiceAccountRequest, permit: Permit): Promise<ServiceAccount>;
  listServiceAccounts(): Promise<readonly ServiceAccount[]>;
  /** Deletes a service account; throws NOT_FOUND for a user that is not one. */
  removeServiceAccount(user: Urn, permit: Permit): Promise<void>;
}

/** Creates the service account operations of one caller. */
export function openServiceAccounts(parts: AccountAccessParts, rights: Rights): ServiceAccountAccess {
  const self = rights.actor.urn;
  return {
    createServiceAccount: async (request) => {
      requireType(rights, USER_TYPE);
      return createServiceAccount(parts, self, request);
    },
    listServiceAccounts: async () => {
      requireAny(rights, 'MANAGE_SERVICE_ACCOUNTS', MANAGE_ACCOUNTS);
      return listServiceAccounts(parts.reader);
    },
    removeServiceAccount: async (user) => {
      requireUser(user);
      requireType(rights, USER_TYPE);
      await requireServiceAccount(parts.reader, user);
      await removeUser(parts, self, user);
      parts.references.remove(user, self);
    },
  };
}
