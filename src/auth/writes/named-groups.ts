import type { AspectPatch, MetadataChangeProposal } from '../../model/proposal.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';

/** The parts of a write that determine the rights it needs. Deleting timeseries points has neither value nor patch. */
export type ProposedWrite = Pick<MetadataChangeProposal, 'urn' | 'aspectName' | 'changeType'> & {
  readonly value?: JsonObject;
  readonly patch?: AspectPatch;
};

/** User aspects that hold group membership. */
export const MEMBERSHIP_ASPECTS: readonly string[] = ['groupMembership', 'nativeGroupMembership'];

/** Every string in the write that could be a group the user joins. Leaving a group grants no rights. */
export function groupsNamed({ aspectName, value, patch }: ProposedWrite): readonly string[] {
  if (!MEMBERSHIP_ASPECTS.includes(aspectName)) return [];
  const patched = patch?.operations.flatMap((operation) => [
    ...pathSegments(operation.path),
    ...textsIn(operation.value),
  ]);
  return [...textsIn(value), ...(patched ?? [])];
}

function pathSegments(path: string): readonly string[] {
  return path.split('/').map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((member) => textsIn(member));
}
