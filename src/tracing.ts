/** What is told of a span, by OpenTelemetry's names where it has them; never a token, a body or a value of the catalog. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A piece of work of which it is recorded how long it takes. */
export interface Span {
  note(attributes: SpanAttributes): void;
}

/** The span of a request, which ends when it is told to. */
export interface RequestSpan extends Span {
  /** W3C `traceparent` of the span, by which what the caller does next can refer to it. */
  readonly traceparent: string;
  readonly traceId: string;
  /** Runs what belongs to the request; spans that begin in it, or in what it starts, are below this one. */
  run(work: () => void): void;
  /** Ends the span with what is known at the end, as a failure if it is one. */
  end(attributes: SpanAttributes, isFailure: boolean): void;
}

/** Records what the server does as spans that are below one another. */
export interface Tracer {
  /** Begins the span of a request, in the caller's trace if `headers` name one. */
  request(headers: Readonly<Record<string, unknown>>, attributes: SpanAttributes): RequestSpan;
  /** Runs work as a span below the one it is called in; without one the work is only run. */
  below<T>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<T>): Promise<T>;
  /** Runs work that belongs to no request as the first span of a trace of its own. */
  apart<T>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<T>): Promise<T>;
  /** The trace of what is going on here; undefined outside of any. */
  traceId(): string | undefined;
}

const NO_SPAN: Span = { note: () => undefined };

/** Records nothing, and costs a call. */
export const NO_TRACER: Pick<Tracer, 'below' | 'apart' | 'traceId'> = {
  below: (_name, _attributes, work) => work(NO_SPAN),
  apart: (_name, _attributes, work) => work(NO_SPAN),
  traceId: () => undefined,
};

/** Records work; all that those need who do not take requests. */
export type WorkTracer = typeof NO_TRACER;
