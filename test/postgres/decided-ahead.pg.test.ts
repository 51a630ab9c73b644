import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { until } from '../support/until.ts';
import { takeTicket, ticketsOf, upTo } from './counting.ts';
import { connectionsWait, holdRows } from './held-rows.ts';

describe('decisions made while the group before them is written', () => {
  let postgres: PostgresDatabases;
  let url: string;
  beforeAll(async () => {
    postgres = await usePostgres();
  });
  beforeEach(async () => {
    url = await postgres.createDatabase();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  /** Keeps the next write of the counter from ending until the client commits. */
  function holdCounter(): Promise<Client> {
    const counter = `SELECT 1 FROM metadata_aspect_v2 WHERE urn = 'urn:li:tag:counter' AND version = 0`;
    return holdRows(url, counter);
  }

  function waiting(count: number): Promise<void> {
    return connectionsWait(postgres, { url, count });
  }

  it('see its writes, and hold when nobody else commits', async () => {
    await using store = await openPostgresStore(url);
    await takeTicket(store, 't1');
    const held = await holdCounter();
    const second = takeTicket(store, 't2');
    await waiting(1);
    let decided = 0;
    const third = takeTicket(store, 't3', () => decided++);
    await until('the third is decided', () => Promise.resolve(decided === 2));
    await held.query('COMMIT');
    await held.end();
    expect(await Promise.all([second, third])).toEqual([2, 3]);
    expect(decided).toBe(2);
    expect((await ticketsOf(store)).sequences).toEqual(upTo(3));
  });

  it('are repeated when another process commits in between', async () => {
    await using store = await openPostgresStore(url);
    await takeTicket(store, 't1');
    const held = await holdCounter();
    const second = takeTicket(store, 't2');
    await waiting(1);
    let decided = 0;
    const third = takeTicket(store, 't3', () => decided++);
    await until('the third is decided', () => Promise.resolve(decided === 2));
    // The next commit of another process: locks of the table are granted in the order of the requests.
    const between = postgres.run(
      url,
      'BEGIN',
      'LOCK TABLE colophon_state IN EXCLUSIVE MODE',
      `UPDATE metadata_aspect_v2 SET metadata = '{"n":10}' WHERE urn = 'urn:li:tag:counter' AND version = 0`,
      'UPDATE colophon_state SET last_commit = gen_random_uuid()',
      'COMMIT',
    );
    await waiting(2);
    await held.query('COMMIT');
    await held.end();
    await between;
    expect(await Promise.all([second, third])).toEqual([2, 11]);
    expect(decided).toBeGreaterThan(2);
    expect((await ticketsOf(store)).counter).toBe(11);
  });

  it('are repeated when the group before them failed', async () => {
    await using store = await openPostgresStore(url);
    await takeTicket(store, 't1');
    const held = await holdCounter();
    const refused = expect(takeTicket(store, 't2')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await waiting(1);
    let decided = 0;
    const third = takeTicket(store, 't3', () => decided++);
    await until('the third is decided', () => Promise.resolve(decided === 2));
    await postgres.run(
      url,
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    await refused;
    await held.query('COMMIT');
    await held.end();
    expect(await third).toBe(2);
    expect((await ticketsOf(store)).counter).toBe(2);
  });
});
