import type { MetadataChangeProposal, PatchOperation } from '../model/proposal.ts';
import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';

/** Sets members of an aspect and removes those that are null; members that are not named keep their values. */
export function profilePatch(urn: Urn, aspectName: string, members: JsonObject): MetadataChangeProposal {
  const operations = Object.entries(members).flatMap(([name, value]): PatchOperation[] => {
    const path = `/${name}`;
    if (value === undefined) return [];
    return value === null ? [{ op: 'remove', path }] : [{ op: 'add', path, value }];
  });
  return { urn, aspectName, changeType: 'PATCH', patch: { operations } };
}

/** Members of profiles that say how somebody can be reached. */
const CONTACT: readonly string[] = ['email', 'phone', 'slack'];

/** The privileges on a user or a group that changing these members of its profile needs, all of them. */
export function profilePrivileges(
  members: JsonObject,
  privilegeOf: (member: string) => string,
): ReadonlySet<string> {
  const changed = Object.keys(members).filter((name) => members[name] !== undefined);
  const needed = changed.map((name) => (CONTACT.includes(name) ? 'EDIT_CONTACT_INFO' : privilegeOf(name)));
  return new Set(needed.length === 0 ? ['EDIT_ENTITY'] : needed);
}

/** The sentence for somebody who may not change a profile. */
export function profileDenial(urn: Urn): string {
  return `Unauthorized to perform this action on ${urn}. Please contact your DataHub administrator.`;
}
