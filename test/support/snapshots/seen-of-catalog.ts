import { CHANGED } from './lived-in-catalog.ts';
import type { TestServer } from '../start-server.ts';

/** Snapshot of the readable state of a catalog, to compare it with its copy. */
export async function seenOf(server: TestServer): Promise<Readonly<Record<string, unknown>>> {
  const at = encodeURIComponent(CHANGED);
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await server.request(method, path, body)).json;
  const version = (number: number): Promise<unknown> =>
    ask('GET', `/openapi/v3/entity/dataset/${at}/datasetProperties?version=${number}&systemMetadata=true`);
  return {
    entities: await entitiesOf(server),
    versions: [await version(1), await version(2), await version(3)],
    timeline: await ask('GET', `/openapi/v2/timeline/v1/${at}?categories=DOCUMENTATION`),
    profiles: await ask('GET', '/openapi/v2/timeseries/dataset/datasetProfile?count=100&systemMetadata=true'),
    operations: await ask('GET', '/openapi/v2/timeseries/dataset/operation?count=100&systemMetadata=true'),
    runs: await ask('POST', '/runs?action=list', { pageOffset: 0, pageSize: 100, includeSoft: true }),
    // The default is the last day: events that pass its beginning between two snapshots would differ.
    record: await ask('POST', '/openapi/v1/events/audit/search?size=50&includeRaw=true&startTime=1', {
      entityTypes: ['dataset', 'tag'],
    }),
    sequence: await sequenceOf(server),
  };
}

async function entitiesOf(server: TestServer): Promise<readonly unknown[]> {
  const path = '/openapi/v3/entity/scroll?includeSoftDelete=true&systemMetadata=true&count=5000';
  // Omits upgrade records: each server start adds some.
  const { json } = await server.request('POST', path, {
    entities: ['dataset', 'structuredProperty', 'tag', 'corpuser', 'dataHubPolicy', 'glossaryTerm'],
    aspects: [],
  });
  return json.entities;
}

async function sequenceOf(server: TestServer): Promise<number> {
  const { headers } = await server.request('POST', '/openapi/v3/entity/tag?async=false', []);
  return Number(headers.get('x-colophon-sequence') ?? 0);
}
