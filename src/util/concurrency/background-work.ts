import { withLogFields } from '../../log.ts';
import { NO_TRACER, type WorkTracer } from '../../tracing.ts';
import { uncancellable } from './cancellation.ts';

/** Ids that identify one run of background work, for logs and traces. */
export type WorkIds = Readonly<Record<string, string | number>>;

/**
 * Runs work outside of any request: its log lines carry its name and ids, it starts its own trace, and it is never cancelled.
 */
export function inBackground<T>(
  name: string,
  ids: WorkIds,
  work: () => Promise<T>,
  tracer: WorkTracer = NO_TRACER,
): Promise<T> {
  const attributes = Object.fromEntries(
    Object.entries(ids).map(([key, value]) => [`colophon.${key}`, value]),
  );
  return uncancellable(() =>
    withLogFields({ work: name, ...ids }, () => tracer.apart(name, attributes, work)),
  );
}
