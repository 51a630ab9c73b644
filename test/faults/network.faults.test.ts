import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { urnHash } from '../../src/store/rows/urn-hash.ts';
import { CatalogProcesses } from '../scale/catalog-processes.ts';
import { aspectPath, datasetUrn } from '../support/catalog-client.ts';
import { AcknowledgedWrites, type Call } from './acknowledged-writes.ts';
import { ENGINES, FaultyNetwork } from './network.ts';
import { expectRecovery, isReady } from './observed-catalog.ts';
import { OpenSearchEngine } from './opensearch-engine.ts';
import { startPostgresAt, type PostgresEngine } from './postgres-engine.ts';
import { beginRemoval, isRemoved } from './removal.ts';
import { until } from '../support/until.ts';

const ALL = [0, 1, 2];
/** The lock class of the catalog in PostgreSQL. */
const LOCK_CLASS = 0x636f6c6f;

let network: FaultyNetwork;
let postgres: PostgresEngine;
let opensearch: OpenSearchEngine;
let catalog: CatalogProcesses;
let writes: AcknowledgedWrites;

const everything = new AsyncDisposableStack();
beforeAll(async () => {
  network = everything.use(FaultyNetwork.create(ALL.length));
  postgres = everything.use(await startPostgresAt(network.engine('postgres'), network.everybody));
  opensearch = everything.use(await OpenSearchEngine.start(network.engine('opensearch')));
  const environment = {
    COLOPHON_STORE: postgres.url,
    COLOPHON_SEARCH: opensearch.url,
    COLOPHON_LOG_LEVEL: 'fatal',
  };
  catalog = everything.use(await CatalogProcesses.start(environment, ALL.length, (i) => network.wrapper(i)));
  writes = new AcknowledgedWrites('network', 17);
  await writes.begin(callOf(0));
  await expectRecovery(catalog, writes, ALL);
});
afterAll(() => everything.disposeAsync());

afterEach(() => network.healAll());

/** The process with a lease; undefined while there is none. */
async function holderOf(lease: string): Promise<number | undefined> {
  const [row] = await postgres.ask(
    `SELECT host(client_addr) AS address FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = ${LOCK_CLASS} AND objid = ${urnHash(lease) >>> 0}`,
  );
  return ALL.find((i) => network.processAddress(i) === row?.['address']);
}

/** Writes through all processes concurrently while `happening` runs. */
async function whileWriting(happening: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const writing = ALL.map((i) => writes.writeUntil(stop.signal, callOf(i)));
  try {
    await happening();
  } finally {
    stop.abort();
    await Promise.all(writing);
  }
}

async function expectProgress(): Promise<void> {
  const before = writes.acknowledged;
  await until('the others write', () => writes.acknowledged > before + 20);
}

const callOf =
  (i: number): Call =>
  (...request) =>
    catalog.call(i, ...request);

async function expectAnotherLeader(before: number): Promise<void> {
  await until(
    'another runs the maintenance',
    async () => ![undefined, before].includes(await holderOf('upkeep')),
  );
}

describe('a network that silently drops everything', () => {
  it('between PostgreSQL and the process that has the leases: another takes over, and nothing is done twice', async () => {
    await until('a process runs the maintenance', async () => (await holderOf('upkeep')) !== undefined);
    const leader = (await holderOf('upkeep')) ?? 0;
    const [other = 0] = ALL.filter((i) => i !== leader);
    await whileWriting(async () => {
      await beginRemoval(callOf(leader), 'network.cut');
      network.cut(leader, 'postgres');
      await expectProgress();
      await expectAnotherLeader(leader);
      await until('the removal has ended', () => isRemoved(callOf(other), 'network.cut'));
      const { json, status } = await catalog.call(leader, 'GET', '/health/ready');
      expect({ json: json as unknown, status }).toMatchObject({ status: 503, json: { status: 'DOWN' } });
      expect(JSON.stringify(json)).toMatch(/The store has not answered since/);
      const read = aspectPath(datasetUrn('network.cut.held1'), 'datasetKey', 'v3');
      expect((await catalog.call(leader, 'GET', read)).status).toBe(503);
      expect((await catalog.call(leader, 'GET', '/health')).status).toBe(200);
      network.healAll();
      await until('the process is ready again', () => isReady(catalog, leader));
    });
    await expectRecovery(catalog, writes, ALL);
  });

  it('between OpenSearch and one process: the others bring its writes to the index', async () => {
    network.cut(1, 'opensearch');
    const before = writes.acknowledged;
    for (let i = 0; i < 20; i++) await writes.write(callOf(1));
    expect(writes.acknowledged).toBe(before + 20);
    await until('the process reports it', async () => !(await isReady(catalog, 1)));
    await expectRecovery(catalog, writes, [0, 2]);
    network.healAll();
    await expectRecovery(catalog, writes, ALL);
  });

  it('between all processes and all engines', async () => {
    await whileWriting(async () => {
      await expectProgress();
      for (const i of ALL) for (const engine of ENGINES) network.cut(i, engine);
      for (const i of ALL) await until('it reports it', async () => !(await isReady(catalog, i)));
      const { failed } = writes;
      await until('no request waits forever', () => writes.failed >= failed + ALL.length);
      network.healAll();
      await expectProgress();
    });
    await expectRecovery(catalog, writes, ALL);
  });
});

describe('a process that is suspended for longer than it may keep its leases', () => {
  it('is replaced, and notices it when it resumes', async () => {
    await until('a process runs the maintenance', async () => (await holderOf('upkeep')) !== undefined);
    const leader = (await holderOf('upkeep')) ?? 0;
    const [other = 0] = ALL.filter((i) => i !== leader);
    await whileWriting(async () => {
      await expectProgress();
      await beginRemoval(callOf(other), 'network.suspended');
      catalog.signal(leader, 'SIGSTOP');
      await expectAnotherLeader(leader);
      await expectProgress();
      await until('the removal has ended', () => isRemoved(callOf(other), 'network.suspended'));
      catalog.signal(leader, 'SIGCONT');
      await until('it is ready again', () => isReady(catalog, leader));
      await expectProgress();
    });
    await expectRecovery(catalog, writes, ALL);
  });
});
