import type { Scope } from '../model/scope.ts';
import type { CommitMark, Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { IndexShelf, ShelvedIndex } from './index-shelf.ts';
import type {
  DocumentChange,
  Facet,
  FacetRequest,
  FieldValues,
  Page,
  PageRequest,
  Query,
  SearchIndex,
  Spread,
  SpreadRequest,
} from './search-index.ts';

/** An index with the reads that are under way on it. */
interface IndexInUse {
  readonly shelved: ShelvedIndex;
  reads: number;
  /** Called when the last read ends, once the index has been replaced. */
  whenUnread: () => void;
}

/**
 * The index in use, which another one can replace at any moment: reads that have begun end on the old one, all others
 * go to the new one. Scrolls by urn or by a sort order go on; a ranked scroll of the old one has expired.
 */
export class SwappableIndex implements SearchIndex {
  readonly #shelf: IndexShelf;
  #current: IndexInUse;
  #retired: Promise<void> = Promise.resolve();

  private constructor(shelf: IndexShelf, current: ShelvedIndex) {
    this.#shelf = shelf;
    this.#current = inUse(current);
  }

  /** Opens the index that the shelf has in use. */
  static async open(shelf: IndexShelf): Promise<SwappableIndex> {
    return new SwappableIndex(shelf, await shelf.openCurrent());
  }

  /** Whether documents in it were made by another version of the program or of its model. */
  get isOutdated(): boolean {
    return this.#current.shelved.isOutdated;
  }

  get isImmediate(): boolean {
    return this.#current.shelved.index.isImmediate;
  }

  get isShared(): boolean {
    return this.#current.shelved.index.isShared;
  }

  /** Opens an empty index, to be filled and then either put in place of this one or removed. */
  openNext(): Promise<ShelvedIndex> {
    return this.#shelf.openNext();
  }

  /**
   * Puts a flushed index in place of the one in use. Nothing may be applied meanwhile, and the new one must have the
   * same position, unless the old one holds what the store has lost; `retired` tells when the old one is gone.
   */
  async replaceBy(next: ShelvedIndex): Promise<void> {
    await next.adopt();
    const old = this.#current;
    this.#current = inUse(next);
    this.#retired = this.#retired.then(() => unread(old)).then(() => old.shelved.remove());
    // Whoever asks is told by `retired`; until then a failure is nobody's.
    this.#retired.catch(() => undefined);
  }

  /** Resolves when every index that was replaced has answered its last read and is removed. */
  async retired(): Promise<void> {
    await this.#retired;
  }

  position(): Sequence {
    return this.#current.shelved.index.position();
  }

  mark(): CommitMark | undefined {
    return this.#current.shelved.index.mark();
  }

  look(): Promise<void> {
    return this.#read((index) => index.look());
  }

  isWhole(): Promise<boolean> {
    return this.#read((index) => index.isWhole());
  }

  startOver(): Promise<void> {
    return this.#current.shelved.index.startOver();
  }

  apply(sequence: Sequence, changes: readonly DocumentChange[], id?: string): Promise<void> {
    return this.#current.shelved.index.apply(sequence, changes, id);
  }

  visible(sequence: Sequence): Promise<void> {
    return this.#read((index) => index.visible(sequence));
  }

  search(request: PageRequest, scope: Scope): Promise<Page> {
    return this.#read((index) => index.search(request, scope));
  }

  aggregate(query: Query, facets: readonly FacetRequest[], scope: Scope): Promise<readonly Facet[]> {
    return this.#read((index) => index.aggregate(query, facets, scope));
  }

  spread(
    query: Query,
    requests: readonly SpreadRequest[],
    scope: Scope,
  ): Promise<readonly (Spread | undefined)[]> {
    return this.#read((index) => index.spread(query, requests, scope));
  }

  count(query: Query, scope: Scope): Promise<number> {
    return this.#read((index) => index.count(query, scope));
  }

  values(urns: readonly Urn[], field: string, scope: Scope): Promise<ReadonlyMap<Urn, FieldValues>> {
    return this.#read((index) => index.values(urns, field, scope));
  }

  flush(): Promise<void> {
    return this.#read((index) => index.flush());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#retired.catch(() => undefined);
    await this.#current.shelved.index[Symbol.asyncDispose]();
  }

  async #read<T>(ask: (index: SearchIndex) => Promise<T>): Promise<T> {
    const current = this.#current;
    current.reads++;
    try {
      return await ask(current.shelved.index);
    } finally {
      if (--current.reads === 0) current.whenUnread();
    }
  }
}

function inUse(shelved: ShelvedIndex): IndexInUse {
  return { shelved, reads: 0, whenUnread: () => undefined };
}

function unread(index: IndexInUse): Promise<void> {
  if (index.reads === 0) return Promise.resolve();
  return new Promise((resolve) => (index.whenUnread = resolve));
}
