import type { Urn } from '../model/urn.ts';

/** How much a property deserves a column of its own: `first` before `next` before `last`; `none` if it is deleted. */
export type ColumnWorth = 'first' | 'next' | 'last' | 'none';

/** Fields of properties that change their place in the index. */
export interface ColumnChoice {
  /** Get a column of their own. */
  readonly up: readonly string[];
  /** Share a column with others again. */
  readonly down: readonly string[];
  /** Give up their column without being copied, because nothing reads them any more. */
  readonly dropped: readonly string[];
}

/** Documents whose values are still missing in the new place. */
export interface DueDocuments {
  /** Some of them. */
  readonly urns: readonly Urn[];
  /** Number of all of them. */
  readonly total: number;
}

/**
 * Moves fields between columns of their own and shared ones, in the index in use. A move has three steps, each one write
 * for all processes: `begin` (values are written to both places), `switchReads` once no document is due (they are read from the
 * new place), `end` once no read of the old place runs (they are written to the new place only). A killed move is continued at
 * its `stage`.
 *
 * `begin`, `switchReads`, `end` and `resume` need exclusive write access and the current position (`EffectsRunner.between`).
 * UNAVAILABLE when OpenSearch fails; CONFLICT when the index must be rebuilt before anything can move.
 */
export interface ColumnMoves {
  /** Stage of the move under way, as last looked at; undefined between moves. */
  readonly stage: 'copying' | 'switched' | undefined;
  /** How long after `switchReads` a read that began before it may still run, in ms. */
  readonly readsEndWithinMs: number;
  /** Completes a step whose process was killed. */
  resume(): Promise<void>;
  /** What should move now: the properties that most documents have get columns of their own, by worth. */
  choose(worthOf: (field: string) => ColumnWorth): Promise<ColumnChoice>;
  /** Begins to move the part of the choice that can be moved at once, which it returns; it may be empty. */
  begin(choice: ColumnChoice): Promise<ColumnChoice>;
  /** Documents that must be written again before `switchReads`, at most `size`. Sees everything written before the call. */
  due(size: number): Promise<DueDocuments>;
  switchReads(): Promise<void>;
  end(): Promise<void>;
}
