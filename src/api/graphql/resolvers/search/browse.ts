import { getEntities } from '../../../../operations/entities/get-entities.ts';
import { browseLevel, type BrowsePage } from '../../../../operations/search/browse.ts';
import type { SearchInput } from '../../../../operations/search/count-facets.ts';
import { given } from '../../../../util/given.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { applyView } from '../../inputs/apply-view.ts';
import { parseSearch } from '../../inputs/parse-search.ts';
import { browsePaths } from '../../presenters/asset-details.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { answeredBy } from '../fields/bind-operation.ts';

const DEFAULT_COUNT = 10;

/** Browse queries. */
export const BROWSE_QUERIES = {
  browseV2: answeredBy(browseLevel, async (_root, { input }, context) => {
    const types = input.types ?? (input.type ? [input.type] : null);
    const asked = { types, query: input.query ?? '*', ...given({ orFilters: input.orFilters }) };
    const parsed = parseSearch(asked, context.settings.registry);
    const search = await applyView(parsed, input.viewUrn, context);
    const { groups, numGroups, ...page } = await level('browsePathsV2', search, input, context);
    return {
      ...page,
      count: groups.length,
      total: numGroups,
      groups: groups.map((group) => ({ ...group, entity: context.references.find(group.name) })),
    };
  }),
  browse: answeredBy(browseLevel, async (_root, { input }, context) => {
    const { filters, orFilters, type } = input;
    const asked = { types: [type], query: '*', ...given({ filters, orFilters }) };
    const search = parseSearch(asked, context.settings.registry);
    const { groups, entities, numGroups, numEntities, ...page } = await level(
      'browsePaths',
      search,
      input,
      context,
    );
    return {
      ...page,
      count: groups.length + entities.length,
      total: numGroups + numEntities,
      groups: groups.map(({ name, count }) => ({ name, count })),
      entities,
    };
  }),
  browsePaths: answeredBy(getEntities, async (_root, { input }, { loader, references }) => {
    const value = await loader.aspect(references.parse(input.urn).urn, 'browsePaths');
    return value === undefined ? [] : browsePaths(value);
  }),
} satisfies Partial<Resolvers['Query']>;

interface LevelInput {
  readonly path?: readonly string[] | null;
  readonly start?: number | null;
  readonly count?: number | null;
}

/** One level of a tree; an empty one if the search is undefined, which matches nothing. */
async function level(
  tree: 'browsePaths' | 'browsePathsV2',
  search: SearchInput | undefined,
  input: LevelInput,
  context: GraphqlContext,
) {
  const [path, start, count] = [input.path ?? [], input.start ?? 0, input.count ?? DEFAULT_COUNT];
  const page = search ? await context.run(browseLevel, { tree, path, search, start, count }) : NOTHING;
  return { ...page, start, metadata: { path, totalNumEntities: page.totalNumEntities } };
}

const NOTHING: BrowsePage = {
  groups: [],
  entities: [],
  numGroups: 0,
  numEntities: 0,
  totalNumEntities: 0,
};
