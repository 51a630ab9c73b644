import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import { TraceFlags } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';

/** Parameters of a span queue. All times are in ms. */
export interface SpanQueueParts {
  readonly exporter: Pick<SpanExporter, 'export' | 'shutdown'>;
  /** Maximum queued spans; further ones are dropped. */
  readonly capacity: number;
  /** Maximum spans per batch. */
  readonly batch: number;
  /** Maximum time a span waits for its batch to fill. */
  readonly delayMs: number;
  /** Timeout for sending queued spans at shutdown. */
  readonly endMs: number;
  /** Called when spans are lost; again only after a batch has been sent. */
  readonly warn: (message: string, error: unknown) => void;
}

/** Span counts since the start. */
export interface SpanCounts {
  readonly sent: number;
  /** Dropped because the queue was full or the process ended. */
  readonly dropped: number;
  /** Lost because the export failed. */
  readonly failed: number;
}

/**
 * Bounded queue of spans, sent in batches, one at a time: a slow or unavailable collector costs spans and nothing else.
 * Counts lost spans, which the batch processor of the OpenTelemetry SDK does not.
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

  get counts(): SpanCounts {
    return { ...this.#counts };
  }

  onStart(): void {
    // Spans are queued when they end.
  }

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.#isEnding || this.#waiting.length >= this.#parts.capacity) {
      this.#counts.dropped++;
      this.#lose('The queue of trace spans is full; spans are dropped.', undefined);
      return;
    }
    this.#waiting.push(span);
    this.#schedule();
  }

  /** Sends the queued spans, for at most `endMs`. */
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
    // Not awaited: an export still running has its own timeout.
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

  /** Sends a full batch at once, a smaller one after `delayMs`. */
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
    this.#lose('Exporting trace spans failed; they are lost.', error);
  }

  #lose(message: string, error: unknown): void {
    if (!this.#isLosing) this.#parts.warn(message, error);
    this.#isLosing = true;
  }
}
