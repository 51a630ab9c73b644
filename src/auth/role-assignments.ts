import { invalidRequest } from '../errors.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import { GROUP_TYPE, USER_TYPE, requireExisting } from './user-state.ts';
import type { UserParts } from './user-state.ts';

/** Entity type of roles. */
export const ROLE_TYPE = 'dataHubRole';

/**
 * Replaces the roles of users and groups with this role; undefined removes all roles. Throws INVALID_REQUEST for urns
 * of other types, NOT_FOUND for entities that do not exist.
 */
export async function assignRole(
  parts: Pick<UserParts, 'change' | 'reader'>,
  actor: Urn,
  role: Urn | undefined,
  to: readonly Urn[],
): Promise<void> {
  if (role !== undefined && entityTypeOf(role) !== ROLE_TYPE) throw invalidRequest(`${role} is not a role.`);
  const wrong = to.find((urn) => ![USER_TYPE, GROUP_TYPE].includes(entityTypeOf(urn)));
  if (wrong !== undefined) throw invalidRequest(`${wrong} is neither a user nor a group.`);
  await requireExisting(parts.reader, role === undefined ? to : [role, ...to]);
  if (to.length === 0) return;
  const value = { roles: role === undefined ? [] : [role] };
  await parts.change.ingest(
    actor,
    to.map((urn): MetadataChangeProposal => {
      return { urn, aspectName: 'roleMembership', changeType: 'UPSERT', value };
    }),
  );
}
