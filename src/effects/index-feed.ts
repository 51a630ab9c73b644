import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { SwappableIndex } from '../search/swappable-index.ts';
import { awaitLease } from '../store/await-lease.ts';
import type { ChangeLogReader, Commit, EntityRows, MetadataStore } from '../store/metadata-store.ts';
import { fillIndex } from './fill-index.ts';
import type { ReadDocuments } from './index-documents.ts';
import type { Derived } from './log-follower.ts';

/** What an index is fed from. */
export interface IndexFeedParts {
  readonly store: Pick<MetadataStore, 'leases' | 'log' | 'reader'>;
  readonly index: SearchIndex;
  /** Makes an empty index and puts it in place of that one. */
  readonly shelf: Pick<SwappableIndex, 'openNext' | 'replaceBy'>;
  readonly readDocuments: ReadDocuments;
  /** Resolves when documents can be made of everything up to a commit: what they depend on is remembered. */
  readonly remember: (upTo: Sequence) => Promise<void>;
}

/** How often the right to write a shared index is asked for while another process writes, in ms. */
const REST = 25;

/** Entities read at a time while an empty index is filled. */
const PAGE = 500;

/**
 * Makes documents of what commits change and hands them to the index. The position is kept inside the index, so the two
 * cannot disagree after a crash.
 */
export class IndexFeed implements Derived {
  readonly #parts: IndexFeedParts;
  #isFailing = false;
  /** Aborted once another process may write the index that is shared. */
  #lost: AbortSignal | undefined;

  constructor(parts: IndexFeedParts) {
    this.#parts = parts;
  }

  position(): Sequence {
    return this.#parts.index.position();
  }

  async apply(commits: readonly Commit[]): Promise<void> {
    const { index, readDocuments, remember } = this.#parts;
    const last = commits.at(-1);
    await remember(last?.sequence ?? 0);
    const documents = await readDocuments(changedBy(commits), unchangedSince(commits));
    await index.apply(last?.sequence ?? 0, documents, last?.id);
  }

  /** Of the processes that share an index one writes it at a time, upon what the one before has left. */
  async alone<T>(task: () => Promise<T>): Promise<T> {
    const { index, store } = this.#parts;
    if (!index.isShared) return task();
    // Whoever is cut off from the engine must not keep the others from writing while it waits for an answer.
    if (this.#isFailing) await index.look();
    await using lease = await awaitLease(store.leases, 'index', { rest: REST });
    this.#isFailing = true;
    this.#lost = lease.lost;
    await index.look();
    if (!(await isOfLog(index, store.log))) await index.startOver();
    const result = await task();
    this.#isFailing = false;
    return result;
  }

  /** Lets a shared index that has lost something be filled anew; the first process that gets to it does that. */
  async mend(): Promise<void> {
    const { index, store } = this.#parts;
    await using _lease = await awaitLease(store.leases, 'index', { rest: REST });
    if (!(await index.isWhole())) await index.startOver();
  }

  fill(): Promise<void> {
    return this.#fill(this.#parts.index);
  }

  /**
   * Builds an index that is not shared anew, because it contains commits that the log has lost; until that is done, the old
   * one answers.
   */
  async refill(): Promise<void> {
    const { shelf } = this.#parts;
    const next = await shelf.openNext();
    await using unused = new AsyncDisposableStack();
    unused.defer(() => next.remove());
    await this.#fill(next.index);
    await next.index.flush();
    await shelf.replaceBy(next);
    unused.move();
  }

  async #fill(index: SearchIndex): Promise<void> {
    const upTo = this.#parts.store.log.lastSequence();
    await this.#parts.remember(upTo);
    await fillIndex(index, this.#parts, { upTo, page: PAGE, ...(this.#lost && { signal: this.#lost }) });
  }
}

/** Whether the log still holds what the index contains: it may have gone back and on again with other commits. */
export async function isOfLog(
  index: Pick<SearchIndex, 'mark'>,
  log: Pick<ChangeLogReader, 'markOf'>,
): Promise<boolean> {
  const mark = index.mark();
  return mark === undefined || (await log.markOf(mark.sequence))?.id === mark.id;
}

/** Entities that look different after these commits, each once. */
export function changedBy(commits: readonly Commit[]): readonly Urn[] {
  const seen = commits.flatMap(({ entries }) => entries.filter(({ isUnseen }) => isUnseen !== true));
  return [...new Set(seen.map(({ urn }) => urn))];
}

/** New entities of these commits that none of the later ones changes. */
function unchangedSince(commits: readonly Commit[]): ReadonlyMap<Urn, EntityRows> {
  const known = new Map<Urn, EntityRows>();
  for (const { entries, newEntities } of commits) {
    for (const { urn } of entries) known.delete(urn);
    for (const [urn, rows] of newEntities ?? []) known.set(urn, rows);
  }
  return known;
}
