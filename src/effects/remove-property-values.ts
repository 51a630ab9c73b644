import {
  isRemovalLeft,
  type PropertyGeneration,
  type RemovalProgress,
} from '../model/properties/property-generation.ts';
import type { Urn } from '../model/urn.ts';
import { holdsAssignment } from '../search/assignment-field.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { unrestricted } from '../search/unrestricted.ts';
import type { Commit, MetadataStore } from '../store/metadata-store.ts';
import type { WorkTracer } from '../tracing.ts';
import { inBackground } from '../util/concurrency/background-work.ts';

/** Dependencies of the removal. */
export interface RemovalParts {
  readonly store: MetadataStore;
  readonly index: Pick<SearchIndex, 'count'>;
  /** Resolves when the index contains every commit so far. */
  readonly caughtUp: () => Promise<void>;
  /** Brings derived state up to a commit. */
  readonly follow: (commit: Commit) => Promise<void>;
  /** Entity types that can hold property values. */
  readonly entityTypes: readonly string[];
  /** Actor of the patches. */
  readonly actor: Urn;
  /** Epoch ms. */
  readonly now: () => number;
  /** Yields to requests between two batches. */
  readonly pause: () => Promise<void>;
  /** Called when a pass fails. It is retried after a delay or at the next `wake`. */
  readonly warn: (message: string, error: unknown) => void;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
}

/** Delay before a failed pass is retried, in ms. */
const RETRY_DELAY = 5_000;

/**
 * Removes the values of ended property generations (definition deleted or broken) from all entities.
 * The values are invisible from the commit that ended the generation, so timing does not matter. The index keeps them,
 * unreachable, until it is rebuilt.
 *
 * The commit that ends a generation records the pending removal, and every batch of entities records its progress:
 * after a crash the job resumes where it stopped. A patch is computed when the row is written and drops only
 * assignments of that generation, so concurrent writes are safe.
 */
export class PropertyValueRemoval implements AsyncDisposable {
  readonly #parts: RemovalParts;
  #running: Promise<void> = Promise.resolve();
  #isWaiting = false;
  #isStopped = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(parts: RemovalParts) {
    this.#parts = parts;
  }

  /** Starts a pass over all ended generations. Call it at the start and after every property change. */
  wake(): void {
    if (this.#isWaiting || this.#isStopped) return;
    this.#isWaiting = true;
    this.#running = this.#running.then(() => {
      this.#isWaiting = false;
      return this.#removeAll().catch((error: unknown) => {
        this.#failed('Reading the ended property generations failed; retrying.', error);
      });
    });
  }

  /** Resolves when all passes started by `wake` have ended. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Stops after the current batch. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    await this.#running;
  }

  async #removeAll(): Promise<void> {
    const generations = await this.#parts.store.reader.endedGenerations();
    for (const record of generations.filter(isRemovalLeft)) {
      if (this.#isStopped) return;
      const ids = { propertyUrn: record.propertyUrn, generation: record.generation };
      await inBackground('removal', ids, () => this.#tryToRemove(record), this.#parts.tracer);
    }
  }

  async #tryToRemove(record: PropertyGeneration): Promise<void> {
    try {
      await this.#remove(record);
    } catch (error) {
      this.#failed(`Removing the values of ${record.propertyUrn} was interrupted; retrying.`, error);
    }
  }

  #failed(message: string, error: unknown): void {
    this.#parts.warn(message, error);
    clearTimeout(this.#retry);
    if (!this.#isStopped) this.#retry = setTimeout(() => this.wake(), RETRY_DELAY).unref();
  }

  async #remove(record: PropertyGeneration): Promise<void> {
    const { actor, follow, now, pause, store } = this.#parts;
    let progress = record.removal === undefined ? await this.#begin(record) : this.#resumed(record.removal);
    // No value can be assigned under an ended generation, so if none is found, none remains.
    let isDone = progress.found === 0;
    while (!isDone && !this.#isStopped) {
      const stamp = { time: now(), actor };
      const removed = await store.removeAssignments({ ...record, progress, stamp });
      ({ isDone, progress } = removed);
      await follow(removed.commit);
      await pause();
    }
    if (!isDone) return;
    // Concurrent writes may have dropped some of the values already; count those as removed.
    const found = Math.max(progress.found, progress.patched);
    await this.#note(record, { ...progress, found, patched: found, finishedAt: now() });
  }

  #resumed(removal: RemovalProgress): RemovalProgress {
    return { ...removal, resumed: { at: this.#parts.now(), patched: removal.patched } };
  }

  async #begin(record: PropertyGeneration): Promise<RemovalProgress> {
    const { caughtUp, entityTypes, index, now } = this.#parts;
    await caughtUp();
    const query = { entityTypes, where: holdsAssignment(record.propertyUrn, record.generation) };
    const found = await index.count(unrestricted(query));
    const progress = { found, patched: 0, startedAt: now() };
    await this.#note(record, progress);
    return progress;
  }

  async #note({ propertyUrn, generation }: PropertyGeneration, removal: RemovalProgress): Promise<void> {
    const created = { time: this.#parts.now(), actor: this.#parts.actor };
    const writes = [{ kind: 'noteRemoval' as const, propertyUrn, generation, removal }];
    await this.#parts.store.commit(() => ({ writes, entries: [], created, result: undefined }));
  }
}
