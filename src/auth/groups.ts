import { CatalogError, invalidRequest } from '../errors.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { EVERYTHING } from '../model/scope.ts';
import { entityTypeOf, formatUrn } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import type { MetadataReader } from '../store/metadata-store.ts';
import { GROUP_TYPE, USER_TYPE, requireExisting, requireUser } from './user-state.ts';
import type { UserParts } from './user-state.ts';

/** Input of {@link createGroup}. */
export interface GroupRequest {
  /** Last part of the urn. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** The user's aspect, and its member, that lists native groups (managed in this catalog). */
const NATIVE = { aspectName: 'nativeGroupMembership', member: 'nativeGroups' } as const;

/** Creates an empty group; throws INVALID_REQUEST when it exists. */
export async function createGroup(parts: UserParts, actor: Urn, request: GroupRequest): Promise<Urn> {
  const group = formatUrn(GROUP_TYPE, request.id);
  if ((await parts.reader.entities([group], [], EVERYTHING)).has(group)) {
    throw invalidRequest(`This Group already exists! ${group} is taken: choose another id.`);
  }
  const { name: displayName, description } = request;
  const created = { time: parts.now(), actor };
  const value = { displayName, description, admins: [], members: [], groups: [], created };
  await parts.change.ingest(actor, [
    { urn: group, aspectName: 'corpGroupInfo', changeType: 'CREATE_ENTITY', value },
    { urn: group, aspectName: 'origin', changeType: 'UPSERT', value: { type: 'NATIVE' } },
  ]);
  return group;
}

/** Adds users to a group; throws INVALID_REQUEST for a group from an external provider. */
export async function addMembers(
  parts: UserParts,
  actor: Urn,
  group: Urn,
  users: readonly Urn[],
): Promise<void> {
  requireGroup(group);
  users.forEach(requireUser);
  await requireExisting(parts.reader, [group, ...users]);
  await refuseExternal(parts.reader, group);
  await ingestAll(
    parts,
    actor,
    users.map((user) => membership('add', user, group)),
  );
}

/** Removes users from a group, ignoring non-members; throws INVALID_REQUEST for a group from an external provider. */
export async function removeMembers(
  parts: UserParts,
  actor: Urn,
  group: Urn,
  users: readonly Urn[],
): Promise<void> {
  requireGroup(group);
  users.forEach(requireUser);
  await requireExisting(parts.reader, [group, ...users]);
  await refuseExternal(parts.reader, group);
  const members = await membersOf(parts.reader, group);
  const leaving = users.filter((user) => members.has(user));
  await ingestAll(
    parts,
    actor,
    leaving.map((user) => membership('remove', user, group)),
  );
}

/** Hard-deletes a group; deleting a group also removes its memberships. */
export async function removeGroup(parts: UserParts, actor: Urn, group: Urn): Promise<void> {
  requireGroup(group);
  await requireExisting(parts.reader, [group]);
  await parts.change.ingest(actor, [{ urn: group, aspectName: 'corpGroupKey', changeType: 'DELETE' }]);
}

/** Throws INVALID_REQUEST unless the urn is a group urn. */
export function requireGroup(urn: Urn): void {
  if (entityTypeOf(urn) !== GROUP_TYPE) throw invalidRequest(`${urn} is not a group.`);
}

async function ingestAll(
  parts: UserParts,
  actor: Urn,
  proposals: readonly MetadataChangeProposal[],
): Promise<void> {
  if (proposals.length > 0) await parts.change.ingest(actor, proposals);
}

async function membersOf(reader: MetadataReader, group: Urn): Promise<ReadonlySet<Urn>> {
  const rows = await reader.rowsOf(USER_TYPE, NATIVE.aspectName);
  const isIn = (groups: unknown): boolean => Array.isArray(groups) && groups.includes(group);
  return new Set(rows.flatMap(({ aspect }) => (isIn(aspect.value[NATIVE.member]) ? [aspect.urn] : [])));
}

/** A patch, so that concurrent changes of one user's groups do not overwrite each other. */
function membership(op: 'add' | 'remove', user: Urn, group: Urn): MetadataChangeProposal {
  const { aspectName, member } = NATIVE;
  const path = `/${member}/${group.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const operations = op === 'add' ? [{ op, path, value: group }] : [{ op, path }];
  return {
    urn: user,
    aspectName,
    changeType: 'PATCH',
    patch: { operations, arrayPrimaryKeys: { [member]: [] } },
  };
}

async function refuseExternal(reader: MetadataReader, group: Urn): Promise<void> {
  const aspects = (await reader.entities([group], ['origin'], EVERYTHING)).get(group)?.aspects;
  if (aspects?.get('origin')?.value['type'] !== 'EXTERNAL') return;
  throw new CatalogError(
    'INVALID_REQUEST',
    `Group ${group} was ingested from an external provider and cannot have members manually added to it or removed from it. Change it there.`,
  );
}
