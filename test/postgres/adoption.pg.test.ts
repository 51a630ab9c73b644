import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../src/model/scope.ts';
import { parseUrn } from '../../src/model/urn.ts';
import type { AspectRow } from '../../src/store/entity-rows.ts';
import type { RowWrite } from '../../src/store/metadata-store.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { Aspect, UNKNOWN_WRITE, type AspectKey } from '../../src/model/aspect.ts';
import type { Sequence } from '../../src/model/sequence.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';

const PROPERTY = parseUrn('urn:li:structuredProperty:io.acryl.retention');
const DATASET = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)');
const DATAHUB = parseUrn('urn:li:corpuser:datahub');
const AUTHOR = "'urn:li:corpuser:__datahub_system'";

/** The table and the first rows, as created by DataHub's set-up. */
const SET_UP = `
  CREATE TABLE IF NOT EXISTS metadata_aspect_v2 (
    urn varchar(500) not null, aspect varchar(200) not null, version bigint not null, metadata text not null,
    systemmetadata text, createdon timestamp not null, createdby varchar(255) not null, createdfor varchar(255),
    CONSTRAINT pk_metadata_aspect_v2 PRIMARY KEY (urn, aspect, version));
  INSERT INTO metadata_aspect_v2 (urn, aspect, version, metadata, createdon, createdby) VALUES
    ('${DATAHUB}', 'corpUserInfo', 0, '{"displayName":"Data Hub","active":true}', '2024-01-01 10:00:00.123456', ${AUTHOR})`;

const SYSTEM =
  '{"lastRunId":"no-run-id-provided","lastObserved":1704103200000,"runId":"hive-2024","version":"2"}';
const DEFINITION =
  '{"qualifiedName":"io.acryl.retention","valueType":"urn:li:dataType:datahub.number","cardinality":"SINGLE",' +
  '"entityTypes":["urn:li:entityType:datahub.dataset"],"version":"20240101000000"}';
const ASSIGNED = (value: string): string =>
  `{"properties":[{"propertyUrn":"${PROPERTY}","values":[{"double":${value}}]},` +
  '{"propertyUrn":"urn:li:structuredProperty:gone","values":[{"string":"x"}]}]}';

/** A row as DataHub writes it; times are on 2024-01-01. */
function insert(urn: string, aspect: string, version: number, metadata: string, time: string): string {
  return `INSERT INTO metadata_aspect_v2 VALUES
    ('${urn}', '${aspect}', ${version}, '${metadata}', '${SYSTEM}', '2024-01-01 ${time}', ${AUTHOR}, NULL)`;
}

/** A tag that DataHub writes now. */
function insertNow(urn: string): string {
  return `INSERT INTO metadata_aspect_v2 VALUES
    ('${urn}', 'tagProperties', 0, '{"name":"added"}', NULL, now() AT TIME ZONE 'UTC', ${AUTHOR})`;
}

/** The properties of the dataset, as DataHub writes them now. */
function updateNow(metadata: string): string {
  return `UPDATE metadata_aspect_v2 SET metadata = '${metadata}', createdon = now() AT TIME ZONE 'UTC'
    WHERE urn = '${DATASET}' AND aspect = 'datasetProperties' AND version = 0`;
}

/** Commits a write of an aspect, with an entry in the log. */
async function commitOf(
  store: PostgresStore,
  key: AspectKey,
  write: (sequence: Sequence) => RowWrite,
  ...before: readonly RowWrite[]
): Promise<void> {
  await store.commit((_state, sequence) => ({
    writes: [...before, write(sequence)],
    entries: [{ ...key, changeType: 'UPSERT' }],
    created: { time: Date.now(), actor: DATAHUB },
    result: undefined,
  }));
}

