import { invalidRequest } from '../../../errors.ts';
import { suggestion } from '../../../util/closest-name.ts';
import { unknownMember } from '../../../util/json/json-input.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';
import { shorten } from '../../../util/printable.ts';
import { noteWarning } from '../request-context.ts';

/** Maximum length of a name in a message. */
const MAX_SHOWN = 100;

/**
 * Notes a warning if part of a body has unknown members; if the request is strict, throws INVALID_REQUEST instead.
 * `at`: its path in the body; `hint`: where such members belong. Ignores values that are not objects.
 */
export function noteUnknownMembers(
  value: JsonValue | undefined,
  known: readonly string[],
  at: string,
  hint = '',
): void {
  if (!isJsonObject(value)) return;
  const found = describeUnknown(value, known, at);
  if (found !== undefined) noteWarning(`${found.what}, so ${found.they} ignored. ${found.known}${hint}.`);
}

/** Throws INVALID_REQUEST if part of a body has other members than these. `at`: its path in the body. */
export function refuseUnknownMembers(value: JsonObject, known: readonly string[], at: string): void {
  const found = describeUnknown(value, known, at);
  if (found !== undefined)
    throw invalidRequest(`${found.what}. ${found.known}.`, undefined, unknownMember(found.first, known));
}

interface UnknownMembers {
  /** The first of them. */
  readonly first: string;
  readonly what: string;
  readonly they: string;
  readonly known: string;
}

function describeUnknown(
  value: JsonObject,
  known: readonly string[],
  at: string,
): UnknownMembers | undefined {
  const [first, ...others] = Object.keys(value).filter((name) => !known.includes(name));
  if (first === undefined) return undefined;
  const name = shorten(first, MAX_SHOWN);
  const nearest = suggestion(name, known).replace(/^ /, '');
  return {
    first: name,
    what: `${at} has no member '${name}'${others.length === 0 ? '' : `, nor ${others.length} others that were sent`}`,
    they: others.length === 0 ? 'it is' : 'they are',
    known: `${nearest === '' ? '' : `${nearest} `}Its members are ${known.join(', ')}`,
  };
}
