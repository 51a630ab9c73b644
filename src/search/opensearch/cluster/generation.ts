import type { Sequence } from '../../../model/sequence.ts';
import type { ReportIncomplete } from '../../documents/incomplete.ts';
import type { SearchDocument } from '../../search-index.ts';
import { Columns, FORMAT, type ColumnList, type ColumnRule } from '../document/columns.ts';
import { REFRESH_INTERVAL, documentsIndex, stateIndex, type ShardOptions } from '../document/layout.ts';
import { aliasesOf, aliasesOfType, heldAliases, indexIds } from './indexes.ts';
import { readColumns, writeColumns, type ColumnsPlace, type StoredColumns } from './column-list.ts';
import type { Connection } from './connection.ts';
import { EngineFailure } from './failure.ts';
import { readState, writeState, type IndexGenerationState } from './generation-state.ts';
import type { IndexNames, LayoutInUse } from './names.ts';
import { withRetries } from './retry.ts';

/** Dependencies of a generation. */
export interface IndexGenerationParts {
  readonly connection: Connection;
  readonly names: IndexNames;
  readonly shards: ShardOptions;
  readonly columnRule: ColumnRule;
  /** Version of the documents that this process writes. */
  readonly documents: string;
  /** Identity of the catalog whose documents this process writes; absent: not recorded in the state. */
  readonly catalog?: string | undefined;
  readonly now: () => number;
  /** Called for documents that are written incompletely, possibly repeatedly. */
  readonly incomplete: ReportIncomplete;
}

/** The indexes to search. */
export interface Target {
  /** Names their generation and the switches of its columns: `7`, or `7-2` after two moves of columns. */
  readonly view: string;
  /** Names of indexes or aliases, separated by commas. */
  readonly path: string;
  /** The columns in which their documents store the values of fields. */
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
/** Greater than the sequence of any commit, so that a later layout gives a greater version. */
const VERSIONS_OF_LAYOUT = 2 ** 43;
/** Highest layout number: versions are exact integers in JavaScript. */
export const LAST_LAYOUT = Number.MAX_SAFE_INTEGER / VERSIONS_OF_LAYOUT - 1;
/** Refresh interval under construction: there are no searches, and fewer segments are merged. */
const UNREFRESHED = '-1';
/** Longer paths are replaced with the alias of all types; OpenSearch limits the request line to 4,096 bytes. */
const LONGEST_PATH = 3000;

/**
 * A set of indexes, one per entity type, with their state. The generation in use is read and written through aliases,
 * so that all processes switch to the next one at the same moment. A write to a missing alias fails, instead of
 * creating an index without our mapping.
 */
export class IndexGeneration {
  readonly #parts: IndexGenerationParts;
  readonly #opened: number;
  #state: IndexGenerationState;
  #stored: StoredColumns;
  #isInUse: boolean;
  #looked: number;
  #preparing: Promise<void> = Promise.resolve();

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
    const stored = await readColumns(parts.connection, placeOfColumns(parts, state));
    const generation = new IndexGeneration(parts, state, stored, true);
    await generation.#addAliases();
    return generation;
  }

  /** Opens a generation under construction, which another process may be filling as well. */
  static async underConstruction(
    parts: IndexGenerationParts,
    state: IndexGenerationState,
  ): Promise<IndexGeneration> {
    const stored = await readColumns(parts.connection, placeOfColumns(parts, state));
    return new IndexGeneration(parts, state, stored, false);
  }

  /** Creates an empty generation; fails with `resource_already_exists_exception` when the number is taken. */
  static async create(parts: IndexGenerationParts, number: number): Promise<IndexGeneration> {
    const { columnRule, connection, documents, names, now, shards } = parts;
    await connection.ask({
      method: 'PUT',
      path: `/${names.state(number)}`,
      body: stateIndex(shards.replicas),
    });
    const columns = new Columns({ fields: columnRule.always, texts: [], isClosed: false, format: FORMAT });
    const place = placeOfColumns(parts, { number, layout: 0 });
    const stored = await writeColumns(connection, place, { columns, revision: undefined });
    const fresh = { number, layout: 0, documents, position: 0, columns: columns.extent, types: new Map() };
    const state = { ...fresh, ...identityOf(parts), busyUntil: now() + BUSY_MS, revision: undefined };
    const revision = await writeState(connection, { name: names.state(number), isAlias: false }, state);
    return new IndexGeneration(parts, { ...state, revision }, stored, false);
  }

  /** Number of the generation; changes on `reload` when another process has put a later one in use. */
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

  /** Called for documents that are written incompletely. */
  get incomplete(): ReportIncomplete {
    return this.#parts.incomplete;
  }

  get columns(): Columns {
    return this.#stored.columns;
  }

  get view(): string {
    const { switches = 0 } = this.columns.list;
    return switches === 0 ? `${this.number}` : `${this.number}-${switches}`;
  }

  get isInUse(): boolean {
    return this.#isInUse;
  }

