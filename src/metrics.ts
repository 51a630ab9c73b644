import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sharedCall } from './util/shared-call.ts';

/** What the gauges show when they are asked. */
export interface Observed {
  /** Numbers of the last commit and of the last one that the index contains, and how long the next one has waited, in ms. */
  readonly sequences: () => Promise<{
    readonly store: number;
    readonly index: number;
    /** Undefined while the store does not answer. */
    readonly lagMs: number | undefined;
  }>;
  /** Connections to the store; absent where it needs none. */
  readonly connections?: (() => Readonly<Record<'used' | 'idle' | 'waiting', number>>) | undefined;
  /** How the removal of values stands, one for each life of a property that has ended; undefined while the store does not answer. */
  readonly removals: () => Promise<readonly RemovalFigures[] | undefined>;
  /** The last job of each kind that an operator, or an upgrade, has started; undefined while the store does not answer. */
  readonly jobs: () => Promise<readonly JobFigures[] | undefined>;
  /** What has become of the spans of traces since the start; absent while none are recorded. */
  readonly spans?: (() => Readonly<Record<'sent' | 'dropped' | 'failed', number>>) | undefined;
}

/** The figures of one removal, in entities. */
export interface RemovalFigures {
  readonly state: 'waiting' | 'running' | 'finished';
  readonly found: number;
  readonly patched: number;
  readonly left: number;
}

/** How a job stands, in entities. */
export interface JobFigures {
  readonly kind: string;
  readonly state: (typeof JOB_STATES)[number];
  readonly done: number;
  readonly total: number;
}

const JOB_STATES = ['waiting', 'running', 'succeeded', 'failed'] as const;

/** One answered request. */
export interface AnsweredRequest {
  readonly method: string;
  /** Pattern of the route, so that urns make no series of their own. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The figures of one server, in the text format that Prometheus reads. Disposing ends the watch over the event loop. */
export interface Metrics extends Disposable {
  readonly contentType: string;
  text(): Promise<string>;
  requestAnswered(request: AnsweredRequest): void;
}

/** Creates the metrics of a server; each server has its own. */
export function createMetrics(observed: Observed): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'colophon_http_request_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  // First, so that it does not count the reads of those after it, which share one for all gauges of a kind.
  if (observed.connections !== undefined) addConnectionGauge(observed.connections, registers);
  addSequenceGauges(sharedCall(observed.sequences), registers);
  if (observed.spans !== undefined) addSpanCounter(observed.spans, registers);
  addRemovalGauges(sharedCall(observed.removals), registers);
  addJobGauges(sharedCall(observed.jobs), registers);
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
    text: () => registry.metrics(),
    requestAnswered: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    [Symbol.dispose]: () => loop.disable(),
  };
}

/** Whoever never asks for the figures pays nothing: the event loop is watched from the first time on. */
function addLoopGauge(registers: Registry[]): { disable(): void } {
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  new Gauge({
    name: 'nodejs_eventloop_lag_max_seconds',
    help: 'Longest time since this was asked last in which the process answered nobody.',
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

function addSequenceGauges(sequences: Observed['sequences'], registers: Registry[]): void {
  new Gauge({
    name: 'colophon_sequence',
    help: 'Number of the last commit, in the store and in the index.',
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
    help: 'Age of the oldest commit that the index does not contain yet; 0 when it contains all.',
    registers,
    async collect() {
      const { lagMs } = await sequences();
      if (lagMs === undefined) this.remove();
      else this.set(lagMs / 1000);
    },
  });
}

function addConnectionGauge(connections: NonNullable<Observed['connections']>, registers: Registry[]): void {
  new Gauge({
    name: 'colophon_store_connections',
    help: 'Connections that read from the store: used, idle; reads that wait for one.',
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
    help: 'Spans of traces: sent to the collector, dropped because the queue was full, failed to be taken by it.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(spans())) this.inc({ outcome }, count);
    },
  });
}

function addRemovalGauges(removals: Observed['removals'], registers: Registry[]): void {
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
    help: 'Entities of the removals that are not finished: found with a value, patched, left.',
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

function addJobGauges(jobs: Observed['jobs'], registers: Registry[]): void {
  new Gauge({
    name: 'colophon_job_state',
    help: 'State of the last job of each kind (system-update, doctor): 1 for the state that it is in.',
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
    help: 'Entities of the phase that the last job of each kind is in: done, and expected in total.',
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
