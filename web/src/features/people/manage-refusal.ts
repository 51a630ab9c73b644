import type { OwnPrivileges } from '../../api/privileges.ts';

/** Why the person may not create users and groups; undefined if they may. */
export function manageRefusal(privileges: OwnPrivileges): string | undefined {
  return privileges.has('MANAGE_USERS_AND_GROUPS')
    ? undefined
    : 'You need the privilege Manage Users & Groups.';
}
