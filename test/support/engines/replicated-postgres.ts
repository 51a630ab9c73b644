import { appendFileSync } from 'node:fs';
import { startPostgres, type PostgresServer } from './postgres-database.ts';
import { postgresPrograms, spawnStandby, type SpawnedPostgres } from './spawn-postgres.ts';
import { TcpSwitch } from './tcp-switch.ts';
import { until } from '../until.ts';

/** With `synchronous`, a commit is acknowledged only once the replica has it. */
export type Replication = 'synchronous' | 'asynchronous';

/** A database with a primary and a replica, at an address that always leads to the writable one. */
export class ReplicatedPostgres implements AsyncDisposable {
  /** Connection URL of the database; stays valid after a failover. */
  readonly url: string;
  readonly #primary: PostgresServer;
  readonly #standby: SpawnedPostgres;
  readonly #way: TcpSwitch;

  private constructor(parts: {
    primary: PostgresServer;
    standby: SpawnedPostgres;
    way: TcpSwitch;
    url: string;
  }) {
    this.#primary = parts.primary;
    this.#standby = parts.standby;
    this.#way = parts.way;
    this.url = parts.url;
  }

  /** Starts both servers, with an empty database. */
  static async start(replication: Replication): Promise<ReplicatedPostgres> {
    const programs = postgresPrograms();
    if (programs === undefined) throw new Error('PostgreSQL is not installed (Debian: postgresql).');
    await using started = new AsyncDisposableStack();
    const primary = started.use(await startPostgres());
    const database = await primary.createDatabase();
    const [clients] = await primary.run(primary.url('postgres'), 'SHOW hba_file');
    appendFileSync(String(clients?.['hba_file']), 'host replication all 127.0.0.1/32 trust\n');
    await primary.run(primary.url('postgres'), 'SELECT pg_reload_conf()');
    const standby = await spawnStandby(programs, primary.server.address);
    started.defer(() => standby.end());
    const way = started.use(await TcpSwitch.open(primary.server.address));
    const url = database.replace(primary.server.address, way.address);
    const pair = new ReplicatedPostgres({ primary, standby, way, url });
    if (replication === 'synchronous') await pair.#waitForStandbyAtCommits();
    started.move();
    return pair;
  }

  /** Resolves once the replica has replayed all commits of the primary. */
  async caughtUp(): Promise<void> {
    const [end] = await this.#ask('primary', 'SELECT pg_current_wal_flush_lsn() AS lsn');
    await until('the replica has everything', async () => {
      const [row] = await this.#ask(
        'standby',
        `SELECT pg_last_wal_replay_lsn() >= '${String(end?.['lsn'])}' AS done`,
      );
      return row?.['done'] === true;
    });
  }

  /** Disconnects the replica: later commits are lost in a failover. */
  async stopReplication(): Promise<void> {
    await this.#ask('standby', "ALTER SYSTEM SET primary_conninfo = ''", 'SELECT pg_reload_conf()');
    await until(
      'the replica is cut off',
      async () => (await this.#ask('standby', 'SELECT FROM pg_stat_wal_receiver')).length === 0,
    );
  }

  /** Crashes the primary and promotes the replica at the same address. */
  async failOver(): Promise<void> {
    await this.#primary.server.crash();
    await this.#ask('standby', 'SELECT pg_promote()');
    this.#way.turnTo(this.#standby.address);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#way[Symbol.asyncDispose]();
    await this.#standby.end();
    await this.#primary[Symbol.asyncDispose]();
  }

  async #waitForStandbyAtCommits(): Promise<void> {
    await this.#ask('primary', "ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()');
    await until('commits wait for the replica', async () => {
      const replicas = await this.#ask(
        'primary',
        "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'",
      );
      return replicas.length === 1;
    });
  }

  #ask(
    server: 'primary' | 'standby',
    ...statements: readonly string[]
  ): Promise<readonly Record<string, unknown>[]> {
    const { address } = server === 'primary' ? this.#primary.server : this.#standby;
    return this.#primary.run(`postgres://postgres@${address}/postgres`, ...statements);
  }
}
