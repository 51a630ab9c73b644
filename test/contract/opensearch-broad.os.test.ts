import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page, PageRequest, SearchIndex } from '../../src/search/search-index.ts';
import { unrestricted } from '../../src/search/unrestricted.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { documentOf } from './search-documents.ts';
import { everything, requestOf } from './word-requests.ts';

let node: OpenSearchNode;
const opened: SearchIndex[] = [];
beforeAll(async () => {
  node = await OpenSearchNode.start();
});
afterEach(async () => {
  for (const index of opened.splice(0)) await index[Symbol.asyncDispose]();
  await node.clear();
});
afterAll(() => node.stop());

const NAMES = ['alpha beta', 'beta alpha', 'alpha', 'alpha of beta', 'alpha alpha', 'alpha beta gamma delta'];
/** In several segments, whose documents alternate in urn order. */
const BATCHES = 4;
const batches = Array.from({ length: BATCHES }, (_, batch) =>
  Array.from({ length: 600 }, (__, i) => {
    const name = [NAMES[(i * 7) % NAMES.length] ?? ''];
    return documentOf(`d${i * BATCHES + batch}`, {
      values: { name, all: ['yes'] },
      texts: { name, description: [`alpha number${i % 9}`] },
    });
  }),
);

const PAGES = [{}, { size: 1 }, { from: 37, size: 25 }, { from: 590, size: 40 }, { size: 999 }];

describe.each([1, 3])('pages of many matches, in %d shards', (shards) => {
  it('are those of a search that scores every match', async () => {
    const { index, refresh } = await node.openIndex({ shards });
    opened.push(index);
    for (const [i, batch] of batches.entries()) {
      await index.apply(i + 1, batch);
      await refresh();
    }
    const find = (request: PageRequest): Promise<Page> => index.search(unrestricted(request));
    for (const text of ['alpha', 'alphas', 'alpha beta', 'beta missing']) {
      const ranked = await find(requestOf(text, { size: 2400 }, everything));
      const urns = ranked.hits.map(({ urn }) => urn);
      expect(urns.length).toBeGreaterThan(1200);
      for (const page of PAGES) {
        const request = requestOf(text, page);
        const { hits, total } = await find(request);
        expect(total).toBe(ranked.total);
        expect(hits.map(({ urn }) => urn)).toEqual(urns.slice(request.from, request.from + request.size));
      }
      const byName = { size: 300, sort: [{ field: 'name', descending: true }] };
      const [sorted, expected] = [requestOf(text, byName), requestOf(text, byName, everything)];
      expect((await find(sorted)).hits.map(({ urn }) => urn)).toEqual(
        (await find(expected)).hits.map(({ urn }) => urn),
      );
      const scrolled: string[] = [];
      let after: string | undefined;
      do {
        const page = { size: 900, keepAliveMs: 60_000, ...(after !== undefined && { after }) };
        const { hits, next } = await find(requestOf(text, page));
        scrolled.push(...hits.map(({ urn }) => urn));
        after = next;
      } while (after !== undefined);
      expect(scrolled).toEqual(urns);
    }
  });
});
