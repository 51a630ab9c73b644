import type { ReportIncomplete } from '../documents/incomplete.ts';
import type { CanResume, IndexSlot, IndexSlots, JoinedFill } from '../index-slots.ts';
import { FORMAT, type ColumnRule } from './document/columns.ts';
import type { ShardOptions } from './document/layout.ts';
import { Connection, type ConnectionOptions } from './cluster/connection.ts';
import { EngineFailure } from './cluster/failure.ts';
import { GenerationFill, isBeingFilled } from './cluster/generation-fill.ts';
import { IndexGeneration, type IndexGenerationParts } from './cluster/generation.ts';
import {
  generationInUse,
  lastGeneration,
  removeGeneration,
  removeLeftovers,
  unfinished,
} from './cluster/generations.ts';
import { readState } from './cluster/generation-state.ts';
import { IndexNames } from './cluster/names.ts';
import { OpenSearchColumns, fieldsByUse } from './opensearch-columns.ts';
import { OpenSearchIndex, type CountBounds } from './opensearch-index.ts';

/** Options of the indexes in a cluster. */
export interface OpenSearchSlotsOptions extends ConnectionOptions, ShardOptions, CountBounds {
  /** Prefix of all index and alias names: lower-case letters, digits and underscores, starting with a letter. */
  readonly prefix: string;
  /** Version of the documents (`documentsVersion`); an index built with another one is outdated. */
  readonly documents: string;
  /** Identity of the catalog, stored with the indexes filled from it; absent: not stored. */
  readonly catalog?: string;
  readonly columnRule: ColumnRule;
  /** Makes changes searchable before `apply` resolves. */
  readonly isImmediate: boolean;
  readonly now: () => number;
  readonly warn: (message: string) => void;
  /** Called for documents that were written incompletely, possibly repeatedly. */
  readonly incomplete?: ReportIncomplete;
}

/** Defaults that suit clusters of any size. */
export const OPENSEARCH_DEFAULTS = {
  prefix: 'colophon_',
  shards: 1,
  replicas: '0-1',
  isImmediate: false,
  exactTotals: 1_000_000,
  facetValues: 100_000,
  requestTimeoutMs: 30_000,
} as const satisfies Partial<OpenSearchSlotsOptions>;

/** Attempts to create a generation, when other processes take its number first. */
const ATTEMPTS = 5;

/** Stores generations of indexes in a cluster; aliases point to the one in use. */
export class OpenSearchSlots implements IndexSlots {
  readonly #options: OpenSearchSlotsOptions;
  readonly #names: IndexNames;
  /** Numbers of the generations whose fill this process started. */
  readonly #begun = new Set<number>();

  constructor(options: OpenSearchSlotsOptions) {
    this.#options = options;
    this.#names = new IndexNames(options.prefix);
  }

