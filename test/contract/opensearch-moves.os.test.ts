import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveColumns, type Moved } from '../../src/effects/move-columns.ts';
import { parseUrn, type Urn } from '../../src/model/urn.ts';
import type { ColumnMoves } from '../../src/search/column-moves.ts';
import { openEmbeddedIndex } from '../../src/search/embedded/open-embedded-index.ts';
import { MATCH_ALL, type Expression } from '../../src/search/expression.ts';
import { documentId } from '../../src/search/opensearch/document/index-body.ts';
import {
  OpenSearchSlots,
  type OpenSearchSlotsOptions,
} from '../../src/search/opensearch/opensearch-slots.ts';
import type { DocumentChange, FieldValues, SearchIndex } from '../../src/search/search-index.ts';
import { SwappableIndex } from '../../src/search/swappable-index.ts';
import { unrestricted, unrestrictedUrns } from '../../src/search/unrestricted.ts';
import { OpenSearchNode, columnsFor } from '../support/engines/opensearch-node.ts';
import { jsonAt } from '../support/json-at.ts';
import { documentOf, removalOf, urnOf } from './search-documents.ts';
import { keysOf, numbers, terms } from './search-index/questions.ts';

let node: OpenSearchNode;
let options: OpenSearchSlotsOptions;
let opened: SearchIndex[];
/** The expected answers, from an index whose fields never move. */
let expected: SearchIndex;
/** The store: the current document of each entity. */
let stored: Map<Urn, DocumentChange>;
let sequence: number;

beforeAll(async () => {
  node = await OpenSearchNode.start();
});
afterAll(() => node.stop());
beforeEach(async () => {
  expected = await openEmbeddedIndex({ folder: undefined, now: Date.now });
  [opened, stored, sequence] = [[expected], new Map(), 0];
  const isEligible = (field: string): boolean => field.startsWith('sp:');
  options = node.options({ columnRule: { ...columnsFor(2), isEligible } });
});
afterEach(async () => {
  await Promise.all(opened.map((index) => index[Symbol.asyncDispose]()));
  await node.clear();
});

/** Opens the index like another process. */
async function open(most = 2): Promise<SwappableIndex> {
  const columnRule = { ...options.columnRule, most };
  const index = await SwappableIndex.open(new OpenSearchSlots({ ...options, columnRule }));
  opened.push(index);
  return index;
}

function movesOf({ columns }: SwappableIndex): ColumnMoves {
  if (columns === undefined) throw new Error('The index has no columns.');
  return columns;
}

/** A document that lists its properties, as documents of the catalog do. */
function holding(key: string, values: Readonly<Record<string, FieldValues>>): DocumentChange {
  return documentOf(key, { values: { ...values, '~held': Object.keys(values) } });
}

/** Commits changes and applies them like the process with the lease. */
async function write(index: SearchIndex, ...changes: DocumentChange[]): Promise<void> {
  for (const change of changes) stored.set(change.urn, change);
  await index.reload();
  sequence++;
  await index.apply(sequence, changes);
  await expected.apply(sequence, changes);
}

/** Writes the documents that are due, one at a time, at most `pages` of them. */
async function copy(index: SwappableIndex, pages = Infinity): Promise<void> {
  for (let page = 0; page < pages; page++) {
    const { urns } = await movesOf(index).due(1);
    if (urns.length === 0) return;
    await index.apply(
      index.position(),
      urns.map((urn) => stored.get(urn) ?? { urn, removed: true }),
    );
  }
}

const FIELDS = ['sp:1', 'sp:2', 'sp:3', 'sp:4'];

/** The answers about each field, in all ways that depend on its place. */
async function answers(index: SearchIndex): Promise<unknown> {
  const urns = unrestrictedUrns([...stored.keys()]);
  const found = async (where: Expression, field?: string): Promise<string[]> => {
    const sort = field === undefined ? [] : [{ field, descending: true }];
    const request = { entityTypes: ['dataset'], where, sort, from: 0, size: 100 };
    return keysOf((await index.search(unrestricted(request))).hits);
  };
  return Promise.all(
    FIELDS.map(async (field) => ({
      field,
      red: await found(terms(field, 'red')),
      seven: await found(numbers(field, 7)),
      above: await found({ kind: 'range', field, lower: { value: 6, inclusive: false } }),
      any: await found({ kind: 'exists', field }),
      sorted: await found(MATCH_ALL, field),
      values: new Map([...(await index.values(urns, field))].sort()),
      facet: await index.aggregate(unrestricted({ entityTypes: ['dataset'], where: MATCH_ALL }), [
        { fields: [field], size: 10 },
      ]),
      spread: await index.spread(unrestricted({ entityTypes: ['dataset'], where: MATCH_ALL }), [
        { field, quantiles: [0.5] },
      ]),
    })),
  );
}

