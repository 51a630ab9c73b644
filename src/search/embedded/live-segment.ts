import { Deletions } from './segment/deletions.ts';
import type { Segment } from './segment/segment.ts';
import { SegmentView } from './segment/segment-view.ts';
import type { FileStamp } from './snapshot/segment-file.ts';

/** A segment of the current state, whose documents can be deleted and which can be merged into a larger one. */
export class LiveSegment {
  readonly segment: Segment;
  /** True while a merge reads it, so that no other merge selects it. */
  isMerging = false;
  /** File of the segment, once written. */
  file: FileStamp | undefined;
  #deletions: Deletions;
  /** Deleted since `deletions` was last read. */
  #pending = new Set<number>();

  constructor(segment: Segment, deletions = Deletions.none(segment.size), file?: FileStamp) {
    this.segment = segment;
    this.#deletions = deletions;
    this.file = file;
  }

  /** All documents deleted so far, as an immutable value. */
  get deletions(): Deletions {
    if (this.#pending.size > 0) {
      this.#deletions = this.#deletions.with(this.#pending);
      this.#pending = new Set();
    }
    return this.#deletions;
  }

  get liveCount(): number {
    return this.segment.size - this.#deletions.count - this.#pending.size;
  }

  /**
   * Deletes the document with this urn, given as encoded bytes and their hash; false when it has no live document.
   */
  delete(urn: Uint8Array, hash: number): boolean {
    if (!this.segment.urnFilter.mayHave(hash)) return false;
    const doc = this.segment.urns.findBytes(urn);
    if (doc < 0 || this.#deletions.has(doc) || this.#pending.has(doc)) return false;
    this.#pending.add(doc);
    return true;
  }

  /** An immutable view of the current state. */
  view(): SegmentView {
    return new SegmentView(this.segment, this.deletions);
  }
}
