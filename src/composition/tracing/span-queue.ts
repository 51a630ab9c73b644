import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import { TraceFlags } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';

/** What a queue is made of. All times are in ms. */
export interface SpanQueueParts {
  readonly exporter: Pick<SpanExporter, 'export' | 'shutdown'>;
  /** Most spans that wait; what ends while so many do is dropped. */
  readonly capacity: number;
  /** Most spans that are sent at a time. */
  readonly batch: number;
  /** How long a span waits for others to be sent with. */
  readonly delayMs: number;
  /** Longest time that the end of the process waits for spans to be sent. */
  readonly endMs: number;
  /** Told once when spans begin to be lost, and why. */
  readonly warn: (message: string, error: unknown) => void;
}

/** What has become of spans since the start. */
export interface SpanCounts {
  readonly sent: number;
  /** The queue was full. */
  readonly dropped: number;
  /** The collector did not take them. */
  readonly failed: number;
}

/**
 * Spans on their way to the collector: a bounded queue that is sent from in batches, one at a time, so that a collector
 * that is slow or away costs its spans and nothing else. It counts what is lost, which the batch processor of the
 * OpenTelemetry SDK tells nobody.
 */
export class SpanQueue implements SpanProcessor {
  readonly #parts: SpanQueueParts;
  #waiting: ReadableSpan[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isEnding = false;
  #isLosing = false;
  #counts = { sent: 0, dropped: 0, failed: 0 };

  constructor(parts: SpanQueueParts) {
    this.#parts = parts;
  }

  /** What has become of spans so far. */
  get counts(): SpanCounts {
    return { ...this.#counts };
  }

  onStart(): void {
    // Nothing is known of a span before it ends.
  }

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.#isEnding || this.#waiting.length >= this.#parts.capacity) {
      this.#counts.dropped++;
      this.#lose('Spans end faster than the collector of traces takes them; some are dropped.', undefined);
      return;
    }
    this.#waiting.push(span);
    this.#schedule();
  }

  /** Sends what waits, for no longer than the end of the process may wait. */
  async forceFlush(): Promise<void> {
    const given = new AbortController();
    const timeIsUp = sleep(this.#parts.endMs, undefined, { signal: given.signal }).catch(() => undefined);
    await Promise.race([this.#sendAll(), timeIsUp]);
    given.abort();
  }

  async shutdown(): Promise<void> {
    this.#isEnding = true;
    await this.forceFlush();
    this.#counts.dropped += this.#waiting.splice(0).length;
    // Whatever is under way has its own time limit; nobody waits for it any more.
    void this.#parts.exporter.shutdown().catch(() => undefined);
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0 || this.#sending !== undefined) await this.#send();
  }

  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendBatch().finally(() => {
      this.#sending = undefined;
      if (this.#waiting.length > 0) this.#schedule();
    });
    return this.#sending;
  }

  /** Sends a whole batch at once, and what is less after a while. */
  #schedule(): void {
    const { batch, delayMs } = this.#parts;
    if (this.#waiting.length >= batch) void this.#send();
    else this.#timer ??= setTimeout(() => void this.#send(), delayMs).unref();
  }

  async #sendBatch(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#parts.batch);
    if (batch.length === 0) return;
    const { promise, resolve } =
      Promise.withResolvers<Parameters<Parameters<SpanExporter['export']>[1]>[0]>();
    this.#parts.exporter.export(batch, resolve);
    const { code, error } = await promise;
    if (code === ExportResultCode.SUCCESS) {
      this.#counts.sent += batch.length;
      this.#isLosing = false;
      return;
    }
    this.#counts.failed += batch.length;
    this.#lose('The collector of traces did not take spans; they are lost.', error);
  }

  #lose(message: string, error: unknown): void {
    if (!this.#isLosing) this.#parts.warn(message, error);
    this.#isLosing = true;
  }
}
