import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MATCH_ALL } from '../../src/search/expression.ts';
import type { IndexSlot } from '../../src/search/index-slots.ts';
import {
  OpenSearchSlots,
  type OpenSearchSlotsOptions,
} from '../../src/search/opensearch/opensearch-slots.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { unrestricted } from '../../src/search/unrestricted.ts';
import { SwappableIndex } from '../../src/search/swappable-index.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { documentOf, removalOf } from './search-documents.ts';
import { keysOf } from './search-index/questions.ts';

let node: OpenSearchNode;
let options: OpenSearchSlotsOptions;
let opened: SearchIndex[];
let time: number;

beforeAll(async () => {
  node = await OpenSearchNode.start();
});
afterAll(() => node.stop());
beforeEach(() => {
  time = Date.now();
  opened = [];
  options = node.options({ now: () => time });
});
afterEach(async () => {
  await Promise.all(opened.map((index) => index[Symbol.asyncDispose]()));
  await node.clear();
});

/** Opens the index like another process. */
async function open(more: Partial<OpenSearchSlotsOptions> = {}): Promise<IndexSlot> {
  const slots = await new OpenSearchSlots({ ...options, ...more }).openCurrent();
  opened.push(slots.index);
  return slots;
}

async function openNext(): Promise<IndexSlot> {
  const slots = await new OpenSearchSlots(options).openNext();
  opened.push(slots.index);
  return slots;
}

async function keysIn(index: SearchIndex, entityTypes = ['dataset']): Promise<string[]> {
  await index.visible(index.position());
  const { hits } = await index.search(
    unrestricted({ entityTypes, where: MATCH_ALL, sort: [], from: 0, size: 10 }),
  );
  return keysOf(hits);
}

async function indexNames(): Promise<string[]> {
  const found = await node.ask('GET', `/_cat/indices/${options.prefix}*?format=json&h=index`);
  const rows: readonly unknown[] = Array.isArray(found) ? found : [];
  return rows.map((row) => JSON.stringify(row).slice(0, -2).split(options.prefix)[1] ?? '').sort();
}

