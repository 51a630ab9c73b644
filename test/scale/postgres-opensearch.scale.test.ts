import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../support/catalog-client.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { CatalogProcesses } from './catalog-processes.ts';
import { describeFailover } from './describe-failover.ts';
import { describeScale } from './describe-scale.ts';

const hasOpenSearch =
  process.env['OPENSEARCH_URL'] !== undefined || spawnSync('java', ['-version']).status === 0;

describe.skipIf(!hasOpenSearch)('with OpenSearch', () => {
  let postgres: PostgresServer;
  let node: OpenSearchNode;
  beforeAll(async () => {
    [postgres, node] = await Promise.all([startPostgres(), OpenSearchNode.start()]);
  });
  afterAll(async () => {
    await Promise.all([postgres[Symbol.asyncDispose](), node.stop()]);
  });

  describeScale('three processes on PostgreSQL and OpenSearch', async () => ({
    COLOPHON_STORE: await postgres.createDatabase(),
    COLOPHON_SEARCH: node.url,
    COLOPHON_SEARCH_PREFIX: `scale_${process.pid}_`,
  }));

  const indexesOf = async (prefix: string): Promise<readonly string[]> => {
    const answer = await fetch(`${node.url}/_cat/indices/${prefix}*?h=index`);
    return (await answer.text()).split('\n').filter((name) => name !== '');
  };

  it('makes one generation of indexes when all processes start at once on empty engines', async () => {
    const prefix = `first_${process.pid}_`;
    const environment = {
      COLOPHON_STORE: await postgres.createDatabase(),
      COLOPHON_SEARCH: node.url,
      COLOPHON_SEARCH_PREFIX: prefix,
    };
    await using catalog = await CatalogProcesses.start(environment, 3);
    await expect.poll(async () => (await catalog.call(2, 'GET', '/health/ready')).status).toBe(200);
    const names = await indexesOf(prefix);
    expect(names).toContain(`${prefix}1-state`);
    expect(names.filter((name) => !name.startsWith(`${prefix}1`))).toEqual([]);
  });

  it('also indexes the store of a single process', async () => {
    const prefix = `sqlite_${process.pid}_`;
    const environment = { COLOPHON_SEARCH: node.url, COLOPHON_SEARCH_PREFIX: prefix };
    await using catalog = await CatalogProcesses.start(environment, 1);
    const path = aspectPath(datasetUrn('alone'), 'datasetProperties');
    const { sequence, status } = await catalog.call(0, 'POST', path, { name: 'alone' });
    expect(status).toBe(200);
    const query = '{ search(input: { type: DATASET, query: "alone" }) { total } }';
    // A node that has just started may take longer to create its first indexes than a request waits.
    const search = async (): Promise<unknown> =>
      (await catalog.call(0, 'POST', '/api/graphql', { query }, { since: sequence })).json;
    await expect.poll(search).toMatchObject({ data: { search: { total: 1 } } });
    expect(await indexesOf(prefix)).toContain(`${prefix}1_dataset`);
  });

  describeFailover('a fail-over of PostgreSQL', () => ({ COLOPHON_SEARCH: node.url }));
});
