import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Aspect, nextMetadata } from '../../../src/model/aspect.ts';
import { EVERYTHING, type Scope } from '../../../src/model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../../src/model/structured-property.ts';
import { entityTypeOf, parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { ChangeSelection, LogPosition, SeenChange } from '../../../src/store/change-reader.ts';
import type { LogEntry, MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import { TrimmedLogError } from '../../../src/store/log-trim.ts';
import type { OpenStore } from './metadata-store.ts';

const ACTOR = parseUrn('urn:li:corpuser:tester');
const TAG = parseUrn('urn:li:tag:a');
const OTHER = parseUrn('urn:li:tag:b');
const DATASET = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)');
const OPEN = parseUrn('urn:li:structuredProperty:open');
const SECRET = parseUrn('urn:li:structuredProperty:secret');
const ASSIGNED = STRUCTURED_PROPERTY.assignmentAspect;
const NAME = 'tagProperties';
const START: LogPosition = { sequence: 0, id: undefined };

/** Sees every entity, but of the properties only `OPEN`. */
const IN_PART: Scope = {
  ...EVERYTHING,
  seesAssignment: (property) => property === OPEN,
  assignmentFilter: (property) => (property === OPEN ? undefined : []),
  seesEveryProperty: false,
};

/** A write of a test. */
interface Write {
  readonly urn: Urn;
  readonly aspectName: string;
  /** Undefined: deletes the aspect; `entity`: deletes the entity. */
  readonly value?: object | 'entity';
  readonly runId?: string;
  readonly isPoint?: boolean;
}

/** One line per change: `sequence.index kind aspect of urn: before > after`, `?` for values that are not kept. */
function lines(changes: readonly SeenChange[]): readonly string[] {
  return changes.map(
    ({ after, aspectName, before, changeType, index, notKept, position: { sequence }, urn }) => {
      const shown = (side: 'before' | 'after', aspect: Aspect | undefined): string =>
        notKept.includes(side) ? '?' : (aspect?.text.match(/:"(\w+)"/g)?.join('') ?? '-');
      const what = `${aspectName} of ${entityTypeOf(urn)}`;
      return `${sequence}.${index} ${changeType} ${what}: ${shown('before', before)} > ${shown('after', after)}`;
    },
  );
}

/** Contract of `MetadataStore.changes`: the change log with values, read within a scope. */
export function describeChangeReader(engine: string, open: OpenStore): void {
  describe(`the change log for callers: ${engine}`, () => {
    let store: MetadataStore;
    let time = 1_000;
    beforeEach(async () => {
      time = 1_000;
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    async function commit(...changes: readonly Write[]): Promise<void> {
      const created = { time: (time += 10), actor: ACTOR };
      await store.commit((state, sequence) => {
        const writes: RowWrite[] = [];
        const entries: LogEntry[] = [];
        const made = new Set<Urn>();
        for (const { aspectName, isPoint, runId: sent, urn, value } of changes) {
          const runId = sent ?? 'run';
          if (value === undefined || value === 'entity') {
            writes.push(
              value === 'entity' ? { kind: 'deleteEntity', urn } : { kind: 'deleteAspect', urn, aspectName },
            );
            entries.push({
              urn,
              aspectName,
              changeType: 'DELETE',
              ...(sent !== undefined && { runId: sent }),
            });
            continue;
          }
          const observed = { lastObserved: created.time, runId };
          const before = state.row(urn, aspectName)?.aspect.systemMetadata;
          const systemMetadata = isPoint ? observed : nextMetadata(before, observed, created);
          const text = JSON.stringify(value);
          const aspect = new Aspect({ urn, aspectName, text, systemMetadata, created, sequence });
          const internal = aspectName === ASSIGNED ? { assignments: { [OPEN]: 1, [SECRET]: 1 } } : {};
          if (state.entity(urn) === undefined && !made.has(urn)) {
            writes.push({ kind: 'createEntity', entity: { urn, created, systemMetadata: observed } });
            made.add(urn);
          }
          writes.push(
            isPoint
              ? { kind: 'putPoint', aspect, timestampMillis: writes.length, pointKey: '' }
              : { kind: 'putAspect', row: { aspect, internal } },
          );
          entries.push({ urn, aspectName, changeType: 'UPSERT' });
        }
        return { writes, entries, created, result: undefined };
      });
    }

    const name = (urn: Urn, value: string): Write => ({ urn, aspectName: NAME, value: { name: value } });
    const assign = (values: Readonly<Record<Urn, string>>): Write => ({
      urn: DATASET,
      aspectName: ASSIGNED,
      value: {
        properties: Object.entries(values).map(([propertyUrn, value]) => ({
          propertyUrn,
          values: [{ string: value }],
        })),
      },
    });

    const read = (selection: Partial<ChangeSelection> = {}, scope = EVERYTHING, from = START) =>
      store.changes.after(
        from,
        {
          upTo: store.log.lastSequence(),
          fits: () => true,
          limit: 1_000,
          seesDeleted: () => true,
          ...selection,
        },
        scope,
      );
    const seen = async (scope?: Scope, selection?: Partial<ChangeSelection>): Promise<readonly string[]> =>
      lines((await read(selection, scope)).changes);

    it('has the values before and after each commit, regardless of later writes', async () => {
      await commit(name(TAG, 'one'), name(OTHER, 'other'));
      await commit(name(TAG, 'two'));
      await commit(name(TAG, 'three'));
      expect(await seen()).toEqual([
        '1.0 UPSERT tagProperties of tag: - > :"one"',
        '1.1 UPSERT tagProperties of tag: - > :"other"',
        '2.0 UPSERT tagProperties of tag: :"one" > :"two"',
        '3.0 UPSERT tagProperties of tag: :"two" > :"three"',
      ]);
      const { changes, position } = await read();
      expect(changes[0]).toMatchObject({ created: { time: 1_010, actor: ACTOR }, runId: 'run', notKept: [] });
      expect(position.sequence).toBe(3);
    });

    it('has the ingestion run of a deletion', async () => {
      await commit(name(TAG, 'one'), name(OTHER, 'other'));
      await commit({ urn: TAG, aspectName: NAME, runId: 'a run: 2026' }, { urn: OTHER, aspectName: NAME });
      const { changes } = await read({}, EVERYTHING, { sequence: 1, id: undefined });
      expect(
        changes.map(({ aspectName, changeType, runId, urn }) => [urn, aspectName, changeType, runId]),
      ).toEqual([
        [TAG, NAME, 'DELETE', 'a run: 2026'],
        [OTHER, NAME, 'DELETE', undefined],
      ]);
    });

    it('has one change of an aspect that a commit wrote several times', async () => {
      await commit(name(TAG, 'one'));
      await commit(name(TAG, 'two'), name(OTHER, 'x'), name(TAG, 'three'));
      expect((await seen()).slice(1).toSorted()).toEqual([
        '2.0 UPSERT tagProperties of tag: :"one" > :"three"',
        '2.1 UPSERT tagProperties of tag: - > :"x"',
      ]);
    });

    it('reports which values are not kept, and never has wrong ones', async () => {
      await commit(name(TAG, 'one'));
      await commit(name(TAG, 'two'));
      await commit({ urn: TAG, aspectName: NAME });
      await commit(name(TAG, 'again'));
      await commit(name(TAG, 'last'));
      expect(await seen()).toEqual([
        '1.0 UPSERT tagProperties of tag: ? > ?',
        '2.0 UPSERT tagProperties of tag: ? > ?',
        '3.0 DELETE tagProperties of tag: :"two" > -',
        '4.0 UPSERT tagProperties of tag: - > :"again"',
        '5.0 UPSERT tagProperties of tag: :"again" > :"last"',
      ]);
    });

    it('has no values that retention has dropped', async () => {
      for (const value of ['one', 'two', 'three']) await commit(name(TAG, value));
      const policy = parseUrn('urn:li:dataHubRetention:(tag,*)');
      const retention = { retention: { version: { maxVersions: 1 } } };
      await commit({ urn: policy, aspectName: 'dataHubRetentionConfig', value: retention });
      await store.versions.trim({ after: 0, now: 9_000 });
      expect((await seen()).slice(0, 3)).toEqual([
        '1.0 UPSERT tagProperties of tag: ? > ?',
        '2.0 UPSERT tagProperties of tag: ? > ?',
        '3.0 UPSERT tagProperties of tag: ? > :"three"',
      ]);
    });

    it('does not mistake the version before a rollback for the value that it replaced', async () => {
      for (const value of ['one', 'two', 'three']) await commit(name(TAG, value));
      await store.commit((state, sequence) => {
        const current = state.row(TAG, NAME)?.aspect;
        if (current === undefined) throw new Error('no row');
        const created = { time: 2_000, actor: ACTOR };
        const systemMetadata = nextMetadata(current.systemMetadata, current.systemMetadata, created);
        const text = '{"name":"two"}';
        const aspect = new Aspect({ urn: TAG, aspectName: NAME, text, systemMetadata, created, sequence });
        return {
          writes: [{ kind: 'revertAspect', version: 2, row: { aspect, internal: {} } }],
          entries: [{ urn: TAG, aspectName: NAME, changeType: 'UPSERT' }],
          created,
          result: undefined,
        };
      });
      expect((await seen()).slice(1)).toEqual([
        '2.0 UPSERT tagProperties of tag: ? > ?',
        '3.0 UPSERT tagProperties of tag: ? > ?',
        '4.0 UPSERT tagProperties of tag: ? > :"two"',
      ]);
    });

    it('has every point of a timeseries aspect', async () => {
      const point = (value: string): Write => ({
        urn: DATASET,
        aspectName: 'datasetProfile',
        isPoint: true,
        value: { messageId: value },
      });
      await commit(point('one'), point('two'));
      await commit(point('three'));
      expect(await seen()).toEqual([
        '1.0 UPSERT datasetProfile of dataset: - > :"one"',
        '1.1 UPSERT datasetProfile of dataset: - > :"two"',
        '2.0 UPSERT datasetProfile of dataset: - > :"three"',
      ]);
    });

    it('leaves out changes of only hidden properties', async () => {
      await commit(assign({ [SECRET]: 's1' }));
      await commit(assign({ [SECRET]: 's1', [OPEN]: 'o1' }));
      await commit(assign({ [SECRET]: 's2', [OPEN]: 'o1' }), name(TAG, 'x'));
      await commit(assign({ [SECRET]: 's2' }));
      const { changes } = await read({}, IN_PART);
      expect(
        changes.map(({ changeType, index, position }) => [position.sequence, index, changeType]),
      ).toEqual([
        [2, 0, 'UPSERT'],
        [3, 0, 'UPSERT'],
        [4, 0, 'DELETE'],
      ]);
      expect(JSON.stringify(changes)).not.toContain('secret');
      expect(await seen()).toHaveLength(5);
    });

    it('leaves out writes of hidden properties without kept values, but no deletion', async () => {
      await commit(assign({ [SECRET]: 's1', [OPEN]: 'o1' }));
      await commit({ urn: DATASET, aspectName: ASSIGNED });
      const of = (scope: Scope): Promise<string> =>
        read({}, scope).then(({ changes }) => JSON.stringify(changes.map(({ before }) => before?.value)));
      expect(await of(IN_PART)).not.toContain('s1');
      expect(await of(IN_PART)).toContain('o1');
      expect(await of(EVERYTHING)).toContain('s1');
      await store.trimDeletions(time + 1);
      expect(await seen(IN_PART)).toEqual(['2.0 DELETE structuredProperties of dataset: ? > -']);
    });

    it('judges existing entities as they are now, and others by their urn', async () => {
      const scope = { ...EVERYTHING, seesEntity: (urn: Urn) => urn !== OTHER };
      const seesDeleted = (): boolean => false;
      await commit(name(TAG, 'one'), name(OTHER, 'hidden'));
      expect(await seen(scope, { seesDeleted })).toEqual(['1.0 UPSERT tagProperties of tag: - > :"one"']);
      await commit({ urn: TAG, aspectName: 'tagKey', value: 'entity' });
      expect(await seen(scope, { seesDeleted })).toEqual([]);
      expect(await seen(scope, { seesDeleted: (urn) => urn === TAG })).toEqual([
        '1.0 UPSERT tagProperties of tag: ? > ?',
        '2.0 DELETE tagKey of tag: ? > -',
      ]);
    });

    it('never splits a commit, and selects by name', async () => {
      for (const n of [1, 2])
        await commit(name(TAG, `a${n}`), name(OTHER, `b${n}`), assign({ [OPEN]: `o${n}` }));
      const first = await read({ limit: 2 });
      expect([first.changes.length, first.position.sequence]).toEqual([3, 1]);
      const two = await read({ limit: 2, fits: ({ urn }) => urn === TAG });
      expect(lines(two.changes)).toEqual([
        '1.0 UPSERT tagProperties of tag: - > :"a1"',
        '2.0 UPSERT tagProperties of tag: :"a1" > :"a2"',
      ]);
      const rest = await read({}, EVERYTHING, first.position);
      expect(rest.changes.map(({ position }) => position.sequence)).toEqual([2, 2, 2]);
      expect(await store.changes.confirms(first.position)).toBe(true);
    });

    it('detects positions of another catalog with any engine', async () => {
      await commit(name(TAG, 'one'));
      const { catalogId } = store.log;
      expect(catalogId).toMatch(/^catalog:[0-9a-f]{32}$/);
      const own = await store.changes.positionOf(1);
      const ofCatalog = (id: string) => ({ sequence: 1, id });
      for (const [position, isForeign, isConfirmed] of [
        [own, false, true],
        // From an engine without commit ids, or with them, before `migrate`.
        [ofCatalog(catalogId), false, true],
        [ofCatalog('catalog:0123'), true, false],
        [ofCatalog('5f0c2a4e-0000-4000-8000-000000000000'), false, false],
      ] as const) {
        const found = [store.changes.isForeign(position), await store.changes.confirms(position)];
        expect([position.id, ...found]).toEqual([position.id, isForeign, isConfirmed]);
      }
    });

    it('shares reads among followers, until something is deleted', async () => {
      await commit(name(TAG, 'one'));
      const before = await seen();
      await commit(name(TAG, 'two'));
      expect(await seen()).toEqual([...before, '2.0 UPSERT tagProperties of tag: :"one" > :"two"']);
      await commit({ urn: TAG, aspectName: 'tagKey', value: 'entity' });
      expect(await seen()).toEqual([
        '1.0 UPSERT tagProperties of tag: ? > ?',
        '2.0 UPSERT tagProperties of tag: ? > ?',
        '3.0 DELETE tagKey of tag: ? > -',
      ]);
    });

    it('finds positions by time, and refuses those that were trimmed', async () => {
      expect(await store.changes.at(5, 0)).toEqual(START);
      for (let i = 0; i < 9; i++) await commit(name(TAG, `v${i}`));
      const at = async (moment: number): Promise<number | undefined> =>
        (await store.changes.at(moment, store.log.lastSequence()))?.sequence;
      expect(await Promise.all([0, 1_010, 1_011, 1_050, 1_090, 5_000].map(at))).toEqual([0, 0, 1, 4, 8, 9]);
      while ((await store.audit.purge({ before: 9_000, keep: 1_000 })) > 0);
      await store.trimLog({ below: 4, before: 9_000 });
      expect(await at(1_020)).toBeUndefined();
      expect(await at(1_045)).toBe(4);
      const oldest = await store.changes.oldest();
      expect(oldest.sequence).toBe(3);
      expect((await read({}, EVERYTHING, oldest)).changes).toHaveLength(6);
      await expect(read({}, EVERYTHING, { sequence: 2, id: undefined })).rejects.toThrow(TrimmedLogError);
    });
  });
}