/** Expects correct answers from each process, whether or not it has noticed the last step. */
async function expectAnswers(...indexes: readonly SearchIndex[]): Promise<void> {
  await indexes[0]?.reload();
  await indexes[0]?.visible(sequence);
  const right = await answers(expected);
  for (const index of indexes) expect(await answers(index)).toEqual(right);
}

/** Two properties with their own columns, and two that came too late. */
async function fill(index: SearchIndex): Promise<void> {
  await write(index, holding('a', { 'sp:1': ['red'], 'sp:2': [7] }));
  await write(
    index,
    holding('b', { 'sp:1': ['blue'], 'sp:3': ['red', 'green'], 'sp:4': [1, 7] }),
    holding('c', { 'sp:3': [7, 8], 'sp:4': [9] }),
    holding('d', { 'sp:2': [3, 12], 'sp:3': ['red'], 'sp:4': ['red'] }),
  );
}

/** Changes that affect a moving property in every way; `round` makes them differ. */
async function change(index: SearchIndex, round: number): Promise<void> {
  await write(
    index,
    holding(`new${round}`, { 'sp:1': ['red', `v${round}`], 'sp:2': [round], 'sp:3': [7], 'sp:4': ['red'] }),
    round % 2 === 0 ? holding('b', { 'sp:3': ['red'] }) : holding('b', { 'sp:1': ['red'], 'sp:4': [7] }),
    round % 2 === 0 ? removalOf('c') : holding('c', { 'sp:2': [round, 7], 'sp:3': [8] }),
  );
}

const CHOICE = { up: ['sp:3', 'sp:4'], down: ['sp:1', 'sp:2'], dropped: [] };

async function listOf(layout: number): Promise<unknown> {
  const id = layout === 0 ? 'columns' : `columns-${layout}`;
  return jsonAt(await node.ask('GET', `/${options.prefix}1-state/_doc/${id}`), '_source', 'state');
}

describe('properties that move', () => {
  it('have the same answers in every process before, during and after each step, with writes in between', async () => {
    const [writer, unaware] = [await open(), await open()];
    await fill(writer);
    await unaware.visible(sequence);
    await expectAnswers(writer, unaware);
    let round = 0;
    const mover = await open();
    const moves = movesOf(mover);
    const steps = [
      () => moves.begin(CHOICE),
      () => copy(mover, 1),
      () => copy(mover),
      () => moves.switchReads(),
      () => moves.end(),
    ];
    for (const step of steps) {
      await step();
      await expectAnswers(mover, unaware, writer);
      await change(writer, round++);
      await expectAnswers(writer, unaware, mover);
      await mover.reload();
    }
    expect(moves.stage).toBeUndefined();
    expect(await listOf(3)).toMatchObject({ fields: ['sp:3', 'sp:4'], former: ['sp:1', 'sp:2'] });
    expect(await movesOf(await open()).due(1)).toEqual({ urns: [], total: 0 });
  });

  it('are moved by another process when one was killed after any step, and back again', async () => {
    const writer = await open();
    await fill(writer);
    await movesOf(await open()).begin(CHOICE);
    await change(writer, 0);
    await copy(await open(), 1);
    await change(writer, 1);
    const second = await open();
    expect(movesOf(second).stage).toBe('copying');
    await copy(second);
    await movesOf(await open()).switchReads();
    await change(writer, 2);
    const third = await open();
    expect(movesOf(third).stage).toBe('switched');
    await expectAnswers(third, writer);
    await movesOf(third).end();
    await change(writer, 3);
    await expectAnswers(writer, third);
    const back = await open();
    await movesOf(back).begin({ up: CHOICE.down, down: CHOICE.up, dropped: [] });
    await change(writer, 4);
    await back.reload();
    await copy(back);
    await movesOf(back).switchReads();
    await movesOf(back).end();
    await change(writer, 5);
    await expectAnswers(writer, back, third);
    expect(await listOf(6)).toMatchObject({ fields: ['sp:1', 'sp:2'] });
  });

  it('are answered correctly while a step is half done, and after it is completed', async () => {
    const [writer, unaware] = [await open(), await open()];
    await fill(writer);
    await unaware.visible(sequence);
    // A list of a killed process that never took effect.
    await node.ask('PUT', `/${options.prefix}1-state/_doc/columns-1`, { state: { fields: ['sp:9'] } });
    await expectAnswers(await open(), unaware);
    await movesOf(await open()).begin(CHOICE);
    // The aliases of the earlier layout, as left by a process killed after its write of the state.
    const alias = (name: string): object => ({ add: { index: `${options.prefix}1_dataset`, alias: name } });
    const earlier = [alias(`${options.prefix}1-of_dataset`), alias(`${options.prefix}1-all`)];
    await node.ask('POST', '/_aliases', { actions: earlier });
    await change(writer, 0);
    await expectAnswers(writer, unaware);
    await movesOf(await open()).resume();
    const left = JSON.stringify(await node.ask('GET', `/_alias/${options.prefix}*`));
    expect(left).toContain(`${options.prefix}1-of1_dataset`);
    expect(left).not.toContain(`${options.prefix}1-of_dataset`);
    await expectAnswers(writer, unaware);
  });

  it('keep copied values when a write of an earlier layout comes late', async () => {
    const [writer, late] = [await open(), await open()];
    await fill(writer);
    await late.reload();
    const mover = await open();
    await movesOf(mover).begin(CHOICE);
    await copy(mover);
    await expect(late.apply(sequence, [...stored.values()])).rejects.toThrow('has lost an index');
    const path = `/${options.prefix}1_dataset/_doc/${documentId(urnOf('b'))}`;
    const answer = await node.ask('PUT', `${path}?version=${sequence}&version_type=external_gte`, {
      urn: 'b',
    });
    expect(jsonAt(answer, 'status')).toBe(409);
    await movesOf(mover).switchReads();
    await expectAnswers(writer, mover);
  });

  it('end only the ranked scrolls that read the old place', async () => {
    const writer = await open();
    await fill(writer);
    await writer.visible(sequence);
    const words = { text: 'x', fields: [{ field: 'note', boost: 1 }] };
    const documents = ['x', 'y', 'z'].map((key) => documentOf(key, { texts: { note: ['x'] } }));
    await write(writer, ...documents);
    await writer.visible(sequence);
    const page = { entityTypes: ['dataset'], where: MATCH_ALL, words, sort: [], from: 0, size: 1 };
    const request = { ...page, keepAliveMs: 60_000 };
    const { next: first = '' } = await writer.search(unrestricted(request));
    const mover = await open();
    await movesOf(mover).begin(CHOICE);
    const { next: second = '' } = await writer.search(unrestricted({ ...request, after: first }));
    expect(second).not.toBe('');
    await copy(mover);
    await movesOf(mover).switchReads();
    await expect(mover.search(unrestricted({ ...request, after: second }))).rejects.toThrow('has expired');
  });
});

