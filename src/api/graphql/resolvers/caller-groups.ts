import type { GraphqlContext } from '../graphql-context.ts';
import { texts } from '../../../util/json-members.ts';

/** Urns of the caller and of the caller's groups, native and external. */
export async function callerAndGroups({ catalog, loader }: GraphqlContext): Promise<ReadonlySet<string>> {
  const { urn } = catalog.actor;
  const memberships = [
    await loader.aspect(urn, 'groupMembership'),
    await loader.aspect(urn, 'nativeGroupMembership'),
  ];
  const groups = memberships.flatMap((value) => [
    ...texts(value?.['groups']),
    ...texts(value?.['nativeGroups']),
  ]);
  return new Set([urn, ...groups]);
}
