import type { Urn } from '../../model/urn.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import { inSteps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import type { ReportIncomplete } from '../documents/incomplete.ts';
import type { DocumentChange, SearchDocument } from '../search-index.ts';
import { buildSegment, segmentSteps } from './build/build-segment.ts';
import { weightOf } from './build/document-weight.ts';
import { byteLength, type Epoch } from './epoch.ts';
import { LiveSegment } from './live-segment.ts';
import type { DerivedCache } from './segment/derived.ts';
import { Deletions } from './segment/deletions.ts';
import { Segment } from './segment/segment.ts';
import { SegmentView } from './segment/segment-view.ts';
import { encodeText } from './segment/text-codec.ts';
import { hashBytes } from './segment/urn-filter.ts';

/** When the delta becomes a segment. */
export interface DeltaLimits {
  /**
   * A larger delta becomes a segment when it is read, so that it is not rebuilt for each read after a write. More
   * changes at once become segments immediately.
   */
  readonly read: number;
  /**
   * A delta of this many documents becomes a segment when it is written; larger sets of documents are split into
   * segments.
   */
  readonly write: number;
}

/** Greatest weight of a document in the delta, by `weightOf`: the delta is rebuilt for the first read after each write. */
const HEAVY = 8_192;
/** Greatest weight of the delta, which is built in one turn of the event loop. */
const MOST_OF_DELTA = 65_536;
/** Greatest weight of a segment of several documents; larger ones come from merges. */
const MOST_OF_SEGMENT = 2 ** 20;

/**
 * The current documents: segments, and a delta of the latest changes. A urn is live in at most one of them, so that
 * counts can be added.
 */
export class CurrentState {
  #segments: readonly LiveSegment[];
  readonly #delta = new Map<Urn, SearchDocument>();
  readonly #limits: DeltaLimits;
  readonly #cache: DerivedCache;
  readonly #report: ReportIncomplete;
  /** Upper bound of the delta's weight: includes replaced documents. */
  #weight = 0;
  #epoch: Epoch | undefined;
  #lastEpoch = 0;
  #replaced: () => void = () => undefined;

  /** `report` is called for documents that could not be indexed completely, possibly repeatedly. */
  constructor(
    segments: readonly LiveSegment[],
    limits: DeltaLimits,
    cache: DerivedCache,
    report: ReportIncomplete = () => undefined,
  ) {
    this.#report = report;
    this.#segments = segments;
    this.#limits = limits;
    this.#cache = cache;
  }

  get segments(): readonly LiveSegment[] {
    return this.#segments;
  }

  /**
   * Applies changes; the last change of each urn counts. Readers see all of them or none. Other work runs while the
   * segments of many documents are built; further changes must wait.
   */
  async apply(changes: readonly DocumentChange[]): Promise<void> {
    if (changes.length > this.#limits.read) return this.#applyMany(changes);
    const weights = changes.map(weightOf);
    const weight = weights.reduce((sum, one) => sum + one, 0);
    if (weights.some((one) => one > HEAVY)) await this.#applyMany(changes);
    else if (this.#weight + weight > MOST_OF_DELTA)
      await this.#applyMany([...this.#delta.values(), ...changes]);
    else {
      this.#weight += weight;
      this.#change(changes);
    }
  }

  async #applyMany(changes: readonly DocumentChange[]): Promise<void> {
    const latest = new Map(changes.map((change) => [change.urn, change]));
    const documents = [...latest.values()].flatMap((change) => ('removed' in change ? [] : [change]));
    const built: LiveSegment[] = [];
    for (const slice of this.#slices(documents)) {
      const buffer = await inSteps(segmentSteps(slice, this.#report));
      built.push(new LiveSegment(new Segment(buffer, this.#cache)));
    }
    if (isTurnOver()) await nextTurn();
    // Synchronous from here, so that no reader sees a part.
    this.#change([...latest.keys()].map((urn) => ({ urn, removed: true })));
    this.#segments = [...this.#segments, ...built];
  }

  /** The documents of each segment to be built. */
  *#slices(documents: readonly SearchDocument[]): Generator<readonly SearchDocument[]> {
    let slice: SearchDocument[] = [];
    let weight = 0;
    for (const document of documents) {
      const own = weightOf(document);
      if (slice.length > 0 && (slice.length === this.#limits.write || weight + own > MOST_OF_SEGMENT)) {
        yield slice;
        slice = [];
        weight = 0;
      }
      slice.push(document);
      weight += own;
    }
    if (slice.length > 0) yield slice;
  }

  #change(changes: readonly DocumentChange[]): void {
    if (changes.length > 0) this.#epoch = undefined;
    for (const change of changes) {
      const isNew = !this.#delta.delete(change.urn);
      if (isNew) this.#deleteFromSegments(change.urn);
      if (!('removed' in change)) this.#delta.set(change.urn, change);
    }
    if (this.#delta.size === 0) this.#weight = 0;
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

  /** Converts the delta to a segment. */
  freeze(): void {
    if (this.#delta.size === 0) return;
    this.#segments = [...this.#segments, new LiveSegment(this.#build([...this.#delta.values()]))];
    this.#delta.clear();
    this.#weight = 0;
    this.#epoch = undefined;
  }

  /** Replaces segments with the one merged from them; undefined when all their documents were deleted. */
  replace(sources: ReadonlySet<LiveSegment>, merged: LiveSegment | undefined): void {
    const others = this.#segments.filter((live) => !sources.has(live));
    this.#segments = merged === undefined ? others : [...others, merged];
    this.#epoch = undefined;
    this.#replaced();
  }

  /** Calls the listener after each merge that replaced segments. */
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
    return new Segment(buildSegment(documents, this.#report), this.#cache);
  }
}
