import { describe, expect, it } from 'vitest';
import { unrestricted } from '../unrestricted.ts';
import { parseUrn } from '../../model/urn.ts';
import { MATCH_ALL } from '../expression.ts';
import type { PageRequest, SearchDocument } from '../search-index.ts';
import type { EmbeddedIndex } from './embedded-index.ts';
import { openEmbeddedIndex } from './open-embedded-index.ts';

const request: PageRequest = {
  entityTypes: ['tag'],
  where: MATCH_ALL,
  sort: [],
  from: 0,
  size: 2,
  keepAliveMs: 60_000,
  words: { text: 'red', fields: [{ field: 'name', boost: 1 }] },
};

const documents = Array.from({ length: 5 }, (_, i): SearchDocument => {
  const texts = new Map([['name', [`red ${'x '.repeat(i)}`]]]);
  return { urn: parseUrn(`urn:li:tag:t${i}`), entityType: 'tag', values: new Map(), texts };
});

async function open(opening: number, hasSiblings: boolean): Promise<EmbeddedIndex> {
  const index = await openEmbeddedIndex({ folder: undefined, now: () => 0, opening, hasSiblings });
  await index.apply(1, documents);
  return index;
}

describe('indexes of one catalog in several processes', () => {
  it('continue ranked scrolls started by others', async () => {
    await using one = await open(1, true);
    await using other = await open(2, true);
    const found: string[] = [];
    let after: string | undefined;
    for (const index of [one, other, one]) {
      const page = await index.search(unrestricted(after === undefined ? request : { ...request, after }));
      found.push(...page.hits.map(({ urn }) => urn));
      after = page.next;
    }
    expect(found.toSorted()).toEqual(documents.map(({ urn }) => urn));
    expect(after).toBeUndefined();
  });

  it('reject ranked scrolls of an earlier opening when there is only one process', async () => {
    await using one = await open(1, false);
    await using other = await open(2, false);
    const { next = '' } = await one.search(unrestricted(request));
    await expect(other.search(unrestricted({ ...request, after: next }))).rejects.toThrow('has expired');
  });
});
