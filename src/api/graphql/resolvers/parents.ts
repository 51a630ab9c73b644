import type { EntityReference } from '../../../model/entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { ofType } from '../presenters/associations.ts';

/** Where an entity names its parent: a member of an aspect. */
export interface ParentLink {
  readonly aspectName: string;
  readonly member: string;
}

/** Longer chains of parents are data errors and are cut. */
const MOST_PARENTS = 50;

/** Ancestors of type `parentType`, nearest first; at most 50, ends at a parent of another type and at a cycle. */
export async function parentsOf(
  entity: EntityReference,
  parentType: string,
  linkOf: (entityType: string) => ParentLink,
  { loader, references }: GraphqlContext,
): Promise<readonly EntityReference[]> {
  const parents: EntityReference[] = [];
  const seen = new Set<string>([entity.urn]);
  let current = entity;
  while (parents.length < MOST_PARENTS) {
    const { aspectName, member } = linkOf(current.entityType);
    const value = await loader.aspect(current.urn, aspectName);
    const parent = ofType(parentType, references.find(value?.[member]));
    if (parent === undefined || seen.has(parent.urn)) break;
    seen.add(parent.urn);
    parents.push(parent);
    current = parent;
  }
  return parents;
}
