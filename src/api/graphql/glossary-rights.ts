import type { AskedGrant } from '../../auth/catalog.ts';
import type { EntityReference } from './entity-reference.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { requireAnyGrant, requireEdit } from './mutation-steps.ts';
import { parentsOf } from './resolvers/parents.ts';

/** How one finds the group that a part of the glossary lies in. */
export const NODE_LINK = (entityType: string) => ({ aspectName: `${entityType}Info`, member: 'parentNode' });

/**
 * Throws FORBIDDEN unless the caller manages the whole glossary, or the children of a group that the entity lies in:
 * of the nearest one, or all that lie below one further up.
 */
export async function requireGlossaryRight(entity: EntityReference, context: GraphqlContext): Promise<void> {
  const parents = await parentsOf(entity, 'glossaryNode', NODE_LINK, context);
  await requireChildrenRight(parents, context);
}

/** The same for something that is to lie directly in a group, or in none. */
export async function requireRightIn(
  parent: EntityReference | undefined,
  context: GraphqlContext,
): Promise<void> {
  const further =
    parent === undefined ? [] : [parent, ...(await parentsOf(parent, 'glossaryNode', NODE_LINK, context))];
  await requireChildrenRight(further, context);
}

/**
 * Throws FORBIDDEN unless the caller holds the privilege on the entity or, if that is a part of the glossary, manages
 * it.
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
  const nearest = parents.slice(0, 1).map(({ urn }) => ({ privilege: 'MANAGE_GLOSSARY_CHILDREN', urn }));
  const all = parents.map(({ urn }) => ({ privilege: 'MANAGE_ALL_GLOSSARY_CHILDREN', urn }));
  return requireAnyGrant([...others, { privilege: 'MANAGE_GLOSSARIES' }, ...nearest, ...all], context);
}