describe('generations of indexes in OpenSearch', () => {
  it('are reopened with their position, and are outdated for another version', async () => {
    const { index } = await open();
    await index.apply(7, [documentOf('a')]);
    const again = await open();
    expect(again.index.position()).toBe(7);
    expect(again.isOutdated).toBe(false);
    expect(await keysIn(again.index)).toEqual(['a']);
    expect((await open({ documents: 'newer' })).isOutdated).toBe(true);
  });

  it('show each process the writes of others, including new types', async () => {
    const { index: writer } = await open();
    const { index: reader } = await open();
    await writer.apply(1, [documentOf('a')]);
    await writer.apply(2, [documentOf('b', { type: 'dataJob' })]);
    await reader.visible(2);
    expect(reader.position()).toBe(2);
    expect(await keysIn(reader, ['dataset', 'dataJob'])).toEqual(['a', 'b']);
    await writer.apply(3, [documentOf('c', { type: 'tag' })]);
    await writer.visible(3);
    time += 1000;
    const query = { entityTypes: ['tag'], where: MATCH_ALL };
    expect(await reader.count(unrestricted(query))).toBe(1);
  });

  it('are replaced in all processes at once when the next one is adopted', async () => {
    const index = await SwappableIndex.open(new OpenSearchSlots(options));
    opened.push(index);
    const { index: reader } = await open();
    await index.apply(5, [documentOf('old')]);
    await reader.visible(5);
    const next = await index.openNext();
    await next.index.apply(0, [documentOf('new'), documentOf('job', { type: 'dataJob' })]);
    await next.index.apply(5, []);
    await next.index.visible(5);
    expect(await keysIn(reader)).toEqual(['old']);
    await index.replaceBy(next);
    expect(await keysIn(index)).toEqual(['new']);
    expect(await keysIn(reader)).toEqual(['new']);
    await index.retired();
    expect(await indexNames()).toEqual(['2-state', '2_data-job', '2_dataset']);
    await reader.reload();
    await reader.apply(6, [documentOf('tag', { type: 'tag' })]);
    expect(await indexNames()).toContain('2_tag');
    expect((await open()).index.position()).toBe(6);
  });

  it('keep writes of others when a suspended process continues a write', async () => {
    const { index: suspended } = await open();
    await suspended.apply(1, [documentOf('a')]);
    const { index: other } = await open();
    await other.apply(3, [documentOf('job', { type: 'dataJob' }), removalOf('a')]);
    await expect(suspended.apply(2, [documentOf('a')])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await other.visible(3);
    expect(await keysIn(other, ['dataset', 'dataJob'])).toEqual(['job']);
    await suspended.reload();
    await suspended.apply(4, [documentOf('b')]);
    expect(await keysIn(suspended, ['dataset', 'dataJob'])).toEqual(['b', 'job']);
  });

  it('are left to the version that made them by processes of the previous version', async () => {
    const { index: older } = await open();
    await older.apply(5, [documentOf('old')]);
    const newer = await SwappableIndex.open(new OpenSearchSlots({ ...options, documents: 'newer' }));
    opened.push(newer);
    await newer.apply(6, [documentOf('late')]);
    const next = await newer.openNext();
    await next.index.apply(6, [documentOf('new')]);
    await newer.replaceBy(next);
    await older.reload();
    await expect(older.apply(7, [documentOf('another form')])).rejects.toThrow(
      /made by another version of Colophon.*Replace this process/,
    );
    await newer.apply(7, [documentOf('newest')]);
    await older.visible(7);
    expect(await keysIn(older)).toEqual(['new', 'newest']);
    await newer.retired();
  });

  it('that are abandoned leave nothing', async () => {
    await open();
    const next = await openNext();
    await next.index.apply(0, [documentOf('a')]);
    await next.remove();
    expect(await indexNames()).toEqual(['1-state']);
  });

  it('that a killed process was building are removed, but none that is being built', async () => {
    await open();
    const next = await openNext();
    await next.index.apply(0, [documentOf('a')]);
    time += 400_000;
    await next.index.apply(0, [documentOf('b')]);
    time += 400_000;
    await open();
    expect(await indexNames()).toContain('2_dataset');
    time += 600_000;
    await open();
    expect(await indexNames()).toEqual(['1-state']);
  });

  it('that were partly filled are emptied before they are filled again', async () => {
    const { index } = await open();
    await index.apply(0, [documentOf('deleted meanwhile'), documentOf('a')]);
    const { index: again } = await open();
    expect(again.position()).toBe(0);
    await again.apply(0, [documentOf('a')]);
    await again.apply(9, []);
    expect(await keysIn(again)).toEqual(['a']);
  });

  it('keep the change applied last, even of an earlier commit', async () => {
    const { index } = await open();
    await index.apply(7, [documentOf('a', { values: { team: ['red'] } }), documentOf('b')]);
    await index.apply(0, [documentOf('a', { values: { team: ['blue'] } }), removalOf('b')]);
    expect(index.position()).toBe(7);
    expect(await keysIn(index)).toEqual(['a']);
    const [facet] = await index.aggregate(unrestricted({ entityTypes: ['dataset'], where: MATCH_ALL }), [
      { fields: ['team'], size: 2 },
    ]);
    expect(facet?.buckets).toEqual([{ values: ['blue'], count: 1 }]);
  });

  it('are rebuilt when documents were lost, and report it until then', async () => {
    const { index } = await open();
    await index.apply(7, [documentOf('a')]);
    await node.ask('DELETE', `/${options.prefix}1_dataset`);
    const lost = expect.stringContaining('has lost an index') as string;
    const query = { entityTypes: ['dataset'], where: MATCH_ALL };
    await expect(index.count(unrestricted(query))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: lost,
    });
    await expect(index.apply(8, [documentOf('b')])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: lost,
    });
    expect(index.position()).toBe(7);
    expect(await indexNames()).toEqual(['1-state']);
    const warnings: string[] = [];
    const { index: reopened } = await open({ warn: (message) => warnings.push(message) });
    expect(warnings).toHaveLength(1);
    expect(reopened.position()).toBe(0);
    await index.reload();
    expect(index.position()).toBe(0);
    await reopened.apply(8, [documentOf('a')]);
    expect(await keysIn(reopened)).toEqual(['a']);
    expect(await indexNames()).toEqual(['2-state', '2_dataset']);
  });

  it.each(['1_dataset', '1-state'])(
    'are replaced by empty ones when %s was lost, for all processes',
    async (lost) => {
      const { index } = await open();
      await index.apply(7, [documentOf('a'), documentOf('tag', { type: 'tag' })]);
      const { index: reader } = await open();
      expect(await reader.isWhole()).toBe(true);
      await node.ask('DELETE', `/${options.prefix}${lost}`);
      expect(await reader.isWhole()).toBe(false);
      await index.startOver();
      await reader.reload();
      expect([index.position(), reader.position(), await reader.isWhole()]).toEqual([0, 0, true]);
      expect(await indexNames()).toEqual(['2-state']);
      await index.apply(0, [documentOf('a')]);
      await index.apply(8, []);
      await reader.visible(8);
      expect(await keysIn(reader)).toEqual(['a']);
    },
  );

  it('are not adopted when documents were lost while they were built', async () => {
    await open();
    const next = await openNext();
    await next.index.apply(3, [documentOf('a')]);
    await node.ask('DELETE', `/${options.prefix}2_dataset`);
    await expect(next.adopt()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
