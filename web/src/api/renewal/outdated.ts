import type { Query, QueryCache } from '@tanstack/react-query';
import { isTransient } from '../api-error.ts';

/**
 * Keeps a query's data when a refetch fails with a transient error, so that a server restart does not empty pages. A refusal
 * replaces the data, because rights may have been revoked.
 */
export function keepStaleData(cache: QueryCache): void {
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { query } = event;
    // Takes effect before rendering: cache listeners are called first.
    if (query.state.data !== undefined && isTransient(query.state.error))
      query.setState({ status: 'success', error: null });
  });
}

/** Whether the last refetch failed and older data is still shown. */
export function isOutdated({ state }: Query): boolean {
  return state.status === 'success' && state.errorUpdatedAt > state.dataUpdatedAt;
}
