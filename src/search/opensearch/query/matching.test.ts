import { expect, it } from 'vitest';
import { MATCH_ALL } from '../../expression.ts';
import { idf } from '../../text/bm25.ts';
import { ALL_SHARED, Columns } from '../document/columns.ts';
import type { Ask } from './answer.ts';
import { matchingOf, scoredMatching } from './matching.ts';

it('never counts a word in more documents than exist, even when some are added between two requests', async () => {
  const query = {
    entityTypes: ['dataset'],
    where: MATCH_ALL,
    words: { text: 'sales', fields: [{ field: 'name', boost: 1 }] },
  };
  const ask: Ask = (searches) =>
    Promise.resolve(
      searches.map((_, i) => ({
        hits: { total: { value: i === 0 ? 1000 : 1500, relation: 'eq' as const }, hits: [] },
      })),
    );
  const { rarities } = await scoredMatching(ask, matchingOf(query, new Columns(ALL_SHARED)));
  expect(rarities?.rarityIn('sales', 'name')).toBe(idf(1500, 1500));
});
