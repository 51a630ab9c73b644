import { findEntities, isMissing } from '../../../../operations/find-entities.ts';
import type { FoundPage } from '../../../../operations/find-entities.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { GetRootGlossaryEntitiesInput, Resolvers } from '../../schema/schema-types.generated.ts';

/** Queries of glossary terms and nodes without a parent node. */
export const GLOSSARY_QUERIES = {
  getRootGlossaryTerms: async (_root, { input }, context) => {
    const { entities, ...page } = await roots('glossaryTerm', input, context);
    return { ...page, terms: entities };
  },
  getRootGlossaryNodes: async (_root, { input }, context) => {
    const { entities, ...page } = await roots('glossaryNode', input, context);
    return { ...page, nodes: entities };
  },
} satisfies Partial<Resolvers['Query']>;

function roots(
  entityType: string,
  { start, count }: GetRootGlossaryEntitiesInput,
  context: GraphqlContext,
): Promise<FoundPage> {
  const filter = [[isMissing('parentNode')]];
  const sort = [{ field: 'name', order: 'ASCENDING' }] as const;
  return findEntities({ entityTypes: [entityType], filter, sort, start, count }, context);
}
