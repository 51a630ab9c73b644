import type { Maintenance } from '../auth/maintenance.ts';
import { countIncomplete } from '../effects/comparison/list-incomplete.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import type { Observed } from '../metrics/observed.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { JOB_KINDS } from '../model/maintenance/job-report.ts';
import { removalReport } from '../model/properties/property-generation.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { within } from '../util/concurrency/within.ts';
import type { OtlpTracer } from './tracing/otlp-tracer.ts';

/** Sources of the metrics. */
export interface ObservedParts {
  readonly store: MetadataStore;
  readonly index: Pick<SearchIndex, 'count' | 'position' | 'search' | 'values'>;
  readonly registry: EntityRegistry;
  readonly maintenance: Pick<Maintenance, 'report'>;
  /** Metrics of other threads; absent: there are none. */
  readonly threads?: (() => Promise<readonly (readonly object[])[]>) | undefined;
  /** Requests that wait for changes. */
  readonly held: { readonly count: number };
  /** Absent while no traces are recorded. */
  readonly tracer?: Pick<OtlpTracer, 'counts'> | undefined;
  /** Figures of webhooks in this process. */
  readonly webhooks: Observed['webhooks'];
  /** Bytes that can still be written to the data folder; absent for a catalog in memory. */
  readonly freeSpace?: (() => Promise<number>) | undefined;
  /** When the data folder was last backed up, in epoch ms; absent for a catalog that is backed up by other means. */
  readonly lastBackup?: (() => Promise<number | undefined>) | undefined;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Timeout for reads of the store and the index, in ms. */
const READ_TIMEOUT = 2_000;

/** Creates the metrics of a catalog. Values are read when metrics are requested. */
export function observe({
  freeSpace,
  held,
  index,
  lastBackup,
  maintenance,
  now,
  registry,
  store,
  threads,
  tracer,
  webhooks,
}: ObservedParts): Metrics {
  return createMetrics({
    connections: store.connections,
    threads,
    webhooks,
    freeSpace: freeSpace && (() => ifAnswered(freeSpace())),
    lastBackup:
      lastBackup &&
      (async () => {
        const time = await ifAnswered(lastBackup());
        return time === undefined ? undefined : { ageMs: Math.max(0, now() - time) };
      }),
    spans: tracer && (() => tracer.counts),
    jobs: async () => {
      const reports = await ifAnswered(Promise.all(JOB_KINDS.map((kind) => maintenance.report(kind))));
      return reports?.filter((report) => report !== undefined);
    },
    sequences: async () => {
      const [last, position] = [store.log.lastSequence(), index.position()];
      const awaited = last <= position ? [] : await ifAnswered(store.log.commitsAfter(position, 1));
      const lagMs = awaited && Math.max(0, now() - (awaited[0]?.created.time ?? Infinity));
      return { store: last, index: position, lagMs };
    },
    oldestCommit: async () => {
      const oldest = await ifAnswered(store.log.oldest());
      return oldest && { sequence: oldest.sequence, ageMs: Math.max(0, now() - oldest.created.time) };
    },
    oldestDeletion: async () => {
      const deletedOn = await ifAnswered(store.reader.oldestDeletion());
      return deletedOn === undefined ? undefined : { ageMs: Math.max(0, now() - deletedOn) };
    },
    incompleteDocuments: () => ifAnswered(countIncomplete({ index, registry })),
    heldRequests: () => held.count,
    removals: async () => {
      const generations = await ifAnswered(store.reader.endedGenerations());
      return generations?.flatMap((generation) => removalReport(generation, now()) ?? []);
    },
  });
}

/** The result of a read of the store or the index; undefined on an error or timeout, so that the other metrics stay available. */
async function ifAnswered<T>(read: Promise<T>): Promise<T | undefined> {
  return within(READ_TIMEOUT, read, () => new Error('The read timed out.')).catch(() => undefined);
}
