import { readRegistry } from '../../../src/config/read-registry.ts';
import { createDocumentReader } from '../../../src/effects/index-documents.ts';
import { Aspect } from '../../../src/model/aspect.ts';
import { loadRegistry } from '../../../src/model/registry/load-registry.ts';
import type { Scope } from '../../../src/model/scope.ts';
import type { Generation } from '../../../src/model/sequence.ts';
import { STRUCTURED_PROPERTY, type PropertyDirectory } from '../../../src/model/structured-property.ts';
import { parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { CatalogQuery } from '../../../src/query/catalog-query.ts';
import { createMetadataQuery } from '../../../src/query/create-query.ts';
import type { PageInput, SearchFlags, SearchOutcome } from '../../../src/query/metadata-query.ts';
import { HierarchyChanges } from '../../../src/query/inheritance/hierarchy-changes.ts';
import { scopeOf } from '../../../src/query/visibility/visibility.ts';
import { openEmbeddedIndex } from '../../../src/search/embedded/open-embedded-index.ts';
import type { SearchIndex } from '../../../src/search/search-index.ts';
import type { RowInternal } from '../../../src/store/entity-rows.ts';
import type { MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import { LivePropertyDirectory } from '../../../src/store/property-directory.ts';
import { openMemoryStore } from '../../../src/store/sqlite/open.ts';
import type { SqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/util/json.ts';
import { TEST_ACTOR } from './search-fixtures.ts';

/** The built-in entity registry. */
export const REGISTRY = loadRegistry(readRegistry());

/** Flags of a search for hits only. */
export const PLAIN_FLAGS: SearchFlags = {
  maxAggValues: 20,
  skipAggregates: true,
  skipHighlighting: true,
  getSuggestions: false,
  includeSoftDeleted: false,
  includeStructuredPropertyFacets: false,
  fulltext: true,
  allWords: false,
  filterNonLatestVersions: true,
  lifecycle: 'shown',
  exactTotal: false,
  grouping: [],
};

/** The first page of all datasets. */
export const FIRST_PAGE: PageInput = {
  entityTypes: ['dataset'],
  query: '*',
  filter: [],
  flags: PLAIN_FLAGS,
  sort: [],
  start: 0,
  count: 100,
  scrollId: undefined,
  keepAliveMs: undefined,
};

/**
 * The read path over an in-memory store and index. Writes bypass the rules of the write path and are visible in store
 * and index at once.
 */
export class ReadingCatalog implements AsyncDisposable {
  readonly query: CatalogQuery;
  readonly scope: Scope;
  readonly warnings: string[] = [];
  readonly #store: SqliteStore;
  readonly #index: SearchIndex;
  readonly #properties: LivePropertyDirectory;
  readonly #hierarchies = new HierarchyChanges(0);
  readonly #readDocuments: ReturnType<typeof createDocumentReader>;

  private constructor(store: SqliteStore, index: SearchIndex, properties: LivePropertyDirectory) {
    this.#store = store;
    this.#index = index;
    this.#properties = properties;
    this.#readDocuments = createDocumentReader(store.reader, REGISTRY, properties);
    this.scope = scopeOf(properties);
    const warn = (message: string): number => this.warnings.push(message);
    const stages = { all: () => [] };
    this.query = createMetadataQuery({
      store,
      index,
      registry: REGISTRY,
      properties,
      stages,
      hierarchies: this.#hierarchies,
      warn,
    });
  }

  /** Opens an empty catalog, with an empty index of its own. */
  static async open(ofItsOwn?: SearchIndex): Promise<ReadingCatalog> {
    const store = openMemoryStore();
    const index = ofItsOwn ?? (await openEmbeddedIndex({ folder: undefined, now: () => 0 }));
    return new ReadingCatalog(store, index, await LivePropertyDirectory.load(store.reader));
  }

  get store(): Pick<MetadataStore, 'reader' | 'scoped'> {
    return this.#store;
  }

  get properties(): PropertyDirectory {
    return this.#properties;
  }

  /** Writes aspects of an entity. Every write of a definition starts a new generation of the property. */
  async put(urnText: string, aspects: Readonly<Record<string, JsonObject>>): Promise<Urn> {
    const urn = parseUrn(urnText);
    await this.#commit(urn, (sequence, isNew) => {
      const created = { time: sequence, actor: TEST_ACTOR };
      const systemMetadata = { lastObserved: sequence, runId: 'no-run-id-provided', version: '1' };
      const writes: RowWrite[] = isNew
        ? [{ kind: 'createEntity', entity: { urn, created, systemMetadata } }]
        : [];
      for (const [aspectName, value] of Object.entries(aspects)) {
        const text = JSON.stringify(value);
        const aspect = new Aspect({ urn, aspectName, text, systemMetadata, created, sequence });
        writes.push({
          kind: 'putAspect',
          row: { aspect, internal: this.#internal(aspectName, value, sequence) },
        });
      }
      return writes;
    });
    return urn;
  }

  /** Defines a property, each time in a new generation. */
  define(id: string, valueType: string, more: JsonObject = {}): Promise<Urn> {
    return this.put(`urn:li:structuredProperty:${id}`, {
      propertyDefinition: {
        qualifiedName: id,
        valueType: `urn:li:dataType:datahub.${valueType}`,
        entityTypes: ['urn:li:entityType:datahub.dataset'],
        ...more,
      },
    });
  }

  /** Replaces the assignments of an entity; numbers are stored as doubles. */
  assign(urnText: string, assignments: Readonly<Record<string, readonly (string | number)[]>>): Promise<Urn> {
    const properties = Object.entries(assignments).map(([id, values]): JsonObject => ({
      propertyUrn: `urn:li:structuredProperty:${id}`,
      values: values.map((value): JsonObject =>
        typeof value === 'string' ? { string: value } : { double: value },
      ),
    }));
    return this.put(urnText, { structuredProperties: { properties } });
  }

  /** Adds a point to a timeseries aspect. */
  async addPoint(urn: Urn, aspectName: string, timestampMillis: number, value: JsonObject): Promise<void> {
    const created = { time: timestampMillis, actor: TEST_ACTOR };
    const systemMetadata = { lastObserved: timestampMillis, runId: 'no-run-id-provided' };
    const text = JSON.stringify(value);
    await this.#commit(urn, (sequence, isNew) => {
      const aspect = new Aspect({ urn, aspectName, text, systemMetadata, created, sequence });
      const point: RowWrite = { kind: 'putPoint', aspect, timestampMillis, pointKey: '' };
      return isNew ? [{ kind: 'createEntity', entity: { urn, created, systemMetadata } }, point] : [point];
    });
  }

  /** Removes an entity with all its aspects. */
  async remove(urn: Urn): Promise<void> {
    await this.#commit(urn, () => [{ kind: 'deleteEntity', urn }]);
  }

  /** Runs a search; `input` overrides FIRST_PAGE. */
  search(input: Partial<PageInput> = {}): Promise<SearchOutcome> {
    return this.query.search({ ...FIRST_PAGE, ...input }, this.scope);
  }

  /** Urns of the hits of a search, in order; `input` overrides FIRST_PAGE. */
  async found(input: Partial<PageInput> = {}): Promise<readonly string[]> {
    return (await this.search(input)).hits.map(({ urn }) => urn);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#index[Symbol.asyncDispose]();
    await this.#store[Symbol.asyncDispose]();
  }

  async #commit(
    urn: Urn,
    writesOf: (sequence: number, isNew: boolean) => readonly RowWrite[],
  ): Promise<void> {
    const { commit } = await this.#store.commit((state, sequence) => ({
      writes: writesOf(sequence, state.entity(urn) === undefined),
      entries: [{ urn, aspectName: 'any', changeType: 'UPSERT' }],
      created: { time: sequence, actor: TEST_ACTOR },
      result: undefined,
    }));
    if (commit === undefined) return;
    await this.#properties.refresh(this.#store.reader, [urn]);
    this.#hierarchies.changed([urn], commit.sequence);
    await this.#index.apply(commit.sequence, await this.#readDocuments([urn]));
  }

  #internal(aspectName: string, value: JsonObject, sequence: number): RowInternal {
    if (aspectName === STRUCTURED_PROPERTY.definitionAspect) return { generation: sequence };
    if (aspectName !== STRUCTURED_PROPERTY.assignmentAspect) return {};
    const list: readonly JsonValue[] = Array.isArray(value['properties']) ? value['properties'] : [];
    const assignments: Record<string, Generation> = {};
    for (const assignment of list) {
      const propertyUrn = isJsonObject(assignment) ? assignment['propertyUrn'] : undefined;
      if (typeof propertyUrn !== 'string') continue;
      assignments[propertyUrn] = this.#properties.get(parseUrn(propertyUrn))?.generation ?? 0;
    }
    return { assignments };
  }
}
