import type { QueryKey } from '@tanstack/react-query';

/** Query key of the newer result of a query that keeps showing its first one. */
export function newerKey(queryKey: QueryKey): QueryKey {
  return ['newer', ...queryKey];
}
