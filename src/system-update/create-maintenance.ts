import type { MetadataChange } from '../change/metadata-change.ts';
import { messageOf } from '../errors.ts';
import { findDamage, isDamaged, isOfLive, presentDamage } from './find-damage.ts';
import { compareIndex, type Comparison, type DifferenceKind } from '../effects/comparison/compare-index.ts';
import { listIncomplete } from '../effects/comparison/list-incomplete.ts';
import type { ReadDocuments } from '../effects/index-documents.ts';
import { rebuildIndex } from '../effects/rebuild-index.ts';
import type { EffectsRunner } from '../effects/runner.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { IndexMapping } from '../model/maintenance/index-mapping.ts';
import type { JobReport } from '../model/maintenance/job-report.ts';
import { contestedNames } from '../model/properties/property-names.ts';
import { propertyHolders } from '../model/properties/property-holders.ts';
import type { PropertyDirectory } from '../model/structured-property.ts';
import type { UpdateSwitches } from '../model/maintenance/system-update-request.ts';
import { entityTypeOf, type Urn } from '../model/urn.ts';
import { MATCH_ALL } from '../search/expression.ts';
import type { SwappableIndex } from '../search/swappable-index.ts';
import { unrestricted } from '../search/unrestricted.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import type { VersionSelection } from '../store/version-trim.ts';
import type { JsonObject } from '../util/json.ts';
import { sharedCall } from '../util/concurrency/shared-call.ts';
import type { BootstrapEntity } from './bootstrap.ts';
import { JobQueue, type JobControl, type JobQueueParts } from './job-queue.ts';
import { listMappings } from './list-mappings.ts';
import { SystemUpdate } from './run.ts';
import { createSteps } from './steps/index.ts';
import type { Rebuild } from './steps/restore-indices.ts';
import { applyRetention } from './apply-retention.ts';
import { StopRequests } from './stop-requests.ts';
import { UpgradeRecords } from './upgrade-records.ts';

/** Dependencies of maintenance. */
export interface MaintenanceParts extends Pick<JobQueueParts, 'log' | 'tracer'> {
  readonly store: MetadataStore;
  readonly index: SwappableIndex;
  readonly registry: EntityRegistry;
  readonly properties: PropertyDirectory;
  readonly readDocuments: ReadDocuments;
  readonly effects: Pick<EffectsRunner, 'between' | 'catchUpMemory'>;
  readonly change: Pick<MetadataChange, 'ingest' | 'derive'>;
  /** Built-in entities of every catalog. */
  readonly entities: readonly BootstrapEntity[];
  /** Policies of a new catalog; written once. */
  readonly defaultPolicies: readonly BootstrapEntity[];
  readonly switches: UpdateSwitches;
  /** Resolves when no property values are being removed. */
  readonly removalsDone: (signal: AbortSignal) => Promise<void>;
  /** Actor of the changes. */
  readonly actor: Urn;
  readonly version: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Yields to requests between two pages. */
  readonly pause: () => Promise<void>;
  /** Called when a job fails. */
  readonly warn: (message: string, error: unknown) => void;
}

const NOTHING_COMPARED: Comparison = { entities: 0, differences: [], repaired: 0 };

/** Maximum number of sample differences, and of incomplete documents, in a report. */
const MOST_NAMED = 20;