  /** Alias to write documents of a type to. */
  placeOf(entityType: string): string {
    return this.#parts.names.documentsInUse(this.#state, entityType);
  }

  /**
   * External version of a document as of a commit. Orders by layout, then by sequence, so that a delayed write of an
   * earlier layout cannot replace a copied document.
   */
  versionAt(sequence: Sequence): number {
    return this.#state.layout * VERSIONS_OF_LAYOUT + sequence;
  }

  /** Aliases with the documents of these types; undefined when there are none. */
  async targetOf(entityTypes: readonly string[]): Promise<Target | undefined> {
    const { now } = this.#parts;
    const isUnknown = (type: string): boolean => !this.#state.types.has(type);
    if (this.#isInUse && entityTypes.some(isUnknown) && now() >= this.#looked + LOOK_AGAIN_MS) {
      await this.reload();
    }
    const known = entityTypes.filter((type) => this.#state.types.has(type));
    if (known.length === 0) return undefined;
    const path = known.map((type) => this.placeOf(type)).join();
    return path.length > LONGEST_PATH ? this.everything() : this.#targetAt(path, known.length, false);
  }

  /** Alias of all documents; undefined when there are none. */
  everything(): Target | undefined {
    const { names } = this.#parts;
    const types = this.#state.types.size;
    if (types === 0) return undefined;
    return this.#targetAt(names.allInUse(this.#state), types, true);
  }

  /** Re-reads the state, which another process may have written. */
  async reload(): Promise<void> {
    const { connection, names, now } = this.#parts;
    const index = this.#isInUse ? names.stateInUse : names.state(this.number);
    const [before, known] = [this.#state, this.#stored];
    // This process may write a newer state or list of columns meanwhile.
    const isOld = (): boolean => this.#state !== before || this.#stored !== known;
    const found = await readState(connection, index);
    if (isOld()) return;
    if (found === undefined) {
      throw new EngineFailure(
        'UNAVAILABLE',
        `OpenSearch at ${connection.host} has lost the state of the index. It is being rebuilt.`,
        404,
        'index_not_found_exception',
        false,
      );
    }
    const isSameLayout = found.number === before.number && found.layout === before.layout;
    const isSame = isSameLayout && found.columns === this.columns.extent;
    const stored = isSame ? known : await readColumns(connection, placeOfColumns(this.#parts, found));
    if (isOld()) return;
    [this.#state, this.#stored] = [found, stored];
    // Only after success: after a failed read, an unknown type must not count as missing.
    this.#looked = now();
  }

  /** Prepares for documents about to be written: an index for each new type, and columns for new fields. */
  prepareFor(documents: readonly SearchDocument[]): Promise<void> {
    // One after another: concurrent calls would each store their own additions without the other's.
    const step = this.#preparing.then(async () => {
      await this.#addTypes([...new Set(documents.map(({ entityType }) => entityType))]);
      await this.#addFieldsOf(documents);
    });
    // The caller gets the failure from `step`; the next call only waits for its end.
    this.#preparing = step.catch(() => undefined);
    return step;
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

  /** Records that all commits up to `position` are contained, and the id of that commit. */
  async reach(position: Sequence, id: string | undefined): Promise<void> {
    const mark = id === undefined ? {} : { mark: { sequence: position, id } };
    await this.#write({ ...this.#state, position, ...mark, ...identityOf(this.#parts) });
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
    await connection.askIfThere({
      method: 'PUT',
      path: `/${names.allDocuments(this.number)}/_settings`,
      body: { index: { refresh_interval: REFRESH_INTERVAL } },
    });
    // Searches right after the switch must find all documents.
    await connection.askIfThere({ method: 'POST', path: `/${names.allDocuments(this.number)}/_refresh` });
    const removals = (await heldAliases(this.#parts))
      .filter(({ index }) => names.generationOf(index) !== this.number)
      .map((held) => ({ remove: { ...held } }));
    const ofState = { add: { index: names.state(this.number), alias: names.stateInUse } };
    await connection.ask({
      method: 'POST',
      path: '/_aliases',
      body: { actions: [...removals, ...aliasesOf(names, this.#state), ofState] },
    });
    this.#isInUse = true;
  }

  /**
   * Replaces the columns of the generation in use, for all processes by one write of the state. Afterwards a process
   * with the earlier columns finds no alias and calls `reload`. Only the process that may write may call it, after
   * `reload`. If it is killed, `dropEarlierLayouts` completes the replacement.
   */
  async replaceColumns(list: ColumnList): Promise<void> {
    const { connection, names } = this.#parts;
    const next = { ...this.#state, layout: this.#state.layout + 1 };
    const place = placeOfColumns(this.#parts, next);
    // A killed process may have left a list that never took effect.
    const { revision } = await readColumns(connection, place);
    const stored = await writeColumns(connection, place, { columns: new Columns(list), revision });
    const body = { actions: aliasesOf(names, next) };
    if (body.actions.length > 0) await connection.ask({ method: 'POST', path: '/_aliases', body });
    await this.#write(next, stored);
    await this.dropEarlierLayouts();
  }

  /** Removes the aliases of earlier layouts: no process can then read or write with earlier columns. */
  async dropEarlierLayouts(): Promise<void> {
    const { connection, names } = this.#parts;
    const kept = new Set([names.stateInUse, names.filling, names.allInUse(this.#state)]);
    for (const type of this.#state.types.keys()) kept.add(names.documentsInUse(this.#state, type));
    const actions = (await heldAliases(this.#parts))
      .filter(({ alias, index }) => names.generationOf(index) === this.number && !kept.has(alias))
      .map((held) => ({ remove: { ...held } }));
    if (actions.length > 0) await connection.ask({ method: 'POST', path: '/_aliases', body: { actions } });
  }

  async #addTypes(entityTypes: readonly string[]): Promise<void> {
    const added = entityTypes.filter((type) => !this.#state.types.has(type));
    if (added.length === 0) return;
    const created = await Promise.all(
      added.map(async (type) => [type, await this.#createIndex(type)] as const),
    );
    await this.#write({ ...this.#state, types: new Map([...this.#state.types, ...created]) });
  }

  /** Some fields get their own columns. */
  async #addFieldsOf(documents: readonly SearchDocument[]): Promise<void> {
    const { columnRule } = this.#parts;
    if (this.columns.withFieldsOf(documents, columnRule) !== this.columns) {
      this.#stored = await this.#withFieldsOf(documents);
    }
    // Before the documents, so that their readers find the columns. The list may be that of a killed process.
    if (this.#state.columns !== this.columns.extent) await this.#write(this.#state);
  }

  /** Adds to the stored list, which a killed process may have changed without recording it in the state. */
  async #withFieldsOf(documents: readonly SearchDocument[]): Promise<StoredColumns> {
    const { columnRule, connection } = this.#parts;
    const place = placeOfColumns(this.#parts, this.#state);
    const stored = await readColumns(connection, place);
    const columns = stored.columns.withFieldsOf(documents, columnRule);
    if (columns === stored.columns) return stored;
    return withRetries(() => writeColumns(connection, place, { ...stored, columns }));
  }

  #targetAt(path: string, types: number, isWide: boolean): Target {
    const isOneShard = types === 1 && this.#parts.shards.shards === 1;
    return { view: this.view, path, columns: this.columns, isWide, isOneShard };
  }

  /** Adds the aliases that earlier versions did not give to a generation in use. */
  async #addAliases(): Promise<void> {
    const { connection, names } = this.#parts;
    if (this.#state.types.size === 0) return;
    const path = `/_alias/${names.allInUse(this.#state)}`;
    if ((await connection.askIfThere({ method: 'GET', path })) !== undefined) return;
    const body = { actions: aliasesOf(names, this.#state) };
    // Nothing is found of a lost index.
    await connection.askIfThere({ method: 'POST', path: '/_aliases', body });
  }

  async #write(state: IndexGenerationState, stored = this.#stored): Promise<void> {
    const { connection, names, now } = this.#parts;
    const busy = state.busyUntil === undefined ? {} : { busyUntil: now() + BUSY_MS };
    const written = { ...state, columns: stored.columns.extent, ...busy };
    const isAlias = this.#isInUse;
    const name = isAlias ? names.stateInUse : names.state(this.number);
    const revision = await withRetries(() => writeState(connection, { name, isAlias }, written));
    this.#state = { ...written, revision };
    this.#stored = stored;
  }

  /** Creates the index and returns its UUID. It may exist already, created by a process that was then killed. */
  async #createIndex(entityType: string): Promise<string> {
    const { connection, names, shards } = this.#parts;
    const index = names.documents(this.number, entityType);
    const actions = aliasesOfType(names, this.#state, entityType);
    const aliases = Object.fromEntries(actions.map(({ add: { alias } }) => [alias, {}]));
    const layout = documentsIndex(shards, {
      hasImpacts: this.columns.has('impacts'),
      refreshInterval: this.#isInUse ? REFRESH_INTERVAL : UNREFRESHED,
    });
    try {
      await connection.ask({ method: 'PUT', path: `/${index}`, body: { ...layout, aliases } });
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.type !== 'resource_already_exists_exception')
        throw error;
      // Its aliases may be those of an earlier layout.
      await connection.ask({ method: 'POST', path: '/_aliases', body: { actions } });
    }
    return (await indexIds(connection, index)).get(index) ?? '';
  }
}

function identityOf({ catalog }: IndexGenerationParts): { readonly catalog?: string } {
  return catalog === undefined ? {} : { catalog };
}

function placeOfColumns({ names }: IndexGenerationParts, { layout, number }: LayoutInUse): ColumnsPlace {
  return { index: names.state(number), layout };
}

async function hasAllOf(
  { connection, names }: IndexGenerationParts,
  { number, types }: IndexGenerationState,
): Promise<boolean> {
  const there = await indexIds(connection, names.allDocuments(number));
  return [...types].every(([type, id]) => there.get(names.documents(number, type)) === id);
}
