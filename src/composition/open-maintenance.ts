import { SYSTEM_ACTOR } from '../auth/actor.ts';
import type { Maintenance } from '../auth/maintenance.ts';
import type { Config } from '../config/options.ts';
import { IngestionSchedules } from '../effects/ingestion/ingestion-schedules.ts';
import { joinFill } from '../effects/join-fill.ts';
import type { EffectsRunner } from '../effects/runner.ts';
import type { Logs } from '../log.ts';
import type { Sequence } from '../model/sequence.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import { addPropertyWords } from '../effects/add-property-words.ts';
import { propertyHolders } from '../model/properties/property-holders.ts';
import { awaitLease } from '../store/await-lease.ts';
import { createMaintenance, type MaintenanceParts } from '../system-update/create-maintenance.ts';
import type { WorkTracer } from '../tracing.ts';
import { VERSION } from '../version.ts';
import type { BuiltInEntities } from './built-in-entities.ts';
import { PeriodicWork } from './periodic-work.ts';

/** Dependencies of maintenance and periodic work. */
export interface OpenedParts extends Pick<
  MaintenanceParts,
  'store' | 'index' | 'registry' | 'properties' | 'readDocuments' | 'change' | 'now' | 'pause'
> {
  readonly config: Pick<Config, 'audit' | 'changeLog' | 'deletions' | 'ingestion' | 'systemUpdate'>;
  readonly builtIn: BuiltInEntities;
  readonly logs: Logs;
  readonly effects: EffectsRunner;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
  readonly disposal: AsyncDisposableStack;
}

/**
 * Runs the blocking steps of the system update, starts the periodic work and, if due, the other steps in the background. Returns the
 * maintenance operations. Periodic work ends when `disposal` is disposed.
 */
export async function openMaintenance(parts: OpenedParts): Promise<Maintenance> {
  const { builtIn, config, disposal, effects, logs, store } = parts;
  const periodicWork = disposal.use(createPeriodicWork(parts, () => resumeJobs()));
  effects.whenTypeChanges(STRUCTURED_PROPERTY.entityType, () => periodicWork.propertiesChanged());
  const maintenance = disposal.use(
    createMaintenance({
      ...parts,
      entities: builtIn.entities,
      defaultPolicies: builtIn.defaultPolicies,
      switches: config.systemUpdate,
      removalsDone: (signal) => periodicWork.removalsDone(signal),
      actor: SYSTEM_ACTOR.urn,
      version: VERSION,
      warn: (message, error) => logs.server.error({ err: error }, message),
      log: (message) => logs.server.info(message),
    }),
  );
  const resumeJobs = async (): Promise<void> => {
    if (config.systemUpdate.atStart) await maintenance.startIfDue();
  };
  {
    // Several processes may start at once; the first one runs the steps.
    await using _first = await awaitLease(store.leases, 'start');
    await maintenance.runBlocking();
  }
  await periodicWork.start();
  await resumeJobs();
  return maintenance;
}

function createPeriodicWork(parts: OpenedParts, resumeJobs: () => Promise<void>): PeriodicWork {
  const {
    change,
    config,
    effects,
    index,
    logs,
    now,
    pause,
    properties,
    readDocuments,
    registry,
    store,
    tracer,
  } = parts;
  const { keepFor: keepForMs, keepEvents } = config.audit;
  const warn = (message: string, error: unknown): void => logs.store.warn({ err: error }, message);
  const joined = {
    store,
    slots: index,
    readDocuments,
    pause,
    catchUpMemory: (upTo: Sequence) => effects.catchUpMemory(upTo),
    log: (message: string) => logs.search.info(message),
  };
  const schedules = new IngestionSchedules({
    reader: store.reader,
    change,
    actor: SYSTEM_ACTOR.urn,
    now,
    warn,
    clientVersion: config.ingestion.clientVersion,
  });
  const worded = {
    index,
    properties,
    readDocuments,
    effects,
    entityTypes: propertyHolders(registry),
    pause,
    log: (message: string) => logs.search.info(message),
  };
  return new PeriodicWork({
    addPropertyWords: (signal) => addPropertyWords(worded, signal),
    joinFill: index.isShared ? (signal) => joinFill(joined, signal) : undefined,
    leases: store.leases,
    resumeJobs,
    warn,
    removal: {
      store,
      index,
      now,
      pause,
      actor: SYSTEM_ACTOR.urn,
      warn,
      tracer,
      caughtUp: () => effects.reach(store.log.lastSequence()),
      follow: (commit) => effects.follow(commit),
      entityTypes: propertyHolders(registry),
    },
    audit: { store: store.audit, keepForMs, keepEvents, now },
    changeLog: { store, index, keepForMs: config.changeLog.keepFor, now },
    requestDueRuns: (signal) => schedules.requestDue(signal),
    trimDeletions: () => store.trimDeletions(now() - config.deletions.keepFor),
  });
}
