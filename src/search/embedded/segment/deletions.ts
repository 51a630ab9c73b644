import { countBits, emptyBitmap, hasBit, setBit, type Bitmap } from '../sets/bitmap.ts';
import { BitmapSet, isSparse, toList, type PresentDocs } from '../sets/doc-set.ts';

/**
 * Deleted documents of a segment. Immutable, so that a reader keeps the state it started with; in shared memory, so that
 * other threads can read it.
 */
export class Deletions {
  readonly bitmap: Bitmap;
  readonly count: number;
  #set: PresentDocs | undefined;

  constructor(bitmap: Bitmap, count = countBits(bitmap)) {
    this.bitmap = bitmap;
    this.count = count;
  }

  /** No deletions, for a segment with `size` documents. */
  static none(size: number): Deletions {
    return new Deletions(emptyBitmap(size), 0);
  }

  has(doc: number): boolean {
    return hasBit(this.bitmap, doc);
  }

  /** The deleted documents as a set. */
  get set(): PresentDocs {
    this.#set ??= this.#computeSet();
    return this.#set;
  }

  /** A copy with more documents, none of which may be deleted already. */
  with(docs: ReadonlySet<number>): Deletions {
    const bitmap = new Uint32Array(new SharedArrayBuffer(this.bitmap.byteLength));
    bitmap.set(this.bitmap);
    for (const doc of docs) setBit(bitmap, doc);
    return new Deletions(bitmap, this.count + docs.size);
  }

  #computeSet(): PresentDocs {
    const set = new BitmapSet(this.bitmap, this.count);
    const size = this.bitmap.length * 32;
    return isSparse(this.count, size) ? { kind: 'list', docs: toList(set, size) } : set;
  }
}
