import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sharedCall } from './util/concurrency/shared-call.ts';

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

const JOB_STATES = ['waiting', 'running', 'succeeded', 'failed'] as const;

/** A completed request. */
export interface AnsweredRequest {
  readonly method: string;
  /** Route pattern, so that urns do not create separate series. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** An operation that has ended. */
export interface EndedOperation {
  /** Name of its definition. */
  readonly operation: string;
  /** `done`, or the code of the error. */
  readonly outcome: string;
  readonly seconds: number;
}

/** A call of a tool by an agent. */
export interface AgentCall {
  readonly tool: string;
  /** `done`, or the code of the error. */
  readonly outcome: string;
  readonly seconds: number;
  /** Characters of the answer. */
  readonly characters: number;
  /** Entries of `cut` in the answer. */
  readonly cuts: number;
}

/** Records the requests and operations of a thread. */
export interface WorkMetrics {
  requestAnswered(request: AnsweredRequest): void;
  operationEnded(operation: EndedOperation): void;
  toolCalled(call: AgentCall): void;
}

/** Metrics of one server in the Prometheus text format. Disposing stops monitoring the event loop. */
export interface Metrics extends WorkMetrics, Disposable {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Metrics of a thread that another thread exports together with its own. */
export interface ThreadMetrics extends WorkMetrics {
  /** All metrics, in the form of prom-client. */
  all(): Promise<readonly object[]>;
}

/** Creates the metrics of a thread. */
export function createThreadMetrics(): ThreadMetrics {
  const registry = new Registry();
  return { ...addWorkMetrics([registry]), all: () => registry.getMetricsAsJSON() };
}

/** Sources of gauges and counters; those of other threads are complete metrics. */
type FigureSources = {
  readonly [Name in Exclude<keyof Observed, 'threads'>]-?: NonNullable<Observed[Name]>;
};

/** Adds the gauges and counters of each source, in the order in which they are collected. */
const ADD_FIGURES: {
  readonly [Name in keyof FigureSources]: (source: FigureSources[Name], registers: Registry[]) => void;
} = {
  // First, so that it does not count the store reads of the others.
  connections: addConnectionGauge,
  sequences: addSequenceGauges,
  oldestCommit: addLogGauges,
  oldestDeletion: addDeletionGauge,
  incompleteDocuments: addIncompleteGauge,
  freeSpace: addSpaceGauge,
  heldRequests: addFollowerGauge,
  spans: addSpanCounter,
  removals: addRemovalGauges,
  jobs: addJobGauges,
  webhooks: addWebhookFigures,
};

const SOURCES = Object.keys(ADD_FIGURES).filter((name): name is keyof FigureSources => name in ADD_FIGURES);

function addFigures<Name extends keyof FigureSources>(
  name: Name,
  sources: { readonly [One in Name]?: FigureSources[One] | undefined },
  registers: Registry[],
): void {
  const source = sources[name];
  if (source !== undefined) ADD_FIGURES[name](source, registers);
}

/** Creates the metrics of a server; each server has its own. */
export function createMetrics(observed: Observed): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const work = addWorkMetrics(registers);
  for (const source of SOURCES) addFigures(source, observed, registers);
  const loop = addLoopGauge(registers);
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  return {
    contentType: registry.contentType,
    ...work,
    text: async () => {
      const others = await observed.threads?.();
      if (others === undefined) return registry.metrics();
      return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]).metrics();
    },
    [Symbol.dispose]: () => loop.disable(),
  };
}

