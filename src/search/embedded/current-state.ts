import type { Urn } from '../../model/urn.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import { inSteps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import type { DocumentChange, SearchDocument } from '../search-index.ts';
import { buildSegment, segmentSteps } from './build/build-segment.ts';
import { byteLength } from './epoch.ts';
import type { Epoch } from './epoch.ts';
import { LiveSegment } from './live-segment.ts';
import type { DerivedCache } from './segment/derived.ts';
import { Deletions } from './segment/deletions.ts';
import { Segment } from './segment/segment.ts';
import { SegmentView } from './segment/segment-view.ts';
import { encodeText } from './segment/text-codec.ts';
import { hashBytes } from './segment/urn-filter.ts';

/** When the delta is turned into a segment. */
export interface DeltaLimits {
  /**
   * A larger delta becomes a segment when it is read, so that it is not rebuilt for every read after a write. More
   * changes at once become segments at once.
   */
  readonly read: number;
  /** A delta of this many documents becomes a segment when it is written; segments of more are split. */
  readonly write: number;
}

/**
 * The current documents: segments, and a delta of the latest changes. A urn is live in at most one of them, so that
 * counts can be added.
 */
export class CurrentState {
  #segments: readonly LiveSegment[];
  readonly #delta = new Map<Urn, SearchDocument>();
  readonly #limits: DeltaLimits;
  readonly #cache: DerivedCache;
  #epoch: Epoch | undefined;
  #lastEpoch = 0;
  #replaced: () => void = () => undefined;

  constructor(segments: readonly LiveSegment[], limits: DeltaLimits, cache: DerivedCache) {
    this.#segments = segments;
    this.#limits = limits;
    this.#cache = cache;
  }

  get segments(): readonly LiveSegment[] {
    return this.#segments;
  }

  /**
   * Applies changes; the last one of a urn wins. Readers see all of them or none. Other work gets its turn while the
   * segments of many documents are built; further changes must wait.
   */
  async apply(changes: readonly DocumentChange[]): Promise<void> {
    if (changes.length <= this.#limits.read) this.#change(changes);
    else await this.#applyMany(changes);
  }

  async #applyMany(changes: readonly DocumentChange[]): Promise<void> {
    const latest = new Map(changes.map((change) => [change.urn, change]));
    const documents = [...latest.values()].flatMap((change) => ('removed' in change ? [] : [change]));
    const built: LiveSegment[] = [];
    for (let first = 0; first < documents.length; first += this.#limits.write) {
      const slice = documents.slice(first, first + this.#limits.write);
      const buffer = await inSteps(segmentSteps(slice));
      built.push(new LiveSegment(new Segment(buffer, this.#cache)));
    }
    if (isTurnOver()) await nextTurn();
    // Synchronous from here on, so that no reader sees a part.
    this.#change([...latest.keys()].map((urn) => ({ urn, removed: true })));
    this.#segments = [...this.#segments, ...built];
  }

  #change(changes: readonly DocumentChange[]): void {
    if (changes.length > 0) this.#epoch = undefined;
    for (const change of changes) {
      const isNew = !this.#delta.delete(change.urn);
      if (isNew) this.#deleteFromSegments(change.urn);
      if (!('removed' in change)) this.#delta.set(change.urn, change);
    }
    if (this.#delta.size >= this.#limits.write) this.freeze();
  }

  /** An immutable snapshot of the current state, for readers. */
  epoch(): Epoch {
    if (this.#epoch !== undefined) return this.#epoch;
    if (this.#delta.size > this.#limits.read) this.freeze();
    const views = this.#segments.filter((live) => live.liveCount > 0).map((live) => live.view());
    if (this.#delta.size > 0) {
      const segment = this.#build([...this.#delta.values()]);
      views.push(new SegmentView(segment, Deletions.none(segment.size)));
    }
    this.#epoch = { number: ++this.#lastEpoch, views };
    this.#cache.fitTo(byteLength(this.#epoch));
    return this.#epoch;
  }

  /** Turns the delta into a segment. */
  freeze(): void {
    if (this.#delta.size === 0) return;
    this.#segments = [...this.#segments, new LiveSegment(this.#build([...this.#delta.values()]))];
    this.#delta.clear();
    this.#epoch = undefined;
  }

  /** Replaces segments by the one merged from them; undefined when all their documents were deleted. */
  replace(sources: ReadonlySet<LiveSegment>, merged: LiveSegment | undefined): void {
    const others = this.#segments.filter((live) => !sources.has(live));
    this.#segments = merged === undefined ? others : [...others, merged];
    this.#epoch = undefined;
    this.#replaced();
  }

  /** Calls the listener whenever a merge has replaced segments. */
  whenReplaced(listener: () => void): void {
    this.#replaced = listener;
  }

  #deleteFromSegments(urn: Urn): void {
    const encoded = encodeText(urn);
    const hash = hashBytes(encoded, 0, encoded.length);
    // Recent segments first: recently changed documents are the most likely to change again.
    for (let i = this.#segments.length - 1; i >= 0; i--) {
      if (this.#segments[i]?.delete(encoded, hash) === true) return;
    }
  }

  #build(documents: readonly SearchDocument[]): Segment {
    return new Segment(buildSegment(documents), this.#cache);
  }
}
