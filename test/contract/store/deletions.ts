import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Aspect } from '../../../src/model/aspect.ts';
import { parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import { ReadTooLargeError } from '../../../src/store/read-limit.ts';
import { rowsAsOf } from '../../../src/store/reading/rows-as-of.ts';
import type { OpenStore } from './metadata-store.ts';

const ACTOR = parseUrn('urn:li:corpuser:tester');
const ORDERS = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)');
const SECRET = parseUrn('urn:li:dataHubSecret:s1');
const TOKEN = parseUrn('urn:li:dataHubAccessToken:t1');

/** Contract of the reads of deletions in `SystemReader`, and of `MetadataStore.trimDeletions`. */
export function describeDeletions(engine: string, open: OpenStore): void {
  describe(`deleted rows: ${engine}`, () => {
    let store: MetadataStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    const commit = (time: number, urn: Urn, writes: (sequence: number) => readonly RowWrite[]) =>
      store.commit((state, sequence) => ({
        writes: [
          ...(state.entity(urn) === undefined
            ? [{ kind: 'createEntity' as const, entity: entity(urn, time) }]
            : []),
          ...writes(sequence),
        ],
        entries: [{ urn, aspectName: 'status', changeType: 'UPSERT' }],
        created: { time, actor: ACTOR },
        result: undefined,
      }));
    const put = (time: number, urn: Urn, ...names: readonly string[]) =>
      commit(time, urn, (sequence) => names.map((name) => putAspect(urn, name, time, sequence)));
    const deleteEntity = (time: number, urn: Urn) => commit(time, urn, () => [{ kind: 'deleteEntity', urn }]);
    const kept = async (urn: Urn) => {
      const deletion = await store.reader.lastDeletion(urn);
      return (
        deletion && {
          time: deletion.created.time,
          actor: deletion.created.actor,
          aspects: [...deletion.rows.values()].map(({ aspect, internal }) => [
            aspect.aspectName,
            aspect.value,
            internal,
          ]),
        }
      );
    };

    it('are listed latest first, by time and urn, in pages', async () => {
      const [a, b, c] = ['a', 'b', 'c'].map((name) => parseUrn(`urn:li:tag:${name}`)) as [Urn, Urn, Urn];
      for (const urn of [a, b, c, ORDERS]) await put(10, urn, 'status', 'ownership');
      await deleteEntity(20, b);
      await deleteEntity(30, a);
      await deleteEntity(30, c);
      await put(40, b, 'status');
      await deleteEntity(50, b);
      const listed: string[] = [];
      for (let before: { readonly time: number; readonly urn: Urn } | undefined; ;) {
        const page = await store.reader.deletions(before, 2);
        for (const { created, urn } of page) {
          listed.push(`${created.time} ${urn}`);
          expect(created.actor).toBe(ACTOR);
          before = { time: created.time, urn };
        }
        if (page.length < 2) break;
      }
      expect(listed).toEqual([`50 ${b}`, `30 ${c}`, `30 ${a}`, `20 ${b}`]);
    });

    it('are read for several urns at once, each with the names of its last one', async () => {
      const [a, b, c] = ['a', 'b', 'c'].map((name) => parseUrn(`urn:li:tag:${name}`)) as [Urn, Urn, Urn];
      expect(await store.reader.lastDeletions([])).toEqual(new Map());
      for (const urn of [a, b, c]) await put(10, urn, 'status', 'ownership');
      await deleteEntity(20, a);
      await put(30, a, 'globalTags');
      await deleteEntity(40, a);
      await commit(50, b, () => [{ kind: 'deleteAspect', urn: b, aspectName: 'status' }]);
      const read = await store.reader.lastDeletions([c, b, a, parseUrn('urn:li:tag:none')]);
      expect(Object.fromEntries(read)).toEqual({
        [a]: { sequence: 6, aspectNames: ['globalTags'] },
        [b]: { sequence: 7, aspectNames: ['status'] },
      });
      await deleteEntity(60, c);
      expect((await store.reader.lastDeletions([c])).get(c)?.aspectNames).toEqual(['ownership', 'status']);
    });

    it('are kept in their last state, with their internal state', async () => {
      await put(10, ORDERS, 'ownership', 'structuredProperties');
      await put(20, ORDERS, 'ownership');
      expect(await kept(ORDERS)).toBeUndefined();
      await deleteEntity(30, ORDERS);
      expect(await store.reader.version({ urn: ORDERS, aspectName: 'ownership' }, 0)).toBeUndefined();
      const internal = { assignments: { p: 7 } };
      expect(await kept(ORDERS)).toEqual({
        time: 30,
        actor: ACTOR,
        aspects: [
          ['ownership', { writtenAt: 20 }, internal],
          ['structuredProperties', { writtenAt: 10 }, internal],
        ],
      });
      const deletion = await store.reader.lastDeletion(ORDERS);
      expect(deletion?.sequence).toBe(3);
      expect(deletion?.rows.get('ownership')?.aspect).toMatchObject({
        urn: ORDERS,
        sequence: 2,
        created: { time: 20, actor: ACTOR },
        systemMetadata: { lastObserved: 20, runId: 'r' },
      });
    });

    it('are one aspect, or all aspects of the last of several deletions', async () => {
      await put(10, ORDERS, 'ownership', 'status', 'globalTags');
      await commit(20, ORDERS, () => [{ kind: 'deleteAspect', urn: ORDERS, aspectName: 'status' }]);
      expect((await kept(ORDERS))?.aspects.map(([name]) => name)).toEqual(['status']);
      await deleteEntity(30, ORDERS);
      expect((await kept(ORDERS))?.aspects.map(([name]) => name)).toEqual(['globalTags', 'ownership']);
      await put(40, ORDERS, 'ownership');
      await deleteEntity(50, ORDERS);
      expect(await kept(ORDERS)).toMatchObject({ time: 50, aspects: [['ownership', { writtenAt: 40 }, {}]] });
    });

    it('are found by the first later commit that deleted an aspect', async () => {
      await put(10, ORDERS, 'ownership', 'status');
      await put(20, ORDERS, 'ownership');
      await deleteEntity(30, ORDERS);
      await put(40, ORDERS, 'ownership');
      await deleteEntity(50, ORDERS);
      const after = async (sequence: number) =>
        (await store.reader.deletionsAfter(ORDERS, sequence))
          .map(({ aspectName, sequence: deleted }) => `${aspectName} ${deleted}`)
          .sort();
      expect(await after(0)).toEqual(['ownership 3', 'status 3']);
      expect(await after(3)).toEqual(['ownership 5']);
      expect(await after(5)).toEqual([]);
    });

    it('are read by their commit, with their size before it and all of their versions', async () => {
      for (const time of [10, 20, 30, 40]) await put(time, ORDERS, 'ownership');
      await put(50, ORDERS, 'status');
      await deleteEntity(60, ORDERS);
      const key = { urn: ORDERS, aspectName: 'ownership', sequence: 6 };
      const keys = [{ ...key, sequence: 5 }, key, { ...key, aspectName: 'globalTags' }];
      const length = '{"writtenAt":40}'.length;
      expect(await store.reader.deletedSizes(keys)).toEqual([0, length, 0]);
      const deleted = await store.reader.deleted(keys);
      expect(deleted.map((row) => row?.aspect.value)).toEqual([undefined, { writtenAt: 40 }, undefined]);
      const versions = await store.reader.deletedVersions(key, 4 * length);
      expect(versions.map(({ row, version }) => [version, row.aspect.value])).toEqual([
        [0, { writtenAt: 40 }],
        [3, { writtenAt: 30 }],
        [2, { writtenAt: 20 }],
        [1, { writtenAt: 10 }],
      ]);
      await expect(store.reader.deletedVersions(key, 4 * length - 1)).rejects.toBeInstanceOf(
        ReadTooLargeError,
      );
      await expect(store.reader.lastDeletion(ORDERS, 2 * length - 1)).rejects.toBeInstanceOf(
        ReadTooLargeError,
      );
      expect((await store.reader.lastDeletion(ORDERS, 2 * length))?.rows.size).toBe(2);
    });

    it('are read as of a commit with only the values of that commit', async () => {
      for (const time of [10, 30, 50, 70]) {
        await put(time, ORDERS, 'ownership');
        await deleteEntity(time + 10, ORDERS);
      }
      const length = '{"writtenAt":10}'.length;
      const { rows } = await rowsAsOf(store.reader, ORDERS, 3, length, () => true);
      expect([...rows.values()].map(({ aspect }) => aspect.value)).toEqual([{ writtenAt: 30 }]);
      const hidden = await rowsAsOf(store.reader, ORDERS, 3, length, () => false);
      expect(hidden.rows.size).toBe(0);
    });

    it('contain no secrets and no credentials', async () => {
      await put(10, SECRET, 'dataHubSecretValue', 'status');
      await put(10, TOKEN, 'dataHubAccessTokenInfo');
      await deleteEntity(20, SECRET);
      await deleteEntity(20, TOKEN);
      expect((await kept(SECRET))?.aspects.map(([name]) => name)).toEqual(['status']);
      expect(await kept(TOKEN)).toBeUndefined();
    });

    it('are removed by age', async () => {
      await put(10, ORDERS, 'ownership', 'status');
      await deleteEntity(20, ORDERS);
      expect(await store.trimDeletions(20)).toBe(0);
      expect(await kept(ORDERS)).toBeDefined();
      expect(await store.reader.oldestDeletion()).toBe(20);
      expect(await store.trimDeletions(21)).toBe(2);
      expect(await store.reader.oldestDeletion()).toBeUndefined();
      expect(await kept(ORDERS)).toBeUndefined();
      expect(await store.trimDeletions(21)).toBe(0);
    });
  });
}

function entity(urn: Urn, time: number) {
  return { urn, created: { time, actor: ACTOR }, systemMetadata: { lastObserved: time, runId: 'r' } };
}

function putAspect(urn: Urn, aspectName: string, time: number, sequence: number): RowWrite {
  const aspect = new Aspect({
    urn,
    aspectName,
    sequence,
    text: JSON.stringify({ writtenAt: time }),
    created: { time, actor: ACTOR },
    systemMetadata: { lastObserved: time, runId: 'r' },
  });
  return { kind: 'putAspect', row: { aspect, internal: { assignments: { p: 7 } } } };
}
