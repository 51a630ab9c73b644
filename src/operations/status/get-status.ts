import type { Urn } from '../../model/urn.ts';
import { PLAIN_FLAGS } from '../../query/metadata-query.ts';
import { defineRead } from '../operation.ts';
import { objectOf } from '../shapes.ts';

/** The caller, and counts of the entities it may see. */
export interface CatalogStatus {
  readonly actorUrn: Urn;
  /** Number of visible assets by entity type. */
  readonly entities: Readonly<Record<string, number>>;
}

/** More entity types than any registry has, so that the counts are complete. */
const EVERY_ENTITY_TYPE = 10_000;

const EVERYTHING = {
  entityTypes: [],
  query: '*',
  filter: [],
  flags: { ...PLAIN_FLAGS, maxAggValues: EVERY_ENTITY_TYPE, skipAggregates: false },
};

/** Returns the caller, and the number of visible assets by entity type. */
export const getStatus = defineRead({
  name: 'getStatus',
  summary: 'Returns who you are, and how many assets of each entity type you see.',
  isLong: true,
  input: () => objectOf({}),
  run: async (_input, { actor, query, scope }): Promise<CatalogStatus> => {
    const [facet] = await query.aggregate(EVERYTHING, ['_entityType'], scope);
    const present = (facet?.buckets ?? []).filter(({ count }) => count > 0);
    return {
      actorUrn: actor.urn,
      entities: Object.fromEntries(present.map(({ value, count }) => [value, count])),
    };
  },
});