function addWorkMetrics(registers: Registry[]): WorkMetrics {
  const requests = new Histogram({
    name: 'colophon_http_request_seconds',
    help: 'Duration from the arrival of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const operations = new Histogram({
    name: 'colophon_operation_seconds',
    help: 'Duration of operations, by the name of the operation; a request can run several.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 10],
    registers,
  });
  const calls = new Histogram({
    name: 'colophon_agent_call_seconds',
    help: 'Duration of tool calls by agents, by tool and outcome.',
    labelNames: ['tool', 'outcome'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers,
  });
  const characters = new Counter({
    name: 'colophon_agent_characters_total',
    help: 'Characters of the answers to agents, by tool.',
    labelNames: ['tool'],
    registers,
  });
  const cuts = new Counter({
    name: 'colophon_agent_cuts_total',
    help: 'Lists and texts cut in the answers to agents, by tool.',
    labelNames: ['tool'],
    registers,
  });
  return {
    requestAnswered: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    operationEnded: ({ operation, outcome, seconds }) => operations.observe({ operation, outcome }, seconds),
    toolCalled: (call) => {
      calls.observe({ tool: call.tool, outcome: call.outcome }, call.seconds);
      characters.inc({ tool: call.tool }, call.characters);
      cuts.inc({ tool: call.tool }, call.cuts);
    },
  };
}

/** Monitors the event loop only after the first request for metrics, so that it costs nothing without scraping. */
function addLoopGauge(registers: Registry[]): { disable(): void } {
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  new Gauge({
    name: 'nodejs_eventloop_lag_max_seconds',
    help: 'Maximum event loop delay since the last scrape.',
    registers,
    collect() {
      delay ??= monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      this.set(delay.count === 0 ? 0 : delay.max / 1e9);
      delay.reset();
    },
  });
  return { disable: () => void delay?.disable() };
}

function addSequenceGauges(source: Observed['sequences'], registers: Registry[]): void {
  const sequences = sharedCall(source);
  new Gauge({
    name: 'colophon_sequence',
    help: 'Sequence of the last commit, in the store and in the index.',
    labelNames: ['of'],
    registers,
    async collect() {
      const { store, index } = await sequences();
      this.set({ of: 'store' }, store);
      this.set({ of: 'index' }, index);
    },
  });
  new Gauge({
    name: 'colophon_index_lag_commits',
    help: 'Commits that the index does not contain yet.',
    registers,
    async collect() {
      const { store, index } = await sequences();
      this.set(Math.max(0, store - index));
    },
  });
  new Gauge({
    name: 'colophon_index_lag_seconds',
    help: 'Age of the oldest commit that the index does not contain yet; 0 if it contains all.',
    registers,
    async collect() {
      const { lagMs } = await sequences();
      if (lagMs === undefined) this.remove();
      else this.set(lagMs / 1000);
    },
  });
}

function addIncompleteGauge(count: Observed['incompleteDocuments'], registers: Registry[]): void {
  new Gauge({
    name: 'colophon_index_incomplete_documents',
    help: 'Entities with incomplete index documents; `colophon doctor` lists them.',
    registers,
    async collect() {
      const documents = await count();
      if (documents === undefined) this.remove();
      else this.set(documents);
    },
  });
}

function addLogGauges(source: Observed['oldestCommit'], registers: Registry[]): void {
  const oldestCommit = sharedCall(source);
  new Gauge({
    name: 'colophon_change_log_oldest_sequence',
    help: 'Sequence of the oldest commit in the change log; all before it have been trimmed.',
    registers,
    async collect() {
      const oldest = await oldestCommit();
      if (oldest === undefined) this.remove();
      else this.set(oldest.sequence);
    },
  });
  new Gauge({
    name: 'colophon_change_log_oldest_seconds',
    help: 'Age of the oldest commit in the change log.',
    registers,
    async collect() {
      const oldest = await oldestCommit();
      if (oldest === undefined) this.remove();
      else this.set(oldest.ageMs / 1000);
    },
  });
}

function addDeletionGauge(oldestDeletion: Observed['oldestDeletion'], registers: Registry[]): void {
  new Gauge({
    name: 'colophon_deletions_oldest_seconds',
    help: 'Age of the oldest hard deletion that can be undone; 0 if there is none.',
    registers,
    async collect() {
      this.set(((await oldestDeletion())?.ageMs ?? 0) / 1000);
    },
  });
}

function addSpaceGauge(freeSpace: () => Promise<number | undefined>, registers: Registry[]): void {
  new Gauge({
    name: 'colophon_data_free_bytes',
    help: 'Bytes that can still be written to the data folder.',
    registers,
    async collect() {
      const bytes = await freeSpace();
      if (bytes === undefined) this.reset();
      else this.set(bytes);
    },
  });
}

function addFollowerGauge(heldRequests: Observed['heldRequests'], registers: Registry[]): void {
  new Gauge({
    name: 'colophon_change_followers',
    help: 'Streams of the change feed, and requests that wait for the next change.',
    registers,
    collect() {
      this.set(heldRequests());
    },
  });
}

function addConnectionGauge(connections: NonNullable<Observed['connections']>, registers: Registry[]): void {
  new Gauge({
    name: 'colophon_store_connections',
    help: 'Read connections to the store: used, idle; waiting: reads queued for a connection.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });
}

function addSpanCounter(spans: NonNullable<Observed['spans']>, registers: Registry[]): void {
  new Counter({
    name: 'colophon_trace_spans_total',
    help: 'Trace spans: sent to the collector, dropped because the queue was full, failed to export.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(spans())) this.inc({ outcome }, count);
    },
  });
}

function addRemovalGauges(source: Observed['removals'], registers: Registry[]): void {
  const removals = sharedCall(source);
  new Gauge({
    name: 'colophon_value_removals',
    help: 'Removals of the values of deleted or broken properties, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const all = await removals();
      if (all === undefined) return;
      for (const state of ['waiting', 'running', 'finished'] as const) {
        this.set({ state }, all.filter((removal) => removal.state === state).length);
      }
    },
  });
  new Gauge({
    name: 'colophon_value_removal_entities',
    help: 'Entities of unfinished removals: found with a value, patched, left.',
    labelNames: ['what'],
    registers,
    async collect() {
      this.reset();
      const going = (await removals())?.filter(({ state }) => state !== 'finished');
      if (going === undefined) return;
      for (const what of ['found', 'patched', 'left'] as const) {
        this.set(
          { what },
          going.reduce((sum, removal) => sum + removal[what], 0),
        );
      }
    },
  });
}

function addWebhookFigures(webhooks: Observed['webhooks'], registers: Registry[]): void {
  new Counter({
    name: 'colophon_webhook_deliveries_total',
    help: 'Attempts of this process to deliver webhook messages: accepted by the receiver (succeeded), or not (failed).',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      const { failed, succeeded } = webhooks();
      this.inc({ outcome: 'succeeded' }, succeeded);
      this.inc({ outcome: 'failed' }, failed);
    },
  });
  new Gauge({
    name: 'colophon_webhook_lag_seconds',
    help: 'Age of the oldest event not yet accepted by the receiver of an active webhook; 0 in processes that do not deliver.',
    registers,
    collect() {
      this.set(webhooks().lagMs / 1000);
    },
  });
}

function addJobGauges(source: Observed['jobs'], registers: Registry[]): void {
  const jobs = sharedCall(source);
  new Gauge({
    name: 'colophon_job_state',
    help: 'State of the last job of each kind (system-update, doctor): 1 for its current state.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const job of (await jobs()) ?? []) {
        for (const state of JOB_STATES) this.set({ kind: job.kind, state }, job.state === state ? 1 : 0);
      }
    },
  });
  new Gauge({
    name: 'colophon_job_entities',
    help: 'Entities in the current phase of the last job of each kind: done, and expected total.',
    labelNames: ['kind', 'what'],
    registers,
    async collect() {
      this.reset();
      for (const { kind, done, total } of (await jobs()) ?? []) {
        this.set({ kind, what: 'done' }, done);
        this.set({ kind, what: 'total' }, total);
      }
    },
  });
}
