import type { Sequence } from '../../../model/sequence.ts';
import { isJsonObject } from '../../../util/json.ts';
import { documentsIndex, stateIndex } from '../document/layout.ts';
import type { ShardOptions } from '../document/layout.ts';
import type { Connection } from './connection.ts';
import { EngineFailure } from './failure.ts';
import { readState, writeState } from './generation-state.ts';
import type { IndexGenerationState } from './generation-state.ts';
import type { IndexNames } from './names.ts';
import { withRetries } from './retry.ts';

/** Dependencies of a generation. */
export interface IndexGenerationParts {
  readonly connection: Connection;
  readonly names: IndexNames;
  readonly shards: ShardOptions;
  /** Version of the documents that this process writes. */
  readonly documents: string;
  readonly now: () => number;
}

/** The indexes to search. */
export interface Target {
  /** Names of indexes or aliases, separated by commas. */
  readonly path: string;
  /** True when they may contain documents of other types, so that a filter by type is needed. */
  readonly isWide: boolean;
  /** Whether all documents are in one shard. */
  readonly isOneShard: boolean;
}

/** Time after its last write during which a generation under construction must not be removed. */
const BUSY_MS = 600_000;
/** Minimum interval between checks for new entity types, in a process that does not write. */
const LOOK_AGAIN_MS = 1000;
/** Longer paths are replaced by the alias of all types; OpenSearch limits the request line to 4,096 bytes. */
const LONGEST_PATH = 3000;

/**
 * A set of indexes, one per entity type, with their state. The generation in use is read and written through
 * aliases, so that all processes switch to the next one at the same moment. A write to a missing alias fails,
 * instead of creating an index without our mapping.
 */
export class IndexGeneration {
  readonly #parts: IndexGenerationParts;
  readonly #opened: number;
  #state: IndexGenerationState;
  #isInUse: boolean;
  #looked: number;

  constructor(parts: IndexGenerationParts, state: IndexGenerationState, isInUse: boolean) {
    this.#parts = parts;
    this.#opened = state.number;
    this.#state = state;
    this.#isInUse = isInUse;
    this.#looked = parts.now();
  }

  /** Creates an empty generation; fails with `resource_already_exists_exception` when the number is taken. */
  static async create(parts: IndexGenerationParts, number: number): Promise<IndexGeneration> {
    const { connection, documents, names, now, shards } = parts;
    await connection.ask({
      method: 'PUT',
      path: `/${names.state(number)}`,
      body: stateIndex(shards.replicas),
    });
    const busyUntil = now() + BUSY_MS;
    const state = { number, documents, position: 0, types: new Map(), busyUntil, revision: undefined };
    const revision = await writeState(connection, { name: names.state(number), isAlias: false }, state);
    return new IndexGeneration(parts, { ...state, revision }, false);
  }

  /** Number of the generation; changes on `look` when another process has put a later one in use. */
  get number(): number {
    return this.#state.number;
  }

  get state(): IndexGenerationState {
    return this.#state;
  }

  /** True when a process with another document version has put a later generation in use. */
  get isOfAnotherVersion(): boolean {
    return this.number !== this.#opened && this.#state.documents !== this.#parts.documents;
  }

  get isInUse(): boolean {
    return this.#isInUse;
  }

  /** Index or alias to write documents of a type to. */
  placeOf(entityType: string): string {
    const { names } = this.#parts;
    return this.#isInUse ? names.documentsInUse(entityType) : names.documents(this.number, entityType);
  }

