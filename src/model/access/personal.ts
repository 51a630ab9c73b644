import { isJsonObject, type JsonObject } from '../../util/json.ts';
import type { Scope } from '../scope.ts';
import type { Urn } from '../urn.ts';

/** Type and aspect of saved views. */
export const VIEW = { entityType: 'dataHubView', infoAspect: 'dataHubViewInfo' } as const;

/** Whether a view with this info is for its creator only. */
export function isPersonal(info: JsonObject): boolean {
  return info['type'] !== 'GLOBAL';
}

/** The user who created a view with this info. */
export function creatorOf({ created }: JsonObject): string | undefined {
  const actor = isJsonObject(created) ? created['actor'] : undefined;
  return typeof actor === 'string' ? actor : undefined;
}

/** User aspects that only the user itself may read and write. */
export const PERSONAL_ASPECTS: ReadonlySet<string> = new Set(['corpUserSettings']);

/** Whether the scope hides the aspect because it is for another user only. */
export function isOfAnother(
  { urn, aspectName }: { readonly urn: Urn; readonly aspectName: string | undefined },
  { viewer }: Pick<Scope, 'viewer'>,
): boolean {
  return (
    viewer !== undefined && viewer !== urn && aspectName !== undefined && PERSONAL_ASPECTS.has(aspectName)
  );
}
