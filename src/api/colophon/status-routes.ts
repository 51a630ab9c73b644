import { getStatus } from '../../operations/status/get-status.ts';
import { listValueRemovals } from '../../operations/structured-properties/list-value-removals.ts';
import { ownRoute, type OwnRoute } from './own-route.ts';

/** What the catalog holds and does. `version`: of the server. */
export function statusRoutes(version: string): readonly OwnRoute[] {
  return [
    ownRoute({
      method: 'GET',
      path: '/status',
      operation: getStatus,
      summary:
        'Get the version of the server, the urn of the caller, and the number of visible assets by type',
      answer: async ({ requester }) => ({ version, ...(await requester.run(getStatus, {})) }),
    }),
    ownRoute({
      method: 'GET',
      path: '/jobs',
      operation: listValueRemovals,
      summary: 'List the background jobs that remove the values of deleted or broken structured properties',
      answer: async ({ requester }) => ({ jobs: await requester.run(listValueRemovals, {}) }),
    }),
  ];
}
