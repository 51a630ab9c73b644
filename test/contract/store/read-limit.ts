import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Aspect, type AuditStamp } from '../../../src/model/aspect.ts';
import { EVERYTHING } from '../../../src/model/scope.ts';
import { parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { ChangeSelection } from '../../../src/store/change-reader.ts';
import type { MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import { ReadTooLargeError } from '../../../src/store/read-limit.ts';
import type { EntityPage } from '../../../src/store/system-reader.ts';
import type { OpenStore } from './metadata-store.ts';

const CREATED: AuditStamp = { time: 1000, actor: parseUrn('urn:li:corpuser:tester') };
const SYSTEM = { lastObserved: 5, runId: 'run-1', version: '1' };
const DATASETS = ['a', 'b', 'c'].map((name) =>
  parseUrn(`urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`),
);
const [A, B, C] = DATASETS as [Urn, Urn, Urn];
/** Length of each value. */
const LENGTH = 1_000;

function aspectOf(urn: Urn, aspectName: string, sequence: number): Aspect {
  const text = JSON.stringify({ x: '' });
  const padded = text.replace('""', `"${'x'.repeat(LENGTH - text.length)}"`);
  return new Aspect({ urn, aspectName, text: padded, systemMetadata: SYSTEM, created: CREATED, sequence });
}

/** Writes values in one commit. */
async function put(store: MetadataStore, urns: readonly Urn[], ...names: readonly string[]): Promise<void> {
  await store.commit((state, sequence) => ({
    writes: urns.flatMap((urn): RowWrite[] => [
      ...(state.entity(urn) === undefined
        ? [{ kind: 'createEntity', entity: { urn, created: CREATED, systemMetadata: SYSTEM } } as const]
        : []),
      ...names.map((name): RowWrite => ({
        kind: 'putAspect',
        row: { aspect: aspectOf(urn, name, sequence), internal: {} },
      })),
    ]),
    entries: urns.flatMap((urn) =>
      names.map((aspectName) => ({ urn, aspectName, changeType: 'UPSERT' }) as const),
    ),
    created: CREATED,
    result: undefined,
  }));
}

/** Writes points, at times from 1 on, in one commit each. */
async function putPoints(store: MetadataStore, urn: Urn, count: number): Promise<void> {
  for (let time = 1; time <= count; time++) {
    await store.commit((state, sequence) => ({
      writes: [
        ...(state.entity(urn) === undefined
          ? [{ kind: 'createEntity', entity: { urn, created: CREATED, systemMetadata: SYSTEM } } as const]
          : []),
        {
          kind: 'putPoint',
          aspect: aspectOf(urn, 'datasetProfile', sequence),
          timestampMillis: time,
          pointKey: '',
        },
      ],
      entries: [{ urn, aspectName: 'datasetProfile', changeType: 'UPSERT' }],
      created: CREATED,
      result: undefined,
    }));
  }
}

/** Deletes aspects in one commit. */
async function remove(store: MetadataStore, urns: readonly Urn[], aspectName: string): Promise<void> {
  await store.commit(() => ({
    writes: urns.map((urn): RowWrite => ({ kind: 'deleteAspect', urn, aspectName })),
    entries: urns.map((urn) => ({ urn, aspectName, changeType: 'DELETE' }) as const),
    created: CREATED,
    result: undefined,
  }));
}

/** How many of the requested entities or points fit; undefined: all are read. */
async function fitting(read: Promise<unknown>): Promise<number | undefined> {
  try {
    await read;
    return undefined;
  } catch (error) {
    if (error instanceof ReadTooLargeError && error.code === 'TOO_LARGE') return error.fitting;
    throw error;
  }
}

/** Contract of the size limit of one read. */
export function describeReadLimit(name: string, open: OpenStore): void {
  describe(`the limit of a read of ${name}`, () => {
    let store: MetadataStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    it('covers the values of all entities, and reports how many of them fit', async () => {
      await put(store, DATASETS, 'status', 'ownership');
      const read = (urns: readonly Urn[], names: readonly string[] | undefined, most: number) =>
        fitting(store.scoped.entities(urns, names, EVERYTHING, most));
      expect(await read([A, B, C], undefined, 6 * LENGTH)).toBeUndefined();
      expect(await read([A, B, C], undefined, 6 * LENGTH - 1)).toBe(2);
      expect(await read([A, B, C], ['status'], 3 * LENGTH)).toBeUndefined();
      expect(await read([C, B, A], ['status'], LENGTH)).toBe(1);
      expect(await read([C, B, A], undefined, LENGTH)).toBe(0);
      expect(await read([B, C], [], 1)).toBeUndefined();
    });

    it('never refuses a single value', async () => {
      await put(store, [A], 'status');
      await put(store, [A], 'status');
      const found = await store.scoped.entities([A], undefined, EVERYTHING, 1);
      expect(found.get(A)?.aspects.get('status')?.text).toHaveLength(LENGTH);
      const key = { urn: A, aspectName: 'status' };
      expect((await store.scoped.history(key, EVERYTHING, 1)).versions).toHaveLength(2);
    });

    it('ends a page of all entities before one that does not fit', async () => {
      await put(store, [A], 'status', 'ownership', 'globalTags');
      await put(store, [B, C], 'status');
      const pages = async (most?: number) => {
        const found: string[][] = [];
        let place: number | undefined = 0;
        while (place !== undefined) {
          const page: EntityPage = await store.reader.entitiesFrom(place, 10, most);
          found.push([...page.entities].map(([urn, { rows }]) => `${DATASETS.indexOf(urn)} ${rows.size}`));
          place = page.next;
        }
        return found;
      };
      expect(await pages()).toEqual([['0 3', '1 1', '2 1']]);
      expect(await pages(5 * LENGTH)).toEqual([['0 3', '1 1', '2 1']]);
      expect(await pages(5 * LENGTH - 1)).toEqual([['0 3', '1 1'], ['2 1']]);
      expect(await pages(LENGTH)).toEqual([['0 3'], ['1 1'], ['2 1']]);
    });

    it('covers the former versions of an aspect', async () => {
      for (let version = 0; version < 4; version++) await put(store, [A], 'status');
      const key = { urn: A, aspectName: 'status' };
      expect(await fitting(store.scoped.history(key, EVERYTHING, 3 * LENGTH))).toBeUndefined();
      expect(await fitting(store.scoped.history(key, EVERYTHING, 3 * LENGTH - 1))).toBe(0);
    });

    it('covers the points of an entity, or of all of a type', async () => {
      await putPoints(store, A, 3);
      const key = { urn: A, aspectName: 'datasetProfile' };
      const points = (most: number) => fitting(store.scoped.points(key, 10, EVERYTHING, {}, most));
      expect(await points(3 * LENGTH)).toBeUndefined();
      expect(await points(3 * LENGTH - 1)).toBe(2);
      const scan = { entityType: 'dataset', aspectName: 'datasetProfile', after: undefined };
      const scanned = (limit: number, most: number) =>
        fitting(store.points.scan({ ...scan, limit, most }, EVERYTHING));
      expect(await scanned(10, 3 * LENGTH)).toBeUndefined();
      expect(await scanned(10, 2 * LENGTH)).toBe(2);
      expect(await scanned(2, 2 * LENGTH)).toBeUndefined();
      const others = { ...EVERYTHING, seesEntity: () => false };
      expect(await store.points.scan({ ...scan, limit: 10, most: LENGTH }, others)).toEqual([]);
    });

    it('ends a page of changes after the last commit that fits', async () => {
      await put(store, [A], 'status', 'ownership');
      await put(store, [B], 'status');
      await putPoints(store, A, 1);
      await put(store, [C], 'status');
      const selection: ChangeSelection = { upTo: 10, limit: 10, fits: () => true, seesDeleted: () => true };
      const page = async (from: number, most?: number) => {
        const start = { sequence: from, id: undefined };
        const asked = most === undefined ? selection : { ...selection, most };
        const { changes, position } = await store.changes.after(start, asked, EVERYTHING);
        const values = changes.map(({ after }) => after?.text.length);
        return [values, position.sequence];
      };
      expect(await page(0)).toEqual([[LENGTH, LENGTH, LENGTH, LENGTH, LENGTH], 4]);
      expect(await page(0, 3 * LENGTH)).toEqual([[LENGTH, LENGTH, LENGTH], 2]);
      expect(await page(2, LENGTH)).toEqual([[LENGTH], 3]);
      // A commit is never split.
      expect(await page(0, LENGTH)).toEqual([[LENGTH, LENGTH], 1]);
    });

    it('ends a page of deletions before a value beyond the limit is read', async () => {
      await put(store, DATASETS, 'status', 'ownership');
      for (const urn of DATASETS) await remove(store, [urn], 'status');
      await remove(store, DATASETS, 'ownership');
      const asked: ChangeSelection = { upTo: 10, limit: 10, fits: () => true, seesDeleted: () => true };
      const page = async (from: number, most: number) => {
        const start = { sequence: from, id: undefined };
        const { changes, position } = await store.changes.after(start, { ...asked, most }, EVERYTHING);
        return [changes.map(({ before }) => before?.text.length), position.sequence];
      };
      expect(await page(1, 6 * LENGTH)).toEqual([Array(6).fill(LENGTH), 5]);
      expect(await page(1, 6 * LENGTH - 1)).toEqual([Array(3).fill(LENGTH), 4]);
      expect(await page(1, 2 * LENGTH)).toEqual([[LENGTH, LENGTH], 3]);
      expect(await page(3, LENGTH)).toEqual([[LENGTH], 4]);
      // A commit is never split.
      expect(await page(4, LENGTH)).toEqual([Array(3).fill(LENGTH), 5]);
    });
  });
}
