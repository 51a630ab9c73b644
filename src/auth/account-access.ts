import type { AccountAccessParts } from './account-parts.ts';
import { openGroups } from './group-access.ts';
import type { GroupAccess } from './group-access.ts';
import type { Rights } from './rights.ts';
import { openRoles } from './role-access.ts';
import type { RoleAccess } from './role-access.ts';
import { openServiceAccounts } from './service-account-access.ts';
import type { ServiceAccountAccess } from './service-account-access.ts';
import { openUsers } from './user-access.ts';
import type { UserAccess } from './user-access.ts';

/** Operations on users, groups, roles and invitations for one caller. Each checks privileges and throws FORBIDDEN. */
export interface AccountAccess extends UserAccess, ServiceAccountAccess, GroupAccess, RoleAccess {}

/** Creates the account operations of one caller. */
export function openAccounts(parts: AccountAccessParts, rights: Rights): AccountAccess {
  return {
    ...openUsers(parts, rights),
    ...openServiceAccounts(parts, rights),
    ...openGroups(parts, rights),
    ...openRoles(parts, rights),
  };
}
