import { graphqlTypeOf, registryTypeOf } from '../../../../model/registry/entity-type-names.ts';
import { VIEW } from '../../../../model/access/personal.ts';
import { equalTo, type FoundPage } from '../../../../operations/search/find-entities.ts';
import { createView } from '../../../../operations/views/create-view.ts';
import { deleteView } from '../../../../operations/views/delete-view.ts';
import { updateView } from '../../../../operations/views/update-view.ts';
import { object, objects, texts } from '../../../../util/json/json-members.ts';
import type { JsonObject } from '../../../../util/json.ts';
import { DONE, answeredBy, bind, ofArguments } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { parseFilter } from '../../inputs/parse-search.ts';
import type { DataHubViewDefinitionInput, Resolvers, Result } from '../../schema/schema-types.generated.ts';
import { fromAspect } from '../fields/aspect-field.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import type { Filter } from '../../../../model/filter.ts';

interface ListInput {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly query?: string | null;
  readonly viewType?: string | null;
}

/** Fields of `DataHubView`. */
export const DATAHUB_VIEW = {
  definition: fromAspect(VIEW.infoAspect, (value) => shownDefinition(object(value['definition']))),
} satisfies Partial<Resolvers['DataHubView']>;

export const VIEW_MUTATIONS = {
  createView: bind(
    createView,
    ({ input: { viewType, definition, ...input } }) => ({
      ...input,
      type: viewType,
      definition: storedDefinition(definition),
    }),
    { present: (view) => view },
  ),
  updateView: bind(
    updateView,
    ({ urn, input: { definition, ...input } }) => ({
      ...input,
      urn,
      definition: definition ? storedDefinition(definition) : undefined,
    }),
    { present: (view) => view },
  ),
  deleteView: ofArguments(deleteView, DONE),
} satisfies Partial<Resolvers['Mutation']>;

export const VIEW_QUERIES = {
  listMyViews: answeredBy(listEntities, async (_root, { input }, context) => {
    const own = equalTo('createdBy', context.actor.urn);
    const conditions = input.viewType ? [own, equalTo('type', input.viewType)] : [own];
    return listed(await list(input, [conditions], context));
  }),
  listGlobalViews: answeredBy(listEntities, async (_root, { input }, context) =>
    listed(await list(input, [[equalTo('type', 'GLOBAL')]], context)),
  ),
} satisfies Partial<Resolvers['Query']>;

function list(
  { query, start, count }: ListInput,
  filter: Filter,
  context: GraphqlContext,
): Promise<FoundPage> {
  return context.run(listEntities, { entityTypes: ['dataHubView'], query, start, count, filter });
}

function listed({ entities, ...page }: FoundPage): Result<'ListViewsResult'> {
  return { ...page, views: entities };
}

function storedDefinition({ entityTypes, filter }: DataHubViewDefinitionInput): JsonObject {
  const [criteria = []] = parseFilter({ filters: filter.filters });
  const stored = criteria.map(({ field, operator, values, negated }) => ({
    field,
    condition: operator,
    values,
    negated,
  }));
  const or = filter.operator === 'OR' ? stored.map((one) => ({ and: [one] })) : [{ and: stored }];
  return {
    entityTypes: entityTypes.flatMap((type) => registryTypeOf(type) ?? []),
    filter: { or: stored.length === 0 ? [] : or },
  };
}

function shownDefinition(definition: JsonObject | undefined): object {
  const alternatives = objects(object(definition?.['filter'])?.['or']).map((all) => objects(all['and']));
  return {
    entityTypes: texts(definition?.['entityTypes']).map(graphqlTypeOf),
    filter: {
      operator: alternatives.length > 1 ? 'OR' : 'AND',
      filters: alternatives.flat().map(({ field, condition, values, negated }) => ({
        field,
        condition,
        values: values ?? [],
        negated,
      })),
    },
  };
}
