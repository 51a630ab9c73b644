import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MetadataStore } from '../../src/store/metadata-store.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { startPostgres, type PostgresServer } from '../support/engines/postgres-database.ts';
import { takeTicket } from './counting.ts';

/** Advice of the store to `doctor`: one text or none. */
async function adviceOf({ damage }: Pick<MetadataStore, 'damage'>): Promise<readonly string[]> {
  const advice = await damage.advice();
  return advice === undefined ? [] : [advice];
}

describe('opening a store in PostgreSQL', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  const messageOf = async (url: string): Promise<string> => {
    const opening = openPostgresStore(url, { connectTimeout: 0 });
    return opening.then(
      () => 'opened',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
  };

  it('creates the tables once for any number of starting processes', async () => {
    const url = await postgres.createDatabase();
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(url)));
    const versions = await postgres.run(url, 'SELECT version FROM colophon_schema');
    expect(versions).toHaveLength(1);
    for (const store of stores) await store[Symbol.asyncDispose]();
  });

  it('refuses a database of a newer version, and one that cannot store every string', async () => {
    const url = await postgres.createDatabase();
    await (await openPostgresStore(url))[Symbol.asyncDispose]();
    const newer = "INSERT INTO colophon_schema_history VALUES (99, '9.8.7+abc')";
    await postgres.run(url, 'UPDATE colophon_schema SET version = 99', newer);
    expect(await messageOf(url)).toMatch(/newer Colophon \(schema 99\).* Start Colophon 9\.8\.7\+abc, or a/);
    await postgres.run(url, 'DROP TABLE colophon_schema_history');
    expect(await messageOf(url)).toContain('Start the version that wrote it');
    await postgres.run(
      postgres.url('postgres'),
      "CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE 'C'",
    );
    expect(await messageOf(postgres.url('ascii'))).toMatch(/encoding SQL_ASCII/);
  });

  it('names host and database when it cannot open it, and never the password', async () => {
    const { address } = postgres.server;
    const failures = await Promise.all([
      messageOf(`postgres://nobody:hunter2@${address}/postgres`),
      messageOf(`postgres://postgres:hunter2@${address}/missing`),
      messageOf('postgres://postgres:hunter2@127.0.0.1:1/catalog'),
    ]);
    expect(failures[0]).toContain(
      `${address}/postgres rejected the connection (role "nobody" does not exist)`,
    );
    expect(failures[1]).toContain(`has no database ${address}/missing`);
    expect(failures[2]).toContain('127.0.0.1:1/catalog cannot be reached');
    for (const message of failures) expect(message).not.toContain('hunter2');
    for (const url of ['postgres://host', 'mysql://host/db', 'hunter2']) {
      expect(await messageOf(url)).toMatch(/^Invalid address of a PostgreSQL database/);
    }
  });

  it('names what is missing: a right, encryption, or the correct password', async () => {
    const url = await postgres.createDatabase();
    const { host, pathname } = new URL(url);
    await postgres.run(
      url,
      "CREATE ROLE guest LOGIN PASSWORD 'hunter2'",
      "CREATE ROLE locked LOGIN PASSWORD 'another'",
      'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    );
    const guest = `postgres://guest:hunter2@${host}${pathname}`;
    expect(await messageOf(guest)).toMatch(/the user lacks a privilege in .* Grant it CREATE on the schema/);

    // The first matching line counts.
    await postgres.run(
      url,
      `DO $$ BEGIN EXECUTE format(
         'COPY (SELECT line FROM regexp_split_to_table(%L, E''\n'') line) TO %L',
         E'hostnossl all guest all reject\nhost all locked all scram-sha-256\n' || pg_read_file(current_setting('hba_file')), current_setting('hba_file'));
       END $$`,
      'SELECT pg_reload_conf()',
    );
    await expect.poll(() => messageOf(guest)).toMatch(/no encryption.* add \?sslmode=require/);
    expect(await messageOf(guest)).not.toContain('hunter2');
    const wrong = await messageOf(guest.replace('guest', 'locked'));
    expect(wrong).toMatch(/rejected the user or the password. Check both in the address of the store/);
    expect(wrong).not.toContain('hunter2');
  });

  it('waits for a server that is starting, and logs that', async () => {
    const url = await postgres.createDatabase();
    const logged: string[] = [];
    const restarting = postgres.server.restart('SIGQUIT');
    await using store = await openPostgresStore(url, { log: (message) => logged.push(message) });
    await restarting;
    expect(await takeTicket(store, 'a')).toBe(1);
    const others = logged.filter((message) => !message.startsWith('Waiting for PostgreSQL at'));
    expect(others).toEqual(await adviceOf(store));
  });

  it('reports at the start and to doctor when the server has no page checksums', async () => {
    const url = await postgres.createDatabase();
    const [setting] = await postgres.run(url, 'SHOW data_checksums');
    const logged: string[] = [];
    await using store = await openPostgresStore(url, { log: (message) => logged.push(message) });
    const advice = await adviceOf(store);
    expect(advice).toEqual(
      setting?.['data_checksums'] === 'on' ? [] : [expect.stringContaining('pg_checksums --enable')],
    );
    expect(logged).toEqual(advice);
  });

  it('opens for reading while the database is read-only', async () => {
    const url = await postgres.createDatabase();
    const before = await openPostgresStore(url);
    await takeTicket(before, 'a');
    await before[Symbol.asyncDispose]();
    const name = new URL(url).pathname.slice(1);
    await postgres.run(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await using store = await openPostgresStore(url);
    expect(store.log.lastSequence()).toBe(1);
    await expect(takeTicket(store, 'b')).rejects.toThrow(/read-only/);
  });
});
