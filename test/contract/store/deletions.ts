import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Aspect } from '../../../src/model/aspect.ts';
import { parseUrn } from '../../../src/model/urn.ts';
import type { Urn } from '../../../src/model/urn.ts';
import type { MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import type { OpenStore } from './metadata-store.ts';

const ACTOR = parseUrn('urn:li:corpuser:tester');
const ORDERS = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)');
const SECRET = parseUrn('urn:li:dataHubSecret:s1');
const TOKEN = parseUrn('urn:li:dataHubAccessToken:t1');

/** Contract of `SystemReader.deletions` and `MetadataStore.forgetDeletions`. */
export function describeDeletions(engine: string, open: OpenStore): void {
  describe(`what was deleted: ${engine}`, () => {
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
      const deletion = (await store.reader.deletions(urn)).at(-1);
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

    it('is kept as it was last, with its internal state', async () => {
      await put(10, ORDERS, 'ownership', 'structuredProperties');
      await put(20, ORDERS, 'ownership');
      expect(await kept(ORDERS)).toBeUndefined();
      await deleteEntity(30, ORDERS);
      expect(await store.reader.version({ urn: ORDERS, aspectName: 'ownership' }, 0)).toBeUndefined();
      const internal = { assignments: { p: 7 } };
      expect(await kept(ORDERS)).toEqual({
        ...{ time: 30, actor: ACTOR },
        aspects: [
          ['ownership', { writtenAt: 20 }, internal],
          ['structuredProperties', { writtenAt: 10 }, internal],
        ],
      });
      const deletion = (await store.reader.deletions(ORDERS)).at(-1);
      expect(deletion?.sequence).toBe(3);
      expect(deletion?.rows.get('ownership')?.aspect).toMatchObject({
        ...{ urn: ORDERS, sequence: 2, created: { time: 20, actor: ACTOR } },
        systemMetadata: { lastObserved: 20, runId: 'r' },
      });
    });

    it('is one aspect, or what the last of several deletions has deleted', async () => {
      await put(10, ORDERS, 'ownership', 'status', 'globalTags');
      await commit(20, ORDERS, () => [{ kind: 'deleteAspect', urn: ORDERS, aspectName: 'status' }]);
      expect((await kept(ORDERS))?.aspects.map(([name]) => name)).toEqual(['status']);
      await deleteEntity(30, ORDERS);
      expect((await kept(ORDERS))?.aspects.map(([name]) => name)).toEqual(['globalTags', 'ownership']);
      await put(40, ORDERS, 'ownership');
      await deleteEntity(50, ORDERS);
      const all = await store.reader.deletions(ORDERS);
      expect(all.map(({ created }) => created.time)).toEqual([20, 30, 50]);
      expect(await kept(ORDERS)).toMatchObject({ time: 50, aspects: [['ownership', { writtenAt: 40 }, {}]] });
    });

    it('has no secrets and no credentials', async () => {
      await put(10, SECRET, 'dataHubSecretValue', 'status');
      await put(10, TOKEN, 'dataHubAccessTokenInfo');
      await deleteEntity(20, SECRET);
      await deleteEntity(20, TOKEN);
      expect((await kept(SECRET))?.aspects.map(([name]) => name)).toEqual(['status']);
      expect(await kept(TOKEN)).toBeUndefined();
    });

    it('is forgotten by time', async () => {
      await put(10, ORDERS, 'ownership', 'status');
      await deleteEntity(20, ORDERS);
      expect(await store.forgetDeletions(20)).toBe(0);
      expect(await kept(ORDERS)).toBeDefined();
      expect(await store.reader.oldestDeletion()).toBe(20);
      expect(await store.forgetDeletions(21)).toBe(2);
      expect(await store.reader.oldestDeletion()).toBeUndefined();
      expect(await kept(ORDERS)).toBeUndefined();
      expect(await store.forgetDeletions(21)).toBe(0);
    });
  });
}

function entity(urn: Urn, time: number) {
  return { urn, created: { time, actor: ACTOR }, systemMetadata: { lastObserved: time, runId: 'r' } };
}

function putAspect(urn: Urn, aspectName: string, time: number, sequence: number): RowWrite {
  const aspect = new Aspect({
    ...{ urn, aspectName, sequence, text: JSON.stringify({ writtenAt: time }) },
    ...{ created: { time, actor: ACTOR }, systemMetadata: { lastObserved: time, runId: 'r' } },
  });
  return { kind: 'putAspect', row: { aspect, internal: { assignments: { p: 7 } } } };
}
