import type { AskedGrant } from '../../auth/catalog.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { requireAnyGrant, requireEdit } from './mutation-steps.ts';
import { parentsOf } from './resolvers/parents.ts';

/** Where a glossary term or node names its parent node. */
export const NODE_LINK = (entityType: string) => ({ aspectName: `${entityType}Info`, member: 'parentNode' });

/**
 * Throws FORBIDDEN unless the caller has MANAGE_GLOSSARIES, MANAGE_GLOSSARY_CHILDREN on the entity's parent node, or
 * MANAGE_ALL_GLOSSARY_CHILDREN on any of its ancestors.
 */
export async function requireGlossaryRight(entity: EntityReference, context: GraphqlContext): Promise<void> {
  const parents = await parentsOf(entity, 'glossaryNode', NODE_LINK, context);
  await requireChildrenRight(parents, context);
}

/**
 * Throws FORBIDDEN unless the caller may change children of `parent`: with MANAGE_GLOSSARIES, MANAGE_GLOSSARY_CHILDREN
 * on it, or MANAGE_ALL_GLOSSARY_CHILDREN on it or an ancestor. Without a parent only MANAGE_GLOSSARIES counts.
 */
export async function requireRightIn(
  parent: EntityReference | undefined,
  context: GraphqlContext,
): Promise<void> {
  const further =
    parent === undefined ? [] : [parent, ...(await parentsOf(parent, 'glossaryNode', NODE_LINK, context))];
  await requireChildrenRight(further, context);
}

/**
 * Throws FORBIDDEN unless the caller has the privilege on the entity. For a glossary term or node, MANAGE_GLOSSARIES,
 * MANAGE_GLOSSARY_CHILDREN on the parent node or MANAGE_ALL_GLOSSARY_CHILDREN on an ancestor also suffices.
 */
export async function requireEditOrGlossaryRight(
  privilege: string,
  entity: EntityReference,
  context: GraphqlContext,
): Promise<void> {
  const { entityType, urn } = entity;
  if (entityType !== 'glossaryTerm' && entityType !== 'glossaryNode') {
    return requireEdit(privilege, [entity], context);
  }
  const parents = await parentsOf(entity, 'glossaryNode', NODE_LINK, context);
  return requireChildrenRight(parents, context, [{ privilege, urn }]);
}

function requireChildrenRight(
  parents: readonly EntityReference[],
  context: GraphqlContext,
  others: readonly AskedGrant[] = [],
): Promise<void> {
  const [parent] = parents;
  const ofParent: AskedGrant[] = [];
  if (parent !== undefined) {
    ofParent.push({ privilege: 'MANAGE_GLOSSARY_CHILDREN', urn: parent.urn });
    const all = { privilege: 'MANAGE_ALL_GLOSSARY_CHILDREN', opens: parent.urn };
    ofParent.push(...parents.map(({ urn }) => ({ ...all, urn })));
  }
  return requireAnyGrant([...others, { privilege: 'MANAGE_GLOSSARIES' }, ...ofParent], context);
}
