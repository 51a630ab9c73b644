import { currentActor, currentOrigin, noteWarning } from '../auth/audit/request-scope.ts';
import type { Config } from '../config/options.ts';
import { createLogs, type Logs } from '../log.ts';
import type { Refusal } from '../refusals.ts';
import { openTracing } from './tracing/open-tracing.ts';
import type { OtlpTracer } from './tracing/otlp-tracer.ts';

/** Dependencies of logs and traces. */
export interface ObservationParts {
  /** Epoch ms. */
  readonly now: () => number;
  /** Random bytes as lower-case hexadecimal text. */
  readonly randomHex: (bytes: number) => string;
  /** Closes them. */
  readonly disposal: AsyncDisposableStack;
}

/** Opens logs and, if configured, tracing. Log lines of a request carry its request id, actor and trace id. */
export async function openObservation(
  config: Config,
  { disposal, ...ids }: ObservationParts,
): Promise<{ readonly logs: Logs; readonly tracer: OtlpTracer | undefined }> {
  const warn = (message: string, error: unknown): void => logs.server.warn({ err: error }, message);
  const tracer = disposal.use(await openTracing(config, { ...ids, warn }));
  const logs = createLogs(config.logLevel, () => ({
    requestId: currentOrigin()?.requestId,
    actor: currentActor(),
    traceId: tracer?.traceId(),
  }));
  return { logs, tracer };
}

/** A request can name any number of unknown fields: its warnings are noted, and logged as one line. */
export function warningOf(logs: Pick<Logs, 'search'>): (message: string, kind?: Refusal) => void {
  return (message, kind) => {
    if (!noteWarning(message, kind)) logs.search.warn(message);
  };
}
