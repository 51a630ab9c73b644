import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  Aspect,
  DEFAULT_RUN_ID,
  nextMetadata,
  type AuditStamp,
  type SystemMetadata,
} from '../../../src/model/aspect.ts';
import { EVERYTHING } from '../../../src/model/scope.ts';
import { compareUrns, parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { AspectRow, EntityRow } from '../../../src/store/entity-rows.ts';
import type { MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import type { OpenStore } from './metadata-store.ts';

const actor = parseUrn('urn:li:corpuser:tester');
const other = parseUrn('urn:li:corpuser:other');
/** Entities of a large commit. */
export const LARGE = Array.from({ length: 12 }, (_, i) => parseUrn(`urn:li:tag:large${i}`));
const [A, B] = [parseUrn('urn:li:tag:large0'), parseUrn('urn:li:tag:large1')];
const ALL = { start: 0, count: 100 };

/** System metadata as sent for each entity: with the same, other, more and fewer members, and of named runs. */
const SENT: readonly SystemMetadata[] = [
  { lastObserved: 9, runId: DEFAULT_RUN_ID, properties: { trace: 't' } },
  { lastObserved: 9, runId: DEFAULT_RUN_ID, properties: { trace: 'u' } },
  { lastObserved: 8, runId: DEFAULT_RUN_ID },
  { lastObserved: 9, runId: 'r1', pipelineName: 'p', properties: { trace: 't' } },
];

const sentFor = (i: number): SystemMetadata => SENT[i % SENT.length] ?? { lastObserved: 0, runId: '' };
const createdFor = (i: number, time: number): AuditStamp => ({ time, actor: i % 5 === 4 ? other : actor });

function entityOf(urn: Urn, i: number): EntityRow {
  return { urn, created: createdFor(i, 1_000), systemMetadata: sentFor(i) };
}

function rowOf(urn: Urn, i: number, time: number, before?: SystemMetadata): AspectRow {
  const created = createdFor(i, time);
  const systemMetadata = nextMetadata(before, sentFor(i), created);
  const text = JSON.stringify({ time });
  return {
    aspect: new Aspect({ urn, aspectName: 'one', text, systemMetadata, created, sequence: 0 }),
    internal: {},
  };
}

async function write(store: MetadataStore, time: number, ...writes: readonly RowWrite[]): Promise<void> {
  const entries = [{ urn: A, aspectName: 'one', changeType: 'UPSERT' as const }];
  await store.commit(() => ({ writes, entries, created: { time, actor }, result: undefined }));
}

/** Writes the first version of an aspect of entities, in one commit. */
export function writeLargeCommit(store: MetadataStore, urns = LARGE): Promise<void> {
  const rows = urns.map((urn, i): RowWrite => ({ kind: 'putAspect', row: rowOf(urn, i, 1_000) }));
  const entities = urns.map((urn, i): RowWrite => ({ kind: 'createEntity', entity: entityOf(urn, i) }));
  return write(store, 1_000, ...entities, ...rows);
}

/** What a reader returns of a row, without the number of its commit. */
function shown({ aspect: { created, systemMetadata, text, urn } }: AspectRow): unknown {
  return { created, systemMetadata, text, urn };
}

/** Contract of commits with many rows, of which a store may store once what they have in common. */
export function describeLargeCommits(name: string, open: OpenStore): void {
  describe(`commits of many rows: ${name}`, () => {
    let store: MetadataStore;
    const first = LARGE.map((urn, i) => rowOf(urn, i, 1_000));
    const second = first.map(({ aspect }, i) => rowOf(aspect.urn, i, 2_000, aspect.systemMetadata));
    const put = (rows: readonly AspectRow[]): RowWrite[] => rows.map((row) => ({ kind: 'putAspect', row }));
    beforeEach(async () => {
      store = await open();
      await writeLargeCommit(store);
    });
    afterEach(() => store[Symbol.asyncDispose]());

    const latest = async (): Promise<unknown[]> => {
      const found = await store.reader.rows(LARGE, undefined);
      return LARGE.map((urn) => [...(found.get(urn)?.rows.values() ?? [])].map(shown));
    };
    const runRows = async (runId: string): Promise<unknown[]> =>
      (await store.runs.rows(runId, ALL, EVERYTHING)).map(({ aspectName, lastObserved, urn }) => [
        urn,
        aspectName,
        lastObserved,
      ]);

    it('returns each entity and aspect as it was written', async () => {
      const found = await store.reader.rows(LARGE, undefined);
      expect(LARGE.map((urn) => found.get(urn)?.entity)).toMatchObject(LARGE.map(entityOf));
      expect(await latest()).toEqual(first.map((row) => [shown(row)]));
      const { entities } = await store.reader.entitiesFrom(0, 100);
      expect([...entities.values()].map(({ entity }) => entity)).toMatchObject(LARGE.map(entityOf));
      expect([...entities.values()].flatMap(({ rows }) => [...rows.values()].map(shown))).toEqual(
        first.map(shown),
      );
      const byUrn = first.toSorted((a, b) => compareUrns(a.aspect.urn, b.aspect.urn));
      expect((await store.reader.rowsOf('tag', 'one')).map(shown)).toEqual(byUrn.map(shown));
    });

    it('returns former versions and replaced ones as they were written', async () => {
      await write(store, 2_000, ...put(second));
      expect(await latest()).toEqual(second.map((row) => [shown(row)]));
      for (const [i, urn] of LARGE.entries()) {
        const former = await store.reader.history({ urn, aspectName: 'one' });
        expect(former.map(({ row }) => shown(row))).toEqual([first[i] && shown(first[i])]);
      }
    });

    it('finds the rows of a named run, also after other runs wrote them again', async () => {
      const named = LARGE.filter((_, i) => i % SENT.length === 3);
      expect(await runRows('r1')).toEqual([
        ...named.map((urn) => [urn, 'one', 9]),
        ...named.map((urn) => [urn, undefined, 9]),
      ]);
      const systemMetadata = { lastObserved: 30, runId: 'r2', lastRunId: 'r1', version: '1' };
      const touched = named[0] ?? A;
      await write(
        store,
        3_000,
        { kind: 'touchAspect', urn: touched, aspectName: 'one', systemMetadata },
        { kind: 'touchAspect', urn: A, aspectName: 'one', systemMetadata },
        { kind: 'touchEntity', urn: A, systemMetadata },
      );
      expect(await runRows('r2')).toEqual([
        [A, 'one', 30],
        [touched, 'one', 30],
        [A, undefined, 30],
      ]);
      expect(await runRows('r1')).toHaveLength(2 * named.length - 1);
      const row = (await store.reader.rows([A], undefined)).get(A);
      expect(row?.rows.get('one')?.aspect).toMatchObject({ systemMetadata, created: { time: 1_000, actor } });
      expect(row?.entity).toMatchObject({ systemMetadata, created: { time: 1_000, actor } });
    });

    it('makes former versions the latest again', async () => {
      await write(store, 2_000, ...put(second));
      const back = first.map((row): RowWrite => ({ kind: 'revertAspect', row, version: 1 }));
      await write(store, 1_000, ...back);
      expect(await latest()).toEqual(first.map((row) => [shown(row)]));
      expect(await store.reader.history({ urn: A, aspectName: 'one' })).toEqual([]);
    });

    it('keeps what was deleted as it was written', async () => {
      await write(store, 2_000, ...put(second));
      await write(store, 3_000, ...LARGE.map((urn): RowWrite => ({ kind: 'deleteEntity', urn })));
      for (const [i, urn] of LARGE.entries()) {
        const deletion = await store.reader.lastDeletion(urn);
        expect([...(deletion?.rows.values() ?? [])].map(shown)).toEqual([second[i] && shown(second[i])]);
        const versions = await store.reader.deletedVersions({
          urn,
          aspectName: 'one',
          sequence: deletion?.sequence ?? 0,
        });
        expect(versions.map(({ row }) => shown(row))).toEqual(
          [second[i], first[i]].map((row) => row && shown(row)),
        );
      }
    });

    it('decides on what pending and durable rows say', async () => {
      const seen = await Promise.all(
        [0, 1].map(() =>
          store.commit((state) => ({
            writes: [],
            entries: [],
            created: { time: 0, actor },
            result: [state.entity(B)?.systemMetadata, state.row(B, 'one')?.aspect.systemMetadata],
          })),
        ),
      );
      for (const { result } of seen) expect(result).toEqual([SENT[1], first[1]?.aspect.systemMetadata]);
    });
  });
}
