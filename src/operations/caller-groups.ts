import { texts } from '../util/json/json-members.ts';
import type { ReadAspect } from './ancestors.ts';
import { readAspect } from './stored.ts';
import type { Reading } from './work.ts';

/** Urns of the caller and of the caller's groups, native and external. `read`: default from the catalog. */
export async function callerAndGroups(
  reading: Pick<Reading, 'catalog'>,
  read: ReadAspect = (urn, aspectName) => readAspect(urn, aspectName, reading),
): Promise<ReadonlySet<string>> {
  const { urn } = reading.catalog.actor;
  const [external, native] = await Promise.all([
    read(urn, 'groupMembership'),
    read(urn, 'nativeGroupMembership'),
  ]);
  return new Set([urn, ...texts(external?.['groups']), ...texts(native?.['nativeGroups'])]);
}
