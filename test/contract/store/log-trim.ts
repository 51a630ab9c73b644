import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseUrn } from '../../../src/model/urn.ts';
import type { MetadataStore } from '../../../src/store/metadata-store.ts';
import type { OpenStore } from './metadata-store.ts';

const ACTOR = parseUrn('urn:li:corpuser:tester');
const ORDERS = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)');
const LATEST = { time: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const ENTRY = { urn: ORDERS, aspectName: 'status', changeType: 'UPSERT' } as const;
const LONG = { ...ENTRY, aspectName: 'a'.repeat(110) };
const EVERYTHING = { below: Number.MAX_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER };

/** Contract of `MetadataStore.trimLog`. `isDurable`: the store keeps its data after it is closed. */
export function describeLogTrim(engine: string, open: OpenStore, isDurable: boolean): void {
  describe(`trimming the change log: ${engine}`, () => {
    let store: MetadataStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    const commit = (time: number, entries = 1) =>
      store.commit((state) => {
        const created = { time, actor: ACTOR };
        const entity = { urn: ORDERS, created, systemMetadata: { lastObserved: time, runId: 'r' } };
        return {
          writes: [
            ...(state.entity(ORDERS) === undefined ? [{ kind: 'createEntity', entity } as const] : []),
            { kind: 'deleteAspect', urn: ORDERS, aspectName: 'status' },
          ],
          entries: Array.from({ length: entries }, (_, i) => (i === 0 ? ENTRY : LONG)),
          created,
          result: undefined,
        };
      });
    const commitAt = async (...times: readonly number[]): Promise<void> => {
      for (const time of times) await commit(time);
    };
    const purgeAudit = async (before = Number.MAX_SAFE_INTEGER): Promise<void> => {
      while ((await store.audit.purge({ before, keep: 1_000_000 })) > 0);
    };
    const kept = async (): Promise<readonly number[]> => {
      const oldest = await store.log.oldest();
      const commits = await store.log.commitsAfter((oldest?.sequence ?? 1) - 1, 10_000);
      return commits.map(({ sequence }) => sequence);
    };

    it('keeps recent commits, and those still needed', async () => {
      await commitAt(10, 20, 30, 40, 50);
      await purgeAudit();
      expect(await store.trimLog({ ...EVERYTHING, before: 30 })).toBe(2);
      expect(await kept()).toEqual([3, 4, 5]);
      expect(await store.trimLog({ ...EVERYTHING, below: 4 })).toBe(1);
      expect(await kept()).toEqual([4, 5]);
      expect(await store.trimLog({ ...EVERYTHING, below: 4 })).toBe(0);
      expect(await store.log.oldest()).toEqual({ sequence: 4, created: { time: 40, actor: ACTOR } });
    });

    it('keeps the last commit, so that the next one follows it', async () => {
      await commitAt(10, 20);
      await purgeAudit();
      const mark = await store.log.markOf(2);
      expect(await store.trimLog(EVERYTHING)).toBe(1);
      expect(await store.trimLog(EVERYTHING)).toBe(0);
      expect(await store.log.markOf(2)).toEqual(mark);
      if (isDurable) {
        await store[Symbol.asyncDispose]();
        store = await open();
      }
      expect(store.log.lastSequence()).toBe(2);
      expect((await commit(30)).sequence).toBe(3);
      expect(await kept()).toEqual([2, 3]);
    });

    it('does nothing in a new catalog', async () => {
      expect(await store.trimLog(EVERYTHING)).toBe(0);
      expect(await store.log.oldest()).toBeUndefined();
    });

    it('refuses a reader that needs trimmed commits, and names the oldest one', async () => {
      await commitAt(10, 20, 30, 40);
      await purgeAudit();
      await store.trimLog({ ...EVERYTHING, below: 3 });
      const late = store.log.commitsAfter(1, 10);
      await expect(late).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(late).rejects.toThrow('begins with commit 3');
      // Commit 3 is the next one.
      expect(await store.log.commitsAfter(2, 10)).toHaveLength(2);
      expect(await store.log.commitsAfter(4, 10)).toEqual([]);
      expect(await store.log.markOf(2)).toBeUndefined();
    });

    it('keeps the commits of audit events, until the events are purged', async () => {
      await commitAt(10, 20, 30, 40);
      expect(await store.trimLog(EVERYTHING)).toBe(0);
      await purgeAudit(20);
      expect(await store.trimLog(EVERYTHING)).toBe(1);
      expect(await store.trimLog(EVERYTHING)).toBe(0);
      const events = await store.audit.newest({ before: LATEST, limit: 10, entity: ORDERS });
      expect(events.map(({ aspects }) => aspects)).toEqual([[ENTRY], [ENTRY], [ENTRY]]);
      // The events of an entity are found by its commits: a purge after a trim must not miss any.
      await purgeAudit();
      expect(await store.audit.newest({ before: LATEST, limit: 10, entity: ORDERS })).toEqual([]);
      expect(await store.trimLog(EVERYTHING)).toBe(2);
      expect(await kept()).toEqual([4]);
    });

    it('leaves no gap when a clock went back', async () => {
      await commitAt(10, 90, 20, 100);
      await purgeAudit(90);
      expect(await store.trimLog({ ...EVERYTHING, before: 50 })).toBe(1);
      expect(await kept()).toEqual([2, 3, 4]);
      // The audit log has purged commit 3, but not commit 2.
      expect(await store.trimLog(EVERYTHING)).toBe(0);
      expect(await kept()).toEqual([2, 3, 4]);
    });

    it('works in batches, limited in number and size', async () => {
      await Promise.all(Array.from({ length: 510 }, () => commit(10)));
      // Each is more than half of the maximum batch.
      for (let i = 0; i < 3; i++) await commit(20, 5_000);
      await commitAt(30);
      await purgeAudit();
      const batches: number[] = [];
      do batches.push(await store.trimLog(EVERYTHING));
      while (batches.at(-1) !== 0);
      expect(batches).toEqual([500, 11, 1, 1, 0]);
      expect(await kept()).toEqual([514]);
    });

    it('runs beside writes, and continues where it stopped', async () => {
      await commitAt(10, 20, 30);
      await purgeAudit();
      const [trimmed] = await Promise.all([store.trimLog({ ...EVERYTHING, before: 20 }), commit(40)]);
      expect(trimmed).toBe(1);
      if (isDurable) {
        await store[Symbol.asyncDispose]();
        store = await open();
      }
      expect(await store.trimLog({ ...EVERYTHING, before: 25 })).toBe(1);
      expect(await kept()).toEqual([3, 4]);
    });
  });
}
