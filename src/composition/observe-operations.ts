import { CatalogError } from '../errors.ts';
import type { WorkMetrics } from '../metrics/metrics.ts';
import { OnlyInMainThread } from '../operations/only-in-main.ts';
import type { OperationParts } from '../operations/work.ts';
import type { WorkTracer } from '../tracing.ts';

/** Measures every operation and, while traces are recorded, gives it a span. */
export function observeOperations(
  metrics: Pick<WorkMetrics, 'operationEnded'>,
  tracer: WorkTracer | undefined,
): NonNullable<OperationParts['observe']> {
  return async (operation, run) => {
    const begun = performance.now();
    let outcome: string | undefined = 'done';
    try {
      return await (tracer === undefined ? run() : tracer.below(`operation ${operation}`, {}, run));
    } catch (error) {
      if (error instanceof OnlyInMainThread) outcome = undefined;
      else outcome = error instanceof CatalogError ? error.code : 'INTERNAL';
      throw error;
    } finally {
      // Operations that this thread cannot do are run and counted by the main thread.
      const seconds = (performance.now() - begun) / 1000;
      if (outcome !== undefined) metrics.operationEnded({ operation, outcome, seconds });
    }
  };
}
