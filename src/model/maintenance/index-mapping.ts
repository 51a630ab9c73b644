import type { Generation } from '../sequence.ts';
import type { Urn } from '../urn.ts';

/**
 * State of the property generation of a mapping. `deleted`: the generation has ended, because the definition was deleted
 * or because of a breaking change; after a breaking change the property continues with another mapping.
 */
export type MappingState = 'active' | 'soft-deleted' | 'deleted';

/** Field for one generation of a structured property in the index of one entity type. */
export interface IndexMapping {
  /** Name in filters: `structuredProperties.<qualified name>`. */
  readonly field: string;
  readonly propertyUrn: Urn;
  readonly generation: Generation;
  readonly state: MappingState;
  readonly entityType: string;
  /** Number of entities of the type with a value, including soft-deleted entities and values that are not visible. */
  readonly values: number;
}
