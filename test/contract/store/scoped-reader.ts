import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Aspect, type AuditStamp } from '../../../src/model/aspect.ts';
import { EVERYTHING, type Scope } from '../../../src/model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../../src/model/structured-property.ts';
import { parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import type { SeenHistory } from '../../../src/store/scoped-reader.ts';
import type { OpenStore } from './metadata-store.ts';

const CREATED: AuditStamp = { time: 1000, actor: parseUrn('urn:li:corpuser:tester') };
const DATASET = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)');
const COLUMN = parseUrn(`urn:li:schemaField:(${DATASET},id)`);
const TAG = parseUrn('urn:li:tag:a');
const OPEN = parseUrn('urn:li:structuredProperty:open');
const SECRET = parseUrn('urn:li:structuredProperty:secret');
const ASPECT = STRUCTURED_PROPERTY.assignmentAspect;

/** Sees every entity, but of the properties only `OPEN`. */
const IN_PART: Scope = {
  ...EVERYTHING,
  seesAssignment: (property) => property === OPEN,
  assignmentFilter: (property) => (property === OPEN ? undefined : []),
  seesEveryProperty: false,
};

/** Sees all entities but one, and only those that were settled. */
function without(hidden: Urn): Scope {
  const settled = new Set<Urn>();
  return {
    ...EVERYTHING,
    seesEntity: (urn) => settled.has(urn) && urn !== hidden,
    settle: (urns) => {
      for (const urn of urns) settled.add(urn);
      return Promise.resolve();
    },
    entityFilter: [],
  };
}

async function put(store: MetadataStore, urn: Urn, aspectName: string, value: object): Promise<void> {
  const systemMetadata = { lastObserved: 5, runId: 'run-1', version: '1' };
  const text = JSON.stringify(value);
  await store.commit((state, sequence) => {
    const aspect = new Aspect({ urn, aspectName, text, systemMetadata, created: CREATED, sequence });
    const internal = aspectName === ASPECT ? { assignments: { [OPEN]: 1, [SECRET]: 1 } } : {};
    const entity = { urn, created: CREATED, systemMetadata };
    const create: RowWrite[] = state.entity(urn) === undefined ? [{ kind: 'createEntity', entity }] : [];
    return {
      writes: [...create, { kind: 'putAspect', row: { aspect, internal } }],
      entries: [{ urn, aspectName, changeType: 'UPSERT' }],
      created: CREATED,
      result: undefined,
    };
  });
}

/** Assigns a text to each of the properties. */
function assign(store: MetadataStore, urn: Urn, values: Readonly<Record<Urn, string>>): Promise<void> {
  const properties = Object.entries(values).map(([propertyUrn, value]) => ({
    propertyUrn,
    values: [{ string: value }],
  }));
  return put(store, urn, ASPECT, { properties });
}

function shown({ versions }: SeenHistory): readonly (readonly [number, string | undefined])[] {
  return versions.map(({ version, aspect }) => [version, aspect?.text.match(/"string":"(\w+)"/)?.[1]]);
}

