import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseUrn } from '../../src/model/urn.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { until } from '../support/until.ts';
import { openCommitThief } from './commit-thief.ts';
import { takeTicket, ticketsOf, upTo } from './counting.ts';

const UNCHANGED = {
  writes: [],
  entries: [],
  created: { time: 1, actor: parseUrn('urn:li:corpuser:tester') },
  result: undefined,
};

describe('commits that do not wait for the disk with the lock', () => {
  let postgres: PostgresServer;
  let url: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    // Only a commit that waits for it writes the log to disk.
    await configure("wal_writer_delay = '10s'");
  });
  beforeEach(async () => {
    url = await postgres.createDatabase();
  });
  // A failed test must not make the others wait.
  afterEach(() => configure("synchronous_standby_names = ''"));
  afterAll(() => postgres[Symbol.asyncDispose]());

  const configure = (setting: string): Promise<unknown> =>
    postgres.run(postgres.url('postgres'), `ALTER SYSTEM SET ${setting}`, 'SELECT pg_reload_conf()');
  const inState = async (): Promise<unknown> =>
    (await postgres.run(url, 'SELECT last_sequence::int FROM colophon_state'))[0]?.['last_sequence'];

  it('are acknowledged, announced and read for derived state only once they are on disk', async () => {
    await using first = await openPostgresStore(url);
    await using second = await openPostgresStore(url);
    await using third = await openPostgresStore(url);
    const events: string[] = [];
    using _ = third.others.subscribe((last) => events.push(`announced ${last}`));
    const note = async (event: string, of: Promise<unknown>): Promise<void> => {
      await of;
      events.push(event);
    };
    // Simulates a slow disk: durable commits wait for a replica that does not exist.
    await configure("synchronous_standby_names = 'absent'");
    const writes = [note('first', takeTicket(first, 'a'))];
    await until('the first is committed', async () => (await inState()) === 1);
    writes.push(note('second', takeTicket(second, 'b')));
    await until('the second is committed', async () => (await inState()) === 2);
    const others = [
      note(
        'unchanged',
        third.commit(() => UNCHANGED),
      ),
      note('read', third.reader.urns({ limit: 10 })),
      note('log', third.log.commitsAfter(0, 10)),
      note('refreshed', third.others.refresh()),
    ];
    await until('all wait', async () => {
      const waiting =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'";
      return (await postgres.run(url, waiting)).length >= writes.length + others.length;
    });
    expect(events).toEqual([]);
    expect(third.log.lastSequence()).toBe(0);
    await configure("synchronous_standby_names = ''");
    await Promise.all([...writes, ...others]);
    expect(third.log.lastSequence()).toBe(2);
  });

  it('are committed again, once, when the server crashes before', async () => {
    await using thief = await openCommitThief(postgres.server.address);
    await using store = await openPostgresStore(url.replace(postgres.server.address, thief.address));
    const rewinds: string[] = [];
    using _ = store.others.whenRewound(() => rewinds.push('rewound'));
    expect(await takeTicket(store, 'a')).toBe(1);
    thief.stealNext('connections');
    const writing = takeTicket(store, 'b');
    await until('the commit is lost', () => thief.stolen() === 1);
    await until('it is committed', async () => (await inState()) === 2);
    await postgres.server.restart('SIGQUIT');
    expect(await inState()).toBe(1);
    thief.reopen();
    expect(await writing).toBe(2);
    expect(await ticketsOf(store)).toMatchObject({ counter: 2, repeated: [], sequences: [1, 2] });
    expect(rewinds).toEqual([]);
  });

  it.each(['on', 'off'])(
    'survive crashes while two processes write, with synchronous_commit = %s',
    async (setting) => {
      const name = new URL(url).pathname.slice(1);
      await postgres.run(url, `ALTER DATABASE ${name} SET synchronous_commit = ${setting}`);
      await using first = await openPostgresStore(url);
      await using second = await openPostgresStore(url);
      const rewinds: string[] = [];
      using _first = first.others.whenRewound(() => rewinds.push('first'));
      using _second = second.others.whenRewound(() => rewinds.push('second'));
      const results: Promise<number>[] = [];
      for (let crash = 0; crash < 4; crash++) {
        for (const i of upTo(30)) {
          results.push(takeTicket(i % 2 === 0 ? first : second, `t${results.length + 1}`));
          if (i % 3 === 0) await pause(5);
        }
        await postgres.server.restart('SIGQUIT');
        await Promise.all(results);
      }
      const given = await Promise.all(results);
      // The last acknowledged commit survives, too.
      await postgres.server.restart('SIGQUIT');
      const { numbers, counter, repeated, sequences } = await ticketsOf(first);
      expect(given.map((_number, i) => numbers.get(`t${i + 1}`))).toEqual(given);
      expect({ counter, repeated }).toEqual({ counter: 120, repeated: [] });
      expect(sequences).toEqual(upTo(120));
      expect(rewinds).toEqual([]);
    },
  );
});
