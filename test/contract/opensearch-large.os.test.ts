import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATCH_ALL } from '../../src/search/expression.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { unrestricted } from '../../src/search/unrestricted.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { NaiveIndex } from './naive-search/naive-index.ts';
import { documentOf } from './search-documents.ts';

const DOCUMENTS = 1000;
const VALUES = 70;

let node: OpenSearchNode;
let index: SearchIndex;
const model = new NaiveIndex();
const query = { entityTypes: ['dataset'], where: MATCH_ALL };

/** 70,000 different numbers, and texts of which a few occur in many documents, with most of them on each shard. */
const documents = Array.from({ length: DOCUMENTS }, (_, i) =>
  documentOf(`d${i}`, {
    values: {
      size: Array.from({ length: VALUES }, (_value, j) => (i * VALUES + j - 20_000) / 4),
      label: Array.from({ length: VALUES }, (_value, j) => `l${(i * 7919 + j * j) % 30_000}`),
    },
  }),
);

beforeAll(async () => {
  node = await OpenSearchNode.start();
  ({ index } = await node.openIndex({ shards: 2 }));
  model.apply(documents);
  await index.apply(1, documents);
  await index.visible(1);
});
afterAll(async () => {
  await index[Symbol.asyncDispose]();
  await node.clear();
  await node.stop();
});

describe('more values than a shard returns at once', () => {
  it('are counted exactly', async () => {
    const requests = [{ fields: ['label'] as const, size: 30 }];
    expect(await index.aggregate(unrestricted(query), requests)).toEqual(
      requests.map((request) => model.facet(query, request)),
    );
  });

  it('have exact quantiles', async () => {
    const requests = [{ field: 'size', quantiles: [0.9, 0.1, 0.5, 1, 0.75] }];
    expect(await index.spread(unrestricted(query), requests)).toEqual(
      requests.map((request) => model.spread(query, request)),
    );
  });
});
