import type { Filter } from './filter.ts';
import type { Generation } from './sequence.ts';
import type { Urn } from './urn.ts';

/**
 * What one caller may see. Every read of the store and of the index takes one, so that no path can forget it:
 * what a scope leaves out does not exist for the caller, neither as value nor in a count.
 */
export interface Scope {
  /** Whether the caller may see this entity at all. */
  readonly seesEntity: (urn: Urn) => boolean;
  /** The same restriction as a filter for the index; undefined when the caller sees every entity. */
  readonly entityFilter: Filter | undefined;
  /** Whether the caller may see assignments of this property that were made under this generation. */
  readonly seesAssignment: (propertyUrn: Urn, generation: Generation) => boolean;
}

/** For the write path and for jobs: everything that is stored, also what is hidden or dead. */
export const EVERYTHING: Scope = {
  seesEntity: () => true,
  entityFilter: undefined,
  seesAssignment: () => true,
};
