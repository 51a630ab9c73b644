import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REGISTRY } from '../../test/support/memory/reading-catalog.ts';
import { partOf } from '../../test/support/part-of.ts';
import type { Logs } from '../log.ts';
import { parseUrn } from '../model/urn.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { openMemoryStore } from '../store/sqlite/open.ts';
import { openIndex } from './open-index.ts';

const ACTOR = parseUrn('urn:li:corpuser:tester');
const FAR = Number.MAX_SAFE_INTEGER;

describe('opening an index that missed commits', () => {
  let data: string;
  let warnings: string[];
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'colophon-index-'));
    warnings = [];
  });
  afterEach(() => rmSync(data, { recursive: true }));

  const logs = { search: partOf<Logs['search']>({ warn: (message: string) => void warnings.push(message) }) };
  const open = (store: MetadataStore) => {
    const search = {
      search: '',
      searchPrefix: '',
      searchShards: 1,
      searchMappedProperties: 500,
      searchExactTotals: 1_000_000,
      searchFacetValues: 100_000,
      searchImmediate: false,
    };
    return openIndex(
      { data, memory: false, store: '', ...search },
      { store, registry: REGISTRY, now: () => 1, logs },
    );
  };
  /** A store whose log has the commits from `oldest` to `last`. */
  const storeOf = async (oldest: number, last: number): Promise<MetadataStore> => {
    const store = openMemoryStore();
    const created = { time: 1, actor: ACTOR };
    const entries = [{ urn: ACTOR, aspectName: 'status', changeType: 'DELETE' }] as const;
    const [{ urn, aspectName }] = entries;
    const entity = { urn, created, systemMetadata: { lastObserved: 1, runId: 'r' } };
    for (let i = 0; i < last; i++) {
      await store.commit((state) => ({
        writes: [
          ...(state.entity(urn) === undefined ? [{ kind: 'createEntity', entity } as const] : []),
          { kind: 'deleteAspect', urn, aspectName },
        ],
        entries,
        created,
        result: undefined,
      }));
    }
    await store.audit.purge({ before: FAR, keep: FAR });
    await store.trimLog({ below: oldest, before: FAR });
    return store;
  };

  it.each([
    ['the log has the first missing commit', 5, 9, 4, undefined],
    ['the log begins later', 6, 9, 4, 'it ends with commit 4, but the change log begins with commit 6'],
    ['it is ahead of the store', 1, 3, 4, 'it contains commit 4, but the last commit of the store is 3'],
  ])('keeps or replaces it, with a reason: %s', async (_, oldest, last, position, reason) => {
    await using store = await storeOf(oldest, last);
    {
      await using index = await open(store);
      await index.apply(position, []);
    }
    await using index = await open(store);
    expect(index.position()).toBe(reason === undefined ? position : 0);
    expect(warnings).toEqual(reason === undefined ? [] : [expect.stringContaining(reason)]);
  });

  it('replaces one of another catalog, at any position, with a reason', async () => {
    await using other = await storeOf(1, 4);
    for (const last of [2, 4, 6]) {
      await using store = await storeOf(1, last);
      {
        await using index = await open(other);
        await index.apply(4, [], (await other.log.markOf(4))?.id);
        await index.flush();
      }
      warnings = [];
      await using index = await open(store);
      expect([last, index.position(), warnings]).toEqual([
        last,
        0,
        ['The search index is rebuilt: it belongs to another catalog.'],
      ]);
    }
  });

  it('adds the catalog id to one of an earlier version, and recognizes it from then on', async () => {
    await using store = await storeOf(1, 4);
    {
      await using index = await open(store);
      await index.apply(4, []);
    }
    {
      await using index = await open(store);
      expect(index.mark()).toEqual({ sequence: 4, id: store.log.catalogId });
      await index.flush();
    }
    await using other = await storeOf(1, 4);
    await using index = await open(other);
    expect([index.position(), warnings.length]).toEqual([0, 1]);
  });
});
