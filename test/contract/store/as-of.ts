import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Aspect, nextMetadata } from '../../../src/model/aspect.ts';
import { EVERYTHING } from '../../../src/model/scope.ts';
import { parseUrn } from '../../../src/model/urn.ts';
import type { LogEntry, MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import { effort } from '../../support/effort.ts';
import type { OpenStore } from './metadata-store.ts';

const ACTOR = parseUrn('urn:li:corpuser:tester');
const TAG = parseUrn('urn:li:tag:one');
const NAMES = ['status', 'tagProperties', 'ownership'] as const;

type Step =
  | { readonly kind: 'put'; readonly names: readonly string[] }
  | { readonly kind: 'deleteAspect'; readonly name: string }
  | { readonly kind: 'deleteEntity' };

const NAME = fc.constantFrom(...NAMES);
const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      names: fc.uniqueArray(NAME, { minLength: 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deleteAspect' as const), name: NAME }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'deleteEntity' as const }) },
);

/** Contract of `ChangeReader.asOf`. */
export function describeAsOf(engine: string, open: OpenStore): void {
  describe(`an entity as it was: ${engine}`, () => {
    let store: MetadataStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    let time = 0;
    const commit = (step: Step): Promise<unknown> =>
      store.commit((state, sequence) => {
        const created = { time: ++time, actor: ACTOR };
        const writes: RowWrite[] = [];
        const entries: LogEntry[] = [];
        if (step.kind === 'put') {
          const observed = { lastObserved: time, runId: 'r' };
          if (state.entity(TAG) === undefined) {
            writes.push({ kind: 'createEntity', entity: { urn: TAG, created, systemMetadata: observed } });
          }
          for (const aspectName of step.names) {
            const before = state.row(TAG, aspectName)?.aspect.systemMetadata;
            const systemMetadata = nextMetadata(before, observed, created);
            const text = JSON.stringify({ time });
            const aspect = new Aspect({ urn: TAG, aspectName, text, systemMetadata, created, sequence });
            writes.push({ kind: 'putAspect', row: { aspect, internal: {} } });
            entries.push({ urn: TAG, aspectName, changeType: 'UPSERT' });
          }
        } else if (step.kind === 'deleteEntity' && state.entity(TAG) !== undefined) {
          writes.push({ kind: 'deleteEntity', urn: TAG });
          entries.push({ urn: TAG, aspectName: 'tagKey', changeType: 'DELETE' });
        } else if (step.kind === 'deleteAspect' && state.row(TAG, step.name) !== undefined) {
          writes.push({ kind: 'deleteAspect', urn: TAG, aspectName: step.name });
          entries.push({ urn: TAG, aspectName: step.name, changeType: 'DELETE' });
        }
        return { writes, entries, created, result: undefined };
      });

    const now = async (): Promise<unknown> => {
      const aspects = (await store.reader.entities([TAG], undefined)).get(TAG)?.aspects;
      return Object.fromEntries([...(aspects ?? [])].map(([name, { value }]) => [name, value]).sort());
    };
    const asOf = async (sequence: number, seesDeleted = () => true): Promise<unknown> => {
      const { aspects, notKept } = await store.changes.asOf(TAG, sequence, seesDeleted, EVERYTHING);
      return {
        ...Object.fromEntries([...aspects].map(([name, { value }]) => [name, value]).sort()),
        ...Object.fromEntries([...notKept].map((name) => [name, 'not kept'])),
      };
    };

    it('equals an earlier read, or is reported as not kept, after any later writes and deletions', async () => {
      let unknown = 0;
      let known = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 25 }), async (steps) => {
          const states: [number, unknown][] = [[store.log.lastSequence(), await now()]];
          for (const step of steps) {
            await commit(step);
            states.push([store.log.lastSequence(), await now()]);
          }
          for (const [sequence, expected] of states) {
            const found = Object.entries((await asOf(sequence)) as Record<string, unknown>);
            const kept = found.filter(([, value]) => value !== 'not kept');
            unknown += found.length - kept.length;
            known += kept.length;
            expect(kept).toEqual(
              Object.entries(expected as Record<string, unknown>).filter(
                ([name]) => !found.some(([other, value]) => other === name && value === 'not kept'),
              ),
            );
          }
          expect(await asOf(store.log.lastSequence())).toEqual(await now());
        }),
        { numRuns: effort(12) },
      );
      expect([known > 0, unknown]).toEqual([true, 0]);
    });

    it('is limited to the current entity, unless the scope shows deleted ones', async () => {
      let former = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 25 }), async (steps) => {
          const from = { sequence: store.log.lastSequence(), id: undefined };
          const states: [number, unknown][] = [];
          /** The commit that created the current entity; undefined: there is none. */
          let start = (await store.reader.entities([TAG], [])).get(TAG)?.entity.createdIn;
          for (const step of steps) {
            const isThere = start !== undefined;
            await commit(step);
            const sequence = store.log.lastSequence();
            if (step.kind === 'put' && !isThere) start = sequence;
            if (step.kind === 'deleteEntity') start = undefined;
            states.push([sequence, await asOf(sequence)]);
          }
          expect((await store.reader.entities([TAG], [])).get(TAG)?.entity.createdIn).toBe(start);
          const isOfNow = (sequence: number): boolean => start !== undefined && sequence >= start;
          for (const [sequence, expected] of states) {
            const seen = await asOf(sequence, () => false);
            expect(seen).toEqual(isOfNow(sequence) ? expected : {});
            if (!isOfNow(sequence) && Object.keys(expected as object).length > 0) former++;
          }
          const selection = {
            upTo: store.log.lastSequence(),
            fits: () => true,
            limit: 1_000,
            seesDeleted: () => false,
          };
          const { changes } = await store.changes.after(from, selection, EVERYTHING);
          expect(changes.filter(({ position }) => !isOfNow(position.sequence))).toEqual([]);
        }),
        { numRuns: effort(12) },
      );
      expect(former).toBeGreaterThan(0);
    });

    it('is not read from versions that a rollback dropped', async () => {
      for (let i = 0; i < 3; i++) await commit({ kind: 'put', names: ['status'] });
      const former = (await store.reader.history({ urn: TAG, aspectName: 'status' })).at(-1);
      if (former === undefined) throw new Error('There is no former version.');
      await store.commit((state, sequence) => {
        const created = { time: ++time, actor: ACTOR };
        const metadata = nextMetadata(
          state.row(TAG, 'status')?.aspect.systemMetadata,
          former.row.aspect.systemMetadata,
          created,
        );
        const { text } = former.row.aspect;
        const key = { urn: TAG, aspectName: 'status' };
        const aspect = new Aspect({ ...key, text, systemMetadata: metadata, created, sequence });
        return {
          writes: [{ kind: 'revertAspect', row: { aspect, internal: {} }, version: former.version }],
          entries: [{ urn: TAG, aspectName: 'status', changeType: 'UPSERT' }],
          created,
          result: undefined,
        };
      });
      expect(await asOf(2)).toEqual({ status: 'not kept' });
      expect(await asOf(4)).toEqual(await now());
    });
  });
}
