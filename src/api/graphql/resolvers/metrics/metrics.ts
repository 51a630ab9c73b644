import type { EntityReference } from '../../../../model/entity-reference.ts';
import { isMissing, type FoundPage } from '../../../../operations/search/find-entities.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { fineGrainedLineages } from '../../presenters/column-lineage.ts';
import type { GetRootEntitiesInput, Resolvers } from '../../schema/schema-types.generated.ts';
import { fromAspect, fromKey } from '../fields/aspect-field.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import { ancestorsShown } from '../fields/parents.ts';
import { scrollBy } from '../fields/search-by.ts';
import { relationships } from '../lineage/relationships.ts';

/** Maximum number of applications of one entity that are shown. */
const MOST_APPLICATIONS = 100;

const PARENT = { aspectName: 'metricRelationships', member: 'parentMetric' };

/** Fields of `Metric`. */
export const METRIC = {
  path: fromKey('path'),
  childMetrics: scrollBy({ field: 'parentMetric', types: ['METRIC'] }),
  applications: applicationsOf,
  parentMetrics: (metric, _args, context) => ancestorsShown(metric, 'metric', () => PARENT, context),
} satisfies Partial<Resolvers['Metric']>;

/** Fields of `SemanticModel`. */
export const SEMANTIC_MODEL = {
  path: fromKey('path'),
  fineGrainedLineages: fromAspect('upstreamLineage', fineGrainedLineages),
  metrics: scrollBy({ field: 'semanticModel', types: ['METRIC'], lacking: 'parentMetric' }),
  applications: applicationsOf,
} satisfies Partial<Resolvers['SemanticModel']>;

/** Queries that list metrics and semantic models. */
export const METRIC_QUERIES = {
  getRootMetrics: answeredBy(listEntities, async (_root, { input }, context) => {
    const { entities, ...page } = await list('metric', input, context);
    return { ...page, metrics: entities };
  }),
  getSemanticModels: answeredBy(listEntities, async (_root, { input }, context) => {
    const { entities, ...page } = await list('semanticModel', input, context);
    return { ...page, semanticModels: entities };
  }),
} satisfies Partial<Resolvers['Query']>;

function list(
  entityType: 'metric' | 'semanticModel',
  { start, count, query }: GetRootEntitiesInput,
  context: GraphqlContext,
): Promise<FoundPage> {
  const filter = entityType === 'metric' ? [[isMissing('parentMetric')]] : [];
  const sort = [{ field: 'name', order: 'ASCENDING' }] as const;
  return context.run(listEntities, { entityTypes: [entityType], query, filter, sort, start, count });
}

/** `applications` in the form of related entities. */
function applicationsOf(entity: EntityReference, _args: unknown, context: GraphqlContext): Promise<object> {
  const which = { types: ['AssociatedWith'], direction: 'OUTGOING' } as const;
  const input = { ...which, count: MOST_APPLICATIONS, includeSoftDelete: false };
  return relationships(entity, { input }, context);
}
