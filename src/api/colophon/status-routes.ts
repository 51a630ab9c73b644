import { getStatus } from '../../operations/status/get-status.ts';
import { listValueRemovals } from '../../operations/structured-properties/list-value-removals.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Status of the catalog, and its removal jobs. `version`: of the server. */
export function statusRoutes(version: string): readonly OwnRoute[] {
  return [
    exposed('GET /status', getStatus, { present: (status) => ({ version, ...status }) }),
    exposed('GET /jobs', listValueRemovals, { present: (jobs) => ({ jobs }) }),
  ];
}