/** Contract of `MetadataStore.scoped`: reads within a scope. */
export function describeScopedReader(name: string, open: OpenStore): void {
  describe(`reads within a scope of ${name}`, () => {
    let store: MetadataStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    it('numbers versions as stored for a scope that sees the whole aspect', async () => {
      const key = { urn: TAG, aspectName: 'tagProperties' };
      for (const n of [1, 2, 3]) await put(store, TAG, 'tagProperties', { string: `v${n}` });
      const history = await store.scoped.history(key, IN_PART);
      expect(shown(history)).toEqual([
        [1, 'v1'],
        [2, 'v2'],
        [0, 'v3'],
      ]);
      expect(history).toMatchObject({ isWhole: true, versions: [{ created: CREATED, sequence: 1 }, {}, {}] });
    });

    it('merges versions that differ only in hidden properties', async () => {
      const key = { urn: DATASET, aspectName: ASPECT };
      await assign(store, DATASET, { [SECRET]: 's1' });
      await assign(store, DATASET, { [OPEN]: 'o1', [SECRET]: 's1' });
      await assign(store, DATASET, { [OPEN]: 'o1', [SECRET]: 's2' });
      await assign(store, DATASET, { [OPEN]: 'o2', [SECRET]: 's2' });
      expect(shown(await store.scoped.history(key, EVERYTHING))).toHaveLength(4);
      const history = await store.scoped.history(key, IN_PART);
      expect(shown(history)).toEqual([
        [1, 'o1'],
        [0, 'o2'],
      ]);
      const shownParts = history.versions.map(({ aspect }) => [aspect?.text, aspect?.systemMetadata]);
      expect(JSON.stringify(shownParts)).not.toMatch(/secret|run-1/);
      const texts = await Promise.all([0, 1, 2].map((n) => store.scoped.version(key, n, IN_PART)));
      expect(texts.map((aspect) => aspect?.text.includes('o1'))).toEqual([false, true, undefined]);
    });

    it('counts the commits of all kept versions', async () => {
      const countOf = async (urn: Urn) =>
        (await store.scoped.changeCount(urn, ['hidden'], EVERYTHING))?.count;
      expect(await countOf(TAG)).toBeUndefined();
      for (const n of [1, 2, 3]) {
        await put(store, TAG, 'tagProperties', { string: `v${n}` });
        expect(await countOf(TAG)).toBe(n);
      }
      await put(store, TAG, 'status', { removed: true });
      await put(store, DATASET, 'status', { removed: true });
      await put(store, TAG, 'hidden', { secret: 1 });
      expect(await countOf(TAG)).toBe(4);
      await store.commit((_state, sequence) => ({
        writes: ['tagProperties', 'status'].map((aspectName): RowWrite => {
          const systemMetadata = { lastObserved: 5, runId: 'run-1', version: '1' };
          const aspect = new Aspect({
            urn: TAG,
            aspectName,
            text: '{}',
            systemMetadata,
            created: CREATED,
            sequence,
          });
          return { kind: 'putAspect', row: { aspect, internal: {} } };
        }),
        entries: [{ urn: TAG, aspectName: 'status', changeType: 'UPSERT' }],
        created: CREATED,
        result: undefined,
      }));
      expect(await countOf(TAG)).toBe(5);
      await store.commit(() => ({
        writes: [{ kind: 'deleteAspect', urn: TAG, aspectName: 'tagProperties' }],
        entries: [{ urn: TAG, aspectName: 'tagProperties', changeType: 'DELETE' }],
        created: CREATED,
        result: undefined,
      }));
      expect(await countOf(TAG)).toBe(2);
    });

    it('counts no commit of what is hidden', async () => {
      await put(store, DATASET, 'corpUserSettings', { a: 1 });
      await assign(store, DATASET, { [SECRET]: 's1' });
      await assign(store, DATASET, { [OPEN]: 'o1', [SECRET]: 's1' });
      await assign(store, DATASET, { [OPEN]: 'o1', [SECRET]: 's2' });
      await assign(store, DATASET, { [OPEN]: 'o2', [SECRET]: 's2' });
      const countFor = (scope: Scope) => store.scoped.changeCount(DATASET, [], scope);
      expect(await countFor(EVERYTHING)).toEqual({ count: 5, isExact: true });
      expect(await countFor({ ...IN_PART, viewer: TAG })).toEqual({ count: 2, isExact: true });
      expect(await countFor({ ...EVERYTHING, viewer: TAG })).toEqual({ count: 4, isExact: true });
      const scope = without(DATASET);
      await scope.settle([DATASET]);
      expect(await countFor(scope)).toBeUndefined();
    });

    it('counts at most 10,000 versions, hidden ones apart', async () => {
      for (let n = 0; n < 3; n++) {
        await store.commit((state, sequence) => {
          const systemMetadata = { lastObserved: 5, runId: 'run-1', version: '1' };
          const entity = { urn: TAG, created: CREATED, systemMetadata };
          return {
            writes: [
              ...(state.entity(TAG) === undefined ? [{ kind: 'createEntity', entity } as const] : []),
              ...Array.from({ length: 4_000 }, (_, i): RowWrite => {
                const aspectName = `aspect${i % 40 === 0 ? 'Hidden' : ''}${i}`;
                const aspect = new Aspect({
                  urn: TAG,
                  aspectName,
                  text: '{}',
                  systemMetadata,
                  created: CREATED,
                  sequence,
                });
                return { kind: 'putAspect', row: { aspect, internal: {} } };
              }),
            ],
            entries: [{ urn: TAG, aspectName: 'aspect1', changeType: 'UPSERT' }],
            created: CREATED,
            result: undefined,
          };
        });
      }
      const hidden = Array.from({ length: 3_000 }, (_, i) => `aspect${i % 40 === 0 ? 'Hidden' : ''}${i}`);
      expect(await store.scoped.changeCount(TAG, [], EVERYTHING)).toEqual({ count: 3, isExact: false });
      expect(await store.scoped.changeCount(TAG, hidden, EVERYTHING)).toEqual({ count: 3, isExact: true });
    });

    it('finds nothing of a hidden entity', async () => {
      await put(store, TAG, 'tagProperties', { name: 'a' });
      const key = { urn: TAG, aspectName: 'tagProperties' };
      const scope = without(TAG);
      await scope.settle([TAG]);
      expect((await store.scoped.entities([TAG], undefined, scope)).size).toBe(0);
      expect(await store.scoped.version(key, 0, scope)).toBeUndefined();
      expect(await store.scoped.history(key, scope)).toEqual({ versions: [], isWhole: true });
      expect(await store.scoped.points(key, 9, scope)).toEqual([]);
    });

    it('hides a column that has only hidden values', async () => {
      await assign(store, COLUMN, { [SECRET]: 's' });
      const all = (): true => true;
      const seen = async (): Promise<unknown> => [
        [...(await store.scoped.entities([COLUMN], [], IN_PART)).keys()],
        (await store.scoped.urns({ limit: 9 }, all, IN_PART)).urns,
      ];
      expect(await seen()).toEqual([[], []]);
      await put(store, COLUMN, 'globalTags', { tags: [] });
      expect(await seen()).toEqual([[COLUMN], [COLUMN]]);
    });

    it('pages through the urns that fit and are visible, among any others', async () => {
      const urns = ['a', 'b', 'c', 'd', 'e'].map((id) => parseUrn(`urn:li:tag:${id}`));
      for (const urn of urns) await put(store, urn, 'tagProperties', {});
      const [a, b, c, d, e] = urns;
      const scope = without(parseUrn('urn:li:tag:a'));
      const page = (place: string | undefined) =>
        store.scoped.urns({ entityType: 'tag', place, limit: 2 }, (urn) => urn !== c && urn !== d, scope);
      const first = await page(undefined);
      const second = await page(first.next);
      const third = await page(second.next);
      expect([first, second, third].map(({ urns: seen }) => seen)).toEqual([[b], [], [e]]);
      expect(third.next).toBeUndefined();
      expect(scope.seesEntity(parseUrn('urn:li:tag:c')), 'settles only urns that fit').toBe(false);
      const isA = (urn: Urn): boolean => urn === a;
      expect((await store.scoped.urns({ limit: 6 }, isA, scope)).urns).toEqual([]);
    });

    it('lists the ended generations of visible properties', async () => {
      const record = { generation: 1, qualifiedName: 'name', entityTypes: ['dataset'], droppedFrom: [] };
      const ended = { sequence: 1, time: 1, reason: 'deleted' } as const;
      await store.commit(() => ({
        writes: [OPEN, SECRET].flatMap((propertyUrn) => [
          { kind: 'beginGeneration', record: { ...record, propertyUrn } } as const,
          { kind: 'endGeneration', propertyUrn, generation: 1, ended } as const,
          { kind: 'beginGeneration', record: { ...record, propertyUrn, generation: 2 } } as const,
        ]),
        entries: [{ urn: OPEN, aspectName: 'propertyDefinition', changeType: 'UPSERT' as const }],
        created: CREATED,
        result: undefined,
      }));
      expect(await store.scoped.endedGenerations(without(SECRET))).toEqual([
        { ...record, propertyUrn: OPEN, ended },
      ]);
      expect(await store.reader.endedGenerations()).toHaveLength(2);
      expect(await store.reader.generations()).toHaveLength(4);
    });
  });
}
