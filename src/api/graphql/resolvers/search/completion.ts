import { registryTypeOf } from '../../../../model/registry/entity-type-names.ts';
import { given } from '../../../../util/given.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import { applyView } from '../../inputs/apply-view.ts';
import { complete } from './autocomplete.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { parseSearch } from '../../inputs/parse-search.ts';
import type { AutoCompleteInput, EntityType, Resolvers } from '../../schema/schema-types.generated.ts';
import { getEntities } from '../../../../operations/entities/get-entities.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { suggest } from '../../../../operations/search/suggest.ts';
import { answeredBy } from '../fields/bind-operation.ts';

const DEFAULT_LIMIT = 5;
/** Default entity types of `autoCompleteForMultiple`. */
const DEFAULT_TYPES: readonly EntityType[] = [
  'DATASET',
  'DASHBOARD',
  'CHART',
  'CONTAINER',
  'MLMODEL',
  'MLMODEL_GROUP',
  'MLFEATURE_TABLE',
  'DATA_FLOW',
  'DATA_JOB',
  'GLOSSARY_TERM',
  'GLOSSARY_NODE',
  'TAG',
  'CORP_USER',
  'CORP_GROUP',
  'NOTEBOOK',
  'DATA_PRODUCT',
  'DOMAIN',
  'BUSINESS_ATTRIBUTE',
  'APPLICATION',
];

/** Autocomplete queries. */
export const COMPLETION_QUERIES = {
  autoComplete: answeredBy([listEntities, getEntities], async (_root, { input }, context) => {
    const [completed] = await completions(input, [input.type ?? 'DATASET'], undefined, context);
    const { suggestions, entities } = completed ?? { suggestions: [], entities: [] };
    return { query: input.query, suggestions, entities };
  }),
  autoCompleteForMultiple: answeredBy([listEntities, getEntities], async (_root, { input }, context) => {
    const types = input.types && input.types.length > 0 ? input.types : DEFAULT_TYPES;
    const completed = await completions(input, types, input.viewUrn, context);
    return { query: input.query, suggestions: completed.filter(({ entities }) => entities.length > 0) };
  }),
  suggest: answeredBy(suggest, async (_root, { input }, context) => {
    const { groups, didYouMean } = await context.run(suggest, input);
    return {
      didYouMean: [...didYouMean],
      groups: groups.map(({ kind, suggestions }) => ({
        kind,
        suggestions: suggestions.map(({ urn, name }) => ({ entity: context.references.to(urn), name })),
      })),
    };
  }),
} satisfies Partial<Resolvers['Query']>;

async function completions(
  { query, field, limit, filters, orFilters }: AutoCompleteInput,
  types: readonly EntityType[],
  viewUrn: string | null | undefined,
  context: GraphqlContext,
) {
  const parsed = parseSearch({ types, query, ...given({ filters, orFilters }) }, context.settings.registry);
  const search = await applyView(parsed, viewUrn, context);
  if (search === undefined) return [];
  const most = notNegative('limit', limit ?? DEFAULT_LIMIT);
  const asked = types.filter((type) => search.entityTypes.includes(registryTypeOf(type) ?? ''));
  return Promise.all(
    asked.map(async (type) => {
      const beginning = {
        entityType: registryTypeOf(type) ?? '',
        text: query,
        field: field ?? undefined,
        filter: search.filter,
        lifecycle: search.flags.lifecycle,
        limit: most,
      };
      return { type, ...(await complete(beginning, context)) };
    }),
  );
}
