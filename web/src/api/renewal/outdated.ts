import type { Query, QueryCache } from '@tanstack/react-query';
import { mayPass } from '../api-error.ts';

/**
 * Keeps what a query shows when it cannot be asked for again for now: a server that restarts empties no page. An answer that refuses
 * takes its place as ever, because rights may have ended.
 */
export function keepWhatIsShown(cache: QueryCache): void {
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { query } = event;
    // Before anything is drawn: listeners of the cache are called first.
    if (query.state.data !== undefined && mayPass(query.state.error))
      query.setState({ status: 'success', error: null });
  });
}

/** Whether what is shown could not be asked for again since. */
export function isOutdated({ state }: Query): boolean {
  return state.status === 'success' && state.errorUpdatedAt > state.dataUpdatedAt;
}
