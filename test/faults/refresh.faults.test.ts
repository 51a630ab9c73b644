import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogProcesses } from '../scale/catalog-processes.ts';
import { datasetUrn } from '../support/catalog-client.ts';
import { startPostgres } from '../support/engines/postgres-database.ts';
import { TcpSwitch } from '../support/engines/tcp-switch.ts';
import { AcknowledgedWrites } from './acknowledged-writes.ts';
import { expectRecovery } from './observed-catalog.ts';
import { OpenSearchEngine } from './opensearch-engine.ts';

const WRITERS = [1, 2, 3];

let engine: OpenSearchEngine;
let catalog: CatalogProcesses;
/** Called when a process is about to send the request for a refresh. */
let refreshing: () => void = () => undefined;

const everything = new AsyncDisposableStack();
beforeAll(async () => {
  const postgres = everything.use(await startPostgres());
  engine = everything.use(await OpenSearchEngine.start());
  const way = everything.use(
    await TcpSwitch.open(new URL(engine.url).host, (text) => {
      if (/^POST \S+\/_refresh /.test(text)) refreshing();
    }),
  );
  const environment = {
    COLOPHON_STORE: await postgres.createDatabase(),
    COLOPHON_SEARCH: `http://${way.address}`,
    COLOPHON_SEARCH_PREFIX: 'refresh_',
  };
  catalog = everything.use(await CatalogProcesses.start(environment, 2));
});
afterAll(() => everything.disposeAsync());

/** A write that waits until it is searchable. */
const write = (name: string) =>
  catalog.call(0, 'POST', '/openapi/v3/entity/dataset?async=false', [
    {
      urn: datasetUrn(name),
      datasetProperties: { value: { name }, headers: { 'X-DataHub-Sync-Index-Update': 'true' } },
    },
  ]);

const totalOf = async (i: number, name: string): Promise<unknown> => {
  const query = `{ searchAcrossEntities(input: { query: "${name}", types: [DATASET] }) { total } }`;
  const { json } = await catalog.call(i, 'POST', '/api/graphql', { query });
  return json.data?.searchAcrossEntities?.total;
};

describe('OpenSearch', () => {
  it.each([
    ['before the engine has answered', () => engine.hang()],
    ['as the request arrives', () => undefined],
  ])('is killed in the middle of a refresh that writes wait for, %s', async (moment, beforehand) => {
    const names = WRITERS.map((i) => `refreshed${moment.length}x${i}`);
    expect((await write(`calm${moment.length}`)).status).toBe(200);
    const killed = new Promise<void>((resolve, reject) => {
      refreshing = () => {
        refreshing = () => undefined;
        beforehand();
        engine.end('SIGKILL').then(resolve, reject);
      };
    });
    const answers = await Promise.all(names.map(write));
    await killed;
    for (const { json, status } of answers) {
      // The write is stored; only the requested wait failed.
      expect({ status, json: json as unknown }).toMatchObject({
        status: 503,
        json: { message: expect.stringMatching(/OpenSearch at .* cannot be reached/) as string },
      });
    }
    await engine.start();
    for (const i of [0, 1]) {
      for (const name of names) await expect.poll(() => totalOf(i, name)).toBe(1);
    }
    expect((await write(`calm${moment.length}`)).status).toBe(200);
    await expectRecovery(catalog, new AcknowledgedWrites('refresh', 1), [0, 1]);
  });
});
