import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn, definition, propertyUrn } from '../support/catalog-client.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { CatalogProcesses } from './catalog-processes.ts';
import { describeScale } from './describe-scale.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

describeScale('three processes on PostgreSQL, each with its own index', async () => ({
  COLOPHON_STORE: await postgres.createDatabase(),
}));

describe('during an outage of PostgreSQL', () => {
  it('processes report it, and continue once it is back', async () => {
    const environment = { COLOPHON_STORE: await postgres.createDatabase() };
    await using catalog = await CatalogProcesses.start(environment, 2);
    const readiness = (i: number) => catalog.call(i, 'GET', '/health/ready');
    const put = (i: number, urn: string, aspect: string, value: unknown) =>
      catalog.call(i, 'POST', aspectPath(urn, aspect), value);
    const valueOf = (id: string) => ({
      properties: [{ propertyUrn: propertyUrn(id), values: [{ string: 'x' }] }],
    });
    await put(0, propertyUrn('away'), 'propertyDefinition', definition('away'));
    await put(0, datasetUrn('a'), 'structuredProperties', valueOf('away'));

    const isBack = new AbortController();
    const asking = (async () => {
      const reasons: string[] = [];
      while (!isBack.signal.aborted) {
        const { json, status } = await readiness(1);
        if (status === 503) reasons.push(json.message);
        await sleep(20);
      }
      return reasons;
    })();
    await postgres.server.restart('SIGQUIT');
    isBack.abort();
    expect((await asking)[0]).toMatch(/^The store has not answered since \d{4}-/);
    await expect.poll(async () => (await readiness(1)).status).toBe(200);

    const urn = encodeURIComponent(propertyUrn('away'));
    const deletion = await catalog.call(1, 'DELETE', `/openapi/v3/entity/structuredProperty/${urn}`);
    expect(deletion.status, JSON.stringify(deletion.json)).toBe(200);
    await expect
      .poll(async () => (await catalog.call(0, 'GET', '/api/colophon/v1/jobs')).json.jobs[0]?.state)
      .toBe('finished');
    const written = await put(0, datasetUrn('b'), 'datasetProperties', { name: 'b' });
    const path = aspectPath(datasetUrn('b'), 'datasetProperties', 'v3');
    const read = await catalog.call(1, 'GET', path, undefined, { since: written.sequence });
    expect(read.status).toBe(200);
  });
});

describe('writes of DataHub beside running processes', () => {
  it('are in all of them after a minute', async () => {
    const url = await postgres.createDatabase();
    await using catalog = await CatalogProcesses.start({ COLOPHON_STORE: url }, 2);
    await postgres.run(
      url,
      `INSERT INTO metadata_aspect_v2 (urn, aspect, version, metadata, createdon, createdby) VALUES
       ('${datasetUrn('theirs')}', 'datasetProperties', 0, '{"name":"theirs"}', now() AT TIME ZONE 'UTC',
        'urn:li:corpuser:datahub')`,
    );
    const totals = async (): Promise<unknown> => {
      const query = '{ searchAcrossEntities(input: { query: "theirs", types: [DATASET] }) { total } }';
      const answers = await Promise.all(
        [0, 1].map((i) => catalog.call(i, 'POST', '/api/graphql', { query })),
      );
      return answers.map(({ json }) => json.data.searchAcrossEntities.total);
    };
    expect(await totals()).toEqual([0, 0]);
    await expect.poll(totals, { timeout: 100_000, interval: 1_000 }).toEqual([1, 1]);
  });
});

describe('schedules of ingestion sources', () => {
  it('request each run once while the processes are killed in turn', async () => {
    await using catalog = await CatalogProcesses.start({ COLOPHON_STORE: await postgres.createDatabase() });
    const due = new Date(Date.now() + 10_000);
    // Due once a day: a second request for it would be a duplicate.
    const interval = `${due.getUTCSeconds()} ${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
    const info = {
      name: 'x',
      type: 'x',
      schedule: { interval, timezone: 'UTC' },
      config: { recipe: '{}', executorId: 'default' },
    };
    const sources = Array.from({ length: 20 }, (_, n) => `urn:li:dataHubIngestionSource:s${n}`);
    await Promise.all(
      sources.map((urn) => catalog.call(0, 'POST', aspectPath(urn, 'dataHubIngestionSourceInfo'), info)),
    );
    const query =
      '{ listExecutionRequests(input: { count: 100 }) { executionRequests { input { source { ingestionSource } } } } }';
    const requested = async (): Promise<readonly string[]> => {
      const { json } = await catalog.call(0, 'POST', '/api/graphql', { query });
      const requests: { input: { source: { ingestionSource: string } } }[] =
        json.data.listExecutionRequests.executionRequests;
      return requests.map(({ input }) => input.source.ingestionSource).sort();
    };
    for (let round = 0; round < 6; round++) {
      await catalog.end(round % 3, 'SIGKILL');
      await catalog.startOne(round % 3);
    }
    await expect.poll(requested, { interval: 500 }).toEqual(sources.toSorted());
    await Promise.all([1, 2].map((i) => catalog.end(i, 'SIGKILL')));
    // Longer than processes need to notice that the lease is free, and than the interval between checks of the
    // schedules.
    await sleep(8_000);
    expect(await requested()).toEqual(sources.toSorted());
  });
});
