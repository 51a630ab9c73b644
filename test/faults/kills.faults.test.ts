import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogProcesses } from '../scale/catalog-processes.ts';
import { SEED } from '../support/effort.ts';
import { jsonAt } from '../support/json-at.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { AcknowledgedWrites, randomFrom, type Call } from './acknowledged-writes.ts';
import { InheritedWrites } from './inherited-writes.ts';
import { expectRecovery } from './observed-catalog.ts';
import { OpenSearchEngine } from './opensearch-engine.ts';
import { beginRemoval, isRemoved } from './removal.ts';
import { until } from '../support/until.ts';

const ALL = [0, 1, 2];
const KILLS = 6;
/** Longest time (ms) from a start to the next kill: most kills hit running work. */
const LONGEST = 1_200;

const everything = new AsyncDisposableStack();
let postgres: PostgresServer;
let engine: OpenSearchEngine;
beforeAll(async () => {
  postgres = everything.use(await startPostgres());
  engine = everything.use(await OpenSearchEngine.start());
});
afterAll(() => everything.disposeAsync());

describe.each([
  ['its own index', () => ({})],
  ['OpenSearch', () => ({ COLOPHON_SEARCH: engine.url, COLOPHON_SEARCH_PREFIX: 'kills_' })],
])('processes on PostgreSQL and %s', (_, search) => {
  it(`are killed at any moment (seed ${SEED})`, async () => {
    const environment = { COLOPHON_STORE: await postgres.createDatabase(), ...search() };
    await using catalog = await CatalogProcesses.start(environment, ALL.length);
    const starting = ALL.map(() => Promise.resolve());
    const callOf =
      (i: number): Call =>
      async (...request) => {
        await starting[i];
        return catalog.call(i, ...request);
      };
    const random = randomFrom(SEED);
    const writes = new AcknowledgedWrites('kills', SEED);
    const inherited = new InheritedWrites(SEED);
    await writes.begin(callOf(0));
    await inherited.begin(callOf(0));
    await until('the definition is known everywhere', async () => {
      const since = (await catalog.call(0, 'GET', '/config')).sequence;
      return (await catalog.call(2, 'GET', '/config', undefined, { since })).status === 200;
    });
    await beginRemoval(callOf(0), 'kills.gone');
    await catalog.call(1, 'POST', '/api/colophon/v1/system-update', { step: 'restore-indices' });

    const stop = new AbortController();
    const writing = ALL.flatMap((i) =>
      [writes, inherited].map((some) => some.writeUntil(stop.signal, callOf(i))),
    );
    for (let kill = 0; kill < KILLS; kill++) {
      const { acknowledged } = writes;
      const i = Math.floor(random() * ALL.length);
      await sleep(random() * LONGEST);
      await catalog.end(i, 'SIGKILL');
      starting[i] = catalog.startOne(i);
      await starting[i];
      await until('writes continue', () => writes.acknowledged > acknowledged + 5);
    }
    stop.abort();
    await Promise.all(writing);

    await until('the removal has ended', () => isRemoved(callOf(2), 'kills.gone'));
    for (const i of ALL) {
      await until('no update is running', async () => {
        const { json } = await callOf(i)('GET', '/api/colophon/v1/system-update');
        return !/waiting|running/.test(String(jsonAt(json, 'state')));
      });
    }
    const check = async (call: Call): Promise<void> => {
      await writes.check(call);
      await inherited.check(call);
    };
    await expectRecovery(catalog, { check }, ALL);
    expect(writes.acknowledged).toBeGreaterThan(KILLS * 5);
    expect(inherited.acknowledged).toBeGreaterThan(KILLS * 5);
  });
});
