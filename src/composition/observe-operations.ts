import { CatalogError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import type { OperationParts } from '../operations/work.ts';
import type { WorkTracer } from '../tracing.ts';

/** Measures every operation and, while traces are recorded, gives it a span. */
export function observeOperations(
  metrics: Pick<Metrics, 'operationEnded'>,
  tracer: WorkTracer | undefined,
): NonNullable<OperationParts['observe']> {
  return async (operation, run) => {
    const begun = performance.now();
    let outcome = 'done';
    try {
      return await (tracer === undefined ? run() : tracer.below(`operation ${operation}`, {}, run));
    } catch (error) {
      outcome = error instanceof CatalogError ? error.code : 'INTERNAL';
      throw error;
    } finally {
      metrics.operationEnded({ operation, outcome, seconds: (performance.now() - begun) / 1000 });
    }
  };
}
