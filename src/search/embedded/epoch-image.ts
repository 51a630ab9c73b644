import type { Sequence } from '../../model/sequence.ts';
import type { IndexImage, SegmentImage } from '../index-image.ts';
import { byteLength, type Epoch } from './epoch.ts';
import { Deletions } from './segment/deletions.ts';
import type { DerivedCache } from './segment/derived.ts';
import { Segment } from './segment/segment.ts';
import { SegmentView } from './segment/segment-view.ts';

const ids = new WeakMap<SharedArrayBuffer, number>();
let lastId = 0;

/** Converts an epoch to the form that other threads can read. */
export function imageOf(epoch: Epoch, position: Sequence, opening: number): IndexImage {
  return { position, opening, number: epoch.number, segments: epoch.views.map(segmentImage) };
}

function segmentImage({ deletions, segment }: SegmentView): SegmentImage {
  const { buffer } = segment.sections;
  const id = ids.get(buffer) ?? ++lastId;
  ids.set(buffer, id);
  const { count, bitmap } = deletions;
  return { id, buffer, deleted: count === 0 ? undefined : { bits: bitmap, count } };
}

/** Size of dropped segments that may wait for the next garbage collection, in bytes. */
const MOST_DROPPED = 64 * 2 ** 20;

/** Creates epochs from images. Segments that the previous image had too keep their derived structures. */
export class ReceivedEpochs {
  readonly #cache: DerivedCache;
  readonly #images = new WeakMap<Epoch, IndexImage>();
  #segments = new Map<number, Segment>();
  /** Size of the segments dropped since the last requested collection, in bytes. */
  #dropped = 0;

  constructor(cache: DerivedCache) {
    this.#cache = cache;
  }

  /** The epoch of the newest image. */
  next(image: IndexImage): Epoch {
    const segments = image.segments.map(({ id, buffer }) => [id, this.#segmentOf(id, buffer)] as const);
    const previous = this.#segments;
    this.#segments = new Map(segments);
    for (const [id, { sections }] of previous) {
      if (!this.#segments.has(id)) this.#collect(sections.buffer.byteLength);
    }
    const epoch = this.of(image);
    this.#cache.fitTo(byteLength(epoch));
    return epoch;
  }

  /** The epoch of an older image. */
  of(image: IndexImage): Epoch {
    const views = image.segments.map(({ buffer, deleted, id }) => {
      const segment = this.#segmentOf(id, buffer);
      const deletions = deleted ? new Deletions(deleted.bits, deleted.count) : Deletions.none(segment.size);
      return new SegmentView(segment, deletions);
    });
    const epoch = { number: image.number, views };
    this.#images.set(epoch, image);
    return epoch;
  }

  /** The image that an epoch was created from. */
  imageOf(epoch: Epoch): IndexImage | undefined {
    return this.#images.get(epoch);
  }

  /** Frees segments: an idle thread would not collect garbage by itself, and shares them with others. */
  #collect(bytes: number): void {
    this.#dropped += bytes;
    if (this.#dropped < MOST_DROPPED) return;
    this.#dropped = 0;
    void globalThis.gc?.({ type: 'major', execution: 'async' });
  }

  #segmentOf(id: number, buffer: SharedArrayBuffer): Segment {
    return this.#segments.get(id) ?? new Segment(buffer, this.#cache);
  }
}
