import type { Maintenance } from '../auth/maintenance.ts';
import { createMetrics } from '../metrics.ts';
import type { Metrics } from '../metrics.ts';
import { JOB_KINDS } from '../model/job-report.ts';
import { removalReport } from '../model/property-generation.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
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

/** The figures of a catalog. */
export function observe({ index, maintenance, now, store, tracer }: ObservedParts): Metrics {
  return createMetrics({
    connections: store.connections,
    spans: tracer && (() => tracer.counts),
    jobs: async () => {
      const reports = await Promise.all(JOB_KINDS.map((kind) => maintenance.report(kind)));
      return reports.filter((report) => report !== undefined);
    },
    sequences: async () => {
      const position = index.position();
      const [awaited] = await store.log.commitsAfter(position, 1);
      const lagMs = awaited === undefined ? 0 : Math.max(0, now() - awaited.created.time);
      return { store: store.log.lastSequence(), index: position, lagMs };
    },
    removals: async () =>
      (await store.reader.generations()).flatMap((life) => removalReport(life, now()) ?? []),
  });
}
