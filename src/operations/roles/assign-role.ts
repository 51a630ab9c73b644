import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { list } from '../input-types.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { replaceRoles } from './replace-roles.ts';
import { objectOf } from '../shapes.ts';

/** Replaces the roles of users and groups with this one, or with none. */
export const assignRole = defineProtected({
  name: 'assignRole',
  effect: 'write',
  summary: 'Replaces the roles of users and groups with one role, or with none.',
  input: (types) => objectOf({ roleUrn: types.optionalEntity(), actors: list(types.entity()) }),
  about: ({ roleUrn, actors }) => [roleUrn ?? [], actors].flat().map(({ urn }) => urn),
  needs: platform('MANAGE_POLICIES'),
  denial: NAMING_PRIVILEGES,
  run: ({ roleUrn: role, actors: to }, work) => {
    const accounts = to.map(({ urn }) => urn);
    return replaceRoles(role?.urn, accounts, work);
  },
});
