import { GROUP_TYPE, USER_TYPE, requireExisting } from '../../auth/accounts/user-state.ts';
import { invalidRequest } from '../../errors.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import type { ProtectedWork } from '../work.ts';
import { because } from '../../refusals.ts';

/**
 * Replaces the roles of users and groups with this role; undefined removes all roles. Throws INVALID_REQUEST for urns
 * of other types, NOT_FOUND for entities that do not exist.
 */
export async function replaceRoles(
  role: Urn | undefined,
  to: readonly Urn[],
  { actor, services }: ProtectedWork,
): Promise<void> {
  if (role !== undefined && entityTypeOf(role) !== 'dataHubRole')
    throw invalidRequest(
      `${role} is not a role.`,
      undefined,
      because('ENTITY_TYPE_WRONG', { entityType: entityTypeOf(role), entityTypes: ['dataHubRole'] }),
    );
  const wrong = to.find((urn) => ![USER_TYPE, GROUP_TYPE].includes(entityTypeOf(urn)));
  if (wrong !== undefined)
    throw invalidRequest(
      `${wrong} is neither a user nor a group.`,
      undefined,
      because('ENTITY_TYPE_WRONG', {
        entityType: entityTypeOf(wrong),
        entityTypes: ['corpuser', 'corpGroup'],
      }),
    );
  await requireExisting(services.reader, role === undefined ? to : [role, ...to]);
  if (to.length === 0) return;
  const value = { roles: role === undefined ? [] : [role] };
  await services.change.ingest(
    actor.urn,
    to.map((urn) => upsertOf(urn, 'roleMembership', value)),
  );
}
