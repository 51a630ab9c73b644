import type { EntityReference } from '../model/entity-reference.ts';
import type { Urn } from '../model/urn.ts';
import { object } from '../util/json/json-members.ts';
import type { JsonObject } from '../util/json.ts';
import type { Reading } from './work.ts';

/** The member of an aspect that holds the parent of an entity. */
export interface ParentLink {
  readonly aspectName: string;
  readonly member: string;
  /** Member of that member's value with the urn; absent: the value is the urn. */
  readonly key?: string;
}

/** Returns the latest value of an aspect; undefined when there is none. */
export type ReadAspect = (
  urn: Urn,
  aspectName: string,
) => JsonObject | undefined | PromiseLike<JsonObject | undefined>;

/** Maximum ancestors. Longer chains are data errors and are truncated. */
const MOST_ANCESTORS = 50;

/**
 * Stored ancestors of type `parentType`, nearest first; at most 50. Ends at a parent of another type and at a cycle.
 */
export async function ancestorsOf(
  entity: EntityReference,
  parentType: string,
  linkOf: (entityType: string) => ParentLink,
  { references }: Pick<Reading, 'references'>,
  read: ReadAspect,
): Promise<readonly EntityReference[]> {
  const ancestors: EntityReference[] = [];
  const seen = new Set<string>([entity.urn]);
  let current = entity;
  while (ancestors.length < MOST_ANCESTORS) {
    const { aspectName, member, key } = linkOf(current.entityType);
    const named = (await read(current.urn, aspectName))?.[member];
    const parent = references.find(key === undefined ? named : object(named)?.[key]);
    if (parent?.entityType !== parentType || seen.has(parent.urn)) break;
    seen.add(parent.urn);
    ancestors.push(parent);
    current = parent;
  }
  return ancestors;
}
