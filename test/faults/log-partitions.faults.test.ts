import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogProcesses } from '../scale/catalog-processes.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { AcknowledgedWrites, type Call } from './acknowledged-writes.ts';
import { expectRecovery, figure } from './observed-catalog.ts';

/** Commits in a partition of the change log. */
const MILLION = 1_000_000;
/** Commits that remain in the first partition when the processes have started. */
const ROOM = 60;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

describe('a partition of the change log', () => {
  it('is dropped while a process with its own index still has to read it', async () => {
    const url = await postgres.createDatabase();
    const environment = { COLOPHON_STORE: url };
    {
      await using first = await CatalogProcesses.start(environment, 1);
      const last = await figure(first, 0, 'colophon_sequence{of="store"}');
      expect(last).toBeLessThan(MILLION - ROOM);
    }
    // As if the log had been written and trimmed up to this commit.
    await postgres.run(
      url,
      `UPDATE colophon_change_log SET sequence = ${MILLION - ROOM}
       WHERE sequence = (SELECT last_sequence FROM colophon_state)`,
      `DELETE FROM colophon_change_log WHERE sequence < ${MILLION - ROOM}`,
      `UPDATE colophon_state SET last_sequence = ${MILLION - ROOM}`,
    );
    await using catalog = await CatalogProcesses.start(environment, 2);
    const quick: Call = (...request) => catalog.call(0, ...request);
    const writes = new AcknowledgedWrites('dropped', 5);
    await writes.begin(quick);
    await expectRecovery(catalog, writes, [0, 1]);

    const position = () => figure(catalog, 0, 'colophon_sequence{of="store"}');
    expect(await position()).toBeLessThan(MILLION);
    catalog.signal(1, 'SIGSTOP');
    while ((await position()) < MILLION + ROOM) await writes.write(quick);
    {
      await using store = await openPostgresStore(url);
      while ((await store.audit.purge({ before: 0, keep: 0 })) > 0);
      const everything = { below: Number.MAX_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER };
      while ((await store.trimLog(everything)) > 0);
      expect((await store.log.oldest())?.sequence).toBeGreaterThanOrEqual(MILLION);
    }
    catalog.signal(1, 'SIGCONT');
    await expectRecovery(catalog, writes, [0, 1]);
    for (let i = 0; i < 20; i++) await writes.write((...request) => catalog.call(i % 2, ...request));
    await expectRecovery(catalog, writes, [0, 1]);
    expect(writes.failed).toBe(0);
  });
});
