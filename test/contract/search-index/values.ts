import { describe, expect, it } from 'vitest';
import { unrestrictedUrns } from '../../../src/search/unrestricted.ts';
import { documentOf, removalOf, urnOf } from '../search-documents.ts';
import type { IndexDriver } from './index-driver.ts';

/** Reading values back by urn. */
export function describeValues(driver: IndexDriver): void {
  const { apply } = driver;

  describe('values', () => {
    const read = async (field: string, ...keys: string[]) => {
      const found = await driver.index.values(unrestrictedUrns(keys.map(urnOf)), field);
      return Object.fromEntries(found);
    };

    driver.given(
      documentOf('a', { values: { team: ['red', 'blue', 'red'], size: [3, 1] } }),
      documentOf('b', { values: { team: [''] } }),
      documentOf('c', { type: 'chart', values: { team: ['red'] } }),
    );

    it('are each value once, ascending', async () => {
      expect(await read('team', 'a')).toEqual({ [urnOf('a')]: ['blue', 'red'] });
      expect(await read('size', 'a')).toEqual({ [urnOf('a')]: [1, 3] });
    });

    it('include every entity type', async () => {
      expect(await read('team', 'c', 'b')).toEqual({ [urnOf('c')]: ['red'], [urnOf('b')]: [''] });
    });

    it('leave out documents without a value and unknown urns', async () => {
      expect(await read('size', 'a', 'b', 'unknown')).toEqual({ [urnOf('a')]: [1, 3] });
      expect(await read('nothing', 'a')).toEqual({});
      expect(await read('team')).toEqual({});
    });

    it('are those of the last change', async () => {
      await apply(documentOf('a', { values: { team: ['green'] } }), removalOf('b'));
      expect(await read('team', 'a', 'b')).toEqual({ [urnOf('a')]: ['green'] });
    });
  });
}
