import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  defaultTextMapGetter,
  trace,
  type Context,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { CatalogError } from '../../errors.ts';
import { NO_TRACER, type RequestSpan, type Span, type SpanAttributes, type Tracer } from '../../tracing.ts';
import { newTraceId } from '../../util/trace-id.ts';
import { SpanQueue, type SpanCounts } from './span-queue.ts';

/** Options of the OTLP tracer. */
export interface OtlpOptions {
  /** Address of an OTLP/HTTP collector; spans are posted to `v1/traces` below it. */
  readonly endpoint: string;
  /** Share of new traces to record, 0 to 1. For a caller's trace the caller's sampling decision applies. */
  readonly sample: number;
  /** Version of this server. */
  readonly version: string;
  /** Instance id; different in every process. */
  readonly instance: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Random bytes as lower-case hexadecimal text. */
  readonly randomHex: (bytes: number) => string;
  /** Called when spans are lost. */
  readonly warn: (message: string, error: unknown) => void;
}

/** Settings of the span queue; at capacity it takes about 4 MB of memory. */
const QUEUE = { capacity: 4_096, batch: 512, delayMs: 1_000, endMs: 2_000 } as const;
/** Timeout for sending a batch, retries included, in ms. Shutdown may have to wait for it. */
const EXPORT_MS = 2_000;

/** Records spans and sends them to a collector. Registers nothing globally: each server has its own tracer. */
export class OtlpTracer implements Tracer, AsyncDisposable {
  readonly #queue: SpanQueue;
  readonly #provider: TracerProvider;
  readonly #tracer: OtelTracer;
  readonly #propagator = new W3CTraceContextPropagator();
  readonly #current = new AsyncLocalStorage<Context>();

  constructor({ endpoint, instance, now, randomHex, sample, version, warn }: OtlpOptions) {
    const exporter = new OTLPTraceExporter({
      url: endpoint.replace(/(\/v1\/traces)?\/*$/, '/v1/traces'),
      timeoutMillis: EXPORT_MS,
      concurrencyLimit: 1,
    });
    this.#queue = new SpanQueue({ ...QUEUE, exporter, warn });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': 'colophon',
        'service.version': version,
        'service.instance.id': instance,
      }).merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sample) }),
      idGenerator: {
        generateTraceId: () => newTraceId(now(), randomHex),
        generateSpanId: () => randomHex(8),
      },
      spanProcessors: [this.#queue],
    });
    this.#tracer = this.#provider.getTracer('colophon', version);
  }

  /** Counts of sent and lost spans since the start. */
  get counts(): SpanCounts {
    return this.#queue.counts;
  }

  request(headers: Readonly<Record<string, unknown>>, attributes: SpanAttributes): RequestSpan {
    const parent = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, parent);
    const context = trace.setSpan(parent, span);
    const { spanId, traceFlags, traceId } = span.spanContext();
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      note: (more) => void span.setAttributes(more),
      run: (work) => this.#current.run(context, work),
      end: (last, isFailure) => {
        span.updateName(`${String(last['http.request.method'])} ${String(last['http.route'] ?? '')}`.trim());
        span.setAttributes(last);
        if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  below<T>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<T>): Promise<T> {
    const parent = this.#current.getStore();
    return parent === undefined
      ? NO_TRACER.below(name, attributes, work)
      : this.#run(parent, name, attributes, work);
  }

  joined<T>(
    carrier: Readonly<Record<string, unknown>>,
    name: string,
    attributes: SpanAttributes,
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    const parent = this.#propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
    return trace.getSpanContext(parent) === undefined
      ? this.below(name, attributes, work)
      : this.#run(parent, name, attributes, work);
  }

  apart<T>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<T>): Promise<T> {
    return this.#run(ROOT_CONTEXT, name, attributes, work);
  }

  traceId(): string | undefined {
    const context = this.#current.getStore();
    return context && trace.getSpanContext(context)?.traceId;
  }

  /** Sends the queued spans, for at most 2 s. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#provider.shutdown();
  }

  async #run<T>(
    parent: Context,
    name: string,
    attributes: SpanAttributes,
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    const span = this.#tracer.startSpan(name, { attributes }, parent);
    const note = (more: SpanAttributes): void => void span.setAttributes(more);
    try {
      return await this.#current.run(trace.setSpan(parent, span), () => work({ note }));
    } catch (error) {
      // Not the error message, which may quote values of the catalog.
      span.setAttribute('error.type', kindOf(error)).setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }
}

function kindOf(error: unknown): string {
  if (error instanceof CatalogError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
