import { invalidRequest } from '../../errors.ts';
import { suggestion } from '../../util/closest-name.ts';
import type { JsonObject } from '../../util/json.ts';

/** Throws INVALID_REQUEST for a member that is not in `known`; `at` is the path of the object in the request. */
export function refuseUnknownMembers(object: JsonObject, known: readonly string[], at?: string): void {
  const unknown = Object.keys(object).find((member) => !known.includes(member));
  if (unknown === undefined) return;
  const place = at === undefined ? '' : ` in ${at}`;
  throw invalidRequest(
    `There is no member '${unknown}'${place}.${suggestion(unknown, known)} Known members: ${known.join(', ')}.`,
  );
}
