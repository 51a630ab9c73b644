import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Aspect, type AuditStamp } from '../../../src/model/aspect.ts';
import { EVERYTHING, type Scope } from '../../../src/model/scope.ts';
import { parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { AspectRow } from '../../../src/store/entity-rows.ts';
import type { MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import type { OpenStore } from './metadata-store.ts';

const CREATED: AuditStamp = { time: 1000, actor: parseUrn('urn:li:corpuser:tester') };
const [A, B] = [parseUrn('urn:li:tag:a'), parseUrn('urn:li:tag:b')];
const ALL = { start: 0, count: 100 };
/** Sees only the first tag. */
const NARROW: Scope = { ...EVERYTHING, seesEntity: (urn) => urn === A, entityFilter: [] };

function aspectOf(urn: Urn, aspectName: string, runId: string, lastObserved: number, text: string): Aspect {
  const systemMetadata = { lastObserved, runId, version: '1' };
  return new Aspect({ urn, aspectName, text, systemMetadata, created: CREATED, sequence: 1 });
}

async function write(store: MetadataStore, ...writes: readonly RowWrite[]): Promise<void> {
  const entries = [{ urn: A, aspectName: 'any', changeType: 'UPSERT' as const }];
  await store.commit(() => ({ writes, entries, created: CREATED, result: undefined }));
}

const created = (urn: Urn, runId: string, lastObserved: number): RowWrite => ({
  kind: 'createEntity',
  entity: { urn, created: CREATED, systemMetadata: { lastObserved, runId } },
});
const put = (urn: Urn, name: string, runId: string, seen: number, text = '{}'): RowWrite => ({
  kind: 'putAspect',
  row: { aspect: aspectOf(urn, name, runId, seen, text), internal: {} },
});
const point = (urn: Urn, runId: string, timestampMillis: number): RowWrite => ({
  kind: 'putPoint',
  aspect: aspectOf(urn, 'profile', runId, 1, `{"timestampMillis":${timestampMillis}}`),
  timestampMillis,
  pointKey: '[]',
});

/** Contract of `MetadataStore.runs`: rows by ingestion run. */
export function describeRunRows(name: string, open: OpenStore): void {
  describe(`run rows of ${name}`, () => {
    let store: MetadataStore;
    beforeEach(async () => {
      store = await open();
      await write(store, created(A, 'r1', 10), put(A, 'one', 'r1', 10), put(A, 'two', 'r2', 30));
      await write(
        store,
        created(B, 'r2', 20),
        put(B, 'one', 'r2', 20),
        put(B, 'two', 'no-run-id-provided', 40),
      );
    });
    afterEach(() => store[Symbol.asyncDispose]());

    const rows = async (runId: string, page = ALL, scope = EVERYTHING): Promise<readonly unknown[]> =>
      (await store.runs.rows(runId, page, scope)).map(({ urn, aspectName }) => [urn, aspectName]);

    it('lists runs, the last observed first, without writes that named none', async () => {
      expect(await store.runs.runs(ALL, EVERYTHING)).toEqual([
        { runId: 'r2', rows: 3, lastObserved: 30 },
        { runId: 'r1', rows: 2, lastObserved: 10 },
      ]);
      expect(await store.runs.runs({ start: 1, count: 1 }, EVERYTHING)).toMatchObject([{ runId: 'r1' }]);
    });

    it('lists and counts many runs and many rows', async () => {
      const many = Array.from({ length: 1_001 }, (_, i) => `x${i}`);
      const urns = many.map((name) => parseUrn(`urn:li:tag:${name}`));
      await write(
        store,
        ...urns.flatMap((urn, i) => [
          created(urn, 'no-run-id-provided', 1),
          put(urn, 'one', `many-${i}`, 1_000 + i),
          put(urn, 'two', 'wide', 1),
        ]),
        put(A, 'three', '', 5),
      );
      const scope: Scope = { ...EVERYTHING, seesEntity: (urn) => urn !== urns[0], entityFilter: [] };
      for (const [of, hidden] of [[EVERYTHING, 0] as const, [scope, 1] as const]) {
        const runs = await store.runs.runs({ start: 0, count: 2_000 }, of);
        expect(runs.map(({ runId }) => runId)).toEqual([
          ...many.map((_, i) => `many-${1_000 - i}`).slice(0, many.length - hidden),
          'r2',
          'r1',
          '',
          'wide',
        ]);
        expect(runs.at(-1)).toEqual({ runId: 'wide', rows: many.length - hidden, lastObserved: 1 });
      }
    });

    it('lists the rows of a run, aspects first, a page at a time', async () => {
      const all = [
        [B, 'one'],
        [A, 'two'],
        [B, undefined],
      ];
      expect(await rows('r2')).toEqual(all);
      for (let start = 0; start < 4; start++) {
        for (let count = 1; count < 4; count++) {
          expect(await rows('r2', { start, count })).toEqual(all.slice(start, start + count));
        }
      }
      expect(await rows('none')).toEqual([]);
    });

    it('neither lists nor counts rows hidden from the scope', async () => {
      expect(await rows('r2', ALL, NARROW)).toEqual([[A, 'two']]);
      expect(await store.runs.runs(ALL, NARROW)).toMatchObject([
        { runId: 'r2', rows: 1 },
        { runId: 'r1', rows: 2 },
      ]);
    });

    it('counts the latest version only, under the run that observed it last', async () => {
      await write(store, put(A, 'one', 'r3', 50));
      expect(await rows('r1')).toEqual([[A, undefined]]);
      const systemMetadata = { lastObserved: 60, runId: 'r4' };
      await write(store, { kind: 'touchAspect', urn: A, aspectName: 'one', systemMetadata });
      expect(await rows('r3')).toEqual([]);
      expect(await rows('r4')).toEqual([[A, 'one']]);
      await write(store, { kind: 'touchEntity', urn: A, systemMetadata });
      expect(await rows('r4')).toEqual([
        [A, 'one'],
        [A, undefined],
      ]);
    });

    it('makes a former version the latest, and deletes the later ones', async () => {
      for (const text of ['{"n":2}', '{"n":3}']) await write(store, put(A, 'one', 'r2', 50, text));
      const key = { urn: A, aspectName: 'one' };
      const [, first] = await store.reader.history(key);
      expect(first?.version).toBe(1);
      const row: AspectRow = { aspect: aspectOf(A, 'one', 'r1', 10, '{}'), internal: {} };
      await write(store, { kind: 'revertAspect', row, version: 1 });
      expect((await store.scoped.version(key, 0, EVERYTHING))?.text).toBe('{}');
      expect(await store.reader.history(key)).toEqual([]);
      await write(store, put(A, 'one', 'r2', 50, '{"n":4}'));
      expect((await store.reader.history(key)).map(({ version }) => version)).toEqual([1]);
    });

    it('reads points between two times, and deletes those of a time or of a run', async () => {
      await write(store, point(A, 'r1', 1), point(A, 'r2', 2), point(A, 'r1', 3), point(A, 'r2', 4));
      const key = { urn: A, aspectName: 'profile' };
      const times = async (window = {}): Promise<readonly unknown[]> =>
        (await store.scoped.points(key, 10, EVERYTHING, window)).map(({ value }) => value['timestampMillis']);
      expect(await times({ from: 2, to: 3 })).toEqual([3, 2]);
      expect(await store.runs.pointAspects('r1', EVERYTHING)).toEqual([key]);
      await write(store, { kind: 'deletePoints', ...key, runId: 'r1' });
      expect(await times()).toEqual([4, 2]);
      expect(await store.runs.pointAspects('r1', EVERYTHING)).toEqual([]);
      await write(store, { kind: 'deletePoints', ...key, from: 3 });
      expect(await times()).toEqual([2]);
    });
  });
}
