import { describe, expect, it } from 'vitest';
import { INCOMPLETE, UNJUDGED } from '../../../src/search/documents/incomplete.ts';
import type { SearchDocument } from '../../../src/search/search-index.ts';
import { unrestrictedUrns } from '../../../src/search/unrestricted.ts';
import { documentOf, urnOf } from '../search-documents.ts';
import type { IndexDriver } from './index-driver.ts';

/** A list that fails when it is read, like a text that no pattern can match. */
function failing(): readonly string[] {
  return new Proxy<string[]>([], {
    get: () => {
      throw new RangeError('Maximum call stack size exceeded');
    },
  });
}

/** Documents that the engine cannot prepare. */
export function describeUnfitDocuments(driver: IndexDriver): void {
  const { apply, find } = driver;

  const reasonsOf = async (key: string, field = INCOMPLETE): Promise<unknown> =>
    (await driver.index.values(unrestrictedUrns([urnOf(key)]), field)).get(urnOf(key));
  const words = (text: string) => find({ kind: 'words', fields: ['name'], text, inOrder: false });
  const team = (value: string) => find({ kind: 'terms', field: 'team', values: [value], ignoreCase: false });
  const fit = (key: string): SearchDocument =>
    documentOf(key, { values: { team: ['red'] }, texts: { name: ['orders'] } });

  describe('a document that cannot be indexed', () => {
    driver.given();

    it('because of its texts is found by its exact fields, beside others', async () => {
      await apply(fit('a'), { ...fit('b'), texts: new Map([['name', failing()]]) }, fit('c'));
      expect(await team('red')).toEqual(['a', 'b', 'c']);
      expect(await words('orders')).toEqual(['a', 'c']);
      expect(await reasonsOf('b')).toEqual(['words: Maximum call stack size exceeded']);
      expect(await reasonsOf('b', UNJUDGED)).toBeUndefined();
      expect(await find({ kind: 'exists', field: INCOMPLETE })).toEqual(['b']);
    });

    it('because of its values is found by its urn, beside others', async () => {
      await apply(fit('a'), { ...fit('b'), values: new Map([['team', failing()]]) }, fit('c'));
      expect(await team('red')).toEqual(['a', 'c']);
      expect(await find({ kind: 'terms', field: 'urn', values: [urnOf('b')], ignoreCase: false })).toEqual([
        'b',
      ]);
      expect(await reasonsOf('b')).toEqual(['values and words: Maximum call stack size exceeded']);
      expect(await reasonsOf('b', UNJUDGED)).toEqual(['true']);
    });

    it('does not block others of its batch, and is complete again with the next change', async () => {
      const many = Array.from({ length: 90 }, (_, i) => fit(`k${i}`));
      await apply(...many, { ...fit('unfit'), texts: new Map([['name', failing()]]) });
      expect(await words('orders')).toHaveLength(90);
      await apply(fit('unfit'));
      expect(await words('orders')).toHaveLength(91);
      expect(await find({ kind: 'exists', field: INCOMPLETE })).toEqual([]);
    });
  });
}
