import { afterAll, afterEach, beforeAll } from 'vitest';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { describeSearchIndex } from './search-index.ts';

let node: OpenSearchNode;
beforeAll(async () => {
  node = await OpenSearchNode.start();
});
afterEach(() => node.clear());
afterAll(() => node.stop());

describeSearchIndex('OpenSearch', () => node.openIndex());
describeSearchIndex('OpenSearch, several shards', () => node.openIndex({ shards: 3 }));