describe('adoption of rows written by DataHub', () => {
  let postgres: PostgresDatabases;
  let url: string;
  beforeAll(async () => {
    postgres = await usePostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());
  beforeEach(async () => {
    url = await postgres.createDatabase();
    await postgres.run(
      url,
      SET_UP,
      insert(DATASET, 'structuredProperties', 1, ASSIGNED('29.0'), '11:00:00'),
      insert(DATASET, 'structuredProperties', 0, ASSIGNED('30.0'), '12:00:00'),
      insert(DATASET, 'datasetProperties', 0, '{"name":"orders"}', '11:30:00.5'),
      insert(PROPERTY, 'propertyDefinition', 0, DEFINITION, '13:00:00'),
      insert('no urn', 'status', 0, '{"removed":false}', '13:00:00'),
    );
  });

  const rowOf = async (store: PostgresStore, aspectName: string): Promise<AspectRow | undefined> =>
    (await store.reader.rows([DATASET])).get(DATASET)?.rows.get(aspectName);

  it('reads its rows, bound to the generation begun by each definition', async () => {
    const logged: string[] = [];
    await using store = await openPostgresStore(url, { log: (message) => logged.push(message) });
    const advice = await store.damage.advice();
    expect(logged.filter((message) => message !== advice)).toEqual([
      'Adopting rows written by DataHub.',
      'Adopted 5 rows written by DataHub.',
      'Skipped 1 rows whose urn or createdby is not a valid urn.',
    ]);
    const [generation] = await store.reader.generations();
    expect(generation).toMatchObject({ propertyUrn: PROPERTY, generation: 1, entityTypes: ['dataset'] });
    const assigned = await rowOf(store, 'structuredProperties');
    expect(assigned?.aspect.text).toBe(ASSIGNED('30.0'));
    expect(assigned?.aspect.created.time).toBe(Date.UTC(2024, 0, 1, 12));
    expect(assigned?.aspect.systemMetadata).toMatchObject({ runId: 'hive-2024', version: '2' });
    const bound = { [PROPERTY]: 1, 'urn:li:structuredProperty:gone': 0 };
    expect(assigned?.internal).toEqual({ assignments: bound });
    const [definition] = await store.reader.rowsOf('structuredProperty', 'propertyDefinition');
    expect(definition?.internal).toEqual({ generation: 1, highestVersion: '20240101000000' });
    const history = await store.reader.history({ urn: DATASET, aspectName: 'structuredProperties' });
    expect(history.map(({ version, row }) => [version, row.internal.assignments])).toEqual([[1, bound]]);
    const users = await store.reader.entities([DATAHUB], undefined);
    expect(users.get(DATAHUB)?.entity.created.time).toBe(Date.UTC(2024, 0, 1, 10, 0, 0, 123));
    expect(await store.runs.runs({ start: 0, count: 9 }, EVERYTHING)).toMatchObject([
      { runId: 'hive-2024', lastObserved: 1704103200000 },
    ]);
  });

  it('logs them, so that all followers of the log have them, and adopts no row twice', async () => {
    const store = await openPostgresStore(url);
    const last = store.log.lastSequence();
    const commits = await store.log.commitsAfter(0, 100);
    expect(commits.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(new Set(commits.flatMap(({ entries }) => entries.map(({ urn }) => urn)))).toEqual(
      new Set([PROPERTY, DATAHUB, DATASET]),
    );
    await store[Symbol.asyncDispose]();
    await using again = await openPostgresStore(url);
    expect(again.log.lastSequence()).toBe(last);
  });

  it('changes them and keeps their history', async () => {
    await using store = await openPostgresStore(url);
    await store.commit((state, sequence) => {
      const before = state.row(DATASET, 'structuredProperties');
      if (before === undefined) throw new Error('The row was not adopted.');
      const { urn, aspectName, systemMetadata, created } = before.aspect;
      const aspect = new Aspect({
        urn,
        aspectName,
        systemMetadata,
        created,
        text: ASSIGNED('31.0'),
        sequence,
      });
      return {
        writes: [{ kind: 'putAspect', row: { aspect, internal: before.internal } }],
        entries: [{ urn: DATASET, aspectName: 'structuredProperties', changeType: 'UPSERT' }],
        created,
        result: undefined,
      };
    });
    const stored = await postgres.run(
      url,
      `SELECT version::int, metadata FROM metadata_aspect_v2
       WHERE urn = '${DATASET}' AND aspect = 'structuredProperties' ORDER BY version`,
    );
    expect(stored).toEqual([
      { version: 0, metadata: ASSIGNED('31.0') },
      { version: 1, metadata: ASSIGNED('29.0') },
      { version: 2, metadata: ASSIGNED('30.0') },
    ]);
  });

  it('adopts rows and history at the next start that DataHub wrote in the meantime', async () => {
    await (await openPostgresStore(url))[Symbol.asyncDispose]();
    const added = 'urn:li:tag:added';
    await postgres.run(
      url,
      `INSERT INTO metadata_aspect_v2 SELECT urn, aspect, 2, metadata, systemmetadata, createdon, createdby
       FROM metadata_aspect_v2 WHERE urn = '${DATASET}' AND aspect = 'structuredProperties' AND version = 0`,
      `UPDATE metadata_aspect_v2 SET metadata = '${ASSIGNED('7.0')}', createdon = now() AT TIME ZONE 'UTC'
       WHERE urn = '${DATASET}' AND aspect = 'structuredProperties' AND version = 0`,
      insertNow(added),
    );
    await using store = await openPostgresStore(url);
    expect((await rowOf(store, 'structuredProperties'))?.aspect.sequence).toBe(3);
    const history = await store.reader.history({ urn: DATASET, aspectName: 'structuredProperties' });
    expect(history.map(({ version, row }) => [version, row.aspect.text])).toEqual([
      [2, ASSIGNED('30.0')],
      [1, ASSIGNED('29.0')],
    ]);
    const [commit] = await store.log.commitsAfter(2, 10);
    expect(commit?.entries.map(({ urn }) => urn)).toEqual(expect.arrayContaining([DATASET, added]));
  });

  it('adopts rows that DataHub writes while it is open, and notifies its followers', async () => {
    await using store = await openPostgresStore(url);
    const before = store.log.lastSequence();
    const announced: number[] = [];
    using _listening = store.others.subscribe((upTo) => void announced.push(upTo));
    await postgres.run(url, insertNow('urn:li:tag:now'));
    await store.adopt(new AbortController().signal);
    expect(announced).toContain(before + 1);
    const [commit] = await store.log.commitsAfter(before, 10);
    expect(commit?.entries).toMatchObject([{ urn: 'urn:li:tag:now', aspectName: 'tagProperties' }]);
    await store.adopt(new AbortController().signal);
    expect(store.log.lastSequence()).toBe(before + 1);
  });

  it('finds a definition by the qualified name that DataHub has changed since', async () => {
    await using store = await openPostgresStore(url);
    const named = async (name: string): Promise<readonly string[]> => {
      const nothing = { writes: [], entries: [], created: { time: 1, actor: DATAHUB } };
      return (await store.commit((state) => ({ ...nothing, result: state.propertiesNamed(name) }))).result;
    };
    expect(await named('io.acryl.retention')).toEqual([PROPERTY]);
    await postgres.run(
      url,
      `UPDATE metadata_aspect_v2 SET metadata = replace(metadata, 'io.acryl.retention', 'days'),
         createdon = now() AT TIME ZONE 'UTC' WHERE urn = '${PROPERTY}'`,
    );
    await store.adopt(new AbortController().signal);
    expect(await named('io.acryl.retention')).toEqual([]);
    expect(await named('days')).toEqual([PROPERTY]);
    expect(await store.reader.generations()).toMatchObject([{ propertyUrn: PROPERTY, generation: 1 }]);
  });

  const named = (text: string): string => `{"name":"${text}"}`;
  /** A write by Colophon. */
  const ownWrite =
    (key: AspectKey) =>
    (commit: Sequence): RowWrite => {
      const stamp = { time: Date.now(), actor: DATAHUB };
      const aspect = new Aspect({
        ...key,
        text: named('ownWrite'),
        sequence: commit,
        created: stamp,
        systemMetadata: UNKNOWN_WRITE.systemMetadata,
      });
      return { kind: 'putAspect', row: { aspect, internal: {} } };
    };

  it('has in the history a value that DataHub wrote just before an own write', async () => {
    await using store = await openPostgresStore(url);
    const key = { urn: DATASET, aspectName: 'datasetProperties' };
    await postgres.run(url, updateNow(named('theirs')));
    await commitOf(store, key, ownWrite(key));
    await store.adopt(new AbortController().signal);
    const history = await store.reader.history(key);
    expect(history.map(({ row }) => row.aspect.text)).toEqual([named('theirs')]);
    expect(history.map(({ row }) => row.aspect.sequence)).toEqual([store.log.lastSequence()]);
  });

  it('keeps in the history a value that DataHub wrote just before the same entity is created', async () => {
    await using store = await openPostgresStore(url);
    const key = { urn: parseUrn('urn:li:tag:both'), aspectName: 'tagProperties' };
    await postgres.run(url, insertNow(key.urn));
    const { systemMetadata } = UNKNOWN_WRITE;
    const entity = { urn: key.urn, created: { time: Date.now(), actor: DATAHUB }, systemMetadata };
    await commitOf(store, key, ownWrite(key), { kind: 'createEntity', entity });
    expect((await store.reader.version(key, 0))?.aspect.text).toBe(named('ownWrite'));
    await store.adopt(new AbortController().signal);
    const history = await store.reader.history(key);
    expect(history.map(({ row }) => row.aspect.text)).toEqual([named('added')]);
  });

  it('adopts a value of DataHub although its readers were noted since', async () => {
    await using store = await openPostgresStore(url);
    const key = { urn: DATASET, aspectName: 'datasetProperties' };
    await postgres.run(url, updateNow('{"name":"theirs"}'));
    const systemMetadata = { lastObserved: 7, runId: 'seen' };
    await commitOf(store, key, () => ({ kind: 'touchAspect', ...key, systemMetadata }));
    await store.adopt(new AbortController().signal);
    expect((await rowOf(store, 'datasetProperties'))?.aspect.sequence).toBe(store.log.lastSequence());
  });

  // All rows then have the same transaction, as after `pg_restore --single-transaction`.
  it.each([
    ['of many commits, and brought up to date', 'UPDATE colophon_change_log SET id = id'],
    [
      'of one commit',
      `UPDATE colophon_change_log SET id = id WHERE sequence = 1; UPDATE colophon_schema SET version = version`,
    ],
  ])('finds rows that DataHub wrote before a copy was loaded in one transaction, %s', async (_of, load) => {
    await (await openPostgresStore(url))[Symbol.asyncDispose]();
    await postgres.run(
      url,
      `BEGIN; ${load}; ${insertNow('urn:li:tag:copied')}; ${insertNow('urn:li:tag:last')}; COMMIT`,
    );
    await using store = await openPostgresStore(url);
    const copied = parseUrn('urn:li:tag:copied');
    expect([...(await store.reader.entities([copied], undefined)).keys()]).toEqual([copied]);
  });

  it('adopts more than one page, once for all processes', async () => {
    const many = await postgres.createDatabase();
    await postgres.run(
      many,
      SET_UP,
      `INSERT INTO metadata_aspect_v2 SELECT 'urn:li:tag:t' || i, 'tagProperties', 0, '{"name":"t"}', '${SYSTEM}',
         timestamp '2024-01-01' + (i / 3) * interval '1 second', ${AUTHOR} FROM generate_series(1, 2500) i`,
    );
    await using store = await openPostgresStore(many);
    expect((await store.log.commitsAfter(0, 10)).map(({ entries }) => entries.length)).toEqual([
      1000, 1000, 501,
    ]);
    await using other = await openPostgresStore(many);
    expect(other.log.lastSequence()).toBe(3);
    expect((await store.reader.urns({ limit: 5000 })).urns.length).toBe(2501);
  });
});
