import fc from 'fast-check';
import { describe, it } from 'vitest';
import { openEmbeddedIndex, type EmbeddedTuning } from '../../src/search/embedded/open-embedded-index.ts';
import type { FacetRequest, Query } from '../../src/search/search-index.ts';
import { Comparison } from './naive-search/comparison.ts';
import { LARGE_FIELDS, largeDocument, largeExpressions } from './naive-search/large-documents.ts';
import { urnOf } from './search-documents.ts';
import { effort } from '../support/effort.ts';

const BATCH = 1000;
const DOCUMENTS = 9_000;

/** Everything in one segment; and several segments of different sizes, with deleted documents in each. */
const LAYOUTS: readonly (readonly [string, Partial<EmbeddedTuning>])[] = [
  ['one segment', { delta: { read: 1e6, write: 1e6 } }],
  [
    'merged segments',
    {
      delta: { read: 10, write: 500 },
      merge: { fanout: 4, smallest: 256, large: 4096, quietMs: 2 ** 31 - 1 },
    },
  ],
];

const words = fc.constantFrom('sales', 'sales orders', 'ledger 17', 'zebra zebra', 'of', 'unknown');
const queries: fc.Arbitrary<Query> = fc
  .record({
    entityTypes: fc.constantFrom(['dataset', 'chart'], ['dataset'], ['chart'], ['tag']),
    where: largeExpressions,
    words: fc.option(words, { nil: undefined, freq: 3 }),
  })
  .map(({ words: text, ...query }) => {
    const fields = [
      { field: 'name', boost: 4 },
      { field: 'note', boost: 1 },
    ];
    return text === undefined ? query : { ...query, words: { text, fields } };
  });
const facets: fc.Arbitrary<FacetRequest> = fc.record({
  fields: fc.oneof(
    fc.tuple(fc.constantFrom(...LARGE_FIELDS)),
    fc.constant<[string, string]>(['few', 'several']),
  ),
  size: fc.constantFrom(5, 20, 100_000),
});
const sort = fc.array(fc.record({ field: fc.constantFrom(...LARGE_FIELDS), descending: fc.boolean() }), {
  maxLength: 2,
});

describe.each(LAYOUTS)('embedded index with many documents, %s', (_, tuning) => {
  it('answers like a naive one', async () => {
    const open = () => openEmbeddedIndex({ folder: undefined, now: () => 0, tuning });
    const comparison = new Comparison(await open(), open);
    for (let i = 0; i < DOCUMENTS; i += BATCH) {
      await comparison.apply(Array.from({ length: BATCH }, (_item, j) => largeDocument(i + j, 0)));
    }
    await comparison.settle();
    const changed = Array.from({ length: BATCH }, (_item, i) => largeDocument(i * 7, 1));
    await comparison.apply(changed);
    await comparison.apply(changed.map((_item, i) => ({ urn: urnOf(`${i % 7}.${i * 5}`), removed: true })));
    await fc.assert(
      fc.asyncProperty(queries, sort, facets, async (query, keys, facet) => {
        await comparison.search(query, keys, 0, 20);
        await comparison.facets(query, [facet]);
        await comparison.startScroll(query, keys, 50);
        await comparison.continueScroll(0);
      }),
      { numRuns: effort(10) },
    );
    await comparison.close();
  }, 300_000);
});
