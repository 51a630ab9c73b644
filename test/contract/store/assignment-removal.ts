import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Aspect, nextMetadata } from '../../../src/model/aspect.ts';
import type { GenerationKey, RemovalProgress } from '../../../src/model/properties/property-generation.ts';
import { EVERYTHING } from '../../../src/model/scope.ts';
import type { Generation } from '../../../src/model/sequence.ts';
import { parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { LogPosition } from '../../../src/store/change-reader.ts';
import type { CurrentState, LogEntry, MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import type { OpenStore } from './metadata-store.ts';

const WRITER = { time: 1000, actor: parseUrn('urn:li:corpuser:writer') };
const REMOVER = { time: 2000, actor: parseUrn('urn:li:corpuser:remover') };
const DEAD: GenerationKey = { propertyUrn: parseUrn('urn:li:structuredProperty:dead'), generation: 1 };
const OTHER = parseUrn('urn:li:structuredProperty:other');
const ASPECT = 'structuredProperties';
const BEGUN: RemovalProgress = { found: 0, patched: 0, startedAt: 7 };
/** More than one batch of a removal. */
const ENTITIES = 600;

const urnOf = (i: number): Urn => parseUrn(`urn:li:dataset:(urn:li:dataPlatform:hive,t${i},PROD)`);
const assignment = (urn: Urn, value: number): string =>
  `{"propertyUrn":"${urn}","values":[{"double":${value}.0}]}`;

/** Writes that set all assignments of an entity, as tuples of property, value and generation. */
function putAssignments(
  state: CurrentState,
  sequence: number,
  urn: Urn,
  assigned: readonly (readonly [Urn, number, Generation])[],
): RowWrite[] {
  const observed = { lastObserved: WRITER.time, runId: 'run-1' };
  const before = state.row(urn, ASPECT)?.aspect.systemMetadata;
  const systemMetadata = nextMetadata(before, observed, WRITER);
  const text = `{"properties":[${assigned.map(([of, value]) => assignment(of, value)).join()}]}`;
  const aspect = new Aspect({ urn, aspectName: ASPECT, text, systemMetadata, created: WRITER, sequence });
  const assignments = Object.fromEntries(assigned.map(([of, , generation]) => [of, generation]));
  const put: RowWrite = { kind: 'putAspect', row: { aspect, internal: { assignments } } };
  const entity = { urn, created: WRITER, systemMetadata: observed };
  return state.entity(urn) === undefined ? [{ kind: 'createEntity', entity }, put] : [put];
}

/** Assigns both properties to the entities with these numbers. */
async function assignBoth(store: MetadataStore, numbers: readonly number[]): Promise<void> {
  await store.commit((state, sequence) => ({
    writes: numbers.flatMap((i) =>
      putAssignments(state, sequence, urnOf(i), [
        [DEAD.propertyUrn, i, DEAD.generation],
        [OTHER, i, 2],
      ]),
    ),
    entries: numbers.map((i): LogEntry => ({ urn: urnOf(i), aspectName: ASPECT, changeType: 'UPSERT' })),
    created: WRITER,
    result: undefined,
  }));
}

async function removeAll(store: MetadataStore, from: RemovalProgress = BEGUN): Promise<RemovalProgress> {
  for (let progress = from; ;) {
    const removed = await store.removeAssignments({ ...DEAD, progress, stamp: REMOVER });
    if (removed.isDone) return removed.progress;
    progress = removed.progress;
  }
}

async function rowOf(store: MetadataStore, urn: Urn) {
  const row = (await store.reader.rows([urn])).get(urn)?.rows.get(ASPECT);
  if (row === undefined) throw new Error(`${urn} has no assignments`);
  return row;
}

const numbersUpTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Contract of `MetadataStore.removeAssignments`, which removes assignments of an ended property generation. */
export function describeAssignmentRemoval(name: string, open: OpenStore, survives: boolean): void {
  describe(`removal of assignments: ${name}`, () => {
    let store: MetadataStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await store[Symbol.asyncDispose]();
    });

    it('writes a version without the assignment to each row with one, and leaves the rest unchanged', async () => {
      await assignBoth(store, numbersUpTo(ENTITIES));
      expect(await removeAll(store)).toMatchObject({ patched: ENTITIES, startedAt: 7 });
      const { aspect, internal } = await rowOf(store, urnOf(30));
      expect(aspect.text).toBe(`{"properties":[${assignment(OTHER, 30)}]}`);
      expect(aspect.created).toEqual(REMOVER);
      expect(aspect.systemMetadata).toMatchObject({
        version: '2',
        lastObserved: WRITER.time,
        runId: 'run-1',
        aspectModified: REMOVER,
      });
      expect(aspect.systemMetadata.aspectCreated).toEqual(WRITER);
      expect(internal).toEqual({ assignments: { [OTHER]: 2 }, shownSince: 1, shownAt: WRITER.time });
      const before = await store.scoped.version({ urn: urnOf(30), aspectName: ASPECT }, 1, EVERYTHING);
      expect(before?.text).toContain(assignment(OTHER, 30));
      expect(before?.created).toEqual(WRITER);
    });

    it('logs each rewritten row once, as an invisible change', async () => {
      await assignBoth(store, numbersUpTo(ENTITIES));
      await removeAll(store);
      const commits = await store.log.commitsAfter(1, 100);
      expect(commits.map(({ sequence }) => sequence)).toEqual(commits.map((_, i) => i + 2));
      const entries = commits.flatMap((commit) => commit.entries);
      expect(new Set(entries.map(({ urn }) => urn)).size).toBe(ENTITIES);
      expect(entries).toHaveLength(ENTITIES);
      expect(
        entries.every(({ aspectName, isInvisible }) => aspectName === ASPECT && isInvisible === true),
      ).toBe(true);
      expect(store.log.lastSequence()).toBe(commits.at(-1)?.sequence);
    });

    it('keeps each value in the log, whether the removal or another write removed it', async () => {
      await assignBoth(store, numbersUpTo(ENTITIES));
      const position = { sequence: store.log.lastSequence(), id: undefined };
      const overwrite = (i: number) =>
        store.commit((state, sequence) => ({
          writes: putAssignments(state, sequence, urnOf(i), [[OTHER, i + 1, 2]]),
          entries: [{ urn: urnOf(i), aspectName: ASPECT, changeType: 'UPSERT' }],
          created: WRITER,
          result: undefined,
        }));
      await overwrite(3);
      await removeAll(store);
      await overwrite(4);
      const upTo = store.log.lastSequence();
      const found: (readonly [Urn, unknown])[] = [];
      for (let at: LogPosition = position; at.sequence < upTo;) {
        const page = await store.changes.lostValues(at, { ...DEAD, upTo }, EVERYTHING);
        found.push(...page.lost.map(({ element, urn }) => [urn, element] as const));
        at = page.position;
      }
      expect(found).toHaveLength(ENTITIES);
      expect(new Map(found)).toEqual(
        new Map(numbersUpTo(ENTITIES).map((i) => [urnOf(i), JSON.parse(assignment(DEAD.propertyUrn, i))])),
      );
      const hidden = { ...EVERYTHING, seesEntity: () => false };
      const { lost } = await store.changes.lostValues(position, { ...DEAD, upTo }, hidden);
      expect(lost).toEqual([]);
    });

    it('keeps assignments of another generation of the name', async () => {
      const urn = urnOf(1);
      await store.commit((state, sequence) => ({
        writes: putAssignments(state, sequence, urn, [[DEAD.propertyUrn, 5, 12]]),
        entries: [{ urn, aspectName: ASPECT, changeType: 'UPSERT' }],
        created: WRITER,
        result: undefined,
      }));
      expect(await removeAll(store)).toMatchObject({ patched: 0 });
      expect((await rowOf(store, urn)).aspect.systemMetadata.version).toBe('1');
    });

    it('shows decisions the resulting rows while the commit is in flight', async () => {
      await assignBoth(store, numbersUpTo(3));
      const removing = store.removeAssignments({ ...DEAD, progress: BEGUN, stamp: REMOVER });
      const { result } = await store.commit((state) => ({
        writes: [],
        entries: [],
        created: WRITER,
        result: state.row(urnOf(2), ASPECT),
      }));
      const { commit } = await removing;
      expect(result).toEqual(await rowOf(store, urnOf(2)));
      expect(result?.aspect.sequence).toBe(commit.sequence);
    });

    it('never loses a value to concurrent writers', async () => {
      let first = 0;
      const moments = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(moments, async (writes) => {
          const numbers = numbersUpTo(8).map((i) => first + i);
          first += 8;
          await assignBoth(store, numbers);
          const removing = removeAll(store);
          const counts = new Map<number, number>();
          for (const [moment, i] of writes.entries()) {
            const number = numbers[i] ?? 0;
            counts.set(number, (counts.get(number) ?? 0) + 1);
            const written = store.commit((state, sequence) => ({
              writes: putAssignments(state, sequence, urnOf(number), [
                [OTHER, nextValue(state, urnOf(number)), 2],
              ]),
              entries: [{ urn: urnOf(number), aspectName: ASPECT, changeType: 'UPSERT' }],
              created: WRITER,
              result: undefined,
            }));
            if (moment % 3 === 0) await written;
          }
          await removing;
          await removeAll(store);
          for (const number of numbers) {
            const { aspect, internal } = await rowOf(store, urnOf(number));
            const written = counts.get(number) ?? 0;
            expect(aspect.text).toBe(`{"properties":[${assignment(OTHER, number + written)}]}`);
            expect(internal.assignments).toEqual({ [OTHER]: 2 });
            await expectVersionsInOrder(store, aspect);
          }
        }),
        { numRuns: 20 },
      );
    });

    it.runIf(survives)('continues where it was after the store was reopened', async () => {
      const record = { ...DEAD, qualifiedName: 'dead', entityTypes: [], droppedFrom: [] };
      const writes: RowWrite[] = [{ kind: 'beginGeneration', record }];
      await store.commit(() => ({ writes, entries: [], created: WRITER, result: undefined }));
      await assignBoth(store, numbersUpTo(ENTITIES));
      const { progress } = await store.removeAssignments({ ...DEAD, progress: BEGUN, stamp: REMOVER });
      await store[Symbol.asyncDispose]();
      store = await open();
      const [generation] = await store.reader.generations();
      expect(generation?.removal).toEqual(progress);
      expect(await removeAll(store, generation?.removal)).toMatchObject({ patched: ENTITIES });
    });
  });
}

/** One more than the value of the other property. */
function nextValue(state: CurrentState, urn: Urn): number {
  const text = state.row(urn, ASPECT)?.aspect.text ?? '';
  return Number(/other","values":\[\{"double":(\d+)/.exec(text)?.[1]) + 1;
}

/** Expects version numbers without gaps. */
async function expectVersionsInOrder(store: MetadataStore, latest: Aspect): Promise<void> {
  const count = Number(latest.systemMetadata.version);
  for (let version = 1; version < count; version++) {
    const row = await store.scoped.version(latest, version, EVERYTHING);
    expect(row?.systemMetadata.version).toBe(String(version));
  }
}
