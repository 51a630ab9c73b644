import { setTimeout as pause } from 'node:timers/promises';
import { CatalogClient } from '../../../src/cli/connection/catalog-client.ts';
import type { TestServer } from '../start-server.ts';

type Filled = Pick<TestServer, 'url' | 'token' | 'request'>;

/** A dataset with version history and timeseries points. */
export const CHANGED = 'urn:li:dataset:(urn:li:dataPlatform:snowflake,analytics.orders.fct_orders,PROD)';

const GONE = 'urn:li:dataset:(urn:li:dataPlatform:hive,gone,PROD)';
const ENDED = 'urn:li:structuredProperty:io.hearth.freshnessHours';

/** Resolves once all jobs that remove values of deleted properties are finished. */
async function removalsEnd(server: Filled): Promise<void> {
  for (;;) {
    const { json } = await server.request('GET', '/api/colophon/v1/jobs');
    const jobs: readonly { readonly state: string }[] = json.jobs;
    if (jobs.length > 0 && jobs.every(({ state }) => state === 'finished')) return;
    await pause(50);
  }
}

/**
 * Fills a catalog with the demo and the history of a used one: versions, timeseries points, ingestion runs, deletions,
 * ended property generations and a rejected request.
 */
export async function livedInCatalog(server: Filled): Promise<void> {
  await new CatalogClient(server).request('POST', '/api/colophon/v1/demo');
  for (const name of ['One', 'Two', 'Three']) {
    await propose(server, [
      proposal(CHANGED, 'datasetProperties', { name, customProperties: { written: name } }),
      proposal(CHANGED, 'datasetProfile', { timestampMillis: 1_700_000_000_000 + name.length, rowCount: 1 }),
      proposal(CHANGED, 'operation', {
        timestampMillis: 1_700_000_000_000,
        lastUpdatedTimestamp: name.length,
        operationType: 'INSERT',
        partitionSpec: { partition: name },
      }),
    ]);
  }
  await propose(server, [
    proposal(GONE, 'status', { removed: true }),
    proposal('urn:li:tag:briefly', 'tagProperties', { name: 'Briefly' }),
  ]);
  await server.request('DELETE', '/openapi/v3/entity/tag/urn%3Ali%3Atag%3Abriefly?async=false');
  await server.request(
    'DELETE',
    `/openapi/v3/entity/structuredProperty/${encodeURIComponent(ENDED)}?async=false`,
  );
  await removalsEnd(server);
  await server.request('GET', '/openapi/v3/entity/dataset', undefined, { authorization: 'Bearer wrong' });
}

function proposal(urn: string, aspectName: string, value: object): object {
  return {
    entityType: urn.split(':')[2],
    entityUrn: urn,
    changeType: 'UPSERT',
    aspectName,
    aspect: { contentType: 'application/json', value: JSON.stringify(value) },
    systemMetadata: { lastObserved: 1_700_000_000_000, runId: 'nightly-7', pipelineName: 'nightly' },
  };
}

async function propose(server: Filled, proposals: readonly object[]): Promise<void> {
  const { status, text } = await server.request('POST', '/aspects?action=ingestProposalBatch', { proposals });
  if (status !== 200) throw new Error(`The catalog refused the sample proposals: ${text}`);
}
