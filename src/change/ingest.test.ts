import { describe, expect, it } from 'vitest';
import { readRegistry } from '../config/read-registry.ts';
import { loadRegistry } from '../model/registry/load-registry.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { parseUrn } from '../model/urn.ts';
import type { Commit } from '../store/metadata-store.ts';
import { openMemoryStore } from '../store/sqlite/open.ts';
import type { JsonObject } from '../util/json.ts';
import { EntityExistsError } from './entity-exists.ts';
import { createMetadataChange } from './ingest.ts';
import type { IngestResult } from './metadata-change.ts';

const registry = loadRegistry(readRegistry());
const ACTOR = parseUrn('urn:li:corpuser:tester');
/** Time of the first change, in epoch ms. */
const BEGIN = Date.UTC(2026, 0, 1);
const DATASET = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,db.orders,PROD)');

function setUp() {
  const store = openMemoryStore();
  const followed: Commit[] = [];
  let time = BEGIN;
  const change = createMetadataChange({
    store,
    registry,
    settings: {
      enforceEntityTypes: true,
      hardDeleteRequiresSoftDelete: false,
      keywordMaxLength: 32_766,
      linkSchemes: ['https'],
    },
    now: () => time++,
    follow: (commit) => {
      followed.push(commit);
      return Promise.resolve();
    },
  });
  const ingest = (...proposals: MetadataChangeProposal[]): Promise<IngestResult> =>
    change.ingest(ACTOR, proposals);
  const stored = async (aspectName: string) =>
    (await store.reader.entities([DATASET], undefined)).get(DATASET)?.aspects.get(aspectName);
  return { change, followed, ingest, stored, store };
}

function upsert(
  aspectName: string,
  value: JsonObject,
  rest: Partial<MetadataChangeProposal> = {},
): MetadataChangeProposal {
  return { urn: DATASET, aspectName, changeType: 'UPSERT', value, ...rest } as MetadataChangeProposal;
}

