import { isMissing, type FoundPage } from '../../../../operations/search/find-entities.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { GetRootGlossaryEntitiesInput, Resolvers } from '../../schema/schema-types.generated.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { answeredBy } from '../fields/bind-operation.ts';

/** Queries of glossary terms and nodes without a parent node. */
export const GLOSSARY_QUERIES = {
  getRootGlossaryTerms: answeredBy(listEntities, async (_root, { input }, context) => {
    const { entities, ...page } = await roots('glossaryTerm', input, context);
    return { ...page, terms: entities };
  }),
  getRootGlossaryNodes: answeredBy(listEntities, async (_root, { input }, context) => {
    const { entities, ...page } = await roots('glossaryNode', input, context);
    return { ...page, nodes: entities };
  }),
} satisfies Partial<Resolvers['Query']>;

function roots(
  entityType: string,
  { start, count }: GetRootGlossaryEntitiesInput,
  context: GraphqlContext,
): Promise<FoundPage> {
  const filter = [[isMissing('parentNode')]];
  const sort = [{ field: 'name', order: 'ASCENDING' }] as const;
  return context.run(listEntities, { entityTypes: [entityType], filter, sort, start, count });
}
