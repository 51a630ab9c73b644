import { graphqlTypeOf, registryTypeOf } from '../../../model/entity-type-names.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { FieldResolvers } from '../build-schema.ts';
import { equalTo, findEntities } from '../../../operations/find-entities.ts';
import type { FoundPage } from '../../../operations/find-entities.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { put, putGiven } from '../../../model/proposal-builders.ts';
import type { Input, UrnAndInput } from '../mutation-steps.ts';
import { parseFilter } from '../parse-search.ts';
import { object, objects, texts } from '../../../util/json-members.ts';
import { given } from '../../../util/given.ts';
import type { FacetFilterInput } from '../search-input.ts';
import { updating } from '../wrapped-error.ts';
import { fromAspect, fromMember, nameFrom } from './aspect-field.ts';
import { stampNow } from '../../../operations/stamp-now.ts';

interface DefinitionInput {
  readonly entityTypes: readonly string[];
  readonly filter: { readonly operator: 'AND' | 'OR'; readonly filters: readonly FacetFilterInput[] };
}
interface CreateInput {
  readonly viewType: string;
  readonly name: string;
  readonly description?: string | null;
  readonly definition: DefinitionInput;
}
interface UpdateInput {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly definition?: DefinitionInput | null;
}
interface ListInput {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly query?: string | null;
  readonly viewType?: string | null;
}

const INFO = 'dataHubViewInfo';

/** Fields of `DataHubView`. */
export const DATAHUB_VIEW: FieldResolvers = {
  name: nameFrom(INFO),
  description: fromMember(INFO, 'description'),
  viewType: fromMember(INFO, 'type'),
  definition: fromAspect(INFO, (value) => shownDefinition(object(value['definition']))),
};

export const VIEW_MUTATIONS: FieldResolvers = {
  createView: (_root: unknown, { input }: Input<CreateInput>, context: GraphqlContext) =>
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
  updateView: (_root: unknown, { urn, input }: UrnAndInput<UpdateInput>, context: GraphqlContext) =>
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
  deleteView: (_root: unknown, { urn }: { readonly urn: string }, context: GraphqlContext) =>
    updating({ urn }, async () => {
      const view = context.references.parseAs('dataHubView', urn);
      context.wrote(await context.catalog.views.deleteView(view.urn));
      return true;
    }),
};

export const VIEW_QUERIES: FieldResolvers = {
  listMyViews: async (_root: unknown, { input }: Input<ListInput>, context: GraphqlContext) => {
    const own = equalTo('createdBy', context.catalog.actor.urn);
    const conditions = input.viewType ? [own, equalTo('type', input.viewType)] : [own];
    return listed(await list(input, [conditions], context));
  },
  listGlobalViews: async (_root: unknown, { input }: Input<ListInput>, context: GraphqlContext) =>
    listed(await list(input, [[equalTo('type', 'GLOBAL')]], context)),
};

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
