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

/** Users, groups, roles and invitations as one caller may change them. Each needs a right; FORBIDDEN otherwise. */
export interface AccountAccess extends UserAccess, ServiceAccountAccess, GroupAccess, RoleAccess {}

/** Opens accounts for one caller. */
export function openAccounts(parts: AccountAccessParts, rights: Rights): AccountAccess {
  return {
    ...openUsers(parts, rights),
    ...openServiceAccounts(parts, rights),
    ...openGroups(parts, rights),
    ...openRoles(parts, rights),
  };
}
