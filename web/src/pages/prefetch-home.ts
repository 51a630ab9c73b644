import type { QueryClient } from '@tanstack/react-query';
import { privilegesQuery } from '../api/privileges.ts';
import { ME_QUERY } from '../api/person/me.ts';
import { formTasksQuery } from '../features/forms/form-tasks.ts';
import { ownedQuery } from '../features/home/assets-data.ts';
import { changesQuery } from '../features/home/changes-data.ts';
import { countsQueries, restOfMonth } from '../features/home/counts.ts';
import { HOME_START_QUERY } from '../features/home/start-data.ts';
import { VIEWS_QUERY } from '../features/search/views/views.ts';
import { EDIT_RIGHT_QUERY } from '../shared/rights/use-edit-right.ts';

/**
 * Requests the data of the home page while its code loads: what does not depend on anything, then what depends on the person and
 * on the properties. What is asked at once is one request. Rejects with the first failure; the page then retries and reports it.
 */
export async function prefetchHome(client: QueryClient): Promise<void> {
  const [start, me] = await Promise.all([
    client.query(HOME_START_QUERY),
    client.query(ME_QUERY),
    client.query(VIEWS_QUERY),
    client.query(EDIT_RIGHT_QUERY),
  ]);
  await Promise.all([
    prefetchOwned(client, start.owners),
    client.query(formTasksQuery(start.owners)),
    me && client.query(privilegesQuery(me.corpUser.urn)),
    ...countsQueries(start, restOfMonth(Date.now())).map((options) => client.query(options)),
  ]);
}

async function prefetchOwned(client: QueryClient, owners: readonly string[]): Promise<void> {
  const { assets } = await client.query(ownedQuery(owners));
  if (assets.length > 0) await client.query(changesQuery(assets.map(({ urn }) => urn)));
}