describe('moving columns', () => {
  /** Moves properties like the system update. */
  async function move(index: SwappableIndex, ended: readonly string[] = []): Promise<Moved> {
    await index.visible(sequence);
    const generations = ended.map((field) => ({
      propertyUrn: parseUrn(field.slice('sp:1:'.length)),
      generation: 1,
      qualifiedName: '',
      entityTypes: [],
      droppedFrom: [],
    }));
    return moveColumns(
      {
        index,
        store: { reader: { endedGenerations: () => Promise.resolve(generations) } },
        properties: { all: () => [] },
        readDocuments: (urns) =>
          Promise.resolve(urns.map((urn) => stored.get(urn) ?? { urn, removed: true as const })),
        effects: {
          between: async (task) => {
            await index.reload();
            return task();
          },
        },
        pause: () => Promise.resolve(),
      },
      {
        reportProgress: () => undefined,
        signal: new AbortController().signal,
        wait: () => Promise.resolve(),
      },
    );
  }

  it('gives own columns to the properties used most, and takes them away by budget', async () => {
    const writer = await open();
    await fill(writer);
    expect(await move(await open())).toEqual({ up: 2, down: 2, dropped: 0, documents: 4 });
    expect(await listOf(3)).toMatchObject({ fields: ['sp:3', 'sp:4'], isClosed: true });
    await expectAnswers(writer);
    expect(await move(await open())).toMatchObject({ up: 0, down: 0, documents: 0 });
    await change(writer, 0);
    expect(await move(await open(0))).toMatchObject({ up: 0, down: 2 });
    await expectAnswers(writer);
    expect(await move(await open(9))).toMatchObject({ up: 4, down: 0 });
    await change(writer, 1);
    await expectAnswers(writer);
  });

  it('removes the columns of deleted properties at once, without copying', async () => {
    const field = 'sp:1:urn:li:structuredProperty:gone';
    const writer = await open(1);
    await write(writer, holding('a', { [field]: ['red'] }), holding('b', { [field]: ['red'] }));
    await write(writer, holding('c', { 'sp:3': ['red'] }));
    expect(await move(await open(1), [field])).toEqual({ up: 1, down: 0, dropped: 1, documents: 1 });
    await expectAnswers(writer);
    expect(await listOf(3)).toMatchObject({ fields: ['sp:3'], former: [field] });
  });

  it('moves hundreds of properties in parts', async () => {
    const writer = await open(150);
    const fields = Array.from({ length: 400 }, (_, i) => `sp:${i}`);
    await write(writer, holding('a', Object.fromEntries(fields.slice(0, 200).map((field) => [field, [7]]))));
    const rest = Object.fromEntries(fields.slice(150).map((field) => [field, ['red']]));
    await write(writer, holding('b', rest), holding('c', rest));
    expect(await move(await open(150))).toMatchObject({ up: 150, down: 150 });
    await expectAnswers(writer);
    const found = unrestricted({ entityTypes: ['dataset'], where: terms('sp:200', 'red') });
    expect(await writer.count(found)).toBe(2);
  });
});