  /**
   * Opens the generation in use, or replaces an incomplete one with an empty one (position 0), to be filled from the
   * store.
   */
  openCurrent(): Promise<IndexSlot> {
    return this.#opening(async (parts) => {
      const { documents } = this.#options;
      const number = await generationInUse(parts);
      await removeLeftovers(parts, number);
      const found = number === undefined ? undefined : await this.#openComplete(parts, number);
      if (found !== undefined) {
        const isCurrent = found.state.documents === documents && found.columns.list.format === FORMAT;
        return this.#slotOf(found, parts, !isCurrent && found.state.position > 0);
      }
      return this.#slotOf(await this.#renew(parts, number), parts, false);
    });
  }

  /** Only the process that may rebuild may call it: others may be writing to generations that it removes. */
  openNext(canResume: CanResume = () => Promise.resolve(false)): Promise<IndexSlot> {
    return this.#opening(async (parts) => {
      for (const state of await unfinished(parts)) {
        const left = await IndexGeneration.underConstruction(parts, state);
        const slot = await this.#slotOf(left, parts, false);
        if ((await left.isComplete()) && (await canResume(slot.index))) return slot;
        await removeGeneration(parts, state.number);
      }
      const created = await this.#create({ ...parts, columnRule: await this.#ruleByUse(parts) });
      return this.#slotOf(created, parts, false);
    });
  }

  joinFill(): Promise<JoinedFill | undefined> {
    return this.#opening(async (parts) => {
      const { connection } = parts;
      if (!(await isBeingFilled(connection, this.#names.filling))) return undefined;
      const state = await readState(connection, this.#names.filling);
      const isOurs = state?.documents === this.#options.documents && !this.#begun.has(state.number);
      if (!isOurs) return undefined;
      const generation = await IndexGeneration.underConstruction(parts, state);
      const fill = this.#fillOf(generation, connection);
      if ((await fill.reload())?.place === undefined) return undefined;
      return Object.assign(fill, { [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose]() });
    });
  }

  #fillOf(generation: IndexGeneration, connection: Connection): GenerationFill {
    return new GenerationFill({ connection, names: this.#names, generation, begun: this.#begun });
  }

  /** Opens a connection that belongs to the opened object; closes it when nothing is opened. */
  async #opening<T extends object | undefined>(
    open: (parts: IndexGenerationParts) => Promise<T>,
  ): Promise<T> {
    const { incomplete = () => undefined, shards, replicas } = this.#options;
    const { catalog, columnRule, documents, now } = this.#options;
    await using unused = new AsyncDisposableStack();
    const connection = unused.use(new Connection(this.#options));
    const opened = await open({
      connection,
      names: this.#names,
      shards: { shards, replicas },
      columnRule,
      documents,
      catalog,
      now,
      incomplete,
    });
    if (opened !== undefined) unused.move();
    return opened;
  }

  /** The generation in use; undefined when its state or an index is missing. */
  async #openComplete(parts: IndexGenerationParts, number: number): Promise<IndexGeneration | undefined> {
    const state = await readState(parts.connection, this.#names.stateInUse);
    const found = state?.number === number ? await IndexGeneration.inUse(parts, state) : undefined;
    return (await found?.isComplete()) === true ? found : undefined;
  }

  /** The rule, with own columns from the start for the eligible fields used most in the generation in use. */
  async #ruleByUse(parts: IndexGenerationParts): Promise<ColumnRule> {
    const { columnRule, connection } = parts;
    const { always, isEligible, most } = columnRule;
    const number = await generationInUse(parts);
    const generation = number === undefined ? undefined : await this.#openComplete(parts, number);
    if (generation === undefined) return columnRule;
    const names = await fieldsByUse(connection, generation, columnRule, most);
    return { ...columnRule, always: [...always, ...names.filter(isEligible)] };
  }

  /** Puts an empty generation in use, which replaces a damaged one (`missing`) or none. */
  async #renew(parts: IndexGenerationParts, missing: number | undefined): Promise<IndexGeneration> {
    // A cluster that has lost everything has no numbers either; the new generation must not reuse the damaged one's.
    const created = await this.#create(parts, missing);
    await created.adopt();
    if (missing !== undefined) {
      this.#options.warn('the search index in OpenSearch has lost documents and is being rebuilt');
      await removeGeneration(parts, missing);
    }
    return created;
  }

  async #create(parts: IndexGenerationParts, above = 0): Promise<IndexGeneration> {
    let number = Math.max(above, await lastGeneration(parts)) + 1;
    for (let attempt = 1; ; attempt++) {
      try {
        return await IndexGeneration.create(parts, number);
      } catch (error) {
        const isTaken = error instanceof EngineFailure && error.type === 'resource_already_exists_exception';
        if (!isTaken || attempt === ATTEMPTS) throw error;
        number++;
      }
    }
  }

  async #slotOf(
    generation: IndexGeneration,
    parts: IndexGenerationParts,
    isOutdated: boolean,
  ): Promise<IndexSlot> {
    const { connection } = parts;
    const { columnRule, isImmediate, requestTimeoutMs, exactTotals, facetValues } = this.#options;
    const bounds = { exactTotals, facetValues };
    const fill = this.#fillOf(generation, connection);
    await fill.reload();
    const { number } = generation;
    const renew = async (): Promise<void> => {
      // `generation.number` may now be that of a later generation of another process: that one is then replaced.
      await this.#renew(parts, generation.number);
    };
    const index = new OpenSearchIndex({
      connection,
      generation,
      fill,
      isImmediate,
      visibleWithinMs: requestTimeoutMs,
      bounds,
      renew,
    });
    const remove = async (): Promise<void> => {
      await index.flush();
      await removeGeneration(parts, number);
      // Other generations may have been put in use and replaced since this one was opened.
      await removeLeftovers(parts, await generationInUse(parts));
      await index[Symbol.asyncDispose]();
    };
    return {
      index,
      columns: new OpenSearchColumns({ connection, generation, columnRule, requestTimeoutMs }),
      isOutdated,
      catalog: generation.state.catalog,
      adopt: async () => {
        await index.flush();
        await generation.adopt();
      },
      remove,
      leave: () => (index.fillProgress() === undefined ? remove() : index[Symbol.asyncDispose]()),
    };
  }
}
