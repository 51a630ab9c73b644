import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe } from 'vitest';
import { OpenSearchNode } from '../support/opensearch-node.ts';
import { startPostgres } from '../support/postgres-database.ts';
import type { PostgresServer } from '../support/postgres-database.ts';
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

  describeFailover('a fail-over of PostgreSQL', () => ({ COLOPHON_SEARCH: node.url }));
});
