import { messageOf } from '../../errors.ts';
import type { ReportIncomplete } from '../documents/incomplete.ts';
import { CurrentState, type DeltaLimits } from './current-state.ts';
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

/** Limits that tests lower, so that all code paths run with few documents. */
export interface EmbeddedTuning {
  readonly delta: DeltaLimits;
  readonly merge: MergeLimits;
  /** Maximum epochs kept for ranked scrolls. Default: 32. */
  readonly pins: number;
  /** Minimum size of the cache of derived values, in bytes. Default: 192 MiB. */
  readonly derivedBytes: number;
  /** Time limit of a query. Default: 2 s. */
  readonly answerLimit: AnswerLimit;
  /** Creates the runners of merges. Default: a worker thread each. */
  readonly newMergeRunner: () => MergeRunner;
}

/** Options of an embedded index. */
export interface EmbeddedIndexOptions {
  /** Folder of its files; undefined: memory only. */
  readonly folder: string | undefined;
  /** Clock in ms, for the expiry of scrolls. */
  readonly now: () => number;
  /** Number unique to this opening, part of its cursors. Default: `now()`. */
  readonly opening?: number;
  /**
   * Whether other processes keep indexes of the same catalog: a ranked scroll that one of them started then continues
   * on the current state of this one, instead of being rejected as expired. Default: false.
   */
  readonly hasSiblings?: boolean;
  readonly log?: { readonly warn: (message: string) => void };
  /** Called for documents that could not be indexed completely, possibly repeatedly. */
  readonly incomplete?: ReportIncomplete;
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

/** Opens an index. If its files are missing or damaged, it is empty at position 0; damage is logged as a warning. */
export async function openEmbeddedIndex(options: EmbeddedIndexOptions): Promise<EmbeddedIndex> {
  const { folder, now } = options;
  const tuning = { ...DEFAULT_TUNING, ...options.tuning };
  const warn = (message: string) => options.log?.warn(message);
  const cache = new DerivedCache(tuning.derivedBytes);
  const loaded = folder === undefined ? undefined : await loadSnapshot(folder, cache, warn);
  const state = new CurrentState(loaded?.segments ?? [], tuning.delta, cache, options.incomplete);
  const { merge: limits, newMergeRunner } = tuning;
  const merger = new Merger({ state, cache, limits, small: newMergeRunner(), large: newMergeRunner(), warn });
  const index = new EmbeddedIndex({
    cache,
    state,
    merger,
    pins: new Pins(tuning.pins, now),
    snapshots: folder === undefined ? undefined : new Snapshots(folder, loaded?.nextFile ?? 1),
    position: loaded?.position ?? 0,
    mark: loaded?.mark,
    fill: loaded?.fill,
    opening: options.opening ?? now(),
    answerLimit: tuning.answerLimit,
    hasSiblings: options.hasSiblings ?? false,
  });
  // Otherwise the next start after a kill would repeat these merges and writes.
  merger.onWorthKeeping(() => {
    // The process that fills the index records its progress before it flushes.
    if (index.position() === 0) return;
    index.flush().catch((error: unknown) => warn(`Writing the search index failed: ${messageOf(error)}`));
  });
  return index;
}
