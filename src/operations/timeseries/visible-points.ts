import { POINT_PRIVILEGES } from '../../auth/writes/write-rights.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import type { Reading } from '../work.ts';

/** Whether the caller may read the points of this aspect of the entity; true if the aspect has no point privilege. */
export async function seesPoints(
  urn: Urn,
  aspectName: string,
  { rights }: Pick<Reading, 'rights'>,
): Promise<boolean> {
  const privilege = pointPrivilege(entityTypeOf(urn), aspectName);
  return privilege === undefined || rights.holdsOn(privilege, urn);
}

/** The privilege required to read points of this aspect; undefined if none is. */
export function pointPrivilege(entityType: string, aspectName: string): string | undefined {
  const ofType = Object.hasOwn(POINT_PRIVILEGES, entityType) ? POINT_PRIVILEGES[entityType] : undefined;
  return ofType !== undefined && Object.hasOwn(ofType, aspectName) ? ofType[aspectName] : undefined;
}
