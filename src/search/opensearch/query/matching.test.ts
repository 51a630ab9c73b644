import { expect, it } from 'vitest';
import { MATCH_ALL } from '../../expression.ts';
import { ALL_SHARED, Columns } from '../document/columns.ts';
import type { Ask } from './answer.ts';
import { matchingOf, scoredMatching } from './matching.ts';

it('never counts a word in more documents than exist, even when some are added between two requests', async () => {
  const query = {
    entityTypes: ['dataset'],
    where: MATCH_ALL,
    words: { text: 'sales', fields: [{ field: 'name', boost: 1 }] },
  };
  const counted = { buckets: [], sum_other_doc_count: 0, doc_count_error_upper_bound: 0, doc_count: 1500 };
  const ask: Ask = ({ aggs }) =>
    Promise.resolve(
      aggs === undefined
        ? { hits: { total: { value: 1000 }, hits: [] } }
        : { hits: { hits: [] }, aggregations: { w0: counted } },
    );
  const { frequencies } = await scoredMatching(ask, matchingOf(query, new Columns(ALL_SHARED)));
  expect(frequencies?.total).toBe(1500);
  expect([...(frequencies?.of.values() ?? [])]).toEqual(expect.arrayContaining([1500]));
});
