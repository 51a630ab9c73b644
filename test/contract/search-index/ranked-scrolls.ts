import { describe, expect, it } from 'vitest';
import { documentOf, removalOf } from '../search-documents.ts';
import { terms, keysOf } from './questions.ts';
import type { IndexDriver } from './index-driver.ts';

/** Ranked scrolls, which keep the state of their first page, and rejected cursors. */
export function describeRankedScrolls(driver: IndexDriver): void {
  const { apply, search, scrollAll, refused } = driver;

  describe('ranked scrolls', () => {
    const words = { text: 'sales', fields: [{ field: 'name', boost: 1 }] };

    driver.given(...['a', 'b', 'c', 'd', 'e'].map((key) => documentOf(key, { texts: { name: ['sales'] } })));

    it('show the state of their first page', async () => {
      const keys = await scrollAll({ words }, async (page) => {
        await apply(
          removalOf('e'),
          documentOf(`new${page}`, { texts: { name: ['sales sales'] } }),
          documentOf('d'),
        );
      });
      expect(keys).toEqual(['a', 'b', 'c', 'd', 'e']);
    });

    it('expire', async () => {
      if (!driver.canPassTime) return;
      const { next } = await search({ words, size: 2, keepAliveMs: 1000 });
      await apply(removalOf('a'));
      driver.passTime(1500);
      await refused(search({ words, size: 2, keepAliveMs: 1000, after: next ?? '' }));
    });

    it('stay alive while they are read', async () => {
      if (!driver.canPassTime) return;
      const first = await search({ words, size: 2, keepAliveMs: 1000 });
      driver.passTime(900);
      const second = await search({ words, size: 2, keepAliveMs: 1000, after: first.next ?? '' });
      driver.passTime(900);
      const third = await search({ words, size: 2, keepAliveMs: 1000, after: second.next ?? '' });
      expect(keysOf([...first.hits, ...second.hits, ...third.hits])).toEqual(['a', 'b', 'c', 'd', 'e']);
    });
  });

  describe('cursors', () => {
    const fiveKeys = ['a', 'b', 'c', 'd', 'e'];

    driver.given(
      ...fiveKeys.map((key) => documentOf(key, { values: { team: ['red'] }, texts: { name: ['sales'] } })),
    );

    it.each([
      '',
      'nonsense',
      '%%%',
      Buffer.from('{}').toString('base64url'),
      Buffer.from('[1]').toString('base64url'),
      'bnVsbA',
    ])('are refused when malformed: %j', async (after) => {
      await refused(search({ after, keepAliveMs: 1000 }));
      await refused(search({ after, keepAliveMs: 1000, sort: [{ field: 'team', descending: false }] }));
      await refused(
        search({
          after,
          keepAliveMs: 1000,
          words: { text: 'sales', fields: [{ field: 'name', boost: 1 }] },
        }),
      );
    });

    it('are refused by another request', async () => {
      const { next } = await search({ size: 2, keepAliveMs: 1000 });
      const after = next ?? '';
      expect(keysOf((await search({ size: 3, keepAliveMs: 1000, after })).hits)).toEqual(['c', 'd', 'e']);
      await refused(search({ after, where: terms('team', 'red') }));
      await refused(search({ after, entityTypes: ['chart'] }));
      await refused(search({ after, sort: [{ field: 'team', descending: false }] }));
      await refused(search({ after, words: { text: 'sales', fields: [{ field: 'name', boost: 1 }] } }));
    });
  });
}
