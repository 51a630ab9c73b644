import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogProcesses } from '../scale/catalog-processes.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { jsonNames } from '../support/json-at.ts';
import { AcknowledgedWrites, type Call } from './acknowledged-writes.ts';
import { expectRecovery, figure, isReady } from './observed-catalog.ts';
import { OpenSearchEngine } from './opensearch-engine.ts';
import { until } from '../support/until.ts';

const PREFIX = 'faults_';
const SEARCH = {
  query: 'query s { scrollAcrossEntities(input: {query: "*", types: [DATASET], count: 1}) { total } }',
};

let postgres: PostgresServer;
let engine: OpenSearchEngine;
let catalog: CatalogProcesses;
let writes: AcknowledgedWrites;
let turn = 0;

/** Sends requests to the two processes alternately. */
const call: Call = (method, path, body) => catalog.call(turn++ % 2, method, path, body);

const everything = new AsyncDisposableStack();
beforeAll(async () => {
  postgres = everything.use(await startPostgres());
  engine = everything.use(await OpenSearchEngine.start());
  const environment = {
    COLOPHON_STORE: await postgres.createDatabase(),
    COLOPHON_SEARCH: engine.url,
    COLOPHON_SEARCH_PREFIX: PREFIX,
  };
  catalog = everything.use(await CatalogProcesses.start(environment, 2));
  writes = new AcknowledgedWrites('opensearch', 8);
  await writes.begin(call);
  await writeMany(10);
  await recovered();
});
afterAll(() => everything.disposeAsync());

async function writeMany(count: number): Promise<void> {
  const before = writes.acknowledged;
  for (let i = 0; i < count; i++) await writes.write(call);
  expect(writes.acknowledged - before).toBe(count);
}

const recovered = (): Promise<void> => expectRecovery(catalog, writes, [0, 1]);

/** Expects that every protocol refuses requests that need the index. */
async function expectSearchesRefused(reason: RegExp): Promise<void> {
  const graphql = await call('POST', '/api/graphql', SEARCH);
  expect(graphql.json).toMatchObject({
    errors: [{ extensions: { code: 503, type: 'SERVICE_UNAVAILABLE' } }],
  });
  const path = '/openapi/v3/entity/dataset?count=1&query=*';
  const headers = { authorization: `Bearer ${catalog.token}` };
  const response = await fetch(catalog.url(0) + path, { headers });
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(503);
  expect(response.headers.get('retry-after')).toBe('2');
  expect(body).toMatchObject({
    error: 'Service Unavailable',
    message: expect.stringMatching(reason) as string,
  });
}

/** Reads of the store, and writes, continue; both processes report that they are not ready, and the reason. */
async function expectDegraded(reason: RegExp): Promise<void> {
  await writeMany(20);
  for (const i of [0, 1]) {
    const { json, status } = await catalog.call(i, 'GET', '/health/ready');
    expect({ json: json as unknown, status }).toMatchObject({ status: 503, json: { status: 'DOWN' } });
    expect(JSON.stringify(json)).toMatch(reason);
    expect((await catalog.call(i, 'GET', '/health')).status).toBe(200);
  }
}

describe('OpenSearch', () => {
  it('is killed, and starts again', async () => {
    await engine.end();
    try {
      await engine.copyData();
      await expectDegraded(/The search index has not answered since \d{4}-/);
      await expectSearchesRefused(/OpenSearch at .* cannot be reached/);
      expect(await figure(catalog, 0, 'colophon_index_lag_commits')).toBeGreaterThan(0);
      await catalog.end(1, 'SIGTERM');
      await expect(catalog.startOne(1)).rejects.toThrow(/ended before it was ready/);
    } finally {
      await engine.start();
    }
    await catalog.startOne(1);
    await recovered();
  });

  it('is slow: it accepts connections and does not answer', async () => {
    engine.hang();
    try {
      await expectDegraded(/The search index has not answered since \d{4}-/);
      await expectSearchesRefused(/did not answer in time/);
    } finally {
      engine.resume();
    }
    await recovered();
  });

  it('has no more disk space', async () => {
    // Checked every ten seconds, which is the shortest interval of the node.
    await engine.ask('PUT', '/_cluster/settings', settings({ 'info.update.interval': '10s' }));
    // More free space than any disk has: the node considers itself full, and blocks its indexes.
    await engine.ask('PUT', '/_cluster/settings', settings(watermarks('1000tb')));
    await until('the node blocks writes', async () =>
      JSON.stringify(await engine.ask('GET', `/${PREFIX}*/_settings`)).includes('read_only_allow_delete'),
    );
    await writeMany(20);
    expect((await call('POST', '/api/graphql', SEARCH)).json).toMatchObject({
      data: { scrollAcrossEntities: {} },
    });
    for (const i of [0, 1]) {
      await until(
        'the lag is reported',
        async () => (await figure(catalog, i, 'colophon_index_lag_commits')) > 0,
      );
      expect(await isReady(catalog, i)).toBe(true);
    }
    await engine.ask('PUT', '/_cluster/settings', settings(watermarks('1b')));
    await recovered();
  });

  it.each([
    ['the documents of one type', `${PREFIX}*_dataset`],
    ['the state', `${PREFIX}*-state`],
    ['all indexes', `${PREFIX}*`],
  ])('loses %s', async (_, pattern) => {
    const names = jsonNames(await engine.ask('GET', `/${pattern}`));
    expect(names.length).toBeGreaterThan(0);
    const stateIndex = async (): Promise<string> => {
      const state: unknown = await engine.ask('GET', `/_alias/${PREFIX}_state`).catch(() => ({}));
      return jsonNames(state).join();
    };
    const before = await stateIndex();
    for (const name of names) await engine.ask('DELETE', `/${name}`);
    await until('a new index takes its place', async () => !['', before].includes(await stateIndex()));
    await recovered();
    await writeMany(5);
    await recovered();
  });

  it('is restored to an earlier copy of its disk, and nothing is written afterwards', async () => {
    await writeMany(20);
    await recovered();
    await engine.end();
    await engine.putBackData();
    await engine.start();
    await recovered();
  });

  it('loses its disk', async () => {
    await engine.end();
    await engine.loseData();
    await writeMany(5);
    await engine.start();
    await recovered();
  });
});

const settings = (values: Readonly<Record<string, unknown>>): object => ({
  transient: Object.fromEntries(Object.entries(values).map(([name, value]) => [`cluster.${name}`, value])),
});

const watermarks = (free: string): Readonly<Record<string, unknown>> => {
  const stages = ['low', 'high', 'flood_stage'].map((stage) => [
    `routing.allocation.disk.watermark.${stage}`,
    free,
  ]);
  return { 'routing.allocation.disk.threshold_enabled': true, ...Object.fromEntries(stages) } as Record<
    string,
    unknown
  >;
};
