import type { Generation, Sequence } from './sequence.ts';
import type { Urn } from './urn.ts';

/** Which life of which property. */
export interface PropertyLife {
  readonly propertyUrn: Urn;
  readonly generation: Generation;
}

/** Why a life of a property ended: its definition was deleted, or changed in a way that breaks its values. */
export type EndReason = 'deleted' | 'broken';

/** How far the removal of the values of an ended life has come. Times are epoch ms. */
export interface RemovalProgress {
  /** Entities that held a value when the removal began. */
  readonly found: number;
  /** Entities whose values have been removed. */
  readonly patched: number;
  readonly startedAt: number;
  /** Set once no entity holds a value any more. */
  readonly finishedAt?: number;
}

/**
 * What the store remembers of one life of a property, also when that is over: the index keeps its field until a
 * system update removes it, and its values are removed by a job.
 */
export interface PropertyGeneration extends PropertyLife {
  readonly qualifiedName: string;
  /** Names of the entity types that the definition was for when the life began. */
  readonly entityTypes: readonly string[];
  readonly ended?: { readonly sequence: Sequence; readonly time: number; readonly reason: EndReason };
  readonly removal?: RemovalProgress;
  /** Names of the entity types whose indices have dropped the field; `*` is all. */
  readonly droppedFrom: readonly string[];
}
