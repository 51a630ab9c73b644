import type { EntityReference } from '../../../../model/entity-reference.ts';
import { urnKey } from '../../../../model/urn.ts';
import { equalTo } from '../../../../operations/search/find-entities.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { nameInUrn } from '../fields/aspect-field.ts';
import { createdOn } from '../fields/created-on.ts';
import { schemaMetadata } from '../assets/dataset.ts';
import { parents } from '../fields/parents.ts';
import { scrollBy } from '../fields/search-by.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';

const parentNodes = parents('nodes', 'glossaryNode', (type) => ({
  aspectName: `${type}Info`,
  member: 'parentNode',
}));

/** Fields of `GlossaryTerm`. */
export const GLOSSARY_TERM = {
  name: (entity, _args, context) => nameInUrn(entity, context),
  hierarchicalName: (entity) => urnKey(entity.urn),
  schemaMetadata,
  parentNodes,
} satisfies Partial<Resolvers['GlossaryTerm']>;

/** Fields of `GlossaryTermProperties` that are not members of the aspect. */
export const GLOSSARY_TERM_PROPERTIES = { createdOn } satisfies Partial<Resolvers['GlossaryTermProperties']>;

/** Fields of `GlossaryNodeProperties` that are not members of the aspect. */
export const GLOSSARY_NODE_PROPERTIES = { createdOn } satisfies Partial<Resolvers['GlossaryNodeProperties']>;

/** Fields of `GlossaryNode`. */
export const GLOSSARY_NODE = {
  parentNodes,
  glossaryChildrenSearch: scrollBy({ field: 'parentNode', types: ['GLOSSARY_TERM', 'GLOSSARY_NODE'] }),
  childrenCount: async (entity, _args, context) => ({
    termsCount: await countIn('glossaryTerm', entity, context),
    nodesCount: await countIn('glossaryNode', entity, context),
  }),
} satisfies Partial<Resolvers['GlossaryNode']>;

async function countIn(
  entityType: string,
  { urn }: EntityReference,
  context: GraphqlContext,
): Promise<number> {
  const filter = [[equalTo('parentNode', urn)]];
  return (await context.run(listEntities, { entityTypes: [entityType], filter, count: 0 })).total;
}
