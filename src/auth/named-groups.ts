import type { MetadataChangeProposal, PatchOperation } from '../model/proposal.ts';
import type { JsonValue } from '../util/json.ts';

/** A write as far as it tells what rights it needs; `points` are deleted with neither value nor patch. */
export type ProposedWrite = Pick<MetadataChangeProposal, 'urn' | 'aspectName' | 'changeType'> & {
  readonly value?: JsonValue;
  readonly patch?: { readonly operations: readonly PatchOperation[] };
};

/** Aspects of users that say which groups they are in. */
export const MEMBERSHIP_ASPECTS: readonly string[] = ['groupMembership', 'nativeGroupMembership'];

/** Every group that a user could be in by the write; leaving one gives nobody rights, so those are not named. */
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
