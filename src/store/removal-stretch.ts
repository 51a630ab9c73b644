import type { RemovalProgress } from '../model/property-generation.ts';

/** A stretch of entities, by their numbers, with the progress before it. */
export interface Stretch {
  readonly after: number;
  readonly upTo: number;
  readonly progress: RemovalProgress;
}

/** The progress once a stretch is done. */
export function progressAfter({ progress, upTo }: Stretch, removed: number): RemovalProgress {
  return { ...progress, patched: progress.patched + removed, walkedTo: upTo };
}
