import { describe, expect, it } from 'vitest';
import { MaintainedCatalog, datasetUrn } from '../../../test/support/memory/maintained-catalog.ts';
import { Aspect } from '../../model/aspect.ts';
import { parseUrn } from '../../model/urn.ts';
import type { RowWrite } from '../../store/metadata-store.ts';
import type { JsonObject } from '../../util/json.ts';
import { UpgradeRecords } from '../upgrade-records.ts';

const STAMP = { time: 5, actor: parseUrn('urn:li:corpuser:former') };
const METADATA = { lastObserved: 5, runId: 'former-run', version: '1' };
const recordsOf = ({ change, store }: MaintainedCatalog) =>
  new UpgradeRecords({ change, store, version: '0', now: () => 5, actor: STAMP.actor });

/** A catalog of an earlier version: the rows are stored as sent. */
class FormerCatalog {
  readonly catalog: MaintainedCatalog;

  private constructor(catalog: MaintainedCatalog) {
    this.catalog = catalog;
  }

  static async open(): Promise<FormerCatalog> {
    const catalog = await MaintainedCatalog.open();
    await recordsOf(catalog).end('derive-aspects', 'FAILED', {});
    return new FormerCatalog(catalog);
  }

  async store(
    urn: string,
    aspects: Readonly<Record<string, JsonObject>>,
    timestampMillis?: number,
  ): Promise<void> {
    const parsed = parseUrn(urn);
    const { commit } = await this.catalog.store.commit((state, sequence) => {
      const parts = Object.entries(aspects).map(
        ([aspectName, value]) =>
          new Aspect({
            urn: parsed,
            aspectName,
            text: JSON.stringify(value),
            systemMetadata: METADATA,
            created: STAMP,
            sequence,
          }),
      );
      const entity = { urn: parsed, created: STAMP, systemMetadata: METADATA };
      const writes: RowWrite[] = parts.map((aspect) =>
        timestampMillis === undefined
          ? { kind: 'putAspect', row: { aspect, internal: {} } }
          : { kind: 'putPoint', aspect, timestampMillis, pointKey: '' },
      );
      return {
        writes: state.entity(parsed) === undefined ? [{ kind: 'createEntity', entity }, ...writes] : writes,
        entries: parts.map(({ aspectName }) => ({ urn: parsed, aspectName, changeType: 'UPSERT' })),
        created: STAMP,
        result: undefined,
      };
    });
    if (commit !== undefined) await this.catalog.effects.follow(commit);
  }

  async read(urn: string, aspectName: string): Promise<Aspect | undefined> {
    const parsed = parseUrn(urn);
    return (await this.catalog.store.reader.entities([parsed], [aspectName]))
      .get(parsed)
      ?.aspects.get(aspectName);
  }

  async value(urn: string, aspectName: string): Promise<JsonObject | undefined> {
    return (await this.read(urn, aspectName))?.value;
  }
}

const [UPPER, TABLE] = [datasetUrn('Db.T'), datasetUrn('db.s.t')];
const DBT = 'urn:li:dataset:(urn:li:dataPlatform:dbt,db.s.t,PROD)';
const [INCIDENT, ASSERTION, PRODUCT] = ['urn:li:incident:i', 'urn:li:assertion:a', 'urn:li:dataProduct:p'];
const RUN = { assertionUrn: ASSERTION, asserteeUrn: TABLE, runId: 'r', status: 'COMPLETE' };

async function formerCatalog(): Promise<FormerCatalog> {
  const former = await FormerCatalog.open();
  await former.store(UPPER, { datasetProperties: { name: 'n' } });
  const field = (fieldPath: string, n: number): JsonObject => ({ fieldPath, description: String(n) });
  await former.store(TABLE, {
    upstreamLineage: { upstreams: [{ dataset: DBT, type: 'TRANSFORMED' }] },
    editableSchemaMetadata: { editableSchemaFieldInfo: [field('a', 1), field('b', 2), field('a', 3)] },
  });
  await former.store(INCIDENT, {
    incidentInfo: {
      type: 'OPERATIONAL',
      entities: [TABLE],
      created: { ...STAMP },
      status: { state: 'ACTIVE', lastUpdated: { ...STAMP } },
    },
  });
  await former.store(ASSERTION, {
    assertionInfo: { type: 'DATASET', datasetAssertion: { dataset: TABLE, scope: 'DATASET_ROWS' } },
  });
  for (const [type, timestampMillis] of [
    ['FAILURE', 10],
    ['SUCCESS', 30],
    ['SUCCESS', 20],
  ] as const) {
    await former.store(
      ASSERTION,
      { assertionRunEvent: { ...RUN, timestampMillis, result: { type } } },
      timestampMillis,
    );
  }
  await former.store(PRODUCT, { dataProductProperties: { name: 'p', assets: [{ destinationUrn: TABLE }] } });
  return former;
}

