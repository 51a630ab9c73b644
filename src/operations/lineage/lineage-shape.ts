import * as v from 'valibot';
import { list } from '../input-types.ts';
import { NUMBER, TEXT, URN, maybe, objectOf, oneOf } from '../shapes.ts';

/** Members of a time window of links: see `LineageWindow`. */
export const WINDOW = { startTimeMillis: maybe(NUMBER), endTimeMillis: maybe(NUMBER) };

export const DIRECTION = oneOf(['UPSTREAM', 'DOWNSTREAM']);

const HOPS = objectOf({
  ...WINDOW,
  exploredPerHop: maybe(NUMBER),
  ignoreAsHops: v.nullish(list(objectOf({ entityType: TEXT, platforms: v.nullish(list(TEXT), []) })), []),
});

/** Members that select the searched lineage: see `LineageSearchInput`. */
export const WALK = { urn: URN, direction: DIRECTION, lineage: v.nullish(HOPS, {}) };
