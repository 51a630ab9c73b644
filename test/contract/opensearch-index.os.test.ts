import { afterAll, afterEach, beforeAll } from 'vitest';
import { OpenSearchNode, columnsFor } from '../support/engines/opensearch-node.ts';
import { describeSearchIndex } from './search-index.ts';

let node: OpenSearchNode;
beforeAll(async () => {
  node = await OpenSearchNode.start();
});
afterEach(() => node.clear());
afterAll(() => node.stop());

describeSearchIndex('OpenSearch', () => node.openIndex());
describeSearchIndex('OpenSearch, shared columns', () => node.openIndex({ columnRule: columnsFor(0) }));
describeSearchIndex('OpenSearch, several shards, few columns', () =>
  node.openIndex({ shards: 3, columnRule: columnsFor(2) }),
);
