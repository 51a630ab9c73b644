import type { EntityReference } from '../../../../model/entity-reference.ts';
import { plainSearch } from '../../../../operations/search/find-entities.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { parseFilter } from '../../inputs/parse-search.ts';
import { searchPage } from '../../presenters/search-result.ts';
import type { DomainEntitiesInput, SearchAcrossEntitiesInput } from '../../schema/schema-types.generated.ts';
import { searchEntities } from '../../../../operations/search/search-entities.ts';

type ContentsResolver = (
  entity: EntityReference,
  args: { readonly input?: DomainEntitiesInput | SearchAcrossEntitiesInput | null },
  context: GraphqlContext,
) => Promise<object>;

/** Resolver of the entities that refer to this one in `field`, such as the contents of a container or domain. */
export function contentsBy(field: string): ContentsResolver {
  return async ({ urn }, { input }, context) => {
    const filter = parseFilter({ filters: [...(input?.filters ?? []), { field, values: [urn] }] });
    const listing = {
      entityTypes: [],
      query: input?.query,
      filter,
      start: input?.start,
      count: input?.count,
    };
    const outcome = await context.run(searchEntities, plainSearch(listing));
    return { start: input?.start ?? 0, ...searchPage(outcome, context.references), suggestions: [] };
  };
}
