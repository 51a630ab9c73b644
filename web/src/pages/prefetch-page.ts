import type { QueryClient } from '@tanstack/react-query';
import { prefetchCounts } from '../features/asset/header/use-counts.ts';
import { prefetchParents } from '../features/asset/header/use-parents.ts';
import { prefetchEntity } from '../shared/entities/prefetch-entity.ts';
import { pageOf } from '../urls/page-of.ts';

/**
 * Requests the data of the page at a path all at once, while its code loads. Without it, the page would request some of it
 * only after the rest has arrived. A failure is reported by the page, which requests it again.
 */
export function prefetchPage(client: QueryClient, path: string): void {
  const { page, parameters } = pageOf(path) ?? {};
  const urn = parameters?.['urn'];
  if (page !== '/:type/:urn' || urn === undefined || parameters?.['type'] === 'structuredProperty') return;
  prefetchEntity(client, urn);
  prefetchCounts(client, urn);
  prefetchParents(client, urn);
}
