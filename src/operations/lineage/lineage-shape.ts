import * as v from 'valibot';
import { list } from '../input-types.ts';
import { NUMBER, TEXT, URN, described, maybe, objectOf, oneOf } from '../shapes.ts';

/** Members of a time window of links: see `LineageWindow`. */
export const WINDOW = {
  startTimeMillis: maybe(
    described('Only links that were stated at or after this time, in epoch milliseconds.', NUMBER),
  ),
  endTimeMillis: maybe(
    described('Only links that were first stated at or before this time, in epoch milliseconds.', NUMBER),
  ),
};

export const DIRECTION = described(
  'UPSTREAM: what it is derived from. DOWNSTREAM: what is derived from it.',
  oneOf(['UPSTREAM', 'DOWNSTREAM']),
);

/** Where a walk begins. */
export const START = described('Urn of the entity whose lineage is asked for.', URN);

const HOPS = objectOf({
  ...WINDOW,
  exploredPerHop: maybe(
    described('Maximum number of entities per hop to continue from; default: all.', NUMBER),
  ),
  ignoreAsHops: v.nullish(
    described(
      'Entities that do not count as a hop.',
      list(
        objectOf({
          entityType: described('Name of the entity type.', TEXT),
          platforms: v.nullish(
            described('Urns of platforms; only their entities; default: of all platforms.', list(TEXT)),
            [],
          ),
        }),
      ),
    ),
    [],
  ),
});

/** Members that select the searched lineage: see `LineageSearchInput`. */
export const WALK = {
  urn: START,
  direction: DIRECTION,
  lineage: v.nullish(described('How far the walk goes; default: without bounds.', HOPS), {}),
};
