import { patchOf, putOrTake } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';

/** A patch that sets members of an aspect, removes those that are null, and keeps all others. */
export function profilePatch(urn: Urn, aspectName: string, members: JsonObject): MetadataChangeProposal {
  const operations = Object.entries(members).flatMap(([name, value]): PatchOperation[] => {
    if (value === undefined) return [];
    return [putOrTake([name], value)];
  });
  return patchOf(urn, aspectName, operations);
}

/** Profile members with contact data. */
const CONTACT: readonly string[] = ['email', 'phone', 'slack'];

/** The privileges on a user or group, all required, to change these members of its profile. */
export function profilePrivileges(
  members: JsonObject,
  privilegeOf: (member: string) => string,
): ReadonlySet<string> {
  const changed = Object.keys(members).filter((name) => members[name] !== undefined);
  const needed = changed.map((name) => (CONTACT.includes(name) ? 'EDIT_CONTACT_INFO' : privilegeOf(name)));
  return new Set(needed.length === 0 ? ['EDIT_ENTITY'] : needed);
}

/** Denial message for changing a profile. */
export function profileDenial(urn: Urn): string {
  return `Unauthorized to perform this action on ${urn}. Please contact your DataHub administrator.`;
}
