import { texts } from '../../util/json/json-members.ts';
import type { ReadAspect } from '../ancestors.ts';
import type { Reading } from '../work.ts';

/** Urns of the caller and of the caller's groups, native and external. */
export async function callerAndGroups(
  { actor: { urn } }: Pick<Reading, 'actor'>,
  read: ReadAspect,
): Promise<ReadonlySet<string>> {
  const [external, native] = await Promise.all([
    read(urn, 'groupMembership'),
    read(urn, 'nativeGroupMembership'),
  ]);
  return new Set([urn, ...texts(external?.['groups']), ...texts(native?.['nativeGroups'])]);
}
