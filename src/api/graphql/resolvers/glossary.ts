import { urnKey } from '../../../model/urn.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { details, nameFrom } from './aspect-field.ts';
import { parentsOf } from './parents.ts';

/** Fields of `GlossaryTerm`. */
export const GLOSSARY_TERM: FieldResolvers = {
  name: nameFrom('glossaryTermInfo'),
  hierarchicalName: (entity: EntityReference) => urnKey(entity.urn),
  properties: details('glossaryTermInfo', { description: 'definition' }),
  parentNodes,
};

/** Fields of `GlossaryNode`. */
export const GLOSSARY_NODE: FieldResolvers = {
  properties: details('glossaryNodeInfo', { description: 'definition' }),
  parentNodes,
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
