import { describe, expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import { HELD_ASSIGNMENTS } from '../../search/assignment-field.ts';
import { openEmbeddedIndex } from '../../search/embedded/open-embedded-index.ts';
import { edgeField } from '../../search/links/edges.ts';
import type { SearchDocument, SearchIndex } from '../../search/search-index.ts';
import { oneOf } from '../filters/combine.ts';
import { HierarchyChanges } from './hierarchy-changes.ts';
import { MOST_SOURCES, Territories } from './territories.ts';

const FIELD = 'sp:1:urn:li:structuredProperty:p';
const ASSIGNMENTS = { name: 'p', field: FIELD, held: oneOf(HELD_ASSIGNMENTS, [FIELD]) };

function container(id: string, { isSource = false, parent = '', value = 'value' } = {}): SearchDocument {
  const values = new Map([
    ...(isSource
      ? ([
          [HELD_ASSIGNMENTS, [FIELD]],
          [FIELD, [value]],
        ] as const)
      : []),
    ...(parent === '' ? [] : ([[edgeField('IsPartOf'), [`urn:li:container:${parent}`]]] as const)),
  ]);
  return { urn: parseUrn(`urn:li:container:${id}`), entityType: 'container', values, texts: new Map() };
}

async function indexOf(documents: readonly SearchDocument[]): Promise<SearchIndex> {
  const index = await openEmbeddedIndex({ folder: undefined, now: () => 0 });
  await index.apply(1, documents);
  return index;
}

describe('territories', () => {
  it('are kept until a commit changes an entity of their type', async () => {
    await using index = await indexOf([
      container('db', { isSource: true }),
      container('schema', { parent: 'db' }),
    ]);
    const changes = new HierarchyChanges(1);
    const territories = new Territories(index, changes);
    const first = await territories.of('container', ASSIGNMENTS);
    await index.apply(2, []);
    changes.changed([parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)')], 2);
    expect(await territories.of('container', ASSIGNMENTS)).toBe(first);
    // The memory of a process has a commit before the index: what is found meanwhile lasts as long as the index has not.
    changes.changed([parseUrn('urn:li:container:below')], 3);
    const early = await territories.of('container', ASSIGNMENTS);
    expect(await territories.of('container', ASSIGNMENTS)).toBe(early);
    await index.apply(3, [container('below', { parent: 'schema' })]);
    const second = await territories.of('container', ASSIGNMENTS);
    const named = ['below', 'db', 'schema'].map((id) => `urn:li:container:${id}`);
    expect(second.members(['urn:li:container:db'])).toEqual(oneOf('container', named));
    await index.apply(4, []);
    expect(await territories.of('container', ASSIGNMENTS)).toBe(second);
    changes.reloaded(4);
    expect(await territories.of('container', ASSIGNMENTS)).not.toBe(second);
  });

  it('stay where no border moves, and have the new values of sources', async () => {
    await using index = await indexOf([]);
    const changes = new HierarchyChanges(1);
    const territories = new Territories(index, changes);
    let position = 1;
    const write = async (id: string, state: Parameters<typeof container>[1] = {}): Promise<void> => {
      const document = container(id, state);
      await index.apply(++position, [document]);
      changes.changed([document.urn], position);
    };
    const [db, other] = ['urn:li:container:db', 'urn:li:container:other'] as const;
    // What is kept is what would be found again.
    const find = async () => {
      const kept = await territories.of('container', ASSIGNMENTS);
      const again = await new Territories(index, new HierarchyChanges(position)).of('container', ASSIGNMENTS);
      expect(kept.sources).toEqual(again.sources);
      for (const sources of [[db], [other], [db, other]])
        expect(kept.members(sources)).toEqual(again.members(sources));
      expect(kept.under([db])).toEqual(again.under([db]));
      return kept;
    };
    await write('db', { isSource: true });
    await write('other', { isSource: true, parent: 'db' });
    await write('a', { parent: 'db' });
    await write('b', { parent: 'db' });
    await write('c', { parent: 'b' });
    await write('out');
    const first = await find();
    await write('a', { parent: 'db' });
    await write('c', { parent: 'a' });
    await write('out', { parent: 'unknown' });
    expect(await find()).toBe(first);
    await write('db', { isSource: true, value: 'changed' });
    const second = await find();
    expect(second.members([db])).toBe(first.members([db]));
    expect(second.sources.get(db)).toEqual(['changed']);
    for (const [id, state] of [
      ['b', { parent: 'c' }],
      ['c', { parent: 'b' }],
      ['b', { parent: 'other' }],
      ['other', { isSource: true }],
      ['other', { parent: 'out' }],
      ['new', { parent: 'a' }],
      ['out', { parent: 'db' }],
      ['db', {}],
    ] as const) {
      const before = await find();
      await write(id, state);
      expect(await find()).not.toBe(before);
    }
  });

  it('end where another source begins', async () => {
    await using index = await indexOf([
      container('db', { isSource: true }),
      container('schema', { isSource: true, parent: 'db' }),
      container('folder', { parent: 'schema' }),
    ]);
    const territory = await new Territories(index, new HierarchyChanges(1)).of('container', ASSIGNMENTS);
    const [db, schema, folder] = ['db', 'schema', 'folder'].map((id) => `urn:li:container:${id}`);
    expect(territory.members([db ?? ''])).toEqual(oneOf('container', [db ?? '']));
    expect(territory.members([schema ?? ''])).toEqual(oneOf('container', [folder ?? '', schema ?? '']));
    expect(territory.under([db ?? ''])).toEqual([db, schema]);
    expect(territory.under([schema ?? ''])).toEqual([schema]);
  });

  it('refuse more sources than a search may have', async () => {
    const sources = Array.from({ length: MOST_SOURCES + 1 }, (_, i) =>
      container(`c${i}`, { isSource: true }),
    );
    await using index = await indexOf(sources);
    const territories = new Territories(index, new HierarchyChanges(1));
    await expect(territories.of('container', ASSIGNMENTS)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(
        "'p' are inherited by way of more than 10000 container entities with a value",
      ),
    });
  });

  it('refuse more levels than a search may follow', async () => {
    const chain = (length: number): readonly SearchDocument[] => [
      container('c0', { isSource: true }),
      ...Array.from({ length }, (_, i) => container(`c${i + 1}`, { parent: `c${i}` })),
    ];
    await using deep = await indexOf(chain(101));
    const found = new Territories(deep, new HierarchyChanges(1)).of('container', ASSIGNMENTS);
    await expect(found).rejects.toThrow('more than 100 levels below a container');
    await using shallow = await indexOf(chain(100));
    const territory = await new Territories(shallow, new HierarchyChanges(1)).of('container', ASSIGNMENTS);
    expect(territory.members(['urn:li:container:c0'])).toMatchObject({ values: { length: 101 } });
  });
});
