import type { Sequence } from '../../model/sequence.ts';
import type { AspectRow } from '../metadata-store.ts';
import { withoutLife } from '../without-life.ts';
import type { LifeRemoval } from '../without-life.ts';
import type { Stretch } from '../removal-stretch.ts';

/**
 * Stretches of removals that are on their way to the writer: which rows they rewrite is known there only, so decisions
 * see the rows of their entities as they will be.
 */
export class StretchesUnderWay {
  #removals: readonly (LifeRemoval & Pick<Stretch, 'after' | 'upTo'>)[] = [];

  /** Adds the next commit. */
  add(life: LifeRemoval, { after, upTo }: Stretch): void {
    this.#removals = [...this.#removals, { ...life, after, upTo }];
  }

  /** The stored row of an entity as it will be. */
  rowOf(entityId: number, stored: AspectRow): AspectRow {
    return this.#removals
      .filter(({ after, upTo }) => entityId > after && entityId <= upTo)
      .reduce(withoutLife, stored);
  }

  /** Forgets what the database has up to this commit. */
  settle(sequence: Sequence): void {
    this.#removals = this.#removals.filter((removal) => removal.sequence > sequence);
  }

  /** Forgets everything: none of it will be written. */
  clear(): void {
    this.#removals = [];
  }
}
