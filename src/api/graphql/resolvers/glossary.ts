import { urnKey } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { details, nameFrom } from './aspect-field.ts';
import { countIn } from './contents.ts';
import { schemaMetadata } from './dataset.ts';
import { parentsOf } from './parents.ts';
import { scrollBy } from './search-by.ts';

const termDetails = details('glossaryTermInfo', { description: 'definition' });

/** Fields of `GlossaryTerm`. */
export const GLOSSARY_TERM: FieldResolvers = {
  name: nameFrom('glossaryTermInfo'),
  hierarchicalName: (entity: EntityReference) => urnKey(entity.urn),
  properties: termDetails,
  glossaryTermInfo: termDetails,
  schemaMetadata,
  parentNodes,
};

/** Fields of `GlossaryNode`. */
export const GLOSSARY_NODE: FieldResolvers = {
  properties: details('glossaryNodeInfo', { description: 'definition' }),
  parentNodes,
  glossaryChildrenSearch: scrollBy({ field: 'parentNode', types: ['GLOSSARY_TERM', 'GLOSSARY_NODE'] }),
  childrenCount: async (entity: EntityReference, _args: unknown, context: GraphqlContext) => ({
    termsCount: await countIn('glossaryTerm', 'parentNode', entity, context),
    nodesCount: await countIn('glossaryNode', 'parentNode', entity, context),
  }),
};

async function parentNodes(
  entity: EntityReference,
  _args: unknown,
  context: GraphqlContext,
): Promise<unknown> {
  const nodes = await parentsOf(
    entity,
    'glossaryNode',
    (type) => ({ aspectName: `${type}Info`, member: 'parentNode' }),
    context,
  );
  return { count: nodes.length, nodes };
}
