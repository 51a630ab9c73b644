import type { EntityReference } from '../entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { ofType } from '../presenters/associations.ts';

/** One step up a hierarchy: the member of the aspect that names the parent. */
export interface ParentLink {
  readonly aspectName: string;
  readonly member: string;
}

/** No hierarchy of people's making is deeper; a longer chain is a mistake. */
const MOST_PARENTS = 50;

/** What an entity lies in, nearest first; ends at a parent that is no such entity, and where a chain closes. */
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
