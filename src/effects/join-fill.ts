import type { Sequence } from '../model/sequence.ts';
import type { SwappableIndex } from '../search/swappable-index.ts';
import { takeRanges, type RangeParts } from './fill-ranges.ts';

/** Dependencies of {@link joinFill}. */
export interface JoinParts extends RangeParts {
  readonly slots: Pick<SwappableIndex, 'joinFill'>;
  /** Resolves when the in-memory state that documents depend on contains everything up to a commit. */
  readonly catchUpMemory: (upTo: Sequence) => Promise<void>;
  /** Yields to requests between two pages. */
  readonly pause: () => Promise<void>;
  readonly log: (message: string) => void;
}

/** Helps to fill an index that another process is filling, if there is one. Rejects when aborted. */
export async function joinFill(parts: JoinParts, signal: AbortSignal): Promise<void> {
  await using fill = await parts.slots.joinFill();
  const progress = fill?.progress();
  if (fill === undefined || progress === undefined) return;
  await parts.catchUpMemory(progress.upTo.sequence);
  const entities = await takeRanges(fill, parts, { signal, turned: parts.pause });
  if (entities > 0) parts.log(`Wrote ${entities} documents of the search index that is being rebuilt.`);
}
