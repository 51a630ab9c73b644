import { afterAll, beforeAll } from 'vitest';
import { OpenSearchNode, columnsFor } from '../support/engines/opensearch-node.ts';
import { describeSearchIndex } from './search-index.ts';

let node: OpenSearchNode;
beforeAll(async () => {
  node = await OpenSearchNode.start();
});
afterAll(() => node.stop());

/** A new index, the only one in OpenSearch. */
async function open(more?: Parameters<typeof node.openIndex>[0]) {
  await node.clear();
  return node.openIndex(more);
}

describeSearchIndex('OpenSearch', () => open());
describeSearchIndex('OpenSearch, shared columns', () => open({ columnRule: columnsFor(0) }));
describeSearchIndex('OpenSearch, several shards, few columns', () =>
  open({ shards: 3, columnRule: columnsFor(2) }),
);