describe('ingesting', () => {
  it('commits, assigns a sequence and notifies followers before it resolves', async () => {
    const { followed, ingest, stored } = setUp();
    const { sequence, results } = await ingest(upsert('status', { removed: false }));
    expect(sequence).toBe(1);
    expect(results).toMatchObject([{ urn: DATASET, aspectName: 'status', outcome: 'written' }]);
    expect(followed.map((commit) => commit.sequence)).toEqual([1]);
    expect(await stored('status')).toMatchObject({
      text: '{"removed":false}',
      created: { time: BEGIN, actor: ACTOR },
      systemMetadata: { version: '1', runId: 'no-run-id-provided', lastObserved: BEGIN },
    });
  });

  it('adds nothing to a value and drops nulls', async () => {
    const { ingest, stored } = setUp();
    await ingest(upsert('datasetProperties', { description: 'd', name: null }));
    expect((await stored('datasetProperties'))?.text).toBe('{"description":"d"}');
  });

  it.each([
    { name: 'n', description: 'null', customProperties: { a: 'b' } },
    { name: null, description: 'd' },
    { name: undefined, description: 'd' },
    { name: 'n', created: { time: -0 } },
  ])('passes %j to followers and clients as store readers get it', async (value: JsonObject) => {
    const { followed, ingest, stored } = setUp();
    const { results } = await ingest(upsert('datasetProperties', value));
    const read = (await stored('datasetProperties'))?.value;
    const { rows } = followed[0]?.newEntities?.get(DATASET) ?? {};
    expect(results[0]?.aspect?.value).toStrictEqual(read);
    expect(rows?.get('datasetProperties')?.aspect.value).toStrictEqual(read);
  });

  it('judges a value shared by several proposals by the definition valid at each proposal', async () => {
    const { ingest } = setUp();
    const property = parseUrn('urn:li:structuredProperty:p');
    const define = (...allowed: readonly string[]): MetadataChangeProposal =>
      upsert(
        'propertyDefinition',
        {
          qualifiedName: 'p',
          valueType: 'urn:li:dataType:datahub.string',
          entityTypes: ['urn:li:entityType:datahub.dataset'],
          version: String(20_260_101_000_000 + allowed.length),
          allowedValues: allowed.map((string) => ({ value: { string } })),
        },
        { urn: property },
      );
    const shared = { properties: [{ propertyUrn: property, values: [{ string: 'b' }] }] };
    await ingest(
      upsert(
        'dataTypeInfo',
        { qualifiedName: 'datahub.string' },
        { urn: parseUrn('urn:li:dataType:datahub.string') },
      ),
      upsert(
        'entityTypeInfo',
        { qualifiedName: 'datahub.dataset' },
        { urn: parseUrn('urn:li:entityType:datahub.dataset') },
      ),
    );
    const assign = upsert('structuredProperties', shared);
    await expect(ingest(define('a'), assign, define('a', 'b'), assign)).rejects.toThrow(
      /value: \{string=b\} should be one of \[\{string=a\}\]/,
    );
    const { results } = await ingest(define('a', 'b'), assign, assign);
    expect(results.map(({ outcome }) => outcome)).toEqual(['written', 'written', 'unchanged']);
    const before = await ingest(define('a', 'b', 'c'), assign);
    expect(before.results.map(({ outcome }) => outcome)).toEqual(['written', 'unchanged']);
  });

  it('records the run of an unchanged value without writing a version', async () => {
    const { followed, ingest, stored } = setUp();
    await ingest(upsert('datasetProperties', { name: 'n', description: 'd' }));
    const again = upsert(
      'datasetProperties',
      { description: 'd', name: 'n' },
      { systemMetadata: { runId: 'second', lastObserved: 77 } },
    );
    const { sequence, results } = await ingest(again);
    expect(sequence).toBe(1);
    expect(results[0]?.outcome).toBe('unchanged');
    expect(followed).toHaveLength(1);
    const systemMetadata = {
      version: '1',
      runId: 'second',
      lastObserved: 77,
      lastRunId: 'no-run-id-provided',
    };
    expect(await stored('datasetProperties')).toMatchObject({
      systemMetadata,
      text: '{"name":"n","description":"d"}',
    });
  });

  it('counts the versions that changed', async () => {
    const { ingest, stored } = setUp();
    for (const name of ['a', 'b', 'c']) await ingest(upsert('datasetProperties', { name }));
    expect((await stored('datasetProperties'))?.systemMetadata).toMatchObject({
      version: '3',
      aspectCreated: { time: BEGIN },
    });
  });

  it('sees the earlier changes of its own batch', async () => {
    const { ingest, stored } = setUp();
    const property = parseUrn('urn:li:structuredProperty:p');
    const info = { qualifiedName: 'datahub.x' };
    await ingest(
      {
        urn: parseUrn('urn:li:dataType:datahub.string'),
        aspectName: 'dataTypeInfo',
        changeType: 'UPSERT',
        value: info,
      },
      {
        urn: parseUrn('urn:li:entityType:datahub.dataset'),
        aspectName: 'entityTypeInfo',
        changeType: 'UPSERT',
        value: info,
      },
      {
        urn: property,
        aspectName: 'propertyDefinition',
        changeType: 'UPSERT',
        value: {
          qualifiedName: 'p',
          valueType: 'urn:li:dataType:datahub.string',
          entityTypes: ['urn:li:entityType:datahub.dataset'],
        },
      },
      upsert('structuredProperties', { properties: [{ propertyUrn: property, values: [{ string: 'v' }] }] }),
      {
        urn: DATASET,
        aspectName: 'structuredProperties',
        changeType: 'PATCH',
        patch: { operations: [{ op: 'remove', path: `/properties/${property}` }] },
      },
    );
    expect((await stored('structuredProperties'))?.text).toBe('{"properties":[]}');
  });

  it('reports every failure of a batch and writes nothing', async () => {
    const { followed, ingest, store } = setUp();
    const unknown = parseUrn('urn:li:structuredProperty:unknown');
    const batch = ingest(
      upsert('status', { removed: true }),
      upsert('structuredProperties', { properties: [{ propertyUrn: unknown, values: [] }] }),
      upsert(
        'domains',
        {},
        { changeType: 'PATCH', patch: { operations: [{ op: 'test', path: '/x', value: 1 }] } },
      ),
    );
    await expect(batch).rejects.toMatchObject({ code: 'VALIDATION' });
    await expect(batch).rejects.toThrow(unknown);
    await expect(batch).rejects.toThrow('/x');
    expect(followed).toEqual([]);
    expect(store.log.lastSequence()).toBe(0);
  });

  it.each([
    [{ urn: 'urn:li:nothing:x', aspectName: 'status' }, 'Unknown entity type nothing'],
    [
      { urn: 'urn:li:tag:x', aspectName: 'structuredProperties' },
      'Unknown aspect structuredProperties for entity tag',
    ],
    [{ urn: DATASET, aspectName: 'nothing' }, 'Unknown aspect nothing'],
    [{ urn: DATASET, aspectName: 'status', value: { removed: 'yes' } }, 'removed'],
    [
      { urn: DATASET, aspectName: 'status', value: { unknown: 1 } },
      'unrecognized field found but not allowed',
    ],
    [{ urn: `urn:li:tag:${'x'.repeat(600)}`, aspectName: 'status' }, 'longer than 512 bytes'],
    [{ urn: 'urn:li:dataset:(a,b)', aspectName: 'datasetKey' }, 'a dataset needs 3: platform, name, origin'],
  ])(
    'refuses %j',
    async (
      { urn, aspectName, value = {} }: { urn: string; aspectName: string; value?: JsonObject },
      words,
    ) => {
      const { ingest } = setUp();
      const refused = ingest({ urn: parseUrn(urn), aspectName, changeType: 'UPSERT', value });
      await expect(refused).rejects.toThrow(words);
    },
  );

  it('checks write conditions: expected version, create only, skip if present', async () => {
    const { ingest } = setUp();
    const value = { removed: false };
    const status = (rest: Partial<MetadataChangeProposal>): Promise<IngestResult> =>
      ingest(upsert('status', value, rest));
    await expect(status({ condition: { ifVersionMatch: '1' } })).rejects.toMatchObject({
      code: 'PRECONDITION',
    });
    await status({ condition: { ifVersionMatch: '-1' } });
    await expect(status({ condition: { ifVersionMatch: '-1' } })).rejects.toThrow(
      'Expected version -1, actual version 1',
    );
    await expect(status({ changeType: 'CREATE' })).rejects.toThrow(
      'Cannot perform CREATE since the aspect already exists.',
    );
    const again = status({ changeType: 'CREATE_ENTITY' });
    await expect(again).rejects.toThrow('since the entity key already exists.');
    await expect(again).rejects.toThrow(EntityExistsError);
    const skipped = await status({ changeType: 'CREATE', condition: { ifNoneMatch: '*' } });
    expect(skipped.results[0]?.outcome).toBe('skipped');
  });

  it('creates an entity with several aspects in one batch, but not twice', async () => {
    const { ingest } = setUp();
    const batch = [
      upsert('status', { removed: false }, { changeType: 'CREATE_ENTITY' }),
      upsert('datasetProperties', { name: 'n' }, { changeType: 'CREATE_ENTITY' }),
    ];
    const { results } = await ingest(...batch);
    expect(results.map(({ outcome }) => outcome)).toEqual(['written', 'written']);
    await expect(ingest(...batch)).rejects.toThrow('since the entity key already exists.');
  });

  it('creates and deletes an entity through its key aspect', async () => {
    const { change, ingest, store } = setUp();
    const key = { platform: 'urn:li:dataPlatform:hive', name: 'db.orders', origin: 'PROD' };
    const created = await ingest(upsert('datasetKey', key));
    expect(created.results[0]).toMatchObject({ outcome: 'written' });
    await expect(ingest(upsert('datasetKey', { ...key, name: 'other' }))).rejects.toMatchObject({
      code: 'VALIDATION',
    });
    await ingest(upsert('status', { removed: false }));
    expect(await change.deleteEntity(ACTOR, DATASET)).toMatchObject({ rows: 1, timeseriesRows: 0 });
    expect(await store.reader.entities([DATASET], undefined)).toEqual(new Map());
    expect(await change.deleteEntity(ACTOR, DATASET)).toMatchObject({ rows: 0 });
  });
});