/** Creates the maintenance operations of a running catalog. Disposing aborts the running job. */
export function createMaintenance(parts: MaintenanceParts) {
  const { index, registry } = parts;
  const stops = new StopRequests({ store: parts.store.jobs, kind: 'maintenance-stop', now: parts.now });
  const jobs = new JobQueue({ ...parts, leases: parts.store.leases, store: parts.store.jobs, stops });
  const everything = unrestricted({ entityTypes: [...registry.entities.keys()], where: MATCH_ALL });
  const mapped = () =>
    listMappings({ ...parts, reader: parts.store.reader, entityTypes: propertyHolders(registry) });
  const rebuild: Rebuild = async ({ signal, reportProgress }, isAfresh) => {
    const total = await index.count(everything);
    return rebuildIndex(parts, { signal, isAfresh, reportProgress: (done) => reportProgress(done, total) });
  };
  const records = new UpgradeRecords(parts);
  const countEntities = (): Promise<number> => index.count(everything);
  const update = new SystemUpdate({
    ...parts,
    jobs,
    records,
    steps: createSteps({ ...parts, records, countEntities, rebuild, listMappings: mapped }),
    isNew: () => parts.store.log.lastSequence() === 0,
  });
  const examine = async (repair: boolean, { signal, reportProgress }: JobControl): Promise<JsonObject> => {
    const total = await index.count(everything);
    const damage = await findDamage(parts, (done) => reportProgress('doctor, rows', done, total), signal);
    const control = {
      repair,
      signal,
      damaged: new Set(damage.rows.filter(isOfLive).map(({ urn }) => urn)),
      reportProgress: (side: 'store' | 'index', done: number) =>
        reportProgress(`doctor, ${side}`, done, total),
    };
    const compared = await compareIndex(parts, control).catch((error: unknown) => {
      // Report the damage instead of the failure that it causes.
      if (signal.aborted || !isDamaged(damage)) throw error;
      damage.file.push(messageOf(error));
      return NOTHING_COMPARED;
    });
    const contested = contestedNames(parts.properties.all()).map(({ name, urns }): JsonObject => ({
      name,
      urns,
    }));
    const { count, samples } = await listIncomplete(parts, MOST_NAMED);
    const incomplete = { count, samples: samples.map(({ reasons, urn }): JsonObject => ({ urn, reasons })) };
    const found = { ...present(compared), ...presentDamage(damage), incomplete, contestedNames: contested };
    // What else a damaged store holds may not be readable.
    return isDamaged(damage) ? found : { ...found, format: await presentFormat(parts.store) };
  };
  const startDoctor = ({ repair }: { readonly repair: boolean }): Promise<JobReport> =>
    jobs.start('doctor', (control) => examine(repair, control));
  let lastRepair: number | undefined;
  return {
    mappings: async (): Promise<readonly IndexMapping[]> =>
      (await mapped()).flatMap(({ mappings }) => mappings),
    startSystemUpdate: update.start.bind(update),
    startDoctor,
    repairIndex: sharedCall(async (): Promise<JobReport> => {
      const asked = lastRepair === undefined ? undefined : await jobs.report('doctor', lastRepair);
      if (asked?.state === 'waiting') return asked;
      const started = await startDoctor({ repair: true });
      lastRepair = started.id;
      return started;
    }),
    applyRetention: (selection: VersionSelection): Promise<number> => applyRetention(parts, selection),
    report: jobs.report.bind(jobs),
    stop: jobs.stop.bind(jobs),
    /** Runs the steps that must complete before requests are served. */
    runBlocking: () => update.runBlocking(),
    /** Starts pending steps of an install or upgrade in the background. */
    startIfDue: () => update.startIfDue(),
    [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose](),
  };
}

async function presentFormat(store: Pick<MetadataStore, 'format'>): Promise<JsonObject> {
  const { build, copies, schema } = await store.format();
  return { schema, build, copies };
}

function present({ differences, entities, repaired }: Comparison): JsonObject {
  const byEntityType: Record<string, Partial<Record<DifferenceKind, number>>> = {};
  const counts = { missingInIndex: 0, onlyInIndex: 0, differentDocument: 0 };
  for (const { kind, urn } of differences) {
    counts[kind]++;
    const ofType = (byEntityType[entityTypeOf(urn)] ??= {});
    ofType[kind] = (ofType[kind] ?? 0) + 1;
  }
  const samples = differences.slice(0, MOST_NAMED).map(({ kind, urn }): JsonObject => ({ urn, kind }));
  return { entities, ...counts, repaired, byEntityType, samples };
}
