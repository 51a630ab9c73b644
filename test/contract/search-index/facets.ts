import { describe, expect, it } from 'vitest';
import { unrestricted } from '../../../src/search/unrestricted.ts';
import { MATCH_ALL } from '../../../src/search/expression.ts';
import { documentOf } from '../search-documents.ts';
import { terms, numbers, not } from './questions.ts';
import type { IndexDriver } from './index-driver.ts';

/** Counts of values and of pairs of values. */
export function describeFacets(driver: IndexDriver): void {
  const { query, facet } = driver;

  describe('facets', () => {
    driver.given(
      documentOf('a', { values: { team: ['red'], size: [1], zones: ['x', 'y'] } }),
      documentOf('b', { values: { team: ['red'], size: [2], zones: ['y', 'y'] } }),
      documentOf('c', { values: { team: ['blue'], size: ['2'], zones: ['y', 'z'] } }),
      documentOf('d', { values: { team: ['green'], size: [1] } }),
      documentOf('e', { type: 'chart', values: { team: ['red'], size: [1] } }),
    );

    it('count documents by value, equal counts by value', async () => {
      expect(await facet(['team'])).toEqual([
        ['red', 2],
        ['blue', 1],
        ['green', 1],
      ]);
      expect(await facet(['zones'])).toEqual([
        ['y', 3],
        ['x', 1],
        ['z', 1],
      ]);
    });

    it('keep numbers and texts apart, numbers first', async () => {
      expect(await facet(['size'])).toEqual([
        [1, 2],
        [2, 1],
        ['2', 1],
      ]);
    });

    it('count the documents that match the filter', async () => {
      expect(await facet(['team'], terms('zones', 'y'))).toEqual([
        ['red', 2],
        ['blue', 1],
      ]);
      expect(await facet(['team'], not(terms('zones', 'y')))).toEqual([['green', 1]]);
      expect(await facet(['zones'], numbers('size', 1))).toEqual([
        ['x', 1],
        ['y', 1],
      ]);
      expect(await facet(['team'], { kind: 'none' })).toEqual([]);
    });

    it('return no more buckets than requested', async () => {
      expect(await facet(['team'], MATCH_ALL, 2)).toEqual([
        ['red', 2],
        ['blue', 1],
      ]);
      expect(await facet(['team'], MATCH_ALL, 0)).toEqual([]);
    });

    it('are empty for a field without values', async () => {
      expect(await facet(['nothing'])).toEqual([]);
      expect(await facet(['nothing', 'team'])).toEqual([]);
    });

    it('count pairs', async () => {
      expect(await facet(['team', 'zones'])).toEqual([
        ['red', 'y', 2],
        ['blue', 'y', 1],
        ['blue', 'z', 1],
        ['red', 'x', 1],
      ]);
      expect(await facet(['size', 'team'])).toEqual([
        [1, 'green', 1],
        [1, 'red', 1],
        [2, 'red', 1],
        ['2', 'blue', 1],
      ]);
      expect(await facet(['team', 'zones'], numbers('size', 1), 1)).toEqual([['red', 'x', 1]]);
    });

    it('count entity types', async () => {
      const everything = { entityTypes: ['dataset', 'chart', 'tag'], where: MATCH_ALL };
      const facets = await driver.index.aggregate(unrestricted(everything), [
        { fields: ['_entityType'], size: 5 },
        { fields: ['_entityType', 'team'], size: 1 },
      ]);
      expect(facets).toEqual([
        {
          buckets: [
            { values: ['dataset'], count: 4 },
            { values: ['chart'], count: 1 },
          ],
          total: 5,
        },
        { buckets: [{ values: ['dataset', 'red'], count: 2 }], total: 5 },
      ]);
    });

    it('add up all counts, including those beyond the size', async () => {
      const totalOf = async (field: string, size: number) => {
        const [found] = await driver.index.aggregate(unrestricted(query()), [{ fields: [field], size }]);
        return found?.total;
      };
      expect(await totalOf('team', 1)).toBe(4);
      expect(await totalOf('zones', 1)).toBe(5);
      expect(await totalOf('size', 0)).toBe(4);
      expect(await totalOf('nothing', 3)).toBe(0);
    });

    it('are exact if there are few values, even where estimates are allowed', async () => {
      const fields = ['zones'] as const;
      const [exact, maybe] = await driver.index.aggregate(unrestricted(query()), [
        { fields, size: 1 },
        { fields, size: 1, mayEstimate: true },
      ]);
      expect(maybe).toEqual(exact);
      expect(maybe).not.toHaveProperty('error');
    });

    it('are answered in the order of the requests', async () => {
      const facets = await driver.index.aggregate(unrestricted(query()), [
        { fields: ['zones'], size: 1 },
        { fields: ['team'], size: 1 },
      ]);
      expect(facets.map(({ buckets }) => buckets[0]?.values[0])).toEqual(['y', 'red']);
    });
  });
}
