import type { Sequence } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { awaitLease } from '../store/await-lease.ts';
import type { Commit, EntityPage, EntityRows, MetadataStore } from '../store/metadata-store.ts';
import type { ReadDocuments } from './index-documents.ts';
import type { Derived } from './log-follower.ts';

/** What an index is fed from. */
export interface IndexFeedParts {
  readonly store: Pick<MetadataStore, 'leases' | 'log' | 'reader'>;
  readonly index: SearchIndex;
  readonly readDocuments: ReadDocuments;
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

  constructor(parts: IndexFeedParts) {
    this.#parts = parts;
  }

  position(): Sequence {
    return this.#parts.index.position();
  }

  async apply(commits: readonly Commit[]): Promise<void> {
    const { index, readDocuments } = this.#parts;
    const last = commits.at(-1)?.sequence ?? 0;
    await index.apply(last, await readDocuments(changedBy(commits), unchangedSince(commits)));
  }

  /** Of the processes that share an index one writes it at a time, upon what the one before has left. */
  async alone<T>(task: () => Promise<T>): Promise<T> {
    const { index, store } = this.#parts;
    if (!index.isShared) return task();
    // Whoever is cut off from the engine must not keep the others from writing while it waits for an answer.
    if (this.#isFailing) await index.look();
    await using _lease = await awaitLease(store.leases, 'index', { rest: REST });
    this.#isFailing = true;
    await index.look();
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

  /** Walks all entities; what is written meanwhile comes again with its commit. */
  async fill(): Promise<void> {
    const { index, readDocuments, store } = this.#parts;
    const upTo: Sequence = store.log.lastSequence();
    for (let place: number | undefined = 0; place !== undefined;) {
      const { entities, next }: EntityPage = await store.reader.entitiesFrom(place, PAGE);
      await index.apply(0, await readDocuments([...entities.keys()], entities));
      place = next;
    }
    await index.apply(upTo, []);
  }
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
