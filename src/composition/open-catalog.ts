import { SYSTEM_ACTOR } from '../auth/actor.ts';
import { BufferedAuditLog } from '../auth/audit/buffered-audit-log.ts';
import { currentTraceId, isStrict, noteCommit, noteWarning, originOf } from '../auth/audit/request-scope.ts';
import type { ChangeParts } from '../change/change-parts.ts';
import { createMetadataChange } from '../change/ingest.ts';
import type { MetadataChange } from '../change/metadata-change.ts';
import { readRegistry } from '../config/read-registry.ts';
import type { Config } from '../config/options.ts';
import { DerivationForCreated } from '../effects/derive-for-created.ts';
import { createDocumentReader } from '../effects/index-documents.ts';
import { EffectsRunner } from '../effects/runner.ts';
import type { Logs } from '../log.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { loadRegistry } from '../model/registry/load-registry.ts';
import { createIncompleteLog } from '../search/documents/incomplete-log.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import type { WorkTracer } from '../tracing.ts';
import { readBuiltInEntities, type BuiltInEntities } from './built-in-entities.ts';
import { loadCaches } from './caches.ts';
import { createReads } from './create-reads.ts';
import { openIndex } from './open-index.ts';
import { openObservation, warningOf } from './open-observation.ts';
import { openStore } from './open-store.ts';
import { tracedIndex, tracedStore } from './tracing/traced-engines.ts';
import { IdleMemory } from '../util/idle-memory.ts';
import { limitYoungHeapsOfThreads } from '../util/young-heaps.ts';

/** Dependencies shared by the opening steps. */
export interface Wiring {
  readonly config: Config;
  readonly logs: Logs;
  readonly disposal: AsyncDisposableStack;
  /** Absent while no traces are recorded. */
  readonly tracer: WorkTracer | undefined;
}

/** Dependencies of opening a catalog. */
export interface CatalogParts {
  /** Epoch ms. */
  readonly now: () => number;
  /** Random bytes as lower-case hexadecimal text. */
  readonly randomHex: (bytes: number) => string;
  /** Called before each step with its name. */
  readonly beginStep: (name: string) => void;
  /** Receives what is being done while a migration takes long, in a sentence. */
  readonly reportUpgrade: (sentence: string) => void;
  /** Closes everything. */
  readonly disposal: AsyncDisposableStack;
}

/** Opens store, index, their caches, the read path and the write path. The index and the caches have not caught up with the change log yet. */
export async function openCatalog(
  config: Config,
  { beginStep, disposal, now, randomHex, reportUpgrade }: CatalogParts,
) {
  limitYoungHeapsOfThreads();
  beginStep('open logs and tracing');
  const { logs, tracer } = await openObservation(config, { now, randomHex, disposal });
  const wiring = { config, logs, disposal, tracer };
  beginStep('open the store and read the registry');
  const { builtIn, store, registry } = await openFoundation(wiring, reportUpgrade);
  const warn = warningOf(logs);
  const warnOfJob = (message: string, error: unknown): void => logs.store.warn({ err: error }, message);
  const audit = disposal.use(new BufferedAuditLog({ store: store.audit, now, warn: warnOfJob }));
  beginStep('open the search index');
  const incomplete = createIncompleteLog((message) => logs.search.warn(message));
  const slots = disposal.use(await openIndex(config, { store, registry, now, logs, incomplete }));
  const index = tracedIndex(slots, tracer, config.search === '' ? 'embedded' : 'opensearch');

  // Read before loading the in-memory state: commits made meanwhile are then applied again.
  const since = store.log.lastSequence();
  beginStep('load caches');
  const caches = await loadCaches(store.reader, since, (message) => logs.server.warn(message));
  const { policies, properties, refresh, reload } = caches;
  const readDocuments = createDocumentReader(store.reader, registry, properties, incomplete);
  const followed = { store, index, slots, readDocuments, since, refresh, reload };
  const effects = disposal.use(new EffectsRunner({ ...followed, warn: warnOfJob, tracer }));
  const { authorizer, query } = createReads({
    store,
    index,
    registry,
    caches,
    warn,
    readSize: config.limits.readBytes,
  });
  const created = disposal.use(
    new DerivationForCreated({
      store,
      index,
      registry,
      effects,
      tracer,
      warn: warnOfJob,
      derive: (actor, sources) => change.derive(actor, sources),
      scope: () => authorizer.scopeOf(SYSTEM_ACTOR),
    }),
  );
  const memory = disposal.use(new IdleMemory());
  const change = createChange(config, {
    memory,
    store,
    registry,
    now,
    ruled: () => properties.ruled(),
    effects,
    created,
    fixedEntities: builtIn.fixed,
    warn: (message) => logs.store.warn(message),
  });
  return {
    audit,
    authorizer,
    builtIn,
    caches,
    change,
    created,
    effects,
    index,
    logs,
    memory,
    policies,
    properties,
    query,
    readDocuments,
    registry,
    slots,
    store,
    tracer,
    warnOfJob,
    wiring,
  };
}

/** Creates the write path. */
function createChange(
  { compatibility, limits, links, structuredProperties, webhooks }: Config,
  {
    created,
    effects,
    fixedEntities,
    memory,
    warn,
    ...parts
  }: Pick<ChangeParts, 'store' | 'registry' | 'now' | 'ruled'> & {
    readonly effects: Pick<EffectsRunner, 'follow'>;
    readonly created: Pick<DerivationForCreated, 'follow'>;
    readonly memory: IdleMemory;
    readonly fixedEntities: BuiltInEntities['fixed'];
    readonly warn: (message: string) => void;
  },
): MetadataChange {
  return createMetadataChange({
    ...parts,
    originOf,
    noteCommit,
    traceId: currentTraceId,
    isStrict,
    noteWarning,
    settings: {
      ...compatibility,
      ...structuredProperties,
      linkSchemes: links.schemes,
      warn,
      fixedEntities,
      quotas: {
        personalViews: limits.personalViews,
        accessTokens: limits.accessTokens,
        webhooks: webhooks.most,
        stepStates: limits.stepStates,
      },
    },
    follow: async (commit, options) => {
      await effects.follow(commit, options);
      await created.follow(commit);
      memory.noteWork();
    },
  });
}

/** Opens the store and reads the registry in parallel. Waits for both even if one fails, so that no store stays open. */
async function openFoundation(
  { config, ...parts }: Wiring,
  reportUpgrade: CatalogParts['reportUpgrade'],
): Promise<{
  readonly store: MetadataStore;
  readonly registry: EntityRegistry;
  readonly builtIn: BuiltInEntities;
}> {
  const opening = openStore(config, { ...parts, reportUpgrade });
  const reading = Promise.resolve().then(() => loadRegistry(readRegistry(config.registry)));
  const [opened, read] = await Promise.allSettled([opening, reading]);
  if (opened.status === 'rejected') throw opened.reason;
  if (read.status === 'rejected') throw read.reason;
  const system = config.store === '' ? 'sqlite' : 'postgresql';
  const store = tracedStore(opened.value, parts.tracer, system);
  return { store, registry: read.value, builtIn: readBuiltInEntities(read.value) };
}
