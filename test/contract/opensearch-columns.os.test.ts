import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MATCH_ALL, type Expression } from '../../src/search/expression.ts';
import { FORMAT } from '../../src/search/opensearch/document/columns.ts';
import {
  OpenSearchSlots,
  type OpenSearchSlotsOptions,
} from '../../src/search/opensearch/opensearch-slots.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { SwappableIndex } from '../../src/search/swappable-index.ts';
import { unrestricted } from '../../src/search/unrestricted.ts';
import { jsonAt } from '../support/json-at.ts';
import { OpenSearchNode, columnsFor } from '../support/engines/opensearch-node.ts';
import { documentOf } from './search-documents.ts';
import { keysOf, terms } from './search-index/questions.ts';

let node: OpenSearchNode;
let options: OpenSearchSlotsOptions;
let opened: SearchIndex[];

/** Conditions that an index of an earlier version evaluates on other fields. */
const ABOUT_RED: readonly Expression[] = [
  { kind: 'exists', field: 'team' },
  { kind: 'terms', field: 'team', values: ['RED'], ignoreCase: true },
  { kind: 'pattern', field: 'team', match: 'contains', value: 'E' },
  { kind: 'pattern', field: 'team', match: 'glob', value: 'R?d' },
];

beforeAll(async () => {
  node = await OpenSearchNode.start();
});
afterAll(() => node.stop());
beforeEach(() => {
  opened = [];
  options = node.options({ columnRule: columnsFor(2) });
});
afterEach(async () => {
  await Promise.all(opened.map((index) => index[Symbol.asyncDispose]()));
  await node.clear();
});

/** Opens the index like another process. */
async function open(more: Partial<OpenSearchSlotsOptions> = {}): Promise<SearchIndex> {
  const { index } = await new OpenSearchSlots({ ...options, ...more }).openCurrent();
  opened.push(index);
  return index;
}

async function swappable(more: Partial<OpenSearchSlotsOptions> = {}): Promise<SwappableIndex> {
  const index = await SwappableIndex.open(new OpenSearchSlots({ ...options, ...more }));
  opened.push(index);
  return index;
}

async function find(index: SearchIndex, where: Expression): Promise<string[]> {
  const request = { entityTypes: ['dataset'], where, sort: [], from: 0, size: 10 };
  return keysOf((await index.search(unrestricted(request))).hits);
}

/** The list of columns stored with the generation. */
async function listOf(generation: number): Promise<unknown> {
  return jsonAt(
    await node.ask('GET', `/${options.prefix}${generation}-state/_doc/columns`),
    '_source',
    'state',
  );
}

