import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CatalogError } from '../../../src/errors.ts';
import { Aspect, type AuditStamp } from '../../../src/model/aspect.ts';
import { EVERYTHING, type Scope } from '../../../src/model/scope.ts';
import { compareUrns, parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { AspectRow, EntityRows, RowInternal } from '../../../src/store/entity-rows.ts';
import type { Committed, MetadataStore, RowWrite } from '../../../src/store/metadata-store.ts';
import type { EntityPage } from '../../../src/store/system-reader.ts';

/** Opens the store of the current test; called again, it reopens the same store. */
export type OpenStore = () => Promise<MetadataStore>;

const ACTOR = parseUrn('urn:li:corpuser:tester');
const CREATED: AuditStamp = { time: 1000, actor: ACTOR };
const DATASET = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,db.orders,PROD)');
const PROPERTY = parseUrn('urn:li:structuredProperty:retention');

function row(
  urn: Urn,
  aspectName: string,
  text: string,
  sequence: number,
  internal: RowInternal = {},
): AspectRow {
  const systemMetadata = { lastObserved: 5, runId: 'run-1', version: '1' };
  return {
    aspect: new Aspect({ urn, aspectName, text, systemMetadata, created: CREATED, sequence }),
    internal,
  };
}

function put(
  store: MetadataStore,
  urn: Urn,
  aspectName: string,
  text: string,
  internal?: RowInternal,
): Promise<Committed<string>> {
  return store.commit((state, sequence) => {
    const writes: RowWrite[] = [{ kind: 'putAspect', row: row(urn, aspectName, text, sequence, internal) }];
    const entity = { urn, created: CREATED, systemMetadata: { lastObserved: 5, runId: 'run-1' } };
    if (state.entity(urn) === undefined) writes.unshift({ kind: 'createEntity', entity });
    return { writes, entries: [{ urn, aspectName, changeType: 'UPSERT' }], created: CREATED, result: text };
  });
}

function remove(store: MetadataStore, write: RowWrite, aspectName: string): Promise<Committed<undefined>> {
  return store.commit(() => ({
    writes: [write],
    entries: [{ urn: DATASET, aspectName, changeType: 'DELETE' }],
    created: CREATED,
    result: undefined,
  }));
}

async function textOf(
  store: MetadataStore,
  urn: Urn,
  aspectName: string,
  scope: Scope = EVERYTHING,
): Promise<string | undefined> {
  const found = await store.scoped.entities([urn], [aspectName], scope);
  return found.get(urn)?.aspects.get(aspectName)?.text;
}

