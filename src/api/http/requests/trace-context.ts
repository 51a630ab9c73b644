import type { FastifyRequest } from 'fastify';
import { newTraceId } from '../../../util/trace-id.ts';
import type { HttpDependencies } from '../dependencies.ts';

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-.*)?$/;

/** Trace id of a request: that of its span, or of its W3C `traceparent` if valid; otherwise a new one. */
export function traceIdOf(
  { headers, span }: Pick<FastifyRequest, 'headers' | 'span'>,
  { now, randomHex }: Pick<HttpDependencies, 'now' | 'randomHex'>,
): string {
  return span?.traceId ?? incoming(headers)?.traceId ?? newTraceId(now(), randomHex);
}

/** The `traceparent` of the answer: the request's span, or a new one in the trace. */
export function traceparentOf(
  { headers, span }: Pick<FastifyRequest, 'headers' | 'span'>,
  traceId: string,
  { randomHex }: Pick<HttpDependencies, 'randomHex'>,
): string {
  return span?.traceparent ?? `00-${traceId}-${randomHex(8)}-${incoming(headers)?.flags ?? '01'}`;
}

function incoming({
  traceparent,
}: FastifyRequest['headers']): { readonly traceId: string; readonly flags: string } | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, traceId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  return traceId === undefined || flags === undefined ? undefined : { traceId, flags };
}
