import type { Urn } from '../model/urn.ts';

/** Priority of a property for its own column: `first` before `next` before `last`; `none` if it is deleted. */
export type ColumnWorth = 'first' | 'next' | 'last' | 'none';

/** Property fields that move between columns in the index. */
export interface ColumnChoice {
  /** Move to their own column. */
  readonly up: readonly string[];
  /** Move back to a shared column. */
  readonly down: readonly string[];
  /** Lose their column without a copy, because nothing reads them any more. */
  readonly dropped: readonly string[];
}

/** Documents whose values are missing in the new place. */
export interface DueDocuments {
  /** The first of them. */
  readonly urns: readonly Urn[];
  /** Total number of them. */
  readonly total: number;
}

/**
 * Moves fields between their own and shared columns of the index in use. A move has three steps, each one write for all
 * processes: `begin` (values are written to both places), `switchReads` once no document is due (values are read from the new
 * place), `end` once no read of the old place is running (values are written to the new place only). After a kill, the move
 * continues at its `stage`.
 *
 * `begin`, `switchReads`, `end` and `resume` need exclusive write access and the current position (`EffectsRunner.between`).
 * UNAVAILABLE when OpenSearch fails; CONFLICT when the index must be rebuilt before any move.
 */
export interface ColumnMoves {
  /** Stage of the move in progress, as last read; undefined between moves. */
  readonly stage: 'copying' | 'switched' | undefined;
  /** Maximum time, in ms, that a read started before `switchReads` may still run. */
  readonly readsEndWithinMs: number;
  /** Completes a step whose process was killed. */
  resume(): Promise<void>;
  /** The moves to make now: the properties that most documents have get their own columns, by worth. */
  choose(worthOf: (field: string) => ColumnWorth): Promise<ColumnChoice>;
  /** Begins the part of the choice that can be moved at once, and returns it; it may be empty. */
  begin(choice: ColumnChoice): Promise<ColumnChoice>;
  /**
   * Up to `size` documents that must be written again before `switchReads`. Includes everything written before the call.
   */
  due(size: number): Promise<DueDocuments>;
  switchReads(): Promise<void>;
  end(): Promise<void>;
}