/** Contract of MetadataStore. `survives`: the store keeps its data after it is closed. */
export function describeMetadataStore(name: string, open: OpenStore, survives: boolean): void {
  describe(`metadata store: ${name}`, () => {
    let store: MetadataStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    it('starts empty', async () => {
      expect(store.log.lastSequence()).toBe(0);
      expect(await store.reader.entities([DATASET], undefined)).toEqual(new Map());
      expect(await store.log.commitsAfter(0, 10)).toEqual([]);
    });

    it('returns committed values, byte for byte, with their author', async () => {
      const { sequence } = await put(store, DATASET, 'datasetProperties', '{"name":"ö ␟ \\u0000","x":30.0}');
      expect(sequence).toBe(1);
      const found = await store.reader.entities([DATASET], undefined);
      const aspect = found.get(DATASET)?.aspects.get('datasetProperties');
      expect(aspect?.text).toBe('{"name":"ö ␟ \\u0000","x":30.0}');
      expect(aspect).toMatchObject({ created: CREATED, sequence: 1, systemMetadata: { runId: 'run-1' } });
      expect(found.get(DATASET)?.entity).toMatchObject({ urn: DATASET, created: CREATED });
    });

    it('numbers commits without gaps and logs the changes of each', async () => {
      await put(store, DATASET, 'status', '{"removed":false}');
      await put(store, DATASET, 'datasetProperties', '{}');
      const commits = await store.log.commitsAfter(0, 10);
      expect(commits.map(({ sequence }) => sequence)).toEqual([1, 2]);
      expect(commits[1]).toMatchObject({
        created: CREATED,
        entries: [{ urn: DATASET, aspectName: 'datasetProperties', changeType: 'UPSERT' }],
      });
      expect(await store.log.commitsAfter(1, 10)).toHaveLength(1);
      expect(await store.log.commitsAfter(0, 1)).toHaveLength(1);
    });

    it('shows a decision all earlier decisions, durable or not', async () => {
      const decided = Array.from({ length: 20 }, (_, i) =>
        store.commit((state, sequence) => {
          const before = state.row(DATASET, 'status')?.aspect.text ?? '';
          const writes: RowWrite[] = [
            { kind: 'putAspect', row: row(DATASET, 'status', `${before}${i};`, sequence) },
          ];
          const entity = { urn: DATASET, created: CREATED, systemMetadata: { lastObserved: 5, runId: 'r' } };
          if (state.entity(DATASET) === undefined) writes.unshift({ kind: 'createEntity', entity });
          const entries = [{ urn: DATASET, aspectName: 'status', changeType: 'UPSERT' as const }];
          return { writes, entries, created: CREATED, result: sequence };
        }),
      );
      expect((await Promise.all(decided)).map(({ result }) => result)).toEqual(decided.map((_, i) => i + 1));
      expect(await textOf(store, DATASET, 'status')).toBe(decided.map((_, i) => `${i};`).join(''));
    });

    it('calls a decision once if its reads were named', async () => {
      await put(store, DATASET, 'status', '{"removed":false}');
      const other = parseUrn('urn:li:tag:none');
      const found: unknown[] = [];
      await store.commit(
        (state) => {
          found.push([state.row(DATASET, 'status')?.aspect.text, state.entity(other)]);
          return { writes: [], entries: [], created: CREATED, result: undefined };
        },
        undefined,
        [
          { urn: DATASET, aspectName: 'status' },
          { urn: other, aspectName: 'status' },
        ],
      );
      expect(found).toEqual([['{"removed":false}', undefined]]);
    });

    it('shows a decision commits in flight, even when a commit without log entries ends before it', async () => {
      await put(store, DATASET, 'status', '0');
      for (let i = 1; i <= 50; i++) {
        const noted = store.commit(() => ({
          writes: [
            {
              kind: 'touchAspect',
              urn: DATASET,
              aspectName: 'status',
              systemMetadata: { lastObserved: i, runId: 'r' },
            },
          ],
          entries: [],
          created: CREATED,
          result: undefined,
        }));
        const written = put(store, DATASET, 'status', String(i));
        await noted;
        const { result } = await store.commit((state) => ({
          writes: [],
          entries: [],
          created: CREATED,
          result: state.row(DATASET, 'status')?.aspect.text,
        }));
        expect(result).toBe(String(i));
        await written;
      }
    });

    it('writes nothing when a decision refuses', async () => {
      const refused = store.commit(() => {
        throw new CatalogError('VALIDATION', 'no');
      });
      await expect(refused).rejects.toThrow('no');
      expect(store.log.lastSequence()).toBe(0);
      expect((await put(store, DATASET, 'status', '{}')).sequence).toBe(1);
    });

    it('writes nothing of a commit that fails halfway', async () => {
      const orphan: RowWrite = { kind: 'putAspect', row: row(PROPERTY, 'status', '{}', 1) };
      const entity = { urn: DATASET, created: CREATED, systemMetadata: { lastObserved: 5, runId: 'r' } };
      const failed = store.commit(() => ({
        writes: [{ kind: 'createEntity', entity }, orphan],
        entries: [{ urn: DATASET, aspectName: 'status', changeType: 'UPSERT' }],
        created: CREATED,
        result: undefined,
      }));
      await expect(failed).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(await store.reader.entities([DATASET], undefined)).toEqual(new Map());
      await put(store, DATASET, 'status', '{"removed":true}');
      expect(await textOf(store, DATASET, 'status')).toBe('{"removed":true}');
    });

    it('keeps twenty older versions by number, the oldest first', async () => {
      for (let i = 0; i < 25; i++) await put(store, DATASET, 'status', `{"n":${i}}`);
      const version = async (n: number): Promise<string | undefined> =>
        (await store.scoped.version({ urn: DATASET, aspectName: 'status' }, n, EVERYTHING))?.text;
      expect(await version(0)).toBe('{"n":24}');
      expect(await version(24)).toBe('{"n":23}');
      expect(await version(5)).toBe('{"n":4}');
      expect(await version(4)).toBeUndefined();
    });

    it('records only the observation of an unchanged aspect', async () => {
      await put(store, DATASET, 'status', '{}');
      const touched = await store.commit(() => ({
        writes: [
          {
            kind: 'touchAspect',
            urn: DATASET,
            aspectName: 'status',
            systemMetadata: { lastObserved: 9, runId: 'run-2' },
          },
        ],
        entries: [],
        created: CREATED,
        result: undefined,
      }));
      expect(touched).toMatchObject({ sequence: 1, commit: undefined });
      const found = await store.reader.entities([DATASET], ['status']);
      expect(found.get(DATASET)?.aspects.get('status')).toMatchObject({
        sequence: 1,
        systemMetadata: { lastObserved: 9, runId: 'run-2' },
      });
      expect(await store.log.commitsAfter(0, 10)).toHaveLength(1);
    });

    it('deletes an aspect with its history and keeps the entity', async () => {
      await put(store, DATASET, 'status', '{"n":1}');
      await put(store, DATASET, 'status', '{"n":2}');
      const { removed } = await remove(
        store,
        { kind: 'deleteAspect', urn: DATASET, aspectName: 'status' },
        'status',
      );
      expect(removed).toEqual({ rows: 2, points: 0 });
      expect(
        await store.scoped.version({ urn: DATASET, aspectName: 'status' }, 1, EVERYTHING),
      ).toBeUndefined();
      expect((await store.reader.entities([DATASET], undefined)).get(DATASET)?.aspects.size).toBe(0);
      expect((await store.log.commitsAfter(2, 1))[0]?.entries[0]?.changeType).toBe('DELETE');
    });

    it('deletes a whole entity, including for a decision that follows immediately', async () => {
      await put(store, DATASET, 'status', '{}');
      await put(store, DATASET, 'datasetProperties', '{}');
      const deleted = remove(store, { kind: 'deleteEntity', urn: DATASET }, 'datasetKey');
      const seen = store.commit((state) => ({
        writes: [],
        entries: [],
        created: CREATED,
        result: [state.entity(DATASET), state.row(DATASET, 'status')],
      }));
      expect((await deleted).removed).toEqual({ rows: 2, points: 0 });
      expect((await seen).result).toEqual([undefined, undefined]);
      expect(await store.reader.entities([DATASET], undefined)).toEqual(new Map());
      await put(store, DATASET, 'status', '{"again":true}');
      expect(await textOf(store, DATASET, 'status')).toBe('{"again":true}');
    });

    it('adds points of a timeseries, newest first, and replaces the point of the same time and key', async () => {
      const point = (timestampMillis: number, pointKey: string, text: string): Promise<unknown> =>
        store.commit((state, sequence) => {
          const { aspect } = row(DATASET, 'datasetProfile', text, sequence);
          const entity = { urn: DATASET, created: CREATED, systemMetadata: { lastObserved: 5, runId: 'r' } };
          const writes: RowWrite[] = [{ kind: 'putPoint', aspect, timestampMillis, pointKey }];
          if (state.entity(DATASET) === undefined) writes.unshift({ kind: 'createEntity', entity });
          const entries = [{ urn: DATASET, aspectName: 'datasetProfile', changeType: 'UPSERT' as const }];
          return { writes, entries, created: CREATED, result: undefined };
        });
      await point(2, 'k', '{"n":2}');
      await point(1, 'k', '{"n":1}');
      await point(2, 'k', '{"n":22}');
      await point(2, 'other', '{"n":3}');
      const points = await store.scoped.points(
        { urn: DATASET, aspectName: 'datasetProfile' },
        10,
        EVERYTHING,
      );
      expect(points.map(({ text }) => text)).toEqual(['{"n":3}', '{"n":22}', '{"n":1}']);
      const { removed } = await remove(store, { kind: 'deleteEntity', urn: DATASET }, 'datasetKey');
      expect(removed).toEqual({ rows: 0, points: 3 });
    });

    it('lists one aspect of a type, pending rows included in a decision, and pages through all urns', async () => {
      await put(store, PROPERTY, 'propertyDefinition', '{"a":1}', { generation: 1 });
      await put(store, DATASET, 'status', '{}');
      const second = parseUrn('urn:li:structuredProperty:second');
      const adding = put(store, second, 'propertyDefinition', '{"a":2}', { generation: 3 });
      const seen = store.commit((state) => ({
        writes: [],
        entries: [],
        created: CREATED,
        result: state.rowsOf('structuredProperty', 'propertyDefinition').length,
      }));
      await adding;
      expect((await seen).result).toBe(2);
      const rows = await store.reader.rowsOf('structuredProperty', 'propertyDefinition');
      expect(rows.map(({ aspect, internal }) => [aspect.urn, internal.generation])).toEqual([
        [PROPERTY, 1],
        [second, 3],
      ]);
      const pages = async (entityType?: string): Promise<readonly (readonly Urn[])[]> => {
        const type = entityType === undefined ? {} : { entityType };
        const first = await store.reader.urns({ ...type, limit: 2 });
        const rest =
          first.next === undefined ? [] : [await store.reader.urns({ ...type, limit: 2, place: first.next })];
        return [first, ...rest].map(({ urns }) => urns);
      };
      expect((await pages()).map(({ length }) => length)).toEqual([2, 1]);
      expect((await pages()).flat().toSorted(compareUrns)).toEqual([DATASET, PROPERTY, second]);
      expect(await pages('dataset')).toEqual([[DATASET]]);
      expect((await pages('structuredProperty')).flat()).toEqual([PROPERTY, second]);
      expect(await pages('structured')).toEqual([[]]);
      expect(await store.reader.newestEntities(2)).toEqual(
        [second, DATASET].map((urn) => ({ urn, createdOn: CREATED.time })),
      );
    });

    it('finds the properties of a qualified name, pending ones included, until their generation ends', async () => {
      // PostgreSQL stores no NUL, and no long text in a B-tree.
      const qualifiedName = `a\0b ${randomBytes(10_000).toString('hex')}`;
      const other = parseUrn('urn:li:structuredProperty:other');
      const record = { generation: 1, qualifiedName, entityTypes: [], droppedFrom: [] };
      const named = async (name = qualifiedName) => {
        const nothing = { writes: [], entries: [], created: CREATED };
        const { result } = await store.commit((state) => ({
          ...nothing,
          result: state.propertiesNamed(name),
        }));
        return [...result].sort(compareUrns);
      };
      const defining = [PROPERTY, other].flatMap((propertyUrn) => [
        put(store, propertyUrn, 'propertyDefinition', JSON.stringify({ qualifiedName })),
        remove(store, { kind: 'beginGeneration', record: { ...record, propertyUrn } }, 'propertyDefinition'),
      ]);
      expect(await named(), 'pending').toEqual([other, PROPERTY]);
      await Promise.all(defining);
      expect(await named(), 'stored').toEqual([other, PROPERTY]);
      expect(await named('retention')).toEqual([]);
      const ended = { sequence: 3, time: 1000, reason: 'deleted' } as const;
      const end = { kind: 'endGeneration', propertyUrn: other, generation: 1, ended } as const;
      await remove(store, end, 'propertyDefinition');
      expect(await named()).toEqual([PROPERTY]);
    });

    it('finds the columns of an entity, pending ones included', async () => {
      const holder = parseUrn('urn:li:dataset:d');
      const start = `urn:li:schemaField:(${holder},`;
      const [first, second, other] = ['a)', 'é)', 'z)'].map((end) => parseUrn(start + end)) as [
        Urn,
        Urn,
        Urn,
      ];
      const outside = [parseUrn('urn:li:schemaField:(urn:li:dataset:d2,a)'), holder];
      const columns = async (): Promise<readonly Urn[]> => {
        const nothing = { writes: [], entries: [], created: CREATED };
        const { result } = await store.commit((state) => ({
          ...nothing,
          result: state.columns(holder),
        }));
        return result;
      };
      const writing = [second, first, other, ...outside].map((urn) => put(store, urn, 'status', '{"n":1}'));
      expect(await columns(), 'pending').toEqual([first, other, second]);
      await Promise.all(writing);
      expect(await columns(), 'stored').toEqual([first, other, second]);
      const removal = remove(store, { kind: 'deleteEntity', urn: other }, 'status');
      expect(await columns(), 'deletion pending').toEqual([first, second]);
      await removal;
      expect(await columns(), 'deleted').toEqual([first, second]);
    });

    it('walks over all entities in pages, each with its latest rows', async () => {
      const urns = Array.from({ length: 7 }, (_, i) => parseUrn(`urn:li:dataset:walk${i}`));
      for (const urn of urns) await put(store, urn, 'status', '{"n":1}');
      await put(store, DATASET, 'status', '{"n":1}');
      await put(store, DATASET, 'status', '{"n":2}');
      await put(store, DATASET, 'datasetProperties', '{}');
      await remove(store, { kind: 'deleteEntity', urn: DATASET }, 'datasetKey');
      await put(store, DATASET, 'status', '{"n":3}');
      const found = new Map<Urn, EntityRows>();
      for (let place: number | undefined = 0; place !== undefined;) {
        const page: EntityPage = await store.reader.entitiesFrom(place, 3);
        for (const [urn, rows] of page.entities) found.set(urn, rows);
        place = page.next;
      }
      expect(new Set(found.keys())).toEqual(new Set([...urns, DATASET]));
      expect(found).toEqual(await store.reader.rows([...found.keys()]));
      expect([...(found.get(DATASET)?.rows.values() ?? [])].map(({ aspect }) => aspect.text)).toEqual([
        '{"n":3}',
      ]);
      expect(await store.reader.entitiesFrom(1000, 3)).toMatchObject({
        entities: new Map(),
        next: undefined,
      });
    });

    it('answers within the scope: hidden entities and assignments are missing', async () => {
      const text = `{"properties":[{"propertyUrn":"${PROPERTY}","values":[{"double":30.0}]},{"propertyUrn":"urn:li:structuredProperty:b","values":[{"double":1.0}]}]}`;
      const assignments = { [PROPERTY]: 7, 'urn:li:structuredProperty:b': 8 };
      await put(store, DATASET, 'structuredProperties', text, { assignments });
      expect(await textOf(store, DATASET, 'structuredProperties')).toBe(text);
      const onlyNew: Scope = { ...EVERYTHING, seesAssignment: (_urn, generation) => generation === 8 };
      expect(await textOf(store, DATASET, 'structuredProperties', onlyNew)).toBe(
        '{"properties":[{"propertyUrn":"urn:li:structuredProperty:b","values":[{"double":1.0}]}]}',
      );
      const nobody: Scope = { ...EVERYTHING, seesEntity: () => false };
      expect(await textOf(store, DATASET, 'structuredProperties', nobody)).toBeUndefined();
      await put(store, DATASET, 'structuredProperties', '{"properties":[]}');
      const version = await store.scoped.version(
        { urn: DATASET, aspectName: 'structuredProperties' },
        1,
        onlyNew,
      );
      expect(version?.text).not.toContain('30.0');
    });

    it.runIf(survives)('has everything after it was reopened', async () => {
      await put(store, DATASET, 'status', '{"n":1}');
      await put(store, PROPERTY, 'propertyDefinition', '{}', {
        generation: 2,
        highestVersion: '20240101000000',
      });
      await store[Symbol.asyncDispose]();
      store = await open();
      expect(store.log.lastSequence()).toBe(2);
      expect(await textOf(store, DATASET, 'status')).toBe('{"n":1}');
      const [definition] = await store.reader.rowsOf('structuredProperty', 'propertyDefinition');
      expect(definition?.internal).toEqual({ generation: 2, highestVersion: '20240101000000' });
      expect((await put(store, DATASET, 'status', '{"n":2}')).sequence).toBe(3);
    });
  });
}
