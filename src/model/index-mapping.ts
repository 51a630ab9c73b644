import type { Generation } from './sequence.ts';
import type { Urn } from './urn.ts';

/**
 * What has become of the property that a mapping is for. A life that a breaking change has ended is `deleted` like one
 * whose definition is gone: the property lives on under another mapping.
 */
export type MappingState = 'active' | 'soft-deleted' | 'deleted';

/** A field that the index of one entity type keeps for one life of a structured property. */
export interface IndexMapping {
  /** As filters name it: `structuredProperties.<qualified name>`. */
  readonly field: string;
  readonly propertyUrn: Urn;
  readonly generation: Generation;
  readonly state: MappingState;
  readonly entityType: string;
  /** Entities of the type that hold a value, hidden and dead ones included. */
  readonly values: number;
}
