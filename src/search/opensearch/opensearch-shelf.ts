import type { IndexShelf, ShelvedIndex } from '../index-shelf.ts';
import type { ShardOptions } from './document/layout.ts';
import { Connection } from './cluster/connection.ts';
import type { ConnectionOptions } from './cluster/connection.ts';
import { EngineFailure } from './cluster/failure.ts';
import { Generation } from './cluster/generation.ts';
import type { GenerationParts } from './cluster/generation.ts';
import { generationInUse, lastGeneration, removeGeneration, removeLeftovers } from './cluster/generations.ts';
import { readState } from './cluster/generation-state.ts';
import { IndexNames } from './cluster/names.ts';
import { OpenSearchIndex } from './opensearch-index.ts';

/** Where indexes live and what they are handed. */
export interface OpenSearchShelfOptions extends ConnectionOptions, ShardOptions {
  /** Begins the names of all indexes and aliases: lower-case letters, digits and underscores, a letter first. */
  readonly prefix: string;
  /** What makes documents: those of an index that was begun with another one are outdated. */
  readonly documents: string;
  /** Makes every change searchable before it is answered. */
  readonly isImmediate: boolean;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

/** What fits a cluster of any size, unless somebody knows better. */
export const OPENSEARCH_DEFAULTS = {
  prefix: 'colophon_',
  shards: 1,
  replicas: '0-1',
  isImmediate: false,
  requestTimeoutMs: 30_000,
} as const satisfies Partial<OpenSearchShelfOptions>;

/** Times that another process may have made the next generation first. */
const ATTEMPTS = 5;

/** Keeps generations of indexes in a cluster; aliases say which one is in use. */
export class OpenSearchShelf implements IndexShelf {
  readonly #options: OpenSearchShelfOptions;
  readonly #names: IndexNames;

  constructor(options: OpenSearchShelfOptions) {
    this.#options = options;
    this.#names = new IndexNames(options.prefix);
  }

  /** What is incomplete is thrown away: the index is then empty, and is filled from the store. */
  openCurrent(): Promise<ShelvedIndex> {
    return this.#opening(async (parts) => {
      const { documents } = this.#options;
      const number = await generationInUse(parts);
      await removeLeftovers(parts, number);
      const found = number === undefined ? undefined : await this.#openComplete(parts, number);
      if (found !== undefined) {
        return this.#shelve(found, parts, found.state.documents !== documents && found.state.position > 0);
      }
      return this.#shelve(await this.#renew(parts, number), parts, false);
    });
  }

  openNext(): Promise<ShelvedIndex> {
    return this.#opening(async (parts) => this.#shelve(await this.#create(parts), parts, false));
  }

  /** Opens a connection that whatever is opened owns, and closes it if nothing is. */
  async #opening(open: (parts: GenerationParts) => Promise<ShelvedIndex>): Promise<ShelvedIndex> {
    const { documents, now, shards, replicas } = this.#options;
    await using unused = new AsyncDisposableStack();
    const connection = unused.use(new Connection(this.#options));
    const opened = await open({
      connection,
      names: this.#names,
      shards: { shards, replicas },
      documents,
      now,
    });
    unused.move();
    return opened;
  }

  /** The generation in use; undefined when something of it is missing. */
  async #openComplete(parts: GenerationParts, number: number): Promise<Generation | undefined> {
    const state = await readState(parts.connection, this.#names.stateInUse);
    const found = state?.number === number ? new Generation(parts, state, true) : undefined;
    return (await found?.isComplete()) === true ? found : undefined;
  }

  /** Puts an empty generation in use, in place of one of which something is missing or of none. */
  async #renew(parts: GenerationParts, missing: number | undefined): Promise<Generation> {
    // A cluster that has lost everything knows no numbers; the new one must not have that of the missing one.
    const created = await this.#create(parts, missing);
    await created.adopt();
    if (missing !== undefined) {
      this.#options.warn('the search index in OpenSearch had lost documents and is filled anew');
      await removeGeneration(parts, missing);
    }
    return created;
  }

  async #create(parts: GenerationParts, above = 0): Promise<Generation> {
    let number = Math.max(above, await lastGeneration(parts)) + 1;
    for (let attempt = 1; ; attempt++) {
      try {
        return await Generation.create(parts, number);
      } catch (error) {
        const isTaken = error instanceof EngineFailure && error.type === 'resource_already_exists_exception';
        if (!isTaken || attempt === ATTEMPTS) throw error;
        number++;
      }
    }
  }

  #shelve(generation: Generation, parts: GenerationParts, isOutdated: boolean): ShelvedIndex {
    const { connection } = parts;
    const { isImmediate, requestTimeoutMs: visibleWithinMs } = this.#options;
    const { number } = generation;
    const renew = async (): Promise<void> => {
      // Of the number of the lost one, unless another process has put a later one there: then that is removed.
      await this.#renew(parts, generation.number);
    };
    const index = new OpenSearchIndex({ connection, generation, isImmediate, visibleWithinMs, renew });
    return {
      index,
      isOutdated,
      adopt: async () => {
        await index.flush();
        await generation.adopt();
      },
      remove: async () => {
        await index.flush();
        await removeGeneration(parts, number);
        // Others may have been put in use and replaced since this one was opened.
        await removeLeftovers(parts, await generationInUse(parts));
        await index[Symbol.asyncDispose]();
      },
    };
  }
}
