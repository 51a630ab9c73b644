import type { Sequence } from '../../../model/sequence.ts';
import { isJsonObject } from '../../../util/json.ts';
import { documentsIndex, stateIndex } from '../document/layout.ts';
import type { ShardOptions } from '../document/layout.ts';
import type { Connection } from './connection.ts';
import { EngineFailure } from './failure.ts';
import { readState, writeState } from './generation-state.ts';
import type { GenerationState } from './generation-state.ts';
import type { IndexNames } from './names.ts';
import { withRetries } from './retry.ts';

/** What a generation works with. */
export interface GenerationParts {
  readonly connection: Connection;
  readonly names: IndexNames;
  readonly shards: ShardOptions;
  /** What makes the documents of this process. */
  readonly documents: string;
  readonly now: () => number;
}

/** Where to look for documents. */
export interface Target {
  /** Names of indexes or aliases. */
  readonly path: string;
  /** Whether documents of other types are there as well. */
  readonly isWide: boolean;
  /** Whether all documents are in one shard. */
  readonly isOneShard: boolean;
}

/** How long a generation that is being built is left alone after it was written last. */
const BUSY_MS = 600_000;
/** How often a process that does not write looks for types that are new. */
const LOOK_AGAIN_MS = 1000;
/** Beyond this length of a path all types are asked; the engine takes a first line of 4,096 bytes. */
const LONGEST_PATH = 3000;

/**
 * The indexes that belong together, one for each entity type, and their state. The one in use is read and written through
 * aliases, so that every process changes to the next one at the same moment; a write that finds no alias fails instead of
 * making an index without our mapping.
 */
export class Generation {
  readonly #parts: GenerationParts;
  readonly #opened: number;
  #state: GenerationState;
  #isInUse: boolean;
  #looked: number;

  constructor(parts: GenerationParts, state: GenerationState, isInUse: boolean) {
    this.#parts = parts;
    this.#opened = state.number;
    this.#state = state;
    this.#isInUse = isInUse;
    this.#looked = parts.now();
  }

  /** Makes an empty generation; fails when another process has just made one of this number. */
  static async create(parts: GenerationParts, number: number): Promise<Generation> {
    const { connection, documents, names, now, shards } = parts;
    await connection.ask({
      method: 'PUT',
      path: `/${names.state(number)}`,
      body: stateIndex(shards.replicas),
    });
    const busyUntil = now() + BUSY_MS;
    const state = { number, documents, position: 0, types: new Map(), busyUntil, revision: undefined };
    const revision = await writeState(connection, { name: names.state(number), isAlias: false }, state);
    return new Generation(parts, { ...state, revision }, false);
  }

  /** Another process may have put a later one in use. */
  get number(): number {
    return this.#state.number;
  }

  get state(): GenerationState {
    return this.#state;
  }

  /** True when a process that makes other documents has put a later one in use. */
  get isOfAnotherVersion(): boolean {
    return this.number !== this.#opened && this.#state.documents !== this.#parts.documents;
  }

  /** True when documents are written through aliases. */
  get isInUse(): boolean {
    return this.#isInUse;
  }

  /** Where documents of a type are written. */
  placeOf(entityType: string): string {
    const { names } = this.#parts;
    return this.#isInUse ? names.documentsInUse(entityType) : names.documents(this.number, entityType);
  }

  /** Where documents of these types are; undefined when there are none of any. */
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

  /** All documents. */
  everything(): Target | undefined {
    const { names } = this.#parts;
    if (this.#state.types.size === 0) return undefined;
    const path = this.#isInUse ? names.allInUse : names.allDocuments(this.number);
    return { path, isWide: true, isOneShard: this.#isOneShard(this.#state.types.size) };
  }

  /** Reads the state again, which another process may have written. */
  async look(): Promise<void> {
    const { connection, names, now } = this.#parts;
    const index = this.#isInUse ? names.stateInUse : names.state(this.number);
    const before = this.#state;
    const found = await readState(connection, index);
    // What has been written meanwhile is newer.
    if (this.#state !== before) return;
    if (found === undefined) {
      throw new EngineFailure(
        'UNAVAILABLE',
        `OpenSearch at ${connection.host} has lost the state of the index. It is filled anew.`,
        404,
        'index_not_found_exception',
        false,
      );
    }
    this.#state = found;
    // Only now: what is not known because the engine did not answer must not pass for what is not there.
    this.#looked = now();
  }

  /** Makes the indexes of types that are new. */
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

  /** Notes that everything up to a commit is contained, and what tells it from others of that number. */
  async reach(position: Sequence, id: string | undefined): Promise<void> {
    const mark = id === undefined ? {} : { mark: { sequence: position, id } };
    await this.#write({ ...this.#state, position, ...mark });
  }

  /** Tells others that it is still being built. */
  async keepAlive(): Promise<void> {
    const { busyUntil } = this.#state;
    if (busyUntil !== undefined && busyUntil < this.#parts.now() + BUSY_MS / 2)
      await this.#write(this.#state);
  }

  /** Whether every index is there that documents were written to. */
  isComplete(): Promise<boolean> {
    return hasAllOf(this.#parts, this.#state);
  }

  /** Whether the generation in use, which another process may have put there, has its state and every index. */
  async isWhole(): Promise<boolean> {
    const { connection, names } = this.#parts;
    const state = await readState(connection, names.stateInUse);
    return state !== undefined && (await hasAllOf(this.#parts, state));
  }

  /** Makes it the one in use, for every process at once. */
  async adopt(): Promise<void> {
    const { connection, names } = this.#parts;
    if (!(await this.isComplete())) {
      throw new EngineFailure(
        'UNAVAILABLE',
        `OpenSearch at ${connection.host} has lost an index that was being built. Rebuild once more.`,
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

  async #write(state: GenerationState): Promise<void> {
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

  /** Answers the engine's id of the index; it may have been made by a process that was killed right after. */
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
  { connection, names }: GenerationParts,
  { number, types }: GenerationState,
): Promise<boolean> {
  const there = await indexIds(connection, names.allDocuments(number));
  return [...types].every(([type, id]) => there.get(names.documents(number, type)) === id);
}

/** Ids that the engine gave to indexes, by their names. */
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
