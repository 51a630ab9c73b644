import type { Generation } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';

/**
 * Index field of the values that were assigned under one life of a property. The urn belongs to it because one commit
 * may begin the lives of several properties; the generation, because a name can be reused and a definition can break.
 */
export function assignmentField(propertyUrn: Urn, generation: Generation): string {
  return `sp:${generation}:${propertyUrn}`;
}
