import * as v from 'valibot';
import { filledText } from '../chosen-id.ts';
import { FLAG, TEXT, URN, batchOf, objectOf } from '../shapes.ts';
import { userUrn } from '../users/account.ts';

/** Maximum lifetime of a token in ms, a hundred years; a longer one is probably in the wrong unit. */
const MAX_DURATION_MS = 100 * 365 * 86_400_000;

const LIFETIME = `a whole number from 1 to ${MAX_DURATION_MS}, or null for no expiry`;

const MEMBERS = objectOf({
  name: filledText('name', 'Say what the token is for.'),
  description: v.nullish(TEXT),
  /** Absent: the caller. */
  actorUrn: v.nullish(userUrn),
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
  /** Whether agents with the token may write without a plan. */
  direct: v.nullish(FLAG, false),
  /** Whether each write becomes a proposal for somebody else to approve. */
  proposeOnly: v.nullish(FLAG, false),
  properties: v.nullish(batchOf('properties', URN)),
  entityTypes: v.nullish(batchOf('entityTypes', TEXT)),
});

/** Shape of an access token to issue. */
export const TOKEN = v.pipe(
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

type Restriction = Pick<
  v.InferOutput<typeof MEMBERS>,
  'direct' | 'readOnly' | 'proposeOnly' | 'properties' | 'entityTypes'
>;

/** Restriction of the token to a part of its actor's rights; undefined: unrestricted. */
function restrictionOf({ direct, entityTypes, properties, proposeOnly, readOnly }: Restriction) {
  if (!readOnly && !direct && !proposeOnly && !properties && !entityTypes) return undefined;
  return {
    readOnly,
    ...(direct && { direct: true as const }),
    ...(proposeOnly && { proposeOnly: true as const }),
    ...(properties && { properties }),
    ...(entityTypes && { entityTypes }),
  };
}
