import { invalidRequest } from '../../errors.ts';
import { suggestion } from '../../util/closest-name.ts';
import type { JsonObject } from '../../util/json.ts';

/** Refuses an object with a member that nobody reads, as INVALID_REQUEST; `at` says where the object stands. */
export function refuseUnknownMembers(object: JsonObject, known: readonly string[], at?: string): void {
  const unknown = Object.keys(object).find((member) => !known.includes(member));
  if (unknown === undefined) return;
  const place = at === undefined ? '' : ` in ${at}`;
  throw invalidRequest(
    `There is no member '${unknown}'${place}.${suggestion(unknown, known)} Known are ${known.join(', ')}.`,
  );
}
