import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../support/catalog-client.ts';
import { OpenSearchNode } from '../support/engines/opensearch-node.ts';
import { runStatements, startPostgres } from '../support/engines/postgres-database.ts';
import { until } from '../support/until.ts';
import { CatalogProcesses } from './catalog-processes.ts';

const DATASETS = 12_000;
const BATCH = 1_000;
const UPDATE = '/api/colophon/v1/system-update';
const DOCTOR = '/api/colophon/v1/doctor';
/** Processes with two or more leases: each has at most one besides those of ranges, or that of the job. */
const AT_WORK = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database =
  (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY pid HAVING count(*) > 1`;
/** For a busy machine. */
const PATIENT = { limitMs: 280_000 };
const SOUND = { missingInIndex: 0, onlyInIndex: 0, differentDocument: 0 };

const everything = new AsyncDisposableStack();
let catalog: CatalogProcesses;
let store: string;

beforeAll(async () => {
  const [postgres, node] = await Promise.all([startPostgres(), OpenSearchNode.start()]);
  everything.use(postgres);
  everything.defer(() => node.stop());
  store = await postgres.createDatabase();
  const search = { COLOPHON_SEARCH: node.url, COLOPHON_SEARCH_PREFIX: `rebuild_${process.pid}_` };
  catalog = everything.use(await CatalogProcesses.start({ COLOPHON_STORE: store, ...search }, 2));
  for (let from = 0; from < DATASETS; from += BATCH) {
    const body = Array.from({ length: BATCH }, (_, i) => ({
      urn: datasetUrn(`d${from + i}`),
      datasetProperties: { value: { name: `number ${from + i}`, description: 'of many' } },
    }));
    const { json, status } = await catalog.call(0, 'POST', '/openapi/v3/entity/dataset?async=false', body);
    expect(status, JSON.stringify(json)).toBe(200);
  }
});
afterAll(() => everything.disposeAsync());

/** Starts a rebuild in process 0; resolves with the number of its job when both processes work on ranges. */
async function beginRebuild(): Promise<number> {
  const { json, status } = await catalog.call(0, 'POST', UPDATE, { step: 'restore-indices' });
  expect(status).toBe(202);
  await until('both work on it', async () => (await runStatements(store, AT_WORK)).length === 2);
  return json.id;
}

/** The first report of a rebuild, from job `job` on, that was not skipped: a starting process adds jobs that may have nothing to do. */
async function rebuilt(i: number, job: number): Promise<unknown> {
  let step: { outcome?: string } | undefined;
  const isOver = async (): Promise<boolean> => {
    const last: { id: number } = (await catalog.call(i, 'GET', UPDATE)).json;
    for (let id = job; id <= last.id && step === undefined; id++) {
      const { result } = (await catalog.call(i, 'GET', `${UPDATE}/${id}`)).json;
      const steps: { id: string; outcome: string }[] = result?.steps ?? [];
      step = steps.find((one) => one.id === 'restore-indices' && one.outcome !== 'skipped');
    }
    return step !== undefined;
  };
  await until('the rebuild has ended', isOver, PATIENT);
  return step;
}

async function expectSound(i: number): Promise<void> {
  await catalog.call(i, 'POST', DOCTOR, {});
  await until(
    'the doctor has ended',
    async () => (await catalog.call(i, 'GET', DOCTOR)).json.state === 'succeeded',
  );
  expect((await catalog.call(i, 'GET', DOCTOR)).json.result).toMatchObject(SOUND);
}

async function writeSome(i: number): Promise<void> {
  for (const n of [1, DATASETS / 2, DATASETS - 1]) {
    const path = aspectPath(datasetUrn(`d${n}`), 'datasetProperties');
    expect((await catalog.call(i, 'POST', path, { name: `changed ${n}` })).status).toBe(200);
    const gone = `/openapi/v3/entity/dataset/${encodeURIComponent(datasetUrn(`d${n - 1}`))}`;
    await catalog.call(i, 'DELETE', gone);
  }
}

describe('a rebuild by two processes on PostgreSQL and OpenSearch', () => {
  it('is complete when one of them is killed, and includes concurrent writes', async () => {
    const job = await beginRebuild();
    await catalog.end(1, 'SIGKILL');
    await writeSome(0);
    expect(await rebuilt(0, job)).toMatchObject({ outcome: 'done' });
    await expectSound(0);
    await catalog.startOne(1);
    await expectSound(1);
  });

  it('resumes after both were killed', async () => {
    const job = await beginRebuild();
    await until(
      'some is done',
      async () => (await catalog.call(0, 'GET', `${UPDATE}/${job}`)).json.done > 1_000,
    );
    await Promise.all([0, 1].map(async (i) => catalog.end(i, 'SIGKILL')));
    await catalog.startOne(0);
    await writeSome(0);
    expect(await rebuilt(0, job)).toMatchObject({ goneOnAfter: expect.any(Number) as number });
    await catalog.startOne(1);
    await expectSound(1);
  });
});
