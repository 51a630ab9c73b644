import { afterAll, beforeAll } from 'vitest';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { judge } from './judge.ts';

let node: OpenSearchNode;
beforeAll(async () => {
  node = await OpenSearchNode.start();
});
afterAll(async () => {
  await node.clear();
  await node.stop();
});

judge(async () => (await node.openIndex()).index);
