import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { SwappableIndex } from '../search/swappable-index.ts';
import { awaitLease } from '../store/await-lease.ts';
import type { EntityRows } from '../store/entity-rows.ts';
import { LongWork } from '../store/long-work.ts';
import type { Commit, MetadataStore } from '../store/metadata-store.ts';
import { fillIndex } from './fill-index.ts';
import type { ReadDocuments } from './index-documents.ts';
import { reasonCannotResume } from './index-standing.ts';
import type { Derived } from './log-follower.ts';

/** Dependencies of an index feed. */
export interface IndexFeedParts {
  readonly store: Pick<MetadataStore, 'leases' | 'log' | 'others' | 'reader'>;
  readonly index: SearchIndex;
  /** Creates an empty index and swaps it in. */
  readonly slots: Pick<SwappableIndex, 'openNext' | 'replaceBy'>;
  readonly readDocuments: ReadDocuments;
  /** Resolves when the in-memory state that documents depend on contains everything up to a commit. */
  readonly catchUpMemory: (upTo: Sequence) => Promise<void>;
  /** Aborted when the process closes: filling an unshared index then stops, and continues at the next start. */
  readonly closing: AbortSignal;
  /** Called when the index has to be rebuilt. */
  readonly warn: (message: string, error: unknown) => void;
}

/** Interval for retrying the lease to write a shared index, in ms. */
const LEASE_RETRY = 25;

const FILLING = { what: 'The search index is being filled', counted: 'entities are read' } as const;

/** Entities per page while filling an empty index. */
const PAGE = 500;

/**
 * Applies commits to the search index. The position is stored in the index itself, so that both stay consistent after a
 * crash.
 */
export class IndexFeed implements Derived {
  readonly #parts: IndexFeedParts;
  #isFailing = false;
  /** How far the index that is being filled is, in a sentence. */
  #progress: string | undefined;
  /** Aborted when the lease is lost: another process may then write the shared index. */
  #lost: AbortSignal | undefined;

  constructor(parts: IndexFeedParts) {
    this.#parts = parts;
  }

  position(): Sequence {
    return this.#parts.index.position();
  }

  /** How far the index that is being filled is, and how long the rest takes; undefined in the first seconds. */
  get progress(): string | undefined {
    return this.#progress;
  }

  async apply(commits: readonly Commit[]): Promise<void> {
    const { index, readDocuments, catchUpMemory } = this.#parts;
    const last = commits.at(-1);
    await catchUpMemory(last?.sequence ?? 0);
    const documents = await readDocuments(changedBy(commits), unchangedSince(commits));
    await index.apply(last?.sequence ?? 0, documents, last?.id);
  }

  /** Runs a task with exclusive write access. For a shared index that needs the lease and the current position. */
  async alone<T>(task: () => Promise<T>): Promise<T> {
    const { index, store } = this.#parts;
    if (!index.isShared) return task();
    // After a failure, check that the engine is reachable before taking the lease: a process that is cut off from the
    // engine must not block the others while it waits for a response.
    if (this.#isFailing) await index.reload();
    await using lease = await awaitLease(store.leases, 'index', { interval: LEASE_RETRY });
    this.#isFailing = true;
    this.#lost = lease.lost;
    await index.reload();
    const reason = await reasonCannotResume(index, store.log);
    if (reason !== undefined) {
      this.#warn(reason);
      await index.startOver();
    }
    const result = await task();
    this.#isFailing = false;
    return result;
  }

  /** Resets a shared index that has lost data; the first process to follow the log then refills it. */
  async mend(): Promise<void> {
    const { index, store } = this.#parts;
    await using _lease = await awaitLease(store.leases, 'index', { interval: LEASE_RETRY });
    if (!(await index.isWhole())) await index.startOver();
  }

  fill(): Promise<void> {
    return this.#fill(this.#parts.index);
  }

  async renew(reason: string): Promise<void> {
    const { index } = this.#parts;
    this.#warn(reason);
    if (!index.isShared) return this.refill();
    await index.startOver();
    await this.fill();
  }

  /**
   * Rebuilds an unshared index from the store, regardless of its position. The old index serves reads until the new one
   * is ready.
   */
  async refill(): Promise<void> {
    const { slots } = this.#parts;
    const next = await slots.openNext();
    await using unused = new AsyncDisposableStack();
    unused.defer(() => next.remove());
    await this.#fill(next.index);
    await next.index.flush();
    await slots.replaceBy(next);
    unused.move();
  }

  #warn(reason: string): void {
    this.#parts.warn(`The search index is rebuilt: ${reason}`, undefined);
  }

  async #fill(index: SearchIndex): Promise<void> {
    const upTo = this.#parts.store.log.lastSequence();
    await this.#parts.catchUpMemory(upTo);
    const signal = this.#lost ?? this.#parts.closing;
    let work: LongWork | undefined;
    const reached = (place: number, last: number): void => {
      // Deleted entities have places, too.
      work ??= new LongWork(
        { ...FILLING, total: last, from: place },
        (sentence) => (this.#progress = sentence),
      );
      work.reached(place);
    };
    await fillIndex(index, this.#parts, { upTo, page: PAGE, signal, reached });
  }
}

/** Distinct urns of entities whose visible state these commits change. */
export function changedBy(commits: readonly Commit[]): readonly Urn[] {
  const seen = commits.flatMap(({ entries }) => entries.filter(({ isInvisible }) => isInvisible !== true));
  return [...new Set(seen.map(({ urn }) => urn))];
}

/** Rows of entities created by these commits and not changed by a later one of them. */
function unchangedSince(commits: readonly Commit[]): ReadonlyMap<Urn, EntityRows> {
  const known = new Map<Urn, EntityRows>();
  for (const { entries, newEntities } of commits) {
    for (const { urn } of entries) known.delete(urn);
    for (const [urn, rows] of newEntities ?? []) known.set(urn, rows);
  }
  return known;
}