describe('own columns', () => {
  it('are for the fields that come first; later fields share columns', async () => {
    const index = await open();
    await index.apply(1, [documentOf('a', { values: { size: [1, Infinity] }, texts: { note: ['x'] } })]);
    await index.apply(2, [documentOf('b', { values: { team: ['red'], late: ['x'], size: [7] } })]);
    await index.apply(3, [documentOf('c', { values: { later: [3], size: [-Infinity] } })]);
    await index.visible(3);
    expect(await listOf(1)).toEqual({
      fields: ['size', 'team'],
      texts: ['note'],
      isClosed: true,
      format: FORMAT,
    });
    expect(await find(index, terms('team', 'red'))).toEqual(['b']);
    expect(await find(index, terms('late', 'x'))).toEqual(['b']);
    const range = (field: string, value: number): Expression => ({
      kind: 'range',
      field,
      lower: { value, inclusive: false },
    });
    expect(await find(index, range('size', 6))).toEqual(['a', 'b']);
    expect(await find(index, range('size', Number.MAX_VALUE))).toEqual(['a']);
    expect(await find(index, range('size', -Infinity))).toEqual(['a', 'b']);
    expect(await find(index, range('later', 2))).toEqual(['c']);
  });

  it('are known to a process that opened the index earlier', async () => {
    const writer = await open();
    const reader = await open();
    await writer.apply(1, [documentOf('a', { values: { team: ['red'] } })]);
    await reader.visible(1);
    expect(await find(reader, terms('team', 'red'))).toEqual(['a']);
    await reader.apply(2, [documentOf('b', { values: { size: [1], team: ['red'], more: ['x'] } })]);
    await writer.visible(2);
    await writer.apply(3, [documentOf('c', { values: { size: [2], more: ['x'] } })]);
    await reader.visible(3);
    expect(await find(reader, { kind: 'numbers', field: 'size', values: [1, 2] })).toEqual(['b', 'c']);
    expect(await find(reader, terms('more', 'x'))).toEqual(['b', 'c']);
  });

  it('stay unchanged when a process may have more or fewer of them', async () => {
    const index = await open({ columnRule: columnsFor(1) });
    await index.apply(1, [documentOf('a', { values: { team: ['red'], zone: ['x'] } })]);
    const richer = await open({ columnRule: columnsFor(9) });
    await richer.apply(2, [documentOf('b', { values: { zone: ['x'], other: ['y'] } })]);
    const poorer = await open({ columnRule: columnsFor(0) });
    await poorer.apply(3, [documentOf('c', { values: { team: ['red'], zone: ['x'] } })]);
    await poorer.visible(3);
    expect(await listOf(1)).toMatchObject({ fields: ['team'], isClosed: true });
    expect(await find(poorer, terms('zone', 'x'))).toEqual(['a', 'b', 'c']);
    expect(await find(poorer, terms('team', 'red'))).toEqual(['a', 'c']);
  });

  it('are found by all processes at once in a generation with different columns', async () => {
    const index = await swappable();
    await index.apply(1, [documentOf('a', { values: { team: ['red'], size: [1], zone: ['x'] } })]);
    const reader = await open();
    await reader.visible(1);
    const next = await index.openNext();
    const words = { texts: { note: ['sales'] } };
    await next.index.apply(0, [
      documentOf('a', { values: { zone: ['x'] }, ...words }),
      documentOf('b', { values: { zone: ['x'], size: [1], team: ['red'] }, ...words }),
    ]);
    await next.index.apply(1, []);
    await next.index.visible(1);
    await index.replaceBy(next);
    expect(await find(reader, terms('zone', 'x'))).toEqual(['a', 'b']);
    expect(await find(reader, terms('team', 'red'))).toEqual(['b']);
    await index.retired();
    expect(await find(reader, { kind: 'numbers', field: 'size', values: [1] })).toEqual(['b']);
    expect(await find(reader, { kind: 'words', fields: ['note'], text: 'sales', inOrder: false })).toEqual([
      'a',
      'b',
    ]);
  });

  it('are for the fields that most documents have, when the index is rebuilt', async () => {
    const index = await swappable({
      columnRule: { ...columnsFor(2), isEligible: (field) => field.startsWith('sp:') },
    });
    const documents = ['sp:1', 'sp:2', 'sp:3', 'sp:4', 'sp:4', 'sp:3', 'sp:4'].map((field, i) =>
      documentOf(`d${i}`, { values: { '~held': [field], [field]: ['x'] } }),
    );
    await index.apply(1, documents);
    await index.visible(1);
    const next = await index.openNext();
    await next.index.apply(1, documents);
    await index.replaceBy(next);
    await index.visible(1);
    expect([await listOf(1), await listOf(2)]).toMatchObject([
      { fields: ['sp:1', 'sp:2'] },
      { fields: ['sp:4', 'sp:3'] },
    ]);
    expect(await find(index, terms('sp:3', 'x'))).toEqual(['d2', 'd5']);
    expect(await find(index, terms('sp:1', 'x'))).toEqual(['d0']);
  });

  it('end the ranked scrolls of a replaced generation', async () => {
    const index = await swappable();
    const documents = ['a', 'b', 'c'].map((key) => documentOf(key, { texts: { note: ['sales'] } }));
    await index.apply(1, documents);
    await index.visible(1);
    const words = { text: 'sales', fields: [{ field: 'note', boost: 1 }] };
    const page = { entityTypes: ['dataset'], where: MATCH_ALL, words, sort: [], from: 0, size: 1 };
    const request = { ...page, keepAliveMs: 60_000 };
    const { next: after = '' } = await index.search(unrestricted(request));
    const next = await index.openNext();
    await next.index.apply(1, documents);
    await index.replaceBy(next);
    await expect(index.search(unrestricted({ ...request, after }))).rejects.toThrow('The scroll has expired');
  });

  it('are completed after a process was killed between recording and using them', async () => {
    const killed = await open();
    await killed.apply(1, [documentOf('a', { values: { team: ['red'] } })]);
    const survivor = await open();
    const noted = { fields: ['team', 'size'], texts: [], isClosed: false };
    await node.ask('PUT', `/${options.prefix}1-state/_doc/columns`, { state: noted });
    await survivor.apply(2, [documentOf('b', { values: { size: [7], zone: ['x'] } })]);
    await killed.visible(2);
    expect(await listOf(1)).toMatchObject({ fields: ['team', 'size'], isClosed: true });
    expect(await find(killed, { kind: 'numbers', field: 'size', values: [7] })).toEqual(['b']);
    expect(await find(killed, terms('zone', 'x'))).toEqual(['b']);
  });

  it('have the values that are not stored elsewhere, for case-insensitive conditions too', async () => {
    const index = await open({ columnRule: columnsFor(1) });
    const texts = ['red', 'Red', '\u0130x', '\u{1f600}', '\uff21', '', 'r\u0001d', 'x'.repeat(5000)];
    const values = (text: string) => ({ team: [text], late: [text] });
    await index.apply(
      1,
      texts.map((text, i) => documentOf(`d${i}`, { values: values(text) })),
    );
    await index.visible(1);
    const glob = (field: string, value: string): Expression => ({
      kind: 'pattern',
      field,
      match: 'glob',
      value,
    });
    const ignoring = (field: string, value: string): Expression => ({
      kind: 'terms',
      field,
      values: [value],
      ignoreCase: true,
    });
    // One field has its own column, the other shares one.
    for (const field of ['team', 'late']) {
      expect(await find(index, { kind: 'exists', field })).toHaveLength(texts.length);
      for (const condition of [ignoring(field, 'RED'), glob(field, 'R*d'), glob(field, 'r?D')]) {
        const expected = condition.kind === 'terms' ? ['d0', 'd1'] : ['d0', 'd1', 'd6'];
        expect(await find(index, condition)).toEqual(expected);
      }
      for (const [i, text] of texts.entries())
        expect(await find(index, ignoring(field, text))).toContain(`d${i}`);
      expect(await find(index, glob(field, '??'))).toEqual([]);
      expect(await find(index, glob(field, '???'))).toEqual(['d0', 'd1', 'd2', 'd6']);
      expect(await find(index, glob(field, '?'))).toEqual(['d3', 'd4']);
      expect(await find(index, glob(field, '\uff41'))).toEqual(['d4']);
      expect(await find(index, glob(field, '*'))).toHaveLength(texts.length);
    }
  });

  it('are not in an index of an earlier version, which is read and written until it is rebuilt', async () => {
    const { prefix } = options;
    await open({ columnRule: columnsFor(0) });
    await node.ask('DELETE', `/${prefix}1-state/_doc/columns`);
    const earlier = await open({ columnRule: columnsFor(0) });
    await earlier.apply(1, [documentOf('a', { values: { team: ['red'] }, texts: { note: ['sales'] } })]);
    const mapping = JSON.stringify(await node.ask('GET', `/${prefix}1_dataset/_mapping`));
    expect(mapping).toContain('"words":{"type":"keyword"');
    const alias = `${prefix}1-of_dataset`;
    const actions = [alias, `${prefix}1-all`].map((name) => ({
      remove: { index: `${prefix}1_dataset`, alias: name },
    }));
    await node.ask('POST', '/_aliases', { actions });
    const index = await open({ documents: 'newer' });
    await index.apply(2, [documentOf('b', { values: { team: ['red'] }, texts: { note: ['sales'] } })]);
    await index.visible(2);
    expect(await find(index, terms('team', 'red'))).toEqual(['a', 'b']);
    for (const condition of ABOUT_RED) expect(await find(index, condition)).toEqual(['a', 'b']);
    expect(await find(index, { kind: 'words', fields: ['note'], text: 'sales', inOrder: false })).toEqual([
      'a',
      'b',
    ]);
    const words = { text: 'sales', fields: [{ field: 'note', boost: 1 }] };
    const ranked = { entityTypes: ['dataset'], where: MATCH_ALL, words, sort: [], from: 0, size: 10 };
    expect(keysOf((await index.search(unrestricted(ranked))).hits)).toEqual(['a', 'b']);
  });
});

