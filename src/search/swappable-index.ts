import type { CommitMark, Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { ColumnMoves } from './column-moves.ts';
import type { FillProgress } from './fill-progress.ts';
import type { ImageSource, IndexImage, Lender } from './index-image.ts';
import type { CanResume, IndexSlot, IndexSlots, JoinedFill } from './index-slots.ts';
import type {
  DocumentChange,
  Facet,
  FacetRequest,
  FieldValues,
  Page,
  PageRequest,
  SearchIndex,
  SharedFill,
  SimilarWordsRequest,
  Spread,
  SpreadRequest,
  Visible,
  VisibleQuery,
} from './search-index.ts';

/** An index with its number of running reads. */
interface IndexInUse {
  readonly slot: IndexSlot;
  reads: number;
  /** Called when the last running read ends; set once the index has been replaced. */
  whenUnread: () => void;
}

/**
 * An index that can be replaced while in use: running reads end on the old index, new reads use the new one. Scrolls by
 * urn or sort keys continue on the new one; ranked scrolls of the old one expire.
 */
export class SwappableIndex implements SearchIndex {
  readonly #slots: IndexSlots;
  #current: IndexInUse;
  #retired: Promise<void> = Promise.resolve();
  readonly #listeners: (() => void)[] = [];
  #lender: Lender | undefined;

  private constructor(slots: IndexSlots, current: IndexSlot) {
    this.#slots = slots;
    this.#current = inUse(current);
  }

  /** Opens the index in use. */
  static async open(slots: IndexSlots): Promise<SwappableIndex> {
    return new SwappableIndex(slots, await slots.openCurrent());
  }

  /** Whether its documents were made by another version of the program or of the registry. */
  get isOutdated(): boolean {
    return this.#current.slot.isOutdated;
  }

  get isImmediate(): boolean {
    return this.#current.slot.index.isImmediate;
  }

  get isShared(): boolean {
    return this.#current.slot.index.isShared;
  }

  /**
   * Moves of property values between columns of the index in use; undefined where a property always has the same place.
   */
  get columns(): ColumnMoves | undefined {
    return this.#current.slot.columns;
  }

  /**
   * Opens an index to fill: an unfinished one, if `canResume` accepts it, else an empty one. Then pass it to `replaceBy`,
   * remove it or leave it.
   */
  openNext(canResume?: CanResume): Promise<IndexSlot> {
    return this.#slots.openNext(canResume);
  }

  /** Opens the fill started by another process; undefined if there is none. */
  async joinFill(): Promise<JoinedFill | undefined> {
    return this.#slots.joinFill?.();
  }

  /**
   * Replaces the index in use with a flushed one. The caller must not apply changes meanwhile, and the new index must
   * have the same position, unless the old one contains commits that the store has lost. Does not wait for the removal
   * of the old one: see `retired`.
   */
  async replaceBy(next: IndexSlot): Promise<void> {
    await next.adopt();
    const old = this.#current;
    this.#current = inUse(next);
    this.#listen(next);
    this.#notify();
    this.#retired = this.#retired.then(() => unread(old)).then(() => old.slot.remove());
    // `retired` reports a failure; until it is called, the rejection must not be unhandled.
    this.#retired.catch(() => undefined);
  }

  /** The states of the index in use, for other threads; undefined for an index that they cannot read. */
  get images(): ImageSource | undefined {
    if (this.#current.slot.images === undefined) return undefined;
    return {
      image: () => this.#images().image(),
      position: () => this.position(),
      keptImage: (opening, number): IndexImage | undefined => this.#images().keptImage(opening, number),
      borrowFrom: (lender) => {
        this.#lender = lender;
        this.#listen(this.#current.slot);
      },
      whenChanged: (listener) => {
        this.#listeners.push(listener);
        this.#listen(this.#current.slot);
      },
    };
  }

  /** Resolves when all replaced indexes have finished their reads and are removed; rejects when a removal failed. */
  async retired(): Promise<void> {
    await this.#retired;
  }

  position(): Sequence {
    return this.#current.slot.index.position();
  }

  /** Identity of the catalog that the index was filled from, see `IndexSlot.catalog`. */
  get catalog(): string | undefined {
    return this.#current.slot.catalog;
  }

  mark(): CommitMark | undefined {
    return this.#current.slot.index.mark();
  }

  reload(): Promise<void> {
    return this.#read((index) => index.reload());
  }

  isWhole(): Promise<boolean> {
    return this.#read((index) => index.isWhole());
  }

  startOver(): Promise<void> {
    return this.#current.slot.index.startOver();
  }

  apply(sequence: Sequence, changes: readonly DocumentChange[], id?: string): Promise<void> {
    return this.#current.slot.index.apply(sequence, changes, id);
  }

  fillProgress(): FillProgress | undefined {
    return this.#current.slot.index.fillProgress();
  }

  recordFill(progress: FillProgress): void {
    this.#current.slot.index.recordFill(progress);
  }

  get sharedFill(): SharedFill | undefined {
    return this.#current.slot.index.sharedFill;
  }

  visible(sequence: Sequence): Promise<void> {
    return this.#read((index) => index.visible(sequence));
  }

  search(request: PageRequest & VisibleQuery): Promise<Page> {
    return this.#read((index) => index.search(request));
  }

  aggregate(query: VisibleQuery, facets: readonly FacetRequest[]): Promise<readonly Facet[]> {
    return this.#read((index) => index.aggregate(query, facets));
  }

  spread(query: VisibleQuery, requests: readonly SpreadRequest[]): Promise<readonly (Spread | undefined)[]> {
    return this.#read((index) => index.spread(query, requests));
  }

  count(query: VisibleQuery): Promise<number> {
    return this.#read((index) => index.count(query));
  }

  similarWords(request: SimilarWordsRequest): Promise<readonly string[]> {
    return this.#read((index) => index.similarWords(request));
  }

  values(urns: Visible<readonly Urn[]>, field: string): Promise<ReadonlyMap<Urn, FieldValues>> {
    return this.#read((index) => index.values(urns, field));
  }

  flush(): Promise<void> {
    return this.#read((index) => index.flush());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#retired.catch(() => undefined);
    await this.#current.slot.index[Symbol.asyncDispose]();
  }

  #images(): ImageSource {
    const { images } = this.#current.slot;
    if (images === undefined) throw new Error('Other threads cannot read this index.');
    return images;
  }

  #listen({ images }: IndexSlot): void {
    images?.whenChanged(() => this.#notify());
    if (this.#lender !== undefined) images?.borrowFrom(this.#lender);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  async #read<T>(ask: (index: SearchIndex) => Promise<T>): Promise<T> {
    const current = this.#current;
    current.reads++;
    try {
      return await ask(current.slot.index);
    } finally {
      if (--current.reads === 0) current.whenUnread();
    }
  }
}

function inUse(slot: IndexSlot): IndexInUse {
  return { slot, reads: 0, whenUnread: () => undefined };
}

function unread(index: IndexInUse): Promise<void> {
  if (index.reads === 0) return Promise.resolve();
  return new Promise((resolve) => (index.whenUnread = resolve));
}
