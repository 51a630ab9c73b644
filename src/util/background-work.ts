import { withLogFields } from '../log.ts';
import { NO_TRACER } from '../tracing.ts';
import type { WorkTracer } from '../tracing.ts';

/** What tells a piece of background work from others of its kind. */
export type WorkIds = Readonly<Record<string, string | number>>;

/** Runs work that belongs to no request: lines that it logs name it with its ids, and it is a trace of its own. */
export function inBackground<T>(
  name: string,
  ids: WorkIds,
  work: () => Promise<T>,
  tracer: WorkTracer = NO_TRACER,
): Promise<T> {
  const attributes = Object.fromEntries(
    Object.entries(ids).map(([key, value]) => [`colophon.${key}`, value]),
  );
  return withLogFields({ work: name, ...ids }, () => tracer.apart(name, attributes, work));
}