describe('the mapping', () => {
  it('does not grow with ten thousand properties', async () => {
    const index = await open({ columnRule: columnsFor(100) });
    const fields = async (): Promise<number> => {
      const mapping = JSON.stringify(await node.ask('GET', `/${options.prefix}1_dataset/_mapping`));
      return mapping.match(/"type":"/g)?.length ?? 0;
    };
    const documents = Array.from({ length: 200 }, (_, i) =>
      documentOf(`d${i}`, {
        values: Object.fromEntries(
          Array.from({ length: 50 }, (_value, j) => [
            `sp:${i * 50 + j}:urn:li:structuredProperty:p`,
            [`v${j}`, 'x'],
          ]),
        ),
      }),
    );
    await index.apply(2, documents);
    await index.visible(2);
    expect(await fields()).toBeLessThan(200);
    for (const number of [0, 99, 100, 9999]) {
      const field = `sp:${number}:urn:li:structuredProperty:p`;
      const query = { entityTypes: ['dataset'], where: { kind: 'exists', field } as const };
      const [facet] = await index.aggregate(unrestricted(query), [{ fields: [field], size: 5 }]);
      expect(facet?.buckets).toEqual([
        { values: [`v${number % 50}`], count: 1 },
        { values: ['x'], count: 1 },
      ]);
    }
  });
});
