import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MaintainedCatalog } from '../../../test/support/memory/maintained-catalog.ts';
import { TEST_ACTOR } from '../../../test/support/memory/search-fixtures.ts';
import { CatalogError } from '../../errors.ts';
import { Aspect } from '../../model/aspect.ts';
import { EXECUTION_REQUEST } from '../../model/ingestion/run-request.ts';
import type { JsonObject } from '../../util/json.ts';
import { IngestionSchedules, MISSED_FOR_MS } from './ingestion-schedules.ts';

const MINUTE = 60_000;
const NIGHTLY = 'urn:li:dataHubIngestionSource:nightly';

let catalog: MaintainedCatalog;
let now: number;
/** When the sources were last written, in epoch ms. */
let writtenAt: number;
let warnings: string[];
beforeEach(async () => {
  catalog = await MaintainedCatalog.open();
  now = 0;
  writtenAt = 11 * MINUTE;
  warnings = [];
});
afterEach(() => catalog[Symbol.asyncDispose]());

/** The schedules of a process. */
function start(change: Pick<typeof catalog.change, 'ingest'> = catalog.change) {
  const schedules = new IngestionSchedules({
    reader: { rowsOf },
    change,
    actor: TEST_ACTOR,
    clientVersion: 'native',
    now: () => now,
    warn: (message) => void warnings.push(message),
  });
  return {
    at: async (minute: number): Promise<readonly JsonObject[]> => {
      now = minute * MINUTE;
      await schedules.requestDue(new AbortController().signal);
      return requested();
    },
  };
}

async function rowsOf(...of: Parameters<typeof catalog.store.reader.rowsOf>) {
  const rows = await catalog.store.reader.rowsOf(...of);
  return rows.map((row) => {
    const { aspectName, created, sequence, systemMetadata, text, urn } = row.aspect;
    const stamp = { ...created, time: writtenAt };
    return {
      ...row,
      aspect: new Aspect({ urn, aspectName, text, systemMetadata, sequence, created: stamp }),
    };
  });
}

async function requested(): Promise<readonly JsonObject[]> {
  const rows = await catalog.store.reader.rowsOf(EXECUTION_REQUEST.entityType, EXECUTION_REQUEST.input);
  return rows.map(({ aspect }) => aspect.value);
}

const source = (urn = NIGHTLY, more: JsonObject = {}) =>
  catalog.put(urn, 'dataHubIngestionSourceInfo', {
    name: 'Nightly',
    type: 'file',
    schedule: { interval: '*/10 * * * *', timezone: 'UTC' },
    config: { recipe: '{"source":{}}', executorId: 'default', extraArgs: { extra_pip_plugins: '["dbt"]' } },
    ...more,
  });

describe('a due ingestion source', () => {
  it('is requested once, as DataHub does it', async () => {
    await source();
    const one = start();
    expect(await one.at(19.9)).toEqual([]);
    const request = {
      task: 'RUN_INGEST',
      args: {
        recipe: `{"source":{},"pipeline_name":"${NIGHTLY}"}`,
        version: 'native',
        debug_mode: 'false',
        extra_pip_plugins: '["dbt"]',
      },
      executorId: 'default',
      source: { type: 'SCHEDULED_INGESTION_SOURCE', ingestionSource: NIGHTLY },
      requestedAt: 20.05 * MINUTE,
    };
    expect(await one.at(20.05)).toEqual([request]);
    expect(await one.at(20.1)).toHaveLength(1);
    expect(await one.at(29.9)).toHaveLength(1);
    expect(await one.at(30)).toHaveLength(2);
    expect(await one.at(30.1)).toHaveLength(2);
  });

  it('is requested once by several processes, after a crash, and when the clock goes back', async () => {
    await source();
    const [one, other] = [start(), start()];
    await Promise.all([one.at(20), other.at(20)]);
    expect(await start().at(20.1)).toHaveLength(1);
    expect(await one.at(19)).toHaveLength(1);
    expect(await one.at(20.2)).toHaveLength(1);
  });

  it('is requested again after the store failed', async () => {
    await source();
    let isDown = true;
    const one = start({
      ingest: (...args) =>
        isDown
          ? Promise.reject(new CatalogError('UNAVAILABLE', 'The store is unavailable.'))
          : catalog.change.ingest(...args),
    });
    await expect(one.at(20)).rejects.toThrow('The store is unavailable.');
    isDown = false;
    expect(await one.at(20.1)).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it('is requested once for all the times that passed while no process ran, and only within an hour', async () => {
    await source();
    expect(await start().at(59)).toHaveLength(1);
    await source('urn:li:dataHubIngestionSource:hourly', {
      schedule: { interval: '0 * * * *', timezone: 'UTC' },
    });
    await start().at(60 + MISSED_FOR_MS / MINUTE);
    const hourly = (await requested()).filter(({ source: of }) => JSON.stringify(of).includes('hourly'));
    expect(hourly).toMatchObject([{ requestedAt: 120 * MINUTE }]);
  });

  it('is not requested for times missed by more than an hour', async () => {
    await source(NIGHTLY, { schedule: { interval: '20 0 * * *', timezone: 'UTC' } });
    expect(await start().at(81)).toEqual([]);
    expect(await start().at(79)).toHaveLength(1);
  });

  it('is not due for times before its schedule, and does not lose one when other members of it change', async () => {
    const one = start();
    await source();
    writtenAt = 21 * MINUTE;
    expect(await one.at(22)).toEqual([]);
    expect(await start().at(22)).toEqual([]);
    await source(NIGHTLY, { name: 'Renamed' });
    writtenAt = 30.5 * MINUTE;
    expect(await one.at(31)).toHaveLength(1);
    await source(NIGHTLY, { schedule: { interval: '*/5 * * * *', timezone: 'UTC' } });
    writtenAt = 35.5 * MINUTE;
    expect(await one.at(36)).toHaveLength(1);
    expect(await one.at(40)).toHaveLength(2);
  });
});

describe('a source that cannot be run', () => {
  it('is reported once, and does not block others', async () => {
    await source('urn:li:dataHubIngestionSource:a', { schedule: { interval: 'nightly', timezone: 'UTC' } });
    await source('urn:li:dataHubIngestionSource:b', { config: { recipe: 'source: {}' } });
    await source();
    const one = start();
    expect(await one.at(20)).toHaveLength(1);
    await one.at(21);
    expect(warnings).toEqual([
      expect.stringContaining(
        "dataHubIngestionSource:a is not run by its schedule: schedule.interval 'nightly'",
      ),
      expect.stringContaining('dataHubIngestionSource:b was due, but cannot be run: config.recipe of'),
    ]);
  });

  it('is not requested when its schedule, or the source, is deleted', async () => {
    const [one, config] = [start(), { recipe: '{}', executorId: 'default' }];
    const urn = await source();
    expect(await one.at(19)).toEqual([]);
    await catalog.put(urn, 'dataHubIngestionSourceInfo', { name: 'Manual', type: 'file', config });
    expect(await one.at(20)).toEqual([]);
    await source();
    expect(await one.at(29)).toEqual([]);
    await catalog.change.deleteEntity(TEST_ACTOR, urn);
    expect(await one.at(30)).toEqual([]);
  });
});
