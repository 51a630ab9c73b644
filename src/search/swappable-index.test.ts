import { describe, expect, it } from 'vitest';
import { documentOf, urnOf } from '../../test/contract/search-documents.ts';
import { unrestricted } from './unrestricted.ts';
import { EmbeddedSlots } from './embedded/embedded-slots.ts';
import { MATCH_ALL } from './expression.ts';
import type { IndexSlot, IndexSlots } from './index-slots.ts';
import type { PageRequest } from './search-index.ts';
import { SwappableIndex } from './swappable-index.ts';

const WORDS = { text: 'sales', fields: [{ field: 'name', boost: 1 }] };
const documents = ['a', 'b', 'c', 'd'].map((key) =>
  documentOf(key, { values: { team: ['red'] }, texts: { name: ['sales'] } }),
);

/** Slots in memory that record removals. */
function observedSlots(): { readonly slots: IndexSlots; readonly removed: string[] } {
  const memory = new EmbeddedSlots({ root: undefined, documents: '', now: () => 1 });
  const removed: string[] = [];
  const observe = (slot: IndexSlot, name: string): IndexSlot => ({
    ...slot,
    remove: async () => {
      removed.push(name);
      await slot.remove();
    },
  });
  const slots: IndexSlots = {
    openCurrent: async () => observe(await memory.openCurrent(), 'old'),
    openNext: async () => observe(await memory.openNext(), 'new'),
  };
  return { slots, removed };
}

async function pageOf(index: SwappableIndex, request: Partial<PageRequest>) {
  const query = { entityTypes: ['dataset'], where: MATCH_ALL, sort: [], from: 0, size: 2 };
  return index.search(unrestricted({ ...query, keepAliveMs: 60_000, ...request }));
}

/** Replaces the index with one with equal documents. */
async function replace(index: SwappableIndex): Promise<void> {
  const next = await index.openNext();
  await next.index.apply(index.position(), documents);
  await index.replaceBy(next);
}

describe('SwappableIndex', () => {
  it('continues scrolls by urn and by sort keys, and expires ranked ones', async () => {
    const { slots } = observedSlots();
    await using index = await SwappableIndex.open(slots);
    await index.apply(3, documents);
    const requests: Partial<PageRequest>[] = [
      {},
      { sort: [{ field: 'team', descending: true }] },
      { words: WORDS },
    ];
    const firstPages = await Promise.all(requests.map((request) => pageOf(index, request)));
    await replace(index);
    // A ranked scroll of the new index must not be mistaken for one of the old index.
    await pageOf(index, { words: WORDS });
    const next = (i: number) => ({ ...requests[i], after: firstPages[i]?.next ?? '' });
    for (const i of [0, 1]) {
      const { hits } = await pageOf(index, next(i));
      expect(hits.map(({ urn }) => urn)).toEqual([urnOf('c'), urnOf('d')]);
    }
    await expect(pageOf(index, next(2))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(index.position()).toBe(3);
  });

  it('lets running reads finish on the old index, then removes it', async () => {
    const { slots, removed } = observedSlots();
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    const slow: IndexSlots = {
      openNext: () => slots.openNext(),
      openCurrent: async () => {
        const current = await slots.openCurrent();
        current.index.count = async () => {
          await asked;
          return 42;
        };
        return current;
      },
    };
    await using index = await SwappableIndex.open(slow);
    const query = { entityTypes: ['dataset'], where: MATCH_ALL };
    const early = index.count(unrestricted(query));
    await replace(index);
    expect(await index.count(unrestricted(query))).toBe(4);
    expect(removed).toEqual([]);
    answer();
    expect(await early).toBe(42);
    await index.retired();
    expect(removed).toEqual(['old']);
  });
});
