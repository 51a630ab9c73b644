import type { QueryClient } from '@tanstack/react-query';
import { privilegesQuery } from '../api/privileges.ts';
import { ME_QUERY } from '../api/person/me.ts';
import { EDIT_RIGHT_QUERY } from '../shared/rights/use-edit-right.ts';

/** Requests what the frame of every page shows. A failure is reported by the page, which requests it again. */
export function prefetchShell(client: QueryClient): void {
  const requests = [
    client.query(ME_QUERY).then((me) => me && client.query(privilegesQuery(me.corpUser.urn))),
    client.query(EDIT_RIGHT_QUERY),
  ];
  for (const request of requests) request.catch(() => undefined);
}
