import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobReport } from '../../../src/model/maintenance/job-report.ts';
import { parseUrn } from '../../../src/model/urn.ts';
import { KEPT_REPORTS } from '../../../src/store/job-store.ts';
import type { MetadataStore } from '../../../src/store/metadata-store.ts';
import type { OpenStore } from './metadata-store.ts';

const WAITING: Omit<JobReport, 'id'> = {
  kind: 'doctor',
  state: 'waiting',
  phase: 'doctor',
  done: 0,
  total: 0,
  startedAt: undefined,
  finishedAt: undefined,
  result: undefined,
  error: undefined,
};

/** Contract of JobStore. `survives`: the store keeps its data after it is closed. */
export function describeJobStore(name: string, open: OpenStore, survives: boolean): void {
  describe(`job store: ${name}`, () => {
    let store: MetadataStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    it('numbers reports, and returns one by its number or the last of its kind', async () => {
      expect(await store.jobs.last('doctor')).toBeUndefined();
      const first = await store.jobs.add(WAITING, 10);
      const second = await store.jobs.add({ ...WAITING, kind: 'system-update' }, 11);
      const third = await store.jobs.add(WAITING, 12);
      expect([first.id, second.id, third.id]).toEqual([1, 2, 3]);
      expect(await store.jobs.last('doctor', 1)).toEqual({ report: first, heardAt: 10 });
      expect(await store.jobs.last('doctor')).toEqual({ report: third, heardAt: 12 });
      expect(await store.jobs.last('system-update')).toEqual({ report: second, heardAt: 11 });
      expect(await store.jobs.last('doctor', 2)).toBeUndefined();
      expect(await store.jobs.last('doctor', 4)).toBeUndefined();
    });

    it('keeps the last report', async () => {
      const { id } = await store.jobs.add(WAITING, 10);
      const report: JobReport = {
        ...WAITING,
        id,
        state: 'succeeded',
        done: 3,
        startedAt: 1,
        finishedAt: 2,
        result: { ö: ['x', 1.5] },
      };
      await store.jobs.put({ report, heardAt: 20 });
      expect(await store.jobs.last('doctor')).toEqual({ report, heardAt: 20 });
      await store.jobs.put({ report: { ...report, id: 7 }, heardAt: 21 });
      expect(await store.jobs.last('doctor', 7)).toBeUndefined();
    });

    it('drops the oldest of the same kind', async () => {
      const other = await store.jobs.add({ ...WAITING, kind: 'bulk-edit' }, 1);
      for (let i = 0; i <= KEPT_REPORTS; i++) await store.jobs.add(WAITING, i);
      const kept = await store.jobs.list('doctor');
      const ids = Array.from({ length: KEPT_REPORTS }, (_, i) => KEPT_REPORTS + 2 - i);
      expect(kept.map(({ report }) => report.id)).toEqual(ids);
      expect(await store.jobs.list('bulk-edit')).toEqual([{ report: other, heardAt: 1 }]);
      expect(await store.jobs.list('bulk-edit-stop')).toEqual([]);
    });

    it('keeps the reports of each person apart', async () => {
      const [ann, bob] = ['ann', 'bob'].map((id) => parseUrn(`urn:li:corpuser:${id}`));
      if (ann === undefined || bob === undefined) throw new Error('No urns.');
      const edit = { ...WAITING, kind: 'bulk-edit' } as const;
      const first = await store.jobs.add({ ...edit, owner: ann }, 1);
      for (let i = 0; i <= KEPT_REPORTS; i++) await store.jobs.add({ ...edit, owner: bob }, i);
      expect(await store.jobs.list('bulk-edit', ann)).toEqual([{ report: first, heardAt: 1 }]);
      expect(await store.jobs.list('bulk-edit', bob)).toHaveLength(KEPT_REPORTS);
      expect(await store.jobs.list('bulk-edit')).toEqual([]);
      expect(await store.jobs.last('bulk-edit', first.id)).toEqual({ report: first, heardAt: 1 });
      for (let i = 0; i < 20; i++) await store.jobs.add({ ...edit, kind: 'bulk-edit-trial', owner: bob }, i);
      expect(await store.jobs.list('bulk-edit-trial', bob)).toHaveLength(10);
      for (let i = 0; i < 25; i++) await store.jobs.add({ ...edit, kind: 'plan', owner: bob }, i);
      expect(await store.jobs.list('plan', bob)).toHaveLength(20);
    });

    it('keeps as many as requested, and drops those of one owner', async () => {
      const owner = parseUrn('urn:li:dataHubAction:a');
      const other = parseUrn('urn:li:dataHubAction:b');
      const delivery = { ...WAITING, kind: 'webhook-delivery' } as const;
      for (let i = 0; i < 4; i++) await store.jobs.add({ ...delivery, owner }, i, 3);
      await store.jobs.add({ ...delivery, owner: other }, 9, 3);
      const state = await store.jobs.add({ ...delivery, kind: 'webhook', owner }, 1);
      const kept = await store.jobs.list('webhook-delivery', owner);
      expect(kept.map(({ heardAt }) => heardAt)).toEqual([3, 2, 1]);
      await store.jobs.drop('webhook-delivery', owner);
      expect(await store.jobs.list('webhook-delivery', owner)).toEqual([]);
      expect(await store.jobs.list('webhook-delivery', other)).toHaveLength(1);
      expect(await store.jobs.list('webhook', owner)).toEqual([{ report: state, heardAt: 1 }]);
    });

    it('uses no commit sequence', async () => {
      await store.jobs.add(WAITING, 10);
      expect(store.log.lastSequence()).toBe(0);
      expect(await store.log.commitsAfter(0, 10)).toEqual([]);
    });

    it.runIf(survives)('keeps them after it was reopened, and continues the numbering', async () => {
      const kept = await store.jobs.add(WAITING, 10);
      await store[Symbol.asyncDispose]();
      store = await open();
      expect(await store.jobs.last('doctor')).toEqual({ report: kept, heardAt: 10 });
      expect((await store.jobs.add(WAITING, 11)).id).toBe(2);
    });
  });
}
