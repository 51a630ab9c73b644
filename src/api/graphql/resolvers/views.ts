import { graphqlTypeOf, registryTypeOf } from '../../../model/entity-type-names.ts';
import { put, putGiven } from '../../../model/proposal-builders.ts';
import { formatUrn } from '../../../model/urn.ts';
import { equalTo, findEntities } from '../../../operations/find-entities.ts';
import type { FoundPage } from '../../../operations/find-entities.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { given } from '../../../util/given.ts';
import { object, objects, texts } from '../../../util/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { parseFilter } from '../parse-search.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import type { FacetFilterInput } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';
import { fromAspect, fromMember, nameFrom } from './aspect-field.ts';

interface DefinitionInput {
  readonly entityTypes: readonly string[];
  readonly filter: { readonly operator: 'AND' | 'OR'; readonly filters: readonly FacetFilterInput[] };
}
interface ListInput {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly query?: string | null;
  readonly viewType?: string | null;
}

const INFO = 'dataHubViewInfo';

/** Fields of `DataHubView`. */
export const DATAHUB_VIEW = {
  name: nameFrom(INFO),
  description: fromMember(INFO, 'description'),
  viewType: fromMember(INFO, 'type'),
  definition: fromAspect(INFO, (value) => shownDefinition(object(value['definition']))),
} satisfies Partial<Resolvers['DataHubView']>;

export const VIEW_MUTATIONS = {
  createView: (_root, { input }, context) =>
    updating(input, async () => {
      const view = context.references.to(formatUrn('dataHubView', context.settings.newId()));
      const stamp = { ...stampNow(context) };
      const { name, description, viewType, definition } = input;
      const info = {
        name,
        type: viewType,
        ...given({ description }),
        definition: storedDefinition(definition),
        created: stamp,
        lastModified: stamp,
      };
      context.wrote(await context.catalog.views.createView(view.urn, info));
      return view;
    }),
  updateView: (_root, { urn, input }, context) =>
    updating(input, async () => {
      const view = context.references.parseAs('dataHubView', urn);
      const { name, description, definition } = input;
      const changes = putGiven({
        name,
        description,
        definition: definition ? storedDefinition(definition) : undefined,
      });
      const operations = [...changes, put(['lastModified'], { ...stampNow(context) })];
      context.wrote(await context.catalog.views.updateView(view.urn, operations));
      return view;
    }),
  deleteView: (_root, { urn }, context) =>
    updating({ urn }, async () => {
      const view = context.references.parseAs('dataHubView', urn);
      context.wrote(await context.catalog.views.deleteView(view.urn));
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

export const VIEW_QUERIES = {
  listMyViews: async (_root, { input }, context) => {
    const own = equalTo('createdBy', context.catalog.actor.urn);
    const conditions = input.viewType ? [own, equalTo('type', input.viewType)] : [own];
    return listed(await list(input, [conditions], context));
  },
  listGlobalViews: async (_root, { input }, context) =>
    listed(await list(input, [[equalTo('type', 'GLOBAL')]], context)),
} satisfies Partial<Resolvers['Query']>;

function list(
  { query, start, count }: ListInput,
  filter: Parameters<typeof findEntities>[0]['filter'] & object,
  context: GraphqlContext,
): Promise<FoundPage> {
  return findEntities({ entityTypes: ['dataHubView'], query, start, count, filter }, context);
}

function listed({ entities, ...page }: FoundPage): object {
  return { ...page, views: entities };
}

function storedDefinition({ entityTypes, filter }: DefinitionInput): JsonObject {
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
