import * as v from 'valibot';
import { profileDenial } from '../../auth/profile-patch.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { InputTypes } from '../input-types.ts';
import type { Operation } from '../operation.ts';

/** Input of changing the members of a group. */
export interface MembersInput {
  readonly group: EntityReference;
  readonly users: readonly EntityReference[];
}

/** Shape of {@link MembersInput}. */
export function membersInput(types: InputTypes) {
  return v.object({ group: types.entityOf('corpGroup'), users: v.array(types.entityOf('corpuser')) });
}

/** What changing the members of a group needs; a group that gives rights needs more, which the catalog checks. */
export const MEMBERS_RIGHTS = {
  needs: { on: ({ group }) => group, anyOf: ['MANAGE_USERS_AND_GROUPS', 'EDIT_GROUP_MEMBERS'] },
  denial: (_refused, { group }, reason) => `${profileDenial(group.urn)} (${reason})`,
} satisfies Pick<Operation<unknown, MembersInput, void>, 'needs' | 'denial'>;
