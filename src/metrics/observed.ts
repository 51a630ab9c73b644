/** Sources of the gauges, read when metrics are requested. */
export interface Observed {
  /** Sequences of the last commit in store and index, and how long the oldest unindexed commit has waited, in ms. */
  readonly sequences: () => Promise<{
    readonly store: number;
    readonly index: number;
    /** Undefined while the store is unavailable. */
    readonly lagMs: number | undefined;
  }>;
  /** The oldest commit in the change log; undefined in a new catalog, and while the store is unavailable. */
  readonly oldestCommit: () => Promise<{ readonly sequence: number; readonly ageMs: number } | undefined>;
  /** Age of the oldest deletion that can be undone; undefined when there is none, and while the store is unavailable. */
  readonly oldestDeletion: () => Promise<{ readonly ageMs: number } | undefined>;
  /** Entities with incomplete index documents; undefined while the index is unavailable. */
  readonly incompleteDocuments: () => Promise<number | undefined>;
  /** Bytes that can still be written to the data folder; absent for a catalog in memory. */
  readonly freeSpace?: (() => Promise<number | undefined>) | undefined;
  /**
   * Age of the last backup of the data folder by `colophon backup`; undefined while there is none. Absent for a catalog that it
   * does not back up.
   */
  readonly lastBackup?: (() => Promise<{ readonly ageMs: number } | undefined>) | undefined;
  /** Number of requests that are held until something changes. */
  readonly heldRequests: () => number;
  /** Read connections to the store; absent for a store without connections. */
  readonly connections?: (() => Readonly<Record<'used' | 'idle' | 'waiting', number>>) | undefined;
  /** Progress of value removals, one per ended property generation; undefined while the store is unavailable. */
  readonly removals: () => Promise<readonly RemovalFigures[] | undefined>;
  /** The last maintenance job of each kind; undefined while the store is unavailable. */
  readonly jobs: () => Promise<readonly JobFigures[] | undefined>;
  /**
   * Messages that webhooks of this process have sent since its start, and the age of the oldest event not yet
   * accepted, in ms.
   */
  readonly webhooks: () => {
    readonly succeeded: number;
    readonly failed: number;
    readonly lagMs: number;
  };
  /** Metrics of other threads, from their `ThreadMetrics`; absent: none. */
  readonly threads?: (() => Promise<readonly (readonly object[])[]>) | undefined;
  /** Trace span counts since the start; absent without tracing. */
  readonly spans?: (() => Readonly<Record<'sent' | 'dropped' | 'failed', number>>) | undefined;
}

/** Progress of one removal, in entities. */
export interface RemovalFigures {
  readonly state: 'waiting' | 'running' | 'finished';
  readonly found: number;
  readonly patched: number;
  readonly left: number;
}

/** Progress of a job, in entities. */
export interface JobFigures {
  readonly kind: string;
  readonly state: (typeof JOB_STATES)[number];
  readonly done: number;
  readonly total: number;
}

/** States of a job. */
export const JOB_STATES = ['waiting', 'running', 'succeeded', 'failed'] as const;
