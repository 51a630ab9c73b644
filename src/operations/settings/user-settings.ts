import { upsertOf } from '../../model/proposal-builders.ts';
import { object } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import { readAspect } from '../stored.ts';
import type { Work } from '../work.ts';

/** Aspect with the settings of a user, visible to that user only. */
export const USER_SETTINGS = 'corpUserSettings';

/** Changes one member of the caller's settings; `change` gets its stored value. */
export async function changeOwnSettings(
  member: string,
  change: (before: JsonObject | undefined) => JsonObject,
  work: Work,
): Promise<void> {
  const user = work.actor.urn;
  const stored = await readAspect(user, USER_SETTINGS, work);
  await work.ingest([upsertOf(user, USER_SETTINGS, withSetting(stored, member, change))]);
}

/** Settings with one member changed; `change` gets its stored value. */
export function withSetting(
  stored: JsonObject | undefined,
  member: string,
  change: (before: JsonObject | undefined) => JsonObject,
): JsonObject {
  return {
    ...stored,
    appearance: object(stored?.['appearance']) ?? {},
    [member]: change(object(stored?.[member])),
  };
}
