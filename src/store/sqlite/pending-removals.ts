import type { Sequence } from '../../model/sequence.ts';
import type { AspectRow } from '../entity-rows.ts';
import { withoutGeneration, type GenerationRemoval } from '../without-generation.ts';
import type { RemovalRange } from '../removal-range.ts';

/**
 * Assignment removals in flight to the writer. Only the writer knows the rows that they rewrite, so decisions apply
 * them to the stored rows of each entity in their range.
 */
export class PendingRemovals {
  #removals: readonly (GenerationRemoval & Pick<RemovalRange, 'after' | 'upTo'>)[] = [];

  /** Adds the removal of the next commit. */
  add(removal: GenerationRemoval, { after, upTo }: RemovalRange): void {
    this.#removals = [...this.#removals, { ...removal, after, upTo }];
  }

  /** A stored row after the removals in flight. */
  rowOf(entityId: number, stored: AspectRow): AspectRow {
    return this.#removals
      .filter(({ after, upTo }) => entityId > after && entityId <= upTo)
      .reduce(withoutGeneration, stored);
  }

  /** Drops removals up to this commit: they are durable now. */
  settle(sequence: Sequence): void {
    this.#removals = this.#removals.filter((removal) => removal.sequence > sequence);
  }

  /** Drops everything, after a failed write. */
  clear(): void {
    this.#removals = [];
  }
}
