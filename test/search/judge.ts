import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { ReadingCatalog } from '../support/memory/reading-catalog.ts';
import { CORPUS, JUDGED } from './judged-queries.ts';

const datasetUrn = (name: string): string => `urn:li:dataset:(urn:li:dataPlatform:snowflake,${name},PROD)`;

/** Tests the judged queries with an engine; `open` returns an empty index. */
export function judge(open: () => Promise<SearchIndex>): void {
  let catalog: ReadingCatalog;

  beforeAll(async () => {
    const index = await open();
    catalog = await ReadingCatalog.open(index);
    for (const [key, { name = key, description = '', tags = [] }] of Object.entries(CORPUS)) {
      await catalog.put(datasetUrn(key), {
        datasetProperties: { name, description },
        globalTags: { tags: tags.map((tag) => ({ tag: `urn:li:tag:${tag}` })) },
      });
    }
    await index.visible(index.position());
  });

  afterAll(() => catalog[Symbol.asyncDispose]());

  it.each(JUDGED)('%s', async (query, first) => {
    const expected = typeof first === 'string' ? [first] : first;
    const found = await catalog.found({ query, count: expected.length });
    expect(found.toSorted()).toEqual(expected.map(datasetUrn).toSorted());
  });
}
