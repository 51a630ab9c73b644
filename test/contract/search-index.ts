import { afterAll, describe } from 'vitest';
import { describeChanges } from './search-index/changes.ts';
import { describeFacets } from './search-index/facets.ts';
import { describeFilters } from './search-index/filters.ts';
import { IndexDriver, type IndexUnderTest } from './search-index/index-driver.ts';
import { describeOrder } from './search-index/order.ts';
import { describeRankedScrolls } from './search-index/ranked-scrolls.ts';
import { describeSpreads } from './search-index/spreads.ts';
import { describeUnfitDocuments } from './search-index/unfit-documents.ts';
import { describeValues } from './search-index/values.ts';
import { describeWordOrder } from './search-index/word-order.ts';
import { describeWords } from './search-index/words.ts';

/** Contract of SearchIndex; `open` returns a new, empty index. */
export function describeSearchIndex(name: string, open: () => Promise<IndexUnderTest>): void {
  describe(`search index: ${name}`, () => {
    const driver = new IndexDriver(open);
    afterAll(driver.stop);
    describeChanges(driver);
    describeFilters(driver);
    describeWords(driver);
    describeWordOrder(driver);
    describeOrder(driver);
    describeRankedScrolls(driver);
    describeFacets(driver);
    describeSpreads(driver);
    describeValues(driver);
    describeUnfitDocuments(driver);
  });
}
