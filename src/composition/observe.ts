import type { Maintenance } from '../auth/maintenance.ts';
import { createMetrics } from '../metrics.ts';
import type { Metrics } from '../metrics.ts';
import { JOB_KINDS } from '../model/job-report.ts';
import { removalReport } from '../model/property-generation.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { within } from '../util/within.ts';
import type { OtlpTracer } from './tracing/otlp-tracer.ts';

/** What is looked at when somebody asks for figures. */
export interface ObservedParts {
  readonly store: MetadataStore;
  readonly index: Pick<SearchIndex, 'position'>;
  readonly maintenance: Pick<Maintenance, 'report'>;
  /** Absent while no traces are recorded. */
  readonly tracer?: Pick<OtlpTracer, 'counts'> | undefined;
  /** Epoch ms. */
  readonly now: () => number;
}

/** A store that takes longer than this, in ms, does not answer. */
const PATIENCE = 2_000;

/** The figures of a catalog. */
export function observe({ index, maintenance, now, store, tracer }: ObservedParts): Metrics {
  return createMetrics({
    connections: store.connections,
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
    removals: async () => {
      const lives = await ifAnswered(store.reader.generations());
      return lives?.flatMap((life) => removalReport(life, now()) ?? []);
    },
  });
}

/** What the store tells; undefined when it does not answer: that is when the other figures are needed most. */
async function ifAnswered<T>(read: Promise<T>): Promise<T | undefined> {
  return within(PATIENCE, read, () => new Error('The store is late.')).catch(() => undefined);
}
