import type { RemovalProgress } from '../model/properties/property-generation.ts';

/** A range of entity numbers. */
export interface RemovalRange {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly upTo: number;
  /** Progress before the range. */
  readonly progress: RemovalProgress;
}

/** Progress after a range in which `removed` rows were changed. */
export function progressAfter({ progress, upTo }: RemovalRange, removed: number): RemovalProgress {
  return { ...progress, patched: progress.patched + removed, walkedTo: upTo };
}
