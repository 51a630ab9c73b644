import { isRemovalLeft } from '../model/property-generation.ts';
import type { PropertyGeneration, RemovalProgress } from '../model/property-generation.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import { holdsAssignment } from '../search/assignment-field.ts';
import type { Query, SearchIndex } from '../search/search-index.ts';
import type { Commit, MetadataStore } from '../store/metadata-store.ts';
import type { WorkTracer } from '../tracing.ts';
import { inBackground } from '../util/background-work.ts';

/** What the removal works with. */
export interface RemovalParts {
  readonly store: MetadataStore;
  readonly index: Pick<SearchIndex, 'count'>;
  /** Resolves when the index contains every commit so far. */
  readonly caughtUp: () => Promise<void>;
  /** Brings what is derived from the store up to a commit. */
  readonly follow: (commit: Commit) => Promise<void>;
  /** Entity types that can hold property values. */
  readonly entityTypes: readonly string[];
  /** Who the patches are from. */
  readonly actor: Urn;
  /** Epoch ms. */
  readonly now: () => number;
  /** Lets requests go first between two stretches. */
  readonly pause: () => Promise<void>;
  /** Told when a pass ends in an error; it is tried again after a while, or at the next wake-up. */
  readonly warn: (message: string, error: unknown) => void;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
}

/** How long a pass that failed rests, in ms. */
const REST = 5_000;

/**
 * Removes the values of lives that have ended (a definition was deleted, or broken) from every entity, each by a patch of
 * its row. The values are invisible from the commit that ended the life, so nothing depends on when this is done, and
 * the index, where no name leads to them any more, keeps them until it is built anew.
 *
 * What is to be done is recorded with the life itself, in the commit that ended it, and how far it has come with each
 * stretch of entities: after a crash the job goes on where it was. A patch drops what was assigned in that life and nothing
 * else, at the moment when the row is written, so no other value can be touched, whoever writes at the same time.
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

  /** Looks for lives that have ended; to be called at the start and whenever a property has changed. */
  wake(): void {
    if (this.#isWaiting || this.#isStopped) return;
    this.#isWaiting = true;
    this.#running = this.#running.then(() => {
      this.#isWaiting = false;
      return this.#removeAll().catch((error: unknown) => {
        this.#failed('Values of properties that are gone could not be looked for.', error);
      });
    });
  }

  /** Resolves when nothing is left to remove of what has been woken for. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Ends after the page at hand. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    await this.#running;
  }

  async #removeAll(): Promise<void> {
    const lives = await this.#parts.store.reader.generations();
    for (const life of lives.filter(isRemovalLeft)) {
      if (this.#isStopped) return;
      const ids = { propertyUrn: life.propertyUrn, generation: life.generation };
      await inBackground('removal', ids, () => this.#tryToRemove(life), this.#parts.tracer);
    }
  }

  async #tryToRemove(life: PropertyGeneration): Promise<void> {
    try {
      await this.#remove(life);
    } catch (error) {
      this.#failed(`Removing the values of ${life.propertyUrn} was interrupted.`, error);
    }
  }

  #failed(message: string, error: unknown): void {
    this.#parts.warn(message, error);
    clearTimeout(this.#retry);
    if (!this.#isStopped) this.#retry = setTimeout(() => this.wake(), REST).unref();
  }

  async #remove(life: PropertyGeneration): Promise<void> {
    const { actor, follow, now, pause, store } = this.#parts;
    let progress = life.removal === undefined ? await this.#begin(life) : this.#resumed(life.removal);
    // Nothing can get a value of a life that is over, so that none found is none left.
    let isDone = progress.found === 0;
    while (!isDone && !this.#isStopped) {
      const stamp = { time: now(), actor };
      const removed = await store.removeAssignments({ ...life, progress, stamp });
      ({ isDone, progress } = removed);
      await follow(removed.commit);
      await pause();
    }
    if (!isDone) return;
    // Those that a writer came upon first have lost their values as well.
    const found = Math.max(progress.found, progress.patched);
    await this.#note(life, { ...progress, found, patched: found, finishedAt: now() });
  }

  #resumed(removal: RemovalProgress): RemovalProgress {
    return { ...removal, resumed: { at: this.#parts.now(), patched: removal.patched } };
  }

  async #begin(life: PropertyGeneration): Promise<RemovalProgress> {
    const { caughtUp, entityTypes, index, now } = this.#parts;
    await caughtUp();
    const query: Query = { entityTypes, where: holdsAssignment(life.propertyUrn, life.generation) };
    const found = await index.count(query, EVERYTHING);
    const progress = { found, patched: 0, startedAt: now() };
    await this.#note(life, progress);
    return progress;
  }

  async #note({ propertyUrn, generation }: PropertyGeneration, removal: RemovalProgress): Promise<void> {
    const created = { time: this.#parts.now(), actor: this.#parts.actor };
    const writes = [{ kind: 'noteRemoval' as const, propertyUrn, generation, removal }];
    await this.#parts.store.commit(() => ({ writes, entries: [], created, result: undefined }));
  }
}