describe('aspects of an earlier version', () => {
  it('are completed, and others are derived from them', async () => {
    const former = await formerCatalog();
    await using catalog = former.catalog;
    const { 'derive-aspects': derived } = await catalog.update();
    expect(derived).toEqual({ outcome: 'done', aspects: 9 });
    expect(await former.value(UPPER, 'aliases')).toEqual({ lowercasedUrn: datasetUrn('db.t') });
    expect(await former.value(TABLE, 'siblings')).toEqual({ siblings: [DBT], primary: false });
    expect(await former.value(DBT, 'siblings')).toEqual({ siblings: [TABLE], primary: true });
    expect(await former.value(TABLE, 'incidentsSummary')).toMatchObject({
      activeIncidentDetails: [{ urn: INCIDENT, createdAt: 5 }],
    });
    expect(await former.value(TABLE, 'dataProducts')).toMatchObject({
      dataProducts: [{ destinationUrn: PRODUCT }],
    });
    expect(await former.value(ASSERTION, 'assertionInfo')).toMatchObject({ entityUrn: TABLE });
    expect(await former.value(ASSERTION, 'assertionRunSummary')).toEqual({
      lastFailedAtMillis: 10,
      lastPassedAtMillis: 30,
      assertionStatus: 'PASSING',
    });
    const schema = await former.read(TABLE, 'editableSchemaMetadata');
    expect(schema?.value['editableSchemaFieldInfo']).toMatchObject([
      { description: '1' },
      { description: '2' },
    ]);
    // A rollback of the run that wrote it finds it still.
    expect(schema?.systemMetadata).toMatchObject({ runId: 'former-run', version: '2' });
    expect(await catalog.doctor()).toMatchObject({ missingInIndex: 0, differentDocument: 0 });
  });

  it('are not changed once that is done, or when it is requested again', async () => {
    const former = await formerCatalog();
    await using catalog = former.catalog;
    await catalog.update();
    const sequence = catalog.store.log.lastSequence();
    expect((await catalog.update())['derive-aspects']).toMatchObject({ outcome: 'skipped' });
    expect(catalog.store.log.lastSequence()).toBe(sequence);
    await recordsOf(catalog).end('derive-aspects', 'FAILED', {});
    expect((await catalog.update())['derive-aspects']).toEqual({ outcome: 'done', aspects: 0 });
  });

  it('are not read again before the position of an interruption', async () => {
    const former = await formerCatalog();
    await using catalog = former.catalog;
    const records = recordsOf(catalog);
    let place = 0;
    for (let found = false; !found;) {
      const page = await catalog.store.reader.entitiesFrom(place, 1);
      found = page.entities.has(parseUrn(TABLE));
      place = page.next ?? place;
    }
    await records.begin('derive-aspects');
    await records.note('derive-aspects', { place, done: 2, aspects: 3 });
    await records.begin('derive-aspects');
    expect((await catalog.update())['derive-aspects']).toEqual({ outcome: 'done', aspects: 8 });
    expect(await former.value(UPPER, 'aliases')).toBeUndefined();
    expect(await former.value(TABLE, 'siblings')).toBeUndefined();
    expect(await former.value(TABLE, 'incidentsSummary')).toBeDefined();
  });

  it('do not exist in a new catalog', async () => {
    await using catalog = await MaintainedCatalog.open();
    expect(await recordsOf(catalog).read('derive-aspects')).toMatchObject({ state: 'SUCCEEDED' });
    await catalog.maintenance.startIfDue();
    expect(await catalog.maintenance.report('system-update')).toBeUndefined();
  });
});
