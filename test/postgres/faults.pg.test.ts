import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseUrn } from '../../src/model/urn.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { openCommitThief, type Theft } from './commit-thief.ts';
import { takeTicket, ticketsOf, upTo } from './counting.ts';

describe('PostgreSQL under faults', () => {
  let postgres: PostgresServer;
  let url: string;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    url = await postgres.createDatabase();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  const writeInTurns = async (count: number, take: (i: number) => Promise<number>): Promise<number[]> => {
    const taken: Promise<number>[] = [];
    for (const i of upTo(count)) {
      taken.push(take(i));
      if (i % 5 === 0) await pause(20);
    }
    return Promise.all(taken);
  };

  it('loses no acknowledged write and repeats none while its connections are terminated', async () => {
    await using store = await openPostgresStore(url);
    const writing = writeInTurns(300, (i) => takeTicket(store, `t${i}`));
    // The terminations end long before the last attempt of a group.
    for (let ended = 0; ended < 12; ended++) {
      await postgres.endConnections(url);
      await pause(100);
    }
    const results = await writing;
    const { numbers, counter, repeated, sequences } = await ticketsOf(store);
    expect(results.toSorted((a, b) => a - b)).toEqual(upTo(300));
    expect(results.map((_, i) => numbers.get(`t${i + 1}`))).toEqual(results);
    expect({ counter, repeated }).toEqual({ counter: 300, repeated: [] });
    expect(sequences).toEqual(upTo(300));
  });

  it.each(['SIGINT', 'SIGQUIT'] as const)('continues when the server restarts after %s', async (signal) => {
    await using store = await openPostgresStore(url);
    const writing = writeInTurns(200, (i) => takeTicket(store, `t${i}`));
    await pause(50);
    await postgres.server.restart(signal);
    const results = await writing;
    const { numbers, counter, repeated } = await ticketsOf(store);
    expect(results.map((_, i) => numbers.get(`t${i + 1}`))).toEqual(results);
    expect({ counter, repeated }).toEqual({ counter: 200, repeated: [] });
  });

  it.each<Theft>(['request', 'answer'])(
    'commits exactly once when the %s of a COMMIT is lost',
    async (theft) => {
      await using thief = await openCommitThief(postgres.server.address);
      await using store = await openPostgresStore(url.replace(postgres.server.address, thief.address));
      expect(await takeTicket(store, 'before')).toBe(1);
      // Like another process that starts a month later.
      await postgres.run(url, 'DELETE FROM colophon_writer');
      thief.stealNext(theft);
      const both = Promise.all([takeTicket(store, 'a'), takeTicket(store, 'b')]);
      expect(await both).toEqual([2, 3]);
      expect(await takeTicket(store, 'after')).toBe(4);
      expect(thief.stolen()).toBe(1);
      expect(store.log.lastSequence()).toBe(4);
      expect(await ticketsOf(store)).toMatchObject({ counter: 4, repeated: [], sequences: [1, 2, 3, 4] });
    },
  );

  it('reports that the database is read-only, and writes again once it is not', async () => {
    const name = new URL(url).pathname.slice(1);
    await using store = await openPostgresStore(url);
    expect(await takeTicket(store, 'a')).toBe(1);
    await postgres.run(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await postgres.endConnections(url);
    const refused = takeTicket(store, 'b');
    await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(refused).rejects.toThrow(/read-only/);
    expect((await ticketsOf(store)).counter).toBe(1);
    await postgres.run(
      url,
      'SET default_transaction_read_only = off',
      `ALTER DATABASE ${name} RESET default_transaction_read_only`,
    );
    expect(await takeTicket(store, 'b')).toBe(2);
  });

  it('is UNAVAILABLE for readers, writers and leases while the server is down, without revealing the password', async () => {
    await using thief = await openCommitThief(postgres.server.address);
    const secret = url
      .replace('postgres@', 'postgres:hunter2@')
      .replace(postgres.server.address, thief.address);
    await using store = await openPostgresStore(secret);
    await takeTicket(store, 'a');
    await thief[Symbol.asyncDispose]();
    const reading = store.reader.urns({ limit: 10 });
    await expect(reading).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(reading).rejects.toThrow(thief.address);
    const leasing = store.leases.acquire('jobs');
    await expect(leasing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const writing = takeTicket(store, 'b');
    await expect(writing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(writing).rejects.not.toThrow(/hunter2/);
  });

  it('refuses only the decision whose rows the database rejects', async () => {
    await using store = await openPostgresStore(url);
    await takeTicket(store, 'a');
    const created = { time: 1, actor: parseUrn('urn:li:corpuser:tester') };
    const entity = {
      urn: parseUrn('urn:li:tag:a'),
      created,
      systemMetadata: { lastObserved: 1, runId: 'r' },
    };
    const again = store.commit(() => ({
      writes: [{ kind: 'createEntity', entity }],
      entries: [],
      created,
      result: undefined,
    }));
    const others = [takeTicket(store, 'b'), takeTicket(store, 'c')];
    await expect(again).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await Promise.all(others)).toEqual([2, 3]);
  });

  it('refuses a urn that is too long for the table, with the reason', async () => {
    await using store = await openPostgresStore(url);
    const refused = takeTicket(store, 'x'.repeat(495));
    await expect(refused).rejects.toMatchObject({ code: 'VALIDATION' });
    await expect(refused).rejects.toThrow(/506 characters.*limit on PostgreSQL is 500/);
  });
});
