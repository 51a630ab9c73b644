import type { Sequence } from '../../../model/sequence.ts';
import type { JsonObject } from '../../../util/json.ts';
import { isJsonObject } from '../../../util/json.ts';
import type { SearchDocument } from '../../search-index.ts';
import { Columns } from '../document/columns.ts';
import type { ColumnRule } from '../document/columns.ts';
import { documentsIndex, stateIndex } from '../document/layout.ts';
import type { ShardOptions } from '../document/layout.ts';
import { readColumns, writeColumns } from './column-list.ts';
import type { StoredColumns } from './column-list.ts';
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
  readonly columnRule: ColumnRule;
  /** Version of the documents that this process writes. */
  readonly documents: string;
  readonly now: () => number;
}

/** The indexes to search. */
export interface Target {
  /** Number of their generation. */
  readonly generation: number;
  /** Names of indexes or aliases, separated by commas. */
  readonly path: string;
  /** Where their documents have the values of fields. */
  readonly columns: Columns;
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
  #stored: StoredColumns;
  #isInUse: boolean;
  #looked: number;

  private constructor(
    parts: IndexGenerationParts,
    state: IndexGenerationState,
    stored: StoredColumns,
    isInUse: boolean,
  ) {
    this.#parts = parts;
    this.#opened = state.number;
    this.#state = state;
    this.#stored = stored;
    this.#isInUse = isInUse;
    this.#looked = parts.now();
  }

  /** Opens the generation in use. */
  static async inUse(parts: IndexGenerationParts, state: IndexGenerationState): Promise<IndexGeneration> {
    const stored = await readColumns(parts.connection, parts.names.state(state.number));
    const generation = new IndexGeneration(parts, state, stored, true);
    await generation.#addAliases();
    return generation;
  }

  /** Creates an empty generation; fails with `resource_already_exists_exception` when the number is taken. */
  static async create(parts: IndexGenerationParts, number: number): Promise<IndexGeneration> {
    const { columnRule, connection, documents, names, now, shards } = parts;
    await connection.ask({
      method: 'PUT',
      path: `/${names.state(number)}`,
      body: stateIndex(shards.replicas),
    });
    const columns = new Columns({ fields: columnRule.always, texts: [], isClosed: false });
    const stored = await writeColumns(connection, names.state(number), { columns, revision: undefined });
    const fresh = { number, documents, position: 0, columns: columns.extent, types: new Map() };
    const state = { ...fresh, busyUntil: now() + BUSY_MS, revision: undefined };
    const revision = await writeState(connection, { name: names.state(number), isAlias: false }, state);
    return new IndexGeneration(parts, { ...state, revision }, stored, false);
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

  get columns(): Columns {
    return this.#stored.columns;
  }

  get isInUse(): boolean {
    return this.#isInUse;
  }

  /** Index or alias to write documents of a type to. */
  placeOf(entityType: string): string {
    const { names } = this.#parts;
    return this.#isInUse
      ? names.documentsInUse(this.number, entityType)
      : names.documents(this.number, entityType);
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
    return path.length > LONGEST_PATH ? this.everything() : this.#targetAt(path, known.length, false);
  }

  /** Indexes or alias with all documents; undefined when there are none. */
  everything(): Target | undefined {
    const { names } = this.#parts;
    const types = this.#state.types.size;
    if (types === 0) return undefined;
    const path = this.#isInUse ? names.allInUse(this.number) : names.allDocuments(this.number);
    return this.#targetAt(path, types, true);
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
    const isSame = found.number === before.number && found.columns === this.columns.extent;
    const stored = isSame ? this.#stored : await readColumns(connection, names.state(found.number));
    if (this.#state !== before) return;
    [this.#state, this.#stored] = [found, stored];
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

  /** Notes the fields of documents that are about to be written; some get columns of their own. */
  async addFieldsOf(documents: readonly SearchDocument[]): Promise<void> {
    const { columnRule } = this.#parts;
    if (this.columns.withFieldsOf(documents, columnRule) !== this.columns) {
      this.#stored = await this.#withFieldsOf(documents);
    }
    // Before the documents, so that who reads them knows where to look. The list may be of a process that was killed.
    if (this.#state.columns !== this.columns.extent) await this.#write(this.#state);
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
    const ofState = { add: { index: names.state(this.number), alias: names.stateInUse } };
    await connection.ask({
      method: 'POST',
      path: '/_aliases',
      body: { actions: [...removals, ...this.#aliasActions(), ofState] },
    });
    this.#isInUse = true;
  }

  /** Adds to the stored list, which a process that was killed may have changed without telling so in the state. */
  async #withFieldsOf(documents: readonly SearchDocument[]): Promise<StoredColumns> {
    const { columnRule, connection, names } = this.#parts;
    const index = names.state(this.number);
    const stored = await readColumns(connection, index);
    const columns = stored.columns.withFieldsOf(documents, columnRule);
    if (columns === stored.columns) return stored;
    return withRetries(() => writeColumns(connection, index, { ...stored, columns }));
  }

  #targetAt(path: string, types: number, isWide: boolean): Target {
    const isOneShard = types === 1 && this.#parts.shards.shards === 1;
    return { generation: this.number, path, columns: this.columns, isWide, isOneShard };
  }

  /** Adds the aliases that versions before this one did not give to a generation in use. */
  async #addAliases(): Promise<void> {
    const { connection, names } = this.#parts;
    if (this.#state.types.size === 0) return;
    const path = `/_alias/${names.allInUse(this.number)}`;
    if ((await connection.askIfThere({ method: 'GET', path })) !== undefined) return;
    const body = { actions: this.#aliasActions() };
    // Of an index that was lost, nothing is found.
    await connection.askIfThere({ method: 'POST', path: '/_aliases', body });
  }

  #aliasActions(): JsonObject[] {
    const { names } = this.#parts;
    return [...this.#state.types.keys()].flatMap((type) =>
      this.#aliasesOf(type).map((alias) => ({ add: { index: names.documents(this.number, type), alias } })),
    );
  }

  async #write(state: IndexGenerationState): Promise<void> {
    const { connection, names, now } = this.#parts;
    const busy = state.busyUntil === undefined ? {} : { busyUntil: now() + BUSY_MS };
    const written = { ...state, columns: this.columns.extent, ...busy };
    const isAlias = this.#isInUse;
    const name = isAlias ? names.stateInUse : names.state(this.number);
    const revision = await withRetries(() => writeState(connection, { name, isAlias }, written));
    this.#state = { ...written, revision };
  }

  #aliasesOf(entityType: string): string[] {
    const { names } = this.#parts;
    return [names.documentsInUse(this.number, entityType), names.allInUse(this.number)];
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
