import type { FastifyInstance } from 'fastify';
import type { Catalog } from '../../auth/catalog.ts';
import { catalogOf } from '../http/request-context.ts';

/** More entity types than any registry has, so that the counts are complete. */
const EVERY_ENTITY_TYPE = 10_000;

const EVERYTHING: Parameters<Catalog['aggregate']>[0] = {
  entityTypes: [],
  query: '*',
  filter: [],
  flags: {
    maxAggValues: EVERY_ENTITY_TYPE,
    skipAggregates: false,
    skipHighlighting: true,
    includeSoftDeleted: false,
    includeStructuredPropertyFacets: false,
    fulltext: true,
    allWords: false,
    filterNonLatestVersions: false,
    grouping: [],
  },
};

/** `GET /status`: server version, urn of the caller, and number of assets visible to the caller by entity type. */
export function addStatusRoute(app: FastifyInstance, version: string): void {
  app.get('/status', async (request) => {
    const catalog = catalogOf(request);
    return { version, actorUrn: catalog.actor.urn, entities: await countByType(catalog) };
  });
}

async function countByType(catalog: Catalog): Promise<Readonly<Record<string, number>>> {
  const [facet] = await catalog.aggregate(EVERYTHING, ['_entityType']);
  const present = (facet?.buckets ?? []).filter(({ count }) => count > 0);
  return Object.fromEntries(present.map(({ value, count }) => [value, count]));
}
