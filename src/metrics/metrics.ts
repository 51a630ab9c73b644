import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { addFigures } from './figures.ts';
import type { Observed } from './observed.ts';

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

/** Creates the metrics of a server; each server has its own. */
export function createMetrics(observed: Observed): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const work = addWorkMetrics(registers);
  addFigures(observed, registers);
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
