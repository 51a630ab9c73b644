import { messageOf } from '../../errors.ts';
import { CurrentState } from './current-state.ts';
import type { DeltaLimits } from './current-state.ts';
import { EmbeddedIndex } from './embedded-index.ts';
import type { MergeRunner } from './merge/merge-runner.ts';
import { Merger } from './merge/merger.ts';
import type { MergeLimits } from './merge/merge-policy.ts';
import { ThreadedMergeRunner } from './merge/threaded-merge-runner.ts';
import { Pins } from './pins.ts';
import type { AnswerLimit } from './query/answer-time.ts';
import { DerivedCache } from './segment/derived.ts';
import { loadSnapshot } from './snapshot/load-snapshot.ts';
import { Snapshots } from './snapshot/snapshots.ts';

/** Sizes that a test sets low, so that everything happens with few documents. */
export interface EmbeddedTuning {
  readonly delta: DeltaLimits;
  readonly merge: MergeLimits;
  /** States that ranked scrolls can hold at the same time. */
  readonly pins: number;
  /** Bytes for what can be computed again. */
  readonly derivedBytes: number;
  /** How long the answer to one question may take. */
  readonly answerLimit: AnswerLimit;
  /** Where merges run. */
  readonly newMergeRunner: () => MergeRunner;
}

/** Where an index lives and what it is handed. */
export interface EmbeddedIndexOptions {
  /** Folder of its files; undefined: memory only. */
  readonly folder: string | undefined;
  /** Clock in ms, for scrolls that expire. */
  readonly now: () => number;
  /** Tells the cursors of this opening from those of all others; the time unless it is given. */
  readonly opening?: number;
  /**
   * Whether other processes keep indexes of the same catalog: a ranked scroll that another one began then goes on here, upon
   * the state that this one has. False unless it is given.
   */
  readonly hasSiblings?: boolean;
  readonly log?: { readonly warn: (message: string) => void };
  readonly tuning?: Partial<EmbeddedTuning>;
}

const DEFAULT_TUNING: EmbeddedTuning = {
  delta: { read: 64, write: 1024 },
  merge: { fanout: 8, smallest: 256, large: 65_536, quietMs: 1_000 },
  pins: 32,
  derivedBytes: 192 * 2 ** 20,
  answerLimit: { ms: 2_000, clock: () => performance.now() },
  newMergeRunner: () => new ThreadedMergeRunner(),
};

/** Opens an index; one whose files are missing or damaged starts empty at position 0 and says so in the log. */
export async function openEmbeddedIndex(options: EmbeddedIndexOptions): Promise<EmbeddedIndex> {
  const { folder, now } = options;
  const tuning = { ...DEFAULT_TUNING, ...options.tuning };
  const warn = (message: string) => options.log?.warn(message);
  const cache = new DerivedCache(tuning.derivedBytes);
  const loaded = folder === undefined ? undefined : await loadSnapshot(folder, cache, warn);
  const state = new CurrentState(loaded?.segments ?? [], tuning.delta, cache);
  const { merge: limits, newMergeRunner } = tuning;
  const merger = new Merger({ state, cache, limits, small: newMergeRunner(), large: newMergeRunner(), warn });
  const index = new EmbeddedIndex({
    state,
    merger,
    pins: new Pins(tuning.pins, now),
    snapshots: folder === undefined ? undefined : new Snapshots(folder, loaded?.nextFile ?? 1),
    position: loaded?.position ?? 0,
    mark: loaded?.mark,
    opening: options.opening ?? now(),
    answerLimit: tuning.answerLimit,
    hasSiblings: options.hasSiblings ?? false,
  });
  // What has been merged or written and is not kept would be made again by the next start after a kill.
  merger.onWorthKeeping(() => {
    index
      .flush()
      .catch((error: unknown) => warn(`The search index could not be written: ${messageOf(error)}`));
  });
  return index;
}
