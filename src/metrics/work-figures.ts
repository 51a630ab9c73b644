import { Counter, Gauge, type Registry } from 'prom-client';
import { JOB_STATES, type Observed } from './observed.ts';
import { sharedCall } from '../util/concurrency/shared-call.ts';

/** Requests that are held until something changes. */
export function addFollowerGauge(heldRequests: Observed['heldRequests'], registers: Registry[]): void {
  new Gauge({
    name: 'colophon_change_followers',
    help: 'Streams of the change feed, and requests that wait for the next change.',
    registers,
    collect() {
      this.set(heldRequests());
    },
  });
}

/** Trace spans by outcome. */
export function addSpanCounter(spans: NonNullable<Observed['spans']>, registers: Registry[]): void {
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

/** Progress of value removals. */
export function addRemovalGauges(source: Observed['removals'], registers: Registry[]): void {
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

/** Deliveries of webhooks, and their lag. */
export function addWebhookFigures(webhooks: Observed['webhooks'], registers: Registry[]): void {
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

/** State and progress of maintenance jobs. */
export function addJobGauges(source: Observed['jobs'], registers: Registry[]): void {
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
