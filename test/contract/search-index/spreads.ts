import { describe, expect, it } from 'vitest';
import { MATCH_ALL, type Expression } from '../../../src/search/expression.ts';
import type { Spread } from '../../../src/search/search-index.ts';
import { unrestricted } from '../../../src/search/unrestricted.ts';
import { documentOf } from '../search-documents.ts';
import type { IndexDriver } from './index-driver.ts';
import { not, terms } from './questions.ts';

/** Count, minimum, maximum and quantiles of numbers. */
export function describeSpreads(driver: IndexDriver): void {
  const spread = async (
    where: Expression = MATCH_ALL,
    quantiles: number[] = [],
  ): Promise<Spread | undefined> =>
    (await driver.index.spread(unrestricted(driver.query(where)), [{ field: 'size', quantiles }]))[0];

  describe('spreads', () => {
    driver.given(
      documentOf('a', { values: { size: [4, 1], team: ['red'] } }),
      documentOf('b', { values: { size: [-2.5], team: ['red'] } }),
      documentOf('c', { values: { size: ['5'] } }),
      documentOf('d', { values: { size: [1e300], team: ['blue'] } }),
      documentOf('e', { type: 'chart', values: { size: [7] } }),
    );

    it('count each number once for each document that has it', async () => {
      await driver.apply(documentOf('f', { values: { size: [4] } }));
      expect(await spread()).toEqual({ values: 5, min: -2.5, max: 1e300, quantiles: [] });
      await driver.apply({ urn: documentOf('b').urn, removed: true });
      expect(await spread()).toEqual({ values: 4, min: 1, max: 1e300, quantiles: [] });
    });

    it('cover the documents that match the filter', async () => {
      expect(await spread(terms('team', 'red'))).toMatchObject({ values: 3, min: -2.5, max: 4 });
      expect(await spread(not(terms('team', 'red')))).toMatchObject({ values: 1, min: 1e300 });
    });

    it('are undefined where there is no number', async () => {
      expect(await spread({ kind: 'none' })).toBeUndefined();
      const [none] = await driver.index.spread(unrestricted(driver.query()), [
        { field: 'team', quantiles: [] },
      ]);
      expect(none).toBeUndefined();
    });

    it('return the number that a share of the values does not exceed, in the order of the request', async () => {
      const { quantiles } = (await spread(MATCH_ALL, [1, 0.5, 0, 0.51, 0.75])) ?? {};
      expect(quantiles).toEqual([1e300, 1, -2.5, 4, 4]);
    });
  });
}
