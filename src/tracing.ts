/** Span attributes, with OpenTelemetry's names if it defines any. Never a token, a body or a value of the catalog. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span: a timed unit of work. */
export interface Span {
  note(attributes: SpanAttributes): void;
}

/** The span of a request; ended explicitly with `end`. */
export interface RequestSpan extends Span {
  /** W3C `traceparent` of the span, for the response. */
  readonly traceparent: string;
  readonly traceId: string;
  /** Runs the request's work. Spans started in it, directly or asynchronously, are children of this one. */
  run(work: () => void): void;
  /** Ends the span with final attributes, and marks it as an error if `isFailure`. */
  end(attributes: SpanAttributes, isFailure: boolean): void;
}

/** Records the work of the server as nested spans. */
export interface Tracer {
  /** Starts the span of a request; in the caller's trace if `headers` contain one. */
  request(headers: Readonly<Record<string, unknown>>, attributes: SpanAttributes): RequestSpan;
  /** Runs work as a child of the current span. Without a current span it records nothing. */
  below<T>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<T>): Promise<T>;
  /**
   * Runs work as a span in the trace that `carrier` names (`traceparent`, `tracestate`), as a message that is not HTTP has it;
   * without a valid `traceparent` as a child of the current span.
   */
  joined<T>(
    carrier: Readonly<Record<string, unknown>>,
    name: string,
    attributes: SpanAttributes,
    work: (span: Span) => Promise<T>,
  ): Promise<T>;
  /** Runs work outside of any request as the root span of a new trace. */
  apart<T>(name: string, attributes: SpanAttributes, work: (span: Span) => Promise<T>): Promise<T>;
  /** Id of the current trace; undefined outside of a span. */
  traceId(): string | undefined;
}

const NO_SPAN: Span = { note: () => undefined };

/** A tracer that records nothing. */
export const NO_TRACER: Pick<Tracer, 'below' | 'joined' | 'apart' | 'traceId'> = {
  below: (_name, _attributes, work) => work(NO_SPAN),
  joined: (_carrier, _name, _attributes, work) => work(NO_SPAN),
  apart: (_name, _attributes, work) => work(NO_SPAN),
  traceId: () => undefined,
};

/** The part of a tracer for code that does not handle requests. */
export type WorkTracer = typeof NO_TRACER;
