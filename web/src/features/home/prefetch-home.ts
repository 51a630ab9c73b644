import type { QueryClient } from '@tanstack/react-query';
import { ownedQuery } from './assets-data.ts';
import { countsQueries, restOfMonth } from './counts.ts';
import { HOME_START_QUERY } from './start-data.ts';

/**
 * Prefetches the blocks of the home page while the page's code loads: one request, then those of the blocks side by side.
 * Rejects with the first failure; the page then retries and reports it.
 */
export async function prefetchHome(client: QueryClient): Promise<void> {
  const start = await client.query(HOME_START_QUERY);
  await Promise.all([
    client.query(ownedQuery(start.owners)),
    ...countsQueries(start, restOfMonth(Date.now())).map((options) => client.query(options)),
  ]);
}
