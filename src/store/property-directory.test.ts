import { describe, expect, it } from 'vitest';
import { TEST_ACTOR, aspectRow, propertyUrn } from '../../test/support/memory/search-fixtures.ts';
import { parseUrn, type Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import type { AspectRow } from './entity-rows.ts';
import { LivePropertyDirectory } from './property-directory.ts';
import type { RowWrite } from './metadata-store.ts';
import { openMemoryStore } from './sqlite/open.ts';
import type { SqliteStore } from './sqlite/sqlite-store.ts';

const created = { time: 1, actor: TEST_ACTOR };

async function put(
  store: SqliteStore,
  urn: Urn,
  aspectName: string,
  value: JsonObject,
  begin = false,
): Promise<void> {
  await store.commit((state, sequence) => {
    const { aspect } = aspectRow(urn, aspectName, value);
    const internal = begin ? { generation: sequence } : (state.row(urn, aspectName)?.internal ?? {});
    const row: AspectRow = { aspect, internal };
    const entity = { urn, created, systemMetadata: aspect.systemMetadata };
    const writes: RowWrite[] = [{ kind: 'putAspect', row }];
    if (state.entity(urn) === undefined) writes.unshift({ kind: 'createEntity', entity });
    return { writes, entries: [{ urn, aspectName, changeType: 'UPSERT' }], created, result: undefined };
  });
}

async function define(store: SqliteStore, id: string, definition: JsonObject = {}): Promise<Urn> {
  const urn = propertyUrn(id);
  const value = {
    qualifiedName: id,
    valueType: 'urn:li:dataType:datahub.number',
    entityTypes: [],
    ...definition,
  };
  await put(store, urn, 'propertyDefinition', value, true);
  return urn;
}

describe('LivePropertyDirectory', () => {
  it('holds every definition with its generation, status and settings', async () => {
    await using store = openMemoryStore();
    const first = await define(store, 'a.b', { cardinality: 'MULTIPLE' });
    const second = await define(store, 'c');
    await put(store, second, 'status', { removed: true });
    await put(store, second, 'structuredPropertySettings', { showInSearchFilters: true });
    await put(store, propertyUrn('no.definition'), 'status', { removed: false });
    const directory = await LivePropertyDirectory.load(store.reader);
    expect([...directory.all()].map(({ urn }) => urn)).toEqual([first, second]);
    expect(directory.get(first)).toMatchObject({ generation: 1, removed: false, showInSearchFilters: false });
    expect(directory.get(first)?.definition).toMatchObject({ valueType: 'number', cardinality: 'MULTIPLE' });
    expect(directory.get(second)).toMatchObject({ generation: 2, removed: true, showInSearchFilters: true });
    expect(directory.get(propertyUrn('no.definition'))).toBeUndefined();
  });

  it('reflects the store only after a refresh', async () => {
    await using store = openMemoryStore();
    const urn = await define(store, 'a.b');
    const directory = await LivePropertyDirectory.load(store.reader);
    await put(store, urn, 'status', { removed: true });
    const added = await define(store, 'new.one');
    expect(directory.get(urn)?.removed).toBe(false);
    await directory.refresh(store.reader, [urn, added, parseUrn('urn:li:tag:x')]);
    expect(directory.get(urn)?.removed).toBe(true);
    expect(directory.resolve('new.one')?.urn).toBe(added);
  });

  it('drops a property whose definition was deleted', async () => {
    await using store = openMemoryStore();
    const urn = await define(store, 'a.b');
    const directory = await LivePropertyDirectory.load(store.reader);
    await store.commit(() => ({
      writes: [{ kind: 'deleteEntity', urn }],
      entries: [{ urn, aspectName: 'structuredPropertyKey', changeType: 'DELETE' }],
      created,
      result: undefined,
    }));
    await directory.refresh(store.reader, [urn]);
    expect(directory.get(urn)).toBeUndefined();
    expect(directory.resolve('a.b')).toBeUndefined();
    expect(directory.resolve('a_b')).toBeUndefined();
    expect([...directory.all()]).toEqual([]);
    expect((await store.reader.entities([urn], undefined)).size).toBe(0);
  });

  it('resolves the name in the urn first, then the qualified name, then one in index spelling', async () => {
    await using store = openMemoryStore();
    const dotted = await define(store, 'a.b.c');
    const underscored = await define(store, 'a_b.c');
    const renamed = await define(store, 'id.only', { qualifiedName: 'another.name' });
    const directory = await LivePropertyDirectory.load(store.reader);
    expect(directory.resolve('a.b.c')?.urn).toBe(dotted);
    expect(directory.resolve('a_b.c')?.urn).toBe(underscored);
    expect(directory.resolve('a_b_c')?.urn).toBe(dotted);
    expect(directory.resolve('another.name')?.urn).toBe(renamed);
    expect(directory.resolve('id.only')?.urn).toBe(renamed);
    expect(directory.resolve('A.b.c')).toBeUndefined();
    expect(directory.resolve('')).toBeUndefined();
  });

  it('resolves to the smallest urn that is not soft-deleted when several properties share a name', async () => {
    await using store = openMemoryStore();
    await define(store, 'z', { qualifiedName: 'same' });
    const smallest = await define(store, 'b', { qualifiedName: 'same' });
    const directory = await LivePropertyDirectory.load(store.reader);
    expect(directory.resolve('same')?.urn).toBe(smallest);
    await put(store, smallest, 'status', { removed: true });
    await directory.refresh(store.reader, [smallest]);
    expect(directory.resolve('same')?.urn).toBe(propertyUrn('z'));
    await put(store, smallest, 'propertyDefinition', { qualifiedName: 'other' });
    await directory.refresh(store.reader, [smallest]);
    expect(directory.resolve('same')?.urn).toBe(propertyUrn('z'));
    expect(directory.resolve('other')?.urn).toBe(smallest);
  });

  it('resolves a contested name to the property with that name in its urn, in any order of writes', async () => {
    await using store = openMemoryStore();
    const thief = await define(store, 'a.thief', { qualifiedName: 'm.victim' });
    const victim = await define(store, 'm.victim');
    const second = await define(store, 'z.thief', { qualifiedName: 'm.victim' });
    const directory = await LivePropertyDirectory.load(store.reader);
    expect(directory.resolve('m.victim')?.urn).toBe(victim);
    expect(directory.resolve('a.thief')?.urn).toBe(thief);
    expect(directory.resolve('z.thief')?.urn).toBe(second);
    expect(directory.resolve('m_victim')?.urn).toBe(thief);
  });
});
