import type { Sequence } from '../../model/sequence.ts';
import type { AspectRow } from '../entity-rows.ts';
import { withoutGeneration, type GenerationRemoval } from '../without-generation.ts';
import type { Stretch } from '../removal-stretch.ts';

/**
 * Assignment removals in flight to the writer. Only the writer knows which rows they rewrite, so decisions apply
 * them to the stored rows of every entity in their range.
 */
export class StretchesUnderWay {
  #removals: readonly (GenerationRemoval & Pick<Stretch, 'after' | 'upTo'>)[] = [];

  /** Adds the removal of the next commit. */
  add(removal: GenerationRemoval, { after, upTo }: Stretch): void {
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
