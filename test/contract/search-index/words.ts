import { describe, expect, it } from 'vitest';
import { MATCH_ALL } from '../../../src/search/expression.ts';
import type { PageRequest } from '../../../src/search/search-index.ts';
import { unrestricted } from '../../../src/search/unrestricted.ts';
import { documentOf } from '../search-documents.ts';
import { terms, keysOf } from './questions.ts';
import type { IndexDriver } from './index-driver.ts';

/** Full-text search and ranking. */
export function describeWords(driver: IndexDriver): void {
  const { apply, query, search, scrollAll } = driver;

  describe('words', () => {
    const fields = [
      { field: 'name', boost: 4 },
      { field: 'description', boost: 1 },
    ];
    const inOrder = async (text: string, rest: Partial<PageRequest> = {}) =>
      keysOf((await search({ words: { text, fields }, ...rest })).hits);

    driver.given(
      documentOf('a', {
        values: { team: ['red'] },
        texts: { name: ['sales orders 799'], description: ['orders of sales'] },
      }),
      documentOf('b', { values: { team: ['red'] }, texts: { description: ['the sales ledger'] } }),
      documentOf('c', {
        values: { team: ['blue'] },
        texts: { name: ['sales_customer'], description: ['number 799'] },
      }),
      documentOf('d', { texts: { name: ['Ünïcode orderId2'], description: ['', 'second text'] } }),
    );

    it.each<[string, string, string[]]>([
      ['a word in any field', 'ledger', ['b']],
      ['whole words only', 'ledge', []],
      ['all words, each in any field', 'sales 799', ['a', 'c']],
      ['words ignoring case and accents', 'UNICODE', ['d']],
      ['accents in the query', 'ünicode', ['d']],
      ['words joined by an underscore', 'customer', ['c']],
      ['the whole of a compound word', 'orderid2', ['d']],
      ['a part of a compound word', 'unicode id2', ['d']],
      ['a compound word that was written in several', 'salesCustomer', ['c']],
      ['a singular and its plural', 'order', ['a', 'd']],
      ['a plural and its singular', 'ledgers', ['b']],
      ['words by their prefix', 'led*', ['b']],
      ['compound words by their prefix', 'saleCust*', []],
      ['a prefix after a compound word', 'salesCust*', ['c']],
      ['those with any word when none has all', 'ledger customer', ['b', 'c']],
      ['any of several texts', 'second', ['d']],
      ['nothing for no word', '?!', []],
      ['a repeated word once', 'ledger LEDGER', ['b']],
    ])('finds %s', async (_, text, expected) => {
      expect((await inOrder(text)).sort()).toEqual(expected);
      const total = await driver.index.count(unrestricted(query(MATCH_ALL, { words: { text, fields } })));
      expect(total).toBe(expected.length);
    });

    it('ranks by score, then by urn', async () => {
      const page = await search({ words: { text: 'sales', fields } });
      const scores = page.hits.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((x, y) => y - x));
      expect(keysOf(page.hits).at(-1)).toBe('b');
      expect(Math.min(...scores)).toBeGreaterThan(0);
    });

    it('has words that differ in one letter, or two of a long word, the most similar first', async () => {
      await apply(
        documentOf('x', { texts: { name: ['customer customs'], description: ['custard'] } }),
        documentOf('y', { texts: { name: ['consumer', 'customers'] } }),
      );
      const similar = (word: string, most = 10) =>
        driver.index.similarWords({ entityTypes: ['dataset'], word, fields: ['name'], most });
      expect(await similar('custmer')).toEqual(expect.arrayContaining(['customer', 'customers']));
      expect((await similar('custmer'))[0]).toBe('customer');
      expect(await similar('cusotmer', 1)).toEqual(['customer']);
      expect(await similar('ordrs')).toEqual(['orders']);
      expect(await similar('sa')).toEqual([]);
      expect(await similar('warehouse')).toEqual([]);
    });

    it('ranks a name that is the text of the query first, ignoring case', async () => {
      await apply(
        documentOf('more', {
          values: { name: ['zebra zebra', 'Zebra (zebra)'] },
          texts: { name: ['zebra zebra', 'Zebra (zebra)'], description: ['zebra'] },
        }),
        documentOf('named', { values: { name: ['ZEBRA'] }, texts: { name: ['ZEBRA'] } }),
        documentOf('part', { values: { name: ['zebra 2'] }, texts: { name: ['zebra 2'] } }),
      );
      expect((await inOrder('zebra'))[0]).toBe('named');
      expect((await inOrder(' Zebra 2 '))[0]).toBe('part');
      const sorted = await search({
        words: { text: 'zebra', fields },
        sort: [{ field: 'name', descending: false }],
      });
      const ranked = await search({ words: { text: 'zebra', fields } });
      const scoresOf = ({ hits }: typeof ranked) => new Map(hits.map(({ urn, score }) => [urn, score]));
      const [byName, byScore] = [scoresOf(sorted), scoresOf(ranked)];
      for (const [urn, score] of byScore) expect(byName.get(urn)).toBeCloseTo(score, 2);
      const scrolled = await scrollAll({ words: { text: 'zebra', fields }, size: 1 });
      expect(scrolled).toEqual(keysOf(ranked.hits));
    });

    it('ranks a short field above a long one and more occurrences above fewer', async () => {
      await apply(
        documentOf('long', {
          texts: { name: ['zebra and many other animals that live in the wild somewhere'] },
        }),
        documentOf('once', { texts: { name: ['zebra animals'] } }),
        documentOf('twice', { texts: { name: ['zebra zebra'] } }),
      );
      expect(await inOrder('zebra')).toEqual(['twice', 'once', 'long']);
    });

    it('ranks those with most words first when none has all', async () => {
      expect(await inOrder('sales 799 ledger')).toEqual(['a', 'c', 'b']);
      expect(await inOrder('sales 799 missing')).toEqual(['a', 'c', 'b']);
      expect(await scrollAll({ words: { text: 'sales 799 ledger', fields }, size: 1 })).toEqual([
        'a',
        'c',
        'b',
      ]);
    });

    it('weighs words by their rarity among some documents', async () => {
      const among = terms('team', 'red');
      const scoreOfA = async (): Promise<number | undefined> =>
        (await search({ words: { text: 'ledger', fields, among } })).hits[0]?.score;
      const before = await scoreOfA();
      await apply(
        documentOf('other', {
          values: { team: ['blue'] },
          texts: { name: ['ledger'], description: ['ledger'] },
        }),
      );
      const { hits } = await search({ words: { text: 'ledger', fields, among }, where: among });
      expect(hits.map(({ score }) => score)).toEqual([before]);
      await apply(documentOf('another', { values: { team: ['red'] }, texts: { description: ['ledger'] } }));
      const page = await search({ words: { text: 'ledger', fields, among }, where: among });
      expect(page.hits[0]?.score).toBeLessThan(before ?? 0);
    });

    it('finds nothing for a strict query when no document has all words', async () => {
      expect(
        keysOf((await search({ words: { text: 'sales missing', fields, isStrict: true } })).hits),
      ).toEqual([]);
    });

    it('finds words and phrases as a condition', async () => {
      const documents = ['orders of sales', 'of sales orders', 'SALES ÖF öther'].map((note, i) =>
        documentOf(`p${i}`, { values: { note: [note] }, texts: { note: [note] } }),
      );
      await apply(...documents);
      const where = async (text: string, inOrder: boolean) =>
        keysOf((await search({ where: { kind: 'words', fields: ['note'], text, inOrder } })).hits);
      expect(await where('sales of', false)).toEqual(['p0', 'p1', 'p2']);
      expect(await where('sales of', true)).toEqual(['p2']);
      expect(await where('order sales', true)).toEqual([]);
      expect(await where('sales orders', true)).toEqual(['p1']);
      expect(await where('?!', true)).toEqual([]);
    });

    it('finds words among the documents that match the filter', async () => {
      expect(await inOrder('sales', { where: terms('team', 'blue') })).toEqual(['c']);
      const words = { text: 'sales', fields };
      const [counted] = await driver.index.aggregate(unrestricted(query(MATCH_ALL, { words })), [
        { fields: ['team'], size: 5 },
      ]);
      expect(counted?.buckets).toEqual([
        { values: ['red'], count: 2 },
        { values: ['blue'], count: 1 },
      ]);
    });

    it('finds nothing in fields without words', async () => {
      const nowhere = [{ field: 'nowhere', boost: 2 }];
      const { hits, total } = await search({ words: { text: 'sales', fields: nowhere } });
      expect([total, hits]).toEqual([0, []]);
    });

    it('can be sorted by a field', async () => {
      const sort = [{ field: 'team', descending: false }];
      expect(await inOrder('sales', { sort })).toEqual(['c', 'a', 'b']);
    });

    it('pages through the ranks', async () => {
      const all = await inOrder('sales');
      expect(all).toHaveLength(3);
      expect(await inOrder('sales', { from: 1, size: 1 })).toEqual(all.slice(1, 2));
      expect(await scrollAll({ words: { text: 'sales', fields }, size: 1 })).toEqual(all);
    });
  });
}
