import type { QueryKey } from '@tanstack/react-query';

/** Key of the newer answer to a query that is kept. */
export function newerKey(queryKey: QueryKey): QueryKey {
  return ['newer', ...queryKey];
}
