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

/** The sentence for somebody who may not change a profile. */
export function profileDenial(urn: Urn): string {
  return `Unauthorized to perform this action on ${urn}. Please contact your DataHub administrator.`;
}
