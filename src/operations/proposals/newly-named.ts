import { isUrn, type Urn } from '../../model/urn.ts';
import { isJsonObject, type JsonValue } from '../../util/json.ts';

/** The entities that a part names after its change, and not before. */
export function newlyNamed(before: JsonValue | undefined, after: JsonValue | undefined): readonly Urn[] {
  return [...urnsIn(after).difference(urnsIn(before))];
}

function urnsIn(value: JsonValue | undefined, found = new Set<Urn>()): ReadonlySet<Urn> {
  if (typeof value === 'string' && isUrn(value)) found.add(value);
  else if (Array.isArray(value)) value.forEach((item: JsonValue) => urnsIn(item, found));
  else if (isJsonObject(value)) for (const member of Object.values(value)) urnsIn(member, found);
  return found;
}
