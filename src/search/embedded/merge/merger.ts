import { messageOf } from '../../../errors.ts';
import type { CurrentState } from '../current-state.ts';
import { LiveSegment } from '../live-segment.ts';
import { emptyBitmap, nextBit, setBit } from '../sets/bitmap.ts';
import { Deletions } from '../segment/deletions.ts';
import type { DerivedCache } from '../segment/derived.ts';
import { Segment } from '../segment/segment.ts';
import { pickMerge, pickQuietMerge, type MergeLimits } from './merge-policy.ts';
import type { MergeRunner } from './merge-runner.ts';
import type { MergedSegment } from './merge-segments.ts';
import { DROPPED } from './merge-source.ts';

/** Dependencies of a merger. */
export interface MergerOptions {
  readonly state: CurrentState;
  readonly cache: DerivedCache;
  readonly limits: MergeLimits;
  /** Separate runners, so that small merges never wait for large ones. */
  readonly small: MergeRunner;
  readonly large: MergeRunner;
  readonly warn: (message: string) => void;
}

type Lane = 'small' | 'large';

/** Minimum unsaved documents for a flush; reindexing fewer at the next start is faster than writing a file now. */
const WORTH_KEEPING = 1_024;

/** Merges segments in the background. */
export class Merger {
  readonly #options: MergerOptions;
  readonly #lanes: Record<Lane, Promise<void> | undefined> = { small: undefined, large: undefined };
  readonly #silence: NodeJS.Timeout;
  #isQuiet = false;
  #isStopped = false;
  #notify: () => void = () => undefined;

  constructor(options: MergerOptions) {
    this.#options = options;
    this.#silence = setTimeout(() => {
      this.#isQuiet = true;
      this.#start();
      this.#notifyWhenQuiet();
    }, options.limits.quietMs).unref();
  }

  /** Sets the listener that is called when a flush is worthwhile: after large merges, and when writes pause. */
  onWorthKeeping(listener: () => void): void {
    this.#notify = listener;
  }

  /**
   * Starts merges that are due. Waits only while there are more than 8 times `fanout` segments, which would slow down
   * readers.
   */
  async relieve(): Promise<void> {
    this.#isQuiet = false;
    if (!this.#isStopped) this.#silence.refresh();
    this.#start();
    const { state, limits } = this.#options;
    while (state.segments.length > limits.fanout * 8 && this.#lanes.small !== undefined)
      await this.#lanes.small;
  }

  /** Runs all merges that would follow without further writes; resolves when none is running. */
  async settle(): Promise<void> {
    this.#isQuiet = true;
    this.#start();
    while (this.#lanes.small !== undefined || this.#lanes.large !== undefined) {
      await Promise.all([this.#lanes.small, this.#lanes.large]);
    }
  }

  /** Aborts running merges and starts no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#silence);
    await Promise.all([this.#options.small.stop(), this.#options.large.stop()]);
    await this.settle();
  }

  #start(): void {
    if (this.#isStopped) return;
    this.#startLane('small');
    this.#startLane('large');
  }

  #startLane(lane: Lane): void {
    if (this.#lanes[lane] !== undefined) return;
    const { state, limits } = this.#options;
    const isLarge = lane === 'large';
    const due = pickMerge(state.segments, limits, isLarge);
    const sources = due ?? (this.#isQuiet ? pickQuietMerge(state.segments, limits, isLarge) : undefined);
    if (sources === undefined) return;
    this.#lanes[lane] = this.#merge(sources, lane).then(
      () => this.#finish(lane),
      (error: unknown) => {
        this.#lanes[lane] = undefined;
        if (!this.#isStopped) this.#options.warn(`A merge of the search index failed: ${messageOf(error)}`);
      },
    );
  }

  #finish(lane: Lane): void {
    this.#lanes[lane] = undefined;
    this.#start();
    if (lane === 'small') {
      this.#notifyWhenQuiet();
      return;
    }
    this.#notify();
    // Frees the source segments: an idle server would not collect garbage by itself.
    void globalThis.gc?.({ type: 'major', execution: 'async' });
  }

  #notifyWhenQuiet(): void {
    if (!this.#isQuiet) return;
    const unsaved = this.#options.state.segments.filter(({ file }) => file === undefined);
    if (unsaved.reduce((sum, { liveCount }) => sum + liveCount, 0) >= WORTH_KEEPING) this.#notify();
  }

  async #merge(sources: readonly LiveSegment[], lane: Lane): Promise<void> {
    for (const source of sources) source.isMerging = true;
    try {
      const before = sources.map((source) => source.deletions);
      const inputs = sources.map(({ segment }, i) => ({
        buffer: segment.sections.buffer,
        deleted: (before[i] ?? Deletions.none(segment.size)).bitmap,
      }));
      const merged = await this.#options[lane].run(inputs);
      // Synchronous from here, so that no change can come in between.
      this.#options.state.replace(new Set(sources), this.#toLive(merged, sources, before));
    } finally {
      for (const source of sources) source.isMerging = false;
    }
  }

  /** The merged segment, without documents deleted from its sources during the merge; undefined when none remains. */
  #toLive(
    { buffer, docMaps }: MergedSegment,
    sources: readonly LiveSegment[],
    before: readonly Deletions[],
  ): LiveSegment | undefined {
    const segment = new Segment(buffer, this.#options.cache);
    const deleted = emptyBitmap(segment.size);
    sources.forEach((source, i) => mapDeletions(source.deletions, before[i], docMaps[i], deleted));
    const live = new LiveSegment(segment, new Deletions(deleted));
    return live.liveCount === 0 ? undefined : live;
  }
}

function mapDeletions(
  now: Deletions,
  before: Deletions | undefined,
  docMap: Uint32Array | undefined,
  deleted: Uint32Array,
): void {
  if (now.count === before?.count) return;
  for (let doc = nextBit(now.bitmap, 0); doc >= 0; doc = nextBit(now.bitmap, doc + 1)) {
    const merged = docMap?.[doc] ?? DROPPED;
    if (merged !== DROPPED) setBit(deleted, merged);
  }
}
