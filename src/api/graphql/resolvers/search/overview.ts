import { graphqlTypeOf, registryTypeOf } from '../../../../model/registry/entity-type-names.ts';
import { applyView } from '../../inputs/apply-view.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { parseSearch } from '../../inputs/parse-search.ts';
import type { EntityType, Resolvers } from '../../schema/schema-types.generated.ts';
import { findExisting } from '../../../../operations/entities/find-existing.ts';
import { READ, TOKEN } from '../../../../operations/needs.ts';
import { countFacets } from '../../../../operations/search/count-facets.ts';
import { answeredBy } from '../fields/bind-operation.ts';

/** Name of the entity type facet in DataHub's quick filters. */
const ENTITY_TYPE = '_entityType';
/** Entity types offered as quick filters, in this order. */
const QUICK_TYPES = [
  'dataset',
  'dashboard',
  'chart',
  'dataJob',
  'dataFlow',
  'container',
  'glossaryTerm',
  'domain',
  'dataProduct',
];
const MOST_PLATFORMS = 5;
const MOST_TYPES = 1_000;

/** Entity counts, quick filters and existence checks; recommendations and analytics are always empty. */
export const OVERVIEW_QUERIES = {
  entityExists: answeredBy(findExisting, (_root, { urn }, { loader, references }) =>
    loader.exists(references.parse(urn).urn),
  ),
  getEntityCounts: answeredBy(countFacets, async (_root, { input }, context) => {
    const counts = await countByType(input?.types ?? [], input?.viewUrn, context);
    const types = input?.types ?? [...counts.keys()].map(graphqlTypeOf);
    return {
      counts: types.map((type) => ({
        entityType: type,
        count: counts.get(registryTypeOf(type) ?? '') ?? 0,
      })),
    };
  }),
  getQuickFilters: answeredBy(countFacets, async (_root, { input }, context) => {
    const search = await everything([], input.viewUrn, MOST_PLATFORMS, context);
    if (search === undefined) return { quickFilters: [] };
    const [platforms] = await context.run(countFacets, { search, facets: ['platform'] });
    const counts = await countByType([], input.viewUrn, context);
    const present = QUICK_TYPES.filter((type) => (counts.get(type) ?? 0) > 0);
    return {
      quickFilters: [
        ...(platforms?.buckets ?? []).map(({ value }) => ({
          field: 'platform',
          value,
          entity: context.references.find(value),
        })),
        ...present.map((type) => ({ field: ENTITY_TYPE, value: graphqlTypeOf(type) })),
      ],
    };
  }),
  listRecommendations: answeredBy(READ, () => ({ modules: [] })),
  isAnalyticsEnabled: answeredBy(TOKEN, () => false),
  getAnalyticsCharts: answeredBy(READ, () => []),
  getMetadataAnalyticsCharts: answeredBy(READ, () => []),
  getHighlights: answeredBy(READ, () => []),
} satisfies Partial<Resolvers['Query']>;

/** Entity counts by registry type name. */
async function countByType(
  types: readonly EntityType[],
  viewUrn: string | null | undefined,
  context: GraphqlContext,
): Promise<ReadonlyMap<string, number>> {
  const search = await everything(types, viewUrn, MOST_TYPES, context);
  if (search === undefined) return new Map();
  const [facet] = await context.run(countFacets, { search, facets: [ENTITY_TYPE] });
  return new Map((facet?.buckets ?? []).map(({ value, count }) => [registryTypeOf(value) ?? value, count]));
}

async function everything(
  types: readonly EntityType[],
  viewUrn: string | null | undefined,
  maxAggValues: number,
  context: GraphqlContext,
) {
  const input = { types, query: '*', searchFlags: { maxAggValues } };
  return applyView(parseSearch(input, context.settings.registry), viewUrn, context);
}
