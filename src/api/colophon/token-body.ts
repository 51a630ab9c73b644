import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { FLAG, TEXT, URN, objectOf, readAs } from '../../operations/shapes.ts';

/** Maximum lifetime of a token, a hundred years; a longer one is surely a wrong unit. */
const MAX_DURATION_MS = 100 * 365 * 86_400_000;

const LIFETIME = `a whole number from 1 to ${MAX_DURATION_MS}, or null for no expiry`;

const LIST = 'a list';

const MEMBERS = objectOf({
  name: v.pipe(TEXT, readAs(requireName)),
  description: v.nullish(TEXT),
  /** Absent: the caller. */
  actorUrn: v.nullish(URN),
  /** Null: the token does not expire. Must be explicit, so that omitting the member does not create such a token. */
  durationMs: v.nullable(
    v.pipe(
      v.number(LIFETIME),
      v.integer(LIFETIME),
      v.minValue(1, LIFETIME),
      v.maxValue(MAX_DURATION_MS, LIFETIME),
    ),
  ),
  readOnly: v.nullish(FLAG, false),
  properties: v.nullish(v.array(URN, LIST)),
  entityTypes: v.nullish(v.array(TEXT, LIST)),
});

/** Body of a request for an access token. */
export const TOKEN_BODY = v.pipe(
  MEMBERS,
  v.transform(({ name, description, actorUrn, durationMs, ...restriction }) => {
    const narrowed = restrictionOf(restriction);
    return {
      name,
      actor: actorUrn ?? undefined,
      durationMs: durationMs ?? undefined,
      ...(typeof description === 'string' && { description }),
      ...(narrowed && { restriction: narrowed }),
    };
  }),
);

type Restriction = Pick<v.InferOutput<typeof MEMBERS>, 'readOnly' | 'properties' | 'entityTypes'>;

/** What the token may do of what its actor may; undefined: everything. */
function restrictionOf({ readOnly, properties, entityTypes }: Restriction) {
  if (!readOnly && !properties && !entityTypes) return undefined;
  return { readOnly, ...(properties && { properties }), ...(entityTypes && { entityTypes }) };
}

function requireName(text: string): string {
  const name = text.trim();
  if (name === '') throw invalidRequest('name must not be empty. Say what the token is for.');
  return name;
}
