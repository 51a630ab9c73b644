import { describe, expect, it } from 'vitest';
import { documentOf, removalOf, urnOf } from '../search-documents.ts';
import { terms, not } from './questions.ts';
import type { IndexDriver } from './index-driver.ts';

/** Effect of changes on hits, counts and the position. */
export function describeChanges(driver: IndexDriver): void {
  const { apply, search, find, facet } = driver;

  describe('changes', () => {
    driver.given();

    it('starts empty at position 0', async () => {
      expect(driver.index.position()).toBe(0);
      expect(await search()).toEqual({ total: 0, hits: [] });
    });

    it('shows a document with its type and keeps the position', async () => {
      await apply(documentOf('a'));
      expect(await search()).toEqual({
        total: 1,
        hits: [{ urn: urnOf('a'), entityType: 'dataset', score: 1 }],
      });
      expect(driver.index.position()).toBe(1);
    });

    it('replaces a document as a whole', async () => {
      await apply(documentOf('a', { values: { team: ['red'], size: [1] }, texts: { name: ['sales'] } }));
      await apply(documentOf('a', { values: { team: ['blue'] } }));
      expect(await find(terms('team', 'red'))).toEqual([]);
      expect(await find(terms('team', 'blue'))).toEqual(['a']);
      expect(await find({ kind: 'exists', field: 'size' })).toEqual([]);
      expect(await facet(['team'])).toEqual([['blue', 1]]);
      const words = { text: 'sales', fields: [{ field: 'name', boost: 1 }] };
      expect((await search({ words })).total).toBe(0);
    });

    it('removes a document from hits and from every count', async () => {
      await apply(
        documentOf('a', { values: { team: ['red'] } }),
        documentOf('b', { values: { team: ['red'] } }),
      );
      await apply(removalOf('a'));
      expect(await find(terms('team', 'red'))).toEqual(['b']);
      expect(await facet(['team'])).toEqual([['red', 1]]);
      expect(await find(not(terms('team', 'red')))).toEqual([]);
      await apply(removalOf('b'));
      expect(await facet(['team'])).toEqual([]);
      expect((await search()).total).toBe(0);
    });

    it('keeps the last change of a urn', async () => {
      await apply(
        documentOf('a', { values: { team: ['red'] } }),
        removalOf('a'),
        documentOf('a', { values: { team: ['blue'] } }),
      );
      await apply(removalOf('b'), documentOf('c'), removalOf('c'));
      expect(await facet(['team'])).toEqual([['blue', 1]]);
      expect((await search()).total).toBe(1);
    });

    it('is unchanged after a repeated change', async () => {
      const change = documentOf('a', { values: { team: ['red'] } });
      await driver.index.apply(7, [change]);
      await driver.index.apply(7, [change]);
      await driver.refresh();
      expect(await facet(['team'])).toEqual([['red', 1]]);
      expect(driver.index.position()).toBe(7);
    });

    it('ignores the removal of a missing document', async () => {
      await apply(removalOf('a'));
      expect((await search()).total).toBe(0);
      expect(driver.index.position()).toBe(1);
    });

    it('reports when a change is searchable', async () => {
      await driver.index.apply(3, [documentOf('a')]);
      await driver.index.visible(3);
      expect((await search()).total).toBe(1);
    });

    it('can be flushed at any time', async () => {
      await driver.index.flush();
      await apply(documentOf('a'));
      await driver.index.flush();
      expect((await search()).total).toBe(1);
    });
  });
}
