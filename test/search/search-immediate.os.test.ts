import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { startServer } from '../../src/server.ts';
import { datasetUrn } from '../support/catalog-client.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';

it('makes writes searchable for clients that send no commit numbers back', async () => {
  const node = await OpenSearchNode.start();
  const data = mkdtempSync(join(tmpdir(), 'colophon-immediate-'));
  const { prefix: searchPrefix } = node.options();
  const flags = { data, port: '0', logLevel: 'error', search: node.url, searchPrefix, searchImmediate: true };
  const server = await startServer(loadConfig({ flags, environment: {} }));
  const headers = { authorization: `Bearer ${server.rootToken()}`, 'content-type': 'application/json' };
  const send = (path: string, body: unknown): Promise<Response> =>
    fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const query = '{ searchAcrossEntities(input: { query: "*", types: [DATASET] }) { total } }';
  try {
    for (let written = 1; written <= 5; written++) {
      const path = `/openapi/v2/entity/dataset/${encodeURIComponent(datasetUrn(`t${written}`))}/datasetProperties`;
      expect((await send(path, { name: 'x' })).status).toBe(200);
      const answer = await send('/api/graphql', { query });
      expect(await answer.json()).toMatchObject({ data: { searchAcrossEntities: { total: written } } });
    }
  } finally {
    await server.close();
    await node.clear();
    await node.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