  /** Indexes or aliases with the documents of these types; undefined when there are none. */
  async targetOf(entityTypes: readonly string[]): Promise<Target | undefined> {
    const { now } = this.#parts;
    const isUnknown = (type: string): boolean => !this.#state.types.has(type);
    if (this.#isInUse && entityTypes.some(isUnknown) && now() >= this.#looked + LOOK_AGAIN_MS) {
      await this.look();
    }
    const known = entityTypes.filter((type) => this.#state.types.has(type));
    if (known.length === 0) return undefined;
    const path = known.map((type) => this.placeOf(type)).join();
    return path.length > LONGEST_PATH
      ? this.everything()
      : { path, isWide: false, isOneShard: this.#isOneShard(known.length) };
  }

  /** Indexes or alias with all documents; undefined when there are none. */
  everything(): Target | undefined {
    const { names } = this.#parts;
    if (this.#state.types.size === 0) return undefined;
    const path = this.#isInUse ? names.allInUse : names.allDocuments(this.number);
    return { path, isWide: true, isOneShard: this.#isOneShard(this.#state.types.size) };
  }

  /** Re-reads the state, which another process may have written. */
  async look(): Promise<void> {
    const { connection, names, now } = this.#parts;
    const index = this.#isInUse ? names.stateInUse : names.state(this.number);
    const before = this.#state;
    const found = await readState(connection, index);
    // This process has written a newer state meanwhile.
    if (this.#state !== before) return;
    if (found === undefined) {
      throw new EngineFailure(
        'UNAVAILABLE',
        `OpenSearch at ${connection.host} has lost the state of the index. It is being rebuilt.`,
        404,
        'index_not_found_exception',
        false,
      );
    }
    this.#state = found;
    // Only after success: a failed read must not make an unknown type count as missing.
    this.#looked = now();
  }

  /** Creates the indexes of types that are new. */
  async addTypes(entityTypes: readonly string[]): Promise<void> {
    const added = entityTypes.filter((type) => !this.#state.types.has(type));
    if (added.length === 0) return;
    const created = added.map(async (type) => [type, await this.#createIndex(type)] as const);
    const types = new Map([...this.#state.types, ...(await Promise.all(created))]);
    await this.#write({ ...this.#state, types });
  }

  /** Removes all documents. */
  async clear(): Promise<void> {
    if (this.#state.types.size === 0) return;
    const { connection, names } = this.#parts;
    for (const type of this.#state.types.keys()) {
      await connection.askIfThere({ method: 'DELETE', path: `/${names.documents(this.number, type)}` });
    }
    await this.#write({ ...this.#state, types: new Map() });
  }

  /** Stores that all commits up to `position` are contained, and the id of that commit. */
  async reach(position: Sequence, id: string | undefined): Promise<void> {
    const mark = id === undefined ? {} : { mark: { sequence: position, id } };
    await this.#write({ ...this.#state, position, ...mark });
  }

  /** Extends `busyUntil` of a generation under construction. */
  async keepAlive(): Promise<void> {
    const { busyUntil } = this.#state;
    if (busyUntil !== undefined && busyUntil < this.#parts.now() + BUSY_MS / 2)
      await this.#write(this.#state);
  }

  /** Whether all its indexes still exist. */
  isComplete(): Promise<boolean> {
    return hasAllOf(this.#parts, this.#state);
  }

  /** Whether the generation in use, possibly another process's, has its state and all its indexes. */
  async isWhole(): Promise<boolean> {
    const { connection, names } = this.#parts;
    const state = await readState(connection, names.stateInUse);
    return state !== undefined && (await hasAllOf(this.#parts, state));
  }

  /** Puts it in use, atomically for all processes; UNAVAILABLE when one of its indexes was lost. */
  async adopt(): Promise<void> {
    const { connection, names } = this.#parts;
    if (!(await this.isComplete())) {
      throw new EngineFailure(
        'UNAVAILABLE',
        `OpenSearch at ${connection.host} has lost an index during the rebuild. Start the rebuild again.`,
        404,
        'index_not_found_exception',
        false,
      );
    }
    const { busyUntil: _, ...state } = this.#state;
    await this.#write(state);
    const held = await connection.askIfThere({ method: 'GET', path: `/_alias/${names.everything}` });
    const removals = Object.entries(held ?? {}).flatMap(([index, holder]) =>
      Object.keys(isJsonObject(holder) && isJsonObject(holder['aliases']) ? holder['aliases'] : {}).map(
        (alias) => ({ remove: { index, alias } }),
      ),
    );
    const additions = [...state.types.keys()].flatMap((type) =>
      this.#aliasesOf(type).map((alias) => ({ add: { index: names.documents(this.number, type), alias } })),
    );
    const ofState = { add: { index: names.state(this.number), alias: names.stateInUse } };
    await connection.ask({
      method: 'POST',
      path: '/_aliases',
      body: { actions: [...removals, ...additions, ofState] },
    });
    this.#isInUse = true;
  }

  #isOneShard(types: number): boolean {
    return types === 1 && this.#parts.shards.shards === 1;
  }

  async #write(state: IndexGenerationState): Promise<void> {
    const { connection, names, now } = this.#parts;
    const written = state.busyUntil === undefined ? state : { ...state, busyUntil: now() + BUSY_MS };
    const isAlias = this.#isInUse;
    const name = isAlias ? names.stateInUse : names.state(this.number);
    const revision = await withRetries(() => writeState(connection, { name, isAlias }, written));
    this.#state = { ...written, revision };
  }

  #aliasesOf(entityType: string): string[] {
    const { names } = this.#parts;
    return [names.documentsInUse(entityType), names.allInUse];
  }

  /** Returns the UUID of the index. It may exist already: created by a process that was killed right after. */
  async #createIndex(entityType: string): Promise<string> {
    const { connection, names, shards } = this.#parts;
    const index = names.documents(this.number, entityType);
    const aliases = this.#isInUse ? this.#aliasesOf(entityType).map((alias) => [alias, {}] as const) : [];
    try {
      const body = { ...documentsIndex(shards), aliases: Object.fromEntries(aliases) };
      await connection.ask({ method: 'PUT', path: `/${index}`, body });
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.type !== 'resource_already_exists_exception')
        throw error;
    }
    return (await indexIds(connection, index)).get(index) ?? '';
  }
}

async function hasAllOf(
  { connection, names }: IndexGenerationParts,
  { number, types }: IndexGenerationState,
): Promise<boolean> {
  const there = await indexIds(connection, names.allDocuments(number));
  return [...types].every(([type, id]) => there.get(names.documents(number, type)) === id);
}

/** UUIDs of the indexes that match `names`, by name. */
export async function indexIds(connection: Connection, names: string): Promise<ReadonlyMap<string, string>> {
  const answer = await connection.askIfThere({
    method: 'GET',
    path: `/${names}/_settings/index.uuid`,
  });
  const ids = Object.entries(answer ?? {}).flatMap(([index, value]) => {
    const settings = isJsonObject(value) && isJsonObject(value['settings']) ? value['settings'] : {};
    const id = isJsonObject(settings['index']) ? settings['index']['uuid'] : undefined;
    return typeof id === 'string' ? [[index, id] as const] : [];
  });
  return new Map(ids);
}
