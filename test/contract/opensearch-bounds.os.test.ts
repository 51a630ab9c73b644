import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATCH_ALL } from '../../src/search/expression.ts';
import type { FacetRequest, SearchIndex } from '../../src/search/search-index.ts';
import { unrestricted } from '../../src/search/unrestricted.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { NaiveIndex } from './naive-search/naive-index.ts';
import { documentOf } from './search-documents.ts';

const DOCUMENTS = 120;
const BOUND = 20;
const VALUES = 100;

let node: OpenSearchNode;
const model = new NaiveIndex();
const query = { entityTypes: ['dataset'], where: MATCH_ALL };

/** A few frequent labels, and many labels of which each shard has some. */
const documents = Array.from({ length: DOCUMENTS }, (_, i) =>
  documentOf(`d${i}`, {
    values: {
      label: Array.from({ length: 30 }, (_value, j) => `l${(i * 7919 + j * j * 31) % 2_000}`),
      team: [`t${i % 5}`],
    },
    texts: { name: ['word'] },
  }),
);

beforeAll(async () => {
  node = await OpenSearchNode.start();
  model.apply(documents);
});
afterAll(async () => {
  await node.clear();
  await node.stop();
});

describe.each([
  ['one shard', 1],
  ['several shards', 3],
])('answers that may be inexact, on %s', (_, shards) => {
  let index: SearchIndex;
  beforeAll(async () => {
    ({ index } = await node.openIndex({ shards, exactTotals: BOUND, facetValues: VALUES }));
    await index.apply(1, documents);
    await index.visible(1);
  });
  afterAll(() => index[Symbol.asyncDispose]());

  const page = { ...query, sort: [], from: 0, size: 10 };

  it('have a lower bound as total, and report it', async () => {
    const { isBound, total } = await index.search(unrestricted({ ...page, mayBound: true }));
    expect({ isBound, total }).toEqual({ isBound: true, total: BOUND });
  });

  it('have no total that the page disproves', async () => {
    const later = await index.search(unrestricted({ ...page, from: 50, mayBound: true }));
    expect(later.isBound).toBe(true);
    expect(later.total).toBeGreaterThan(60);
    expect(await index.search(unrestricted({ ...page, from: 115, mayBound: true }))).toMatchObject({
      total: DOCUMENTS,
    });
    const after = await index.search(unrestricted({ ...page, from: 200, mayBound: true }));
    expect(after).toEqual({ total: BOUND, hits: [], isBound: true });
    const beyond = await index.search(unrestricted({ ...page, from: 20_000_000, mayBound: true }));
    expect(beyond).toEqual({ total: BOUND, hits: [], isBound: true });
  });

  it('have an exact total up to the bound, and wherever it is requested', async () => {
    const few = { kind: 'terms', field: 'label', values: ['l31', 'l1'], ignoreCase: false } as const;
    const expected = model.search({ ...query, where: few }, []).length;
    expect(expected).toBeLessThan(BOUND);
    const found = await index.search(unrestricted({ ...page, where: few, size: 0, mayBound: true }));
    expect(found).toEqual({ total: expected, hits: [] });
    const exact = await index.search(unrestricted(page));
    expect([exact.total, exact.isBound]).toEqual([DOCUMENTS, undefined]);
    expect(await index.count(unrestricted(query))).toBe(DOCUMENTS);
  });

  it('have an exact total where the score needs it', async () => {
    const words = { text: 'word', fields: [{ field: 'name', boost: 1 }] };
    const found = await index.search(unrestricted({ ...page, words, mayBound: true }));
    expect([found.total, found.isBound]).toEqual([DOCUMENTS, undefined]);
  });

  it('continue a scroll to its end', async () => {
    let found = 0;
    let after: string | undefined;
    do {
      const request = { ...page, size: 50, keepAliveMs: 60_000, mayBound: true, ...(after && { after }) };
      const { hits, next } = await index.search(unrestricted(request));
      found += hits.length;
      after = next;
    } while (after !== undefined);
    expect(found).toBe(DOCUMENTS);
  });

  it('count facets exactly where requested', async () => {
    const requests: FacetRequest[] = [
      { fields: ['label'], size: 20 },
      { fields: ['team'], size: 20, mayEstimate: true },
    ];
    expect(await index.aggregate(unrestricted(query), requests)).toEqual(
      requests.map((request) => model.facet(query, request)),
    );
  });

  it('report by how much the counts of a facet may be too low', async () => {
    const request: FacetRequest = { fields: ['label'], size: 20, mayEstimate: true };
    const [facet] = await index.aggregate(unrestricted(query), [request]);
    if (shards === 1) {
      expect(facet).toEqual(model.facet(query, request));
      return;
    }
    const all = model.facet(query, { ...request, size: 10_000 });
    const countOf = new Map(all.buckets.map(({ values: [value], count }) => [value, count]));
    const error = facet?.error ?? 0;
    expect(error).toBeGreaterThan(0);
    expect(facet?.total).toBe(all.total);
    for (const { values, count } of facet?.buckets ?? []) {
      const exact = countOf.get(values[0] ?? '') ?? 0;
      expect(count).toBeLessThanOrEqual(exact);
      expect(count + error).toBeGreaterThanOrEqual(exact);
    }
  });
});
