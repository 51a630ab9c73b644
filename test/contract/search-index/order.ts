import { describe, expect, it } from 'vitest';
import type { SortKey } from '../../../src/search/search-index.ts';
import { documentOf, removalOf } from '../search-documents.ts';
import { keysOf } from './questions.ts';
import type { IndexDriver } from './index-driver.ts';

/** Order of hits, pages and stateless scrolls. */
export function describeOrder(driver: IndexDriver): void {
  const { apply, search, sorted, scrollAll } = driver;

  describe('order and pages', () => {
    driver.given(
      documentOf('a', { values: { rank: [3], label: ['x'] } }),
      documentOf('b', { values: { rank: [1, 9], label: ['y'] } }),
      documentOf('c', { values: { label: ['x'] } }),
      documentOf('d', { values: { rank: [3], label: ['w', 'z'] } }),
      documentOf('e', { values: { rank: ['text'], label: ['y'] } }),
    );

    it('is by urn without words', async () => {
      await apply(documentOf('0'));
      expect(keysOf((await search()).hits)).toEqual(['0', 'a', 'b', 'c', 'd', 'e']);
    });

    it('takes the smallest value ascending, numbers before texts, missing last', async () => {
      expect(await sorted({ field: 'rank', descending: false })).toEqual(['b', 'a', 'd', 'e', 'c']);
      expect(await sorted({ field: 'label', descending: false })).toEqual(['d', 'a', 'c', 'b', 'e']);
    });

    it('takes the largest value descending, texts before numbers, missing last', async () => {
      expect(await sorted({ field: 'rank', descending: true })).toEqual(['e', 'b', 'a', 'd', 'c']);
      expect(await sorted({ field: 'label', descending: true })).toEqual(['d', 'b', 'e', 'a', 'c']);
    });

    it('compares key by key, then by urn', async () => {
      expect(
        await sorted({ field: 'label', descending: true }, { field: 'rank', descending: false }),
      ).toEqual(['d', 'b', 'e', 'a', 'c']);
      expect(await sorted({ field: 'nothing', descending: true })).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(await sorted({ field: 'urn', descending: true })).toEqual(['e', 'd', 'c', 'b', 'a']);
    });

    it('skips and limits', async () => {
      const page = await search({ from: 1, size: 2 });
      expect(page.total).toBe(5);
      expect(keysOf(page.hits)).toEqual(['b', 'c']);
      expect(keysOf((await search({ from: 4, size: 2 })).hits)).toEqual(['e']);
      expect((await search({ from: 9, size: 2 })).hits).toEqual([]);
      expect(await search({ from: 20_000_000, size: 2 })).toEqual({ total: 5, hits: [] });
      expect(await search({ size: 0 })).toEqual({ total: 5, hits: [] });
      expect(await search({ size: 0, mayBound: true })).toEqual({ total: 5, hits: [] });
      const sort = [{ field: 'rank', descending: false }];
      expect(keysOf((await search({ sort, from: 3, size: 5 })).hits)).toEqual(['e', 'c']);
    });

    it('returns no cursor unless requested, and none at the end', async () => {
      expect((await search({ size: 2 })).next).toBeUndefined();
      expect((await search({ size: 5, keepAliveMs: 1 })).next).toBeUndefined();
      expect((await search({ size: 4, keepAliveMs: 1 })).next).toBeDefined();
    });

    it.each<[string, SortKey[]]>([
      ['urn', []],
      ['a field ascending', [{ field: 'rank', descending: false }]],
      ['a field descending', [{ field: 'rank', descending: true }]],
      [
        'several keys',
        [
          { field: 'label', descending: true },
          { field: 'rank', descending: true },
        ],
      ],
      ['urn descending', [{ field: 'urn', descending: true }]],
    ])('scrolls by %s as it pages', async (_, sort) => {
      const all = keysOf((await search({ sort })).hits);
      expect(await scrollAll({ sort })).toEqual(all);
      expect(await scrollAll({ sort, size: 1 })).toEqual(all);
    });

    it.each<[string, SortKey[]]>([
      ['urn', []],
      ['a field', [{ field: 'rank', descending: false }]],
    ])('scrolls by %s over all unchanged documents, despite concurrent writes', async (_, sort) => {
      const stays = ['a', 'b', 'c', 'd', 'e'];
      const keys = await scrollAll({ sort, size: 1 }, async (page) => {
        await apply(documentOf(`new${page}`, { values: { rank: [page] } }), removalOf(`new${page - 2}`));
        await driver.index.flush();
      });
      expect(keys.filter((key) => stays.includes(key)).sort()).toEqual(stays);
    });
  });
}
