import { setTimeout as sleep } from 'node:timers/promises';
import { createMetadataChange } from '../../../src/change/ingest.ts';
import type { MetadataChange } from '../../../src/change/metadata-change.ts';
import { readBootstrap } from '../../../src/config/read-bootstrap.ts';
import { createDocumentReader, type ReadDocuments } from '../../../src/effects/index-documents.ts';
import { PropertyValueRemoval } from '../../../src/effects/remove-property-values.ts';
import { EffectsRunner } from '../../../src/effects/runner.ts';
import type { IndexMapping } from '../../../src/model/maintenance/index-mapping.ts';
import { propertyHolders } from '../../../src/model/properties/property-holders.ts';
import type { UpdateRequest, UpdateSwitches } from '../../../src/model/maintenance/system-update-request.ts';
import { parseUrn, type Urn } from '../../../src/model/urn.ts';
import { documentsVersion } from '../../../src/search/documents/document-digest.ts';
import { EmbeddedSlots } from '../../../src/search/embedded/embedded-slots.ts';
import type { IndexSlots } from '../../../src/search/index-slots.ts';
import { SwappableIndex } from '../../../src/search/swappable-index.ts';
import type { MetadataStore } from '../../../src/store/metadata-store.ts';
import { LivePropertyDirectory } from '../../../src/store/property-directory.ts';
import { openMemoryStore, openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { entityTypeEntities, parseBootstrap } from '../../../src/system-update/bootstrap.ts';
import { createMaintenance } from '../../../src/system-update/create-maintenance.ts';
import { asList, asObject, asText } from '../../../src/util/json/json-input.ts';
import type { JsonObject } from '../../../src/util/json.ts';
import { REGISTRY } from './reading-catalog.ts';
import { TEST_ACTOR } from './search-fixtures.ts';

const ENTITIES = [...readBootstrap().flatMap(parseBootstrap), ...entityTypeEntities(REGISTRY)];

export interface MaintainedOptions {
  /** Folder of store and index; in memory if undefined. */
  readonly folder?: string;
  readonly switches?: Partial<UpdateSwitches>;
  /** Version of the document format; a change makes the index stale. */
  readonly documents?: string;
  readonly version?: string;
  /** Default: embedded indexes. */
  readonly slots?: IndexSlots;
}

/** Store, index, write path and maintenance without a network. Values are removed only by `removeValues`. */
export class MaintainedCatalog implements AsyncDisposable {
  readonly store: MetadataStore;
  readonly index: SwappableIndex;
  readonly properties: LivePropertyDirectory;
  readonly readDocuments: ReadDocuments;
  readonly effects: EffectsRunner;
  readonly change: MetadataChange;
  readonly removal: PropertyValueRemoval;
  readonly maintenance: ReturnType<typeof createMaintenance>;
  readonly warnings: string[] = [];

  private constructor(
    store: MetadataStore,
    index: SwappableIndex,
    properties: LivePropertyDirectory,
    options: MaintainedOptions,
  ) {
    const readDocuments = createDocumentReader(store.reader, REGISTRY, properties);
    const effects = new EffectsRunner({
      store,
      index,
      slots: index,
      readDocuments,
      since: store.log.lastSequence(),
      refresh: (urns) => properties.refresh(store.reader, urns),
      reload: () => properties.reload(store.reader),
      warn: (message) => void this.warnings.push(message),
    });
    let time = 1_000_000;
    const now = (): number => ++time;
    const settings = {
      enforceEntityTypes: true,
      hardDeleteRequiresSoftDelete: false,
      keywordMaxLength: 32766,
      linkSchemes: ['https'],
    };
    const change = createMetadataChange({
      store,
      registry: REGISTRY,
      settings,
      now,
      follow: (commit) => effects.follow(commit),
    });
    const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const parts = { store, index, change, now, pause, actor: TEST_ACTOR, registry: REGISTRY, readDocuments };
    const warn = (message: string): void => void this.warnings.push(message);
    this.removal = new PropertyValueRemoval({
      ...parts,
      warn,
      entityTypes: propertyHolders(REGISTRY),
      caughtUp: () => effects.reach(store.log.lastSequence()),
      follow: (commit) => effects.follow(commit),
    });
    this.maintenance = createMaintenance({
      ...parts,
      effects,
      properties,
      warn,
      entities: ENTITIES,
      defaultPolicies: [],
      switches: { reindexMappings: false, structuredProperties: false, ...options.switches },
      removalsDone: () => this.removal.idle(),
      version: options.version ?? '1',
    });
    this.store = store;
    this.index = index;
    this.properties = properties;
    this.readDocuments = readDocuments;
    this.effects = effects;
    this.change = change;
  }

  static async open(options: MaintainedOptions = {}): Promise<MaintainedCatalog> {
    const { documents = documentsVersion(REGISTRY), folder } = options;
    const store = folder === undefined ? openMemoryStore() : await openSqliteStore(folder);
    const root = folder === undefined ? undefined : `${folder}/index`;
    const { slots = new EmbeddedSlots({ root, documents, now: () => 1 }) } = options;
    const index = await SwappableIndex.open(slots);
    const properties = await LivePropertyDirectory.load(store.reader);
    const catalog = new MaintainedCatalog(store, index, properties, options);
    await catalog.effects.catchUp();
    await catalog.effects.filled();
    await catalog.maintenance.runBlocking();
    return catalog;
  }

  /** Writes one aspect through the write path. */
  async put(urn: string, aspectName: string, value: JsonObject): Promise<Urn> {
    const parsed = parseUrn(urn);
    await this.change.ingest(TEST_ACTOR, [{ urn: parsed, aspectName, changeType: 'UPSERT', value }]);
    return parsed;
  }

  /** Defines a string property for datasets; with a version in `more`, changes it incompatibly. */
  define(id: string, more: JsonObject = {}): Promise<Urn> {
    return this.put(`urn:li:structuredProperty:${id}`, 'propertyDefinition', {
      qualifiedName: id,
      valueType: 'urn:li:dataType:datahub.string',
      entityTypes: ['urn:li:entityType:datahub.dataset'],
      ...more,
    });
  }

  /** Replaces the assignments of a dataset by one value of one property. */
  assign(name: string, id: string, value: string): Promise<Urn> {
    const propertyUrn = `urn:li:structuredProperty:${id}`;
    return this.put(datasetUrn(name), 'structuredProperties', {
      properties: [{ propertyUrn, values: [{ string: value }] }],
    });
  }

  /** Hard-deletes a property; its values stay until `removeValues`. */
  async hardDelete(id: string): Promise<void> {
    await this.change.deleteEntity(TEST_ACTOR, parseUrn(`urn:li:structuredProperty:${id}`));
  }

  /** Runs the removal of values of deleted properties to its end. */
  async removeValues(): Promise<void> {
    this.removal.wake();
    await this.removal.idle();
  }

  /** Runs a system update to its end and returns its steps by id. Rejects if it fails. */
  async update(request: UpdateRequest = {}): Promise<Readonly<Record<string, JsonObject>>> {
    const { id } = await this.maintenance.startSystemUpdate(request);
    return stepsOf(await this.finished('system-update', id));
  }

  /** Runs the doctor and returns its result. */
  async doctor(repair = false): Promise<JsonObject> {
    return this.finished('doctor', (await this.maintenance.startDoctor({ repair })).id);
  }

  /** Waits for the end of a job, by default the last of its kind, and returns its result. Rejects if it failed. */
  async finished(kind: 'system-update' | 'doctor', id?: number): Promise<JsonObject> {
    for (;;) {
      const report = await this.maintenance.report(kind, id);
      if (report?.state === 'failed') throw new Error(report.error);
      if (report?.state === 'succeeded') return report.result ?? {};
      // Polls with a pause, because the job and an engine beside it need the CPU.
      await sleep(1);
    }
  }

  /** Mappings of a property as `<state> <entity type> <values>`. */
  async mappings(id: string): Promise<string[]> {
    const all: readonly IndexMapping[] = await this.maintenance.mappings();
    return all
      .filter(({ field }) => field === `structuredProperties.${id}`)
      .map(({ state, entityType, values }) => `${state} ${entityType} ${values}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.maintenance[Symbol.asyncDispose]();
    await this.removal[Symbol.asyncDispose]();
    await this.effects[Symbol.asyncDispose]();
    await this.index[Symbol.asyncDispose]();
    await this.store[Symbol.asyncDispose]();
  }
}

export function datasetUrn(name: string): string {
  return `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
}

function stepsOf(result: JsonObject): Record<string, JsonObject> {
  const steps = asList(result['steps'], 'steps').map((step) => asObject(step, 'step'));
  return Object.fromEntries(steps.map(({ id, ...rest }) => [asText(id, 'id'), rest]));
}
