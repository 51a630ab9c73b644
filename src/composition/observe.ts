import type { Maintenance } from '../auth/maintenance.ts';
import { createMetrics } from '../metrics.ts';
import type { Metrics } from '../metrics.ts';
import { JOB_KINDS } from '../model/job-report.ts';
import { removalReport } from '../model/property-generation.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { MetadataStore } from '../store/metadata-store.ts';

/** What is looked at when somebody asks for figures. */
export interface ObservedParts {
  readonly store: MetadataStore;
  readonly index: Pick<SearchIndex, 'position'>;
  readonly maintenance: Pick<Maintenance, 'report'>;
  /** Epoch ms. */
  readonly now: () => number;
}

/** The figures of a catalog. */
export function observe({ index, maintenance, now, store }: ObservedParts): Metrics {
  return createMetrics({
    connections: store.connections,
    jobs: () => JOB_KINDS.flatMap((kind) => maintenance.report(kind) ?? []),
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
