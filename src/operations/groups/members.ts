import { requireAny, requireType } from '../../auth/rights.ts';
import { GROUP_TYPE, USER_TYPE, requireExisting, requireUser } from '../../auth/accounts/user-state.ts';
import { RIGHTS_OF_MEMBERS } from '../../auth/writes/write-rights.ts';
import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { patchOf, put, take } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { list, type InputTypes } from '../input-types.ts';
import type { Operation } from '../operation.ts';
import { profileDenial } from '../users/profile-patch.ts';
import type { ProtectedWork } from '../work.ts';
import { objectOf } from '../shapes.ts';

/** Input of changing the members of a group. */
export interface MembersInput {
  readonly groupUrn: EntityReference;
  readonly userUrns: readonly EntityReference[];
}

/** Shape of {@link MembersInput}. */
export function membersInput(types: InputTypes) {
  return objectOf({ groupUrn: types.entityOf(GROUP_TYPE), userUrns: list(types.entityOf(USER_TYPE)) });
}

/**
 * The need of changes of the members of a group; {@link openMembers} checks further needs of a group that grants
 * rights.
 */
export const MEMBERS_RIGHTS = {
  about: ({ groupUrn: group, userUrns: users }) => [group, ...users].map(({ urn }) => urn),
  needs: { on: ({ groupUrn }) => groupUrn, anyOf: ['MANAGE_USERS_AND_GROUPS', 'EDIT_GROUP_MEMBERS'] },
  denial: (_refused, { groupUrn: group }, reason) => `${profileDenial(group.urn)} (${reason})`,
} satisfies Pick<Operation<unknown, MembersInput, void>, 'about' | 'needs' | 'denial'>;

/** The user's aspect, and its member, that lists native groups (managed in this catalog). */
export const NATIVE = { aspectName: 'nativeGroupMembership', member: 'nativeGroups' } as const;

/**
 * The users whose membership changes. Throws FORBIDDEN if the group gives rights that the caller may not grant, NOT_FOUND
 * if it or a user does not exist, INVALID_REQUEST for a group from an external provider.
 */
export async function openMembers(
  { groupUrn: group, userUrns: users }: MembersInput,
  work: ProtectedWork,
): Promise<readonly Urn[]> {
  const { rights, services } = work;
  requireType(rights, GROUP_TYPE);
  if (rights.givesRights(group.urn)) requireAny(rights, RIGHTS_OF_MEMBERS);
  const urns = users.map(({ urn }) => urn);
  urns.forEach(requireUser);
  await requireExisting(services.reader, [group.urn, ...urns]);
  await refuseExternal(services.reader, group.urn);
  return urns;
}

/** Changes the membership of users. By patches, so that concurrent changes of one user's groups do not overwrite each other. */
export async function changeMembership(
  op: 'add' | 'remove',
  group: Urn,
  users: readonly Urn[],
  { actor, services }: ProtectedWork,
): Promise<void> {
  const { aspectName, member } = NATIVE;
  const operation = op === 'add' ? put([member, group], group) : take([member, group]);
  const proposals = users.map((user): MetadataChangeProposal =>
    patchOf(user, aspectName, [operation], { [member]: [] }),
  );
  if (proposals.length > 0) await services.change.ingest(actor.urn, proposals);
}

async function refuseExternal(reader: SystemReader, group: Urn): Promise<void> {
  const aspects = (await reader.entities([group], ['origin'])).get(group)?.aspects;
  if (aspects?.get('origin')?.value['type'] !== 'EXTERNAL') return;
  throw invalidRequest(
    `Group ${group} was ingested from an external provider and cannot have members manually added to it or removed from it. Change it there.`,
    undefined,
    because('MEMBERS_FROM_PROVIDER'),
  );
}
