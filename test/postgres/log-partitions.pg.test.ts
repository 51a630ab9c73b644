import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LogFollower } from '../../src/effects/log-follower.ts';
import type { Commit } from '../../src/store/metadata-store.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { openPostgresTarget } from '../../src/store/postgres/transfer/transfer-target.ts';
import type { PostgresDatabases } from '../support/engines/postgres-database.ts';
import { usePostgres } from '../support/engines/use-postgres.ts';
import { takeTicket, upTo } from './counting.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'src', 'store', 'postgres', 'migrations');
/** The last version without partitions. */
const BEFORE = 4;
const MILLION = 1_000_000;
const EVERYTHING = { below: Number.MAX_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER };

let postgres: PostgresDatabases;
let url: string;
beforeAll(async () => {
  postgres = await usePostgres();
});
beforeEach(async () => {
  url = await postgres.createDatabase();
});
afterAll(() => postgres[Symbol.asyncDispose]());

/** Names and ends of the partitions. */
async function partitions(): Promise<readonly unknown[]> {
  const rows = await postgres.run(
    url,
    `SELECT c.relname || ' ' || substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO .*') AS shown
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'colophon_change_log'::regclass ORDER BY i.inhrelid`,
  );
  return rows.map(({ shown }) => shown);
}

const ZERO = "colophon_change_log_0 TO ('1000000')";
const ONE = "colophon_change_log_1000000 TO ('2000000')";
const TWO = "colophon_change_log_2000000 TO ('3000000')";

/** A connection that a test holds open. */
class Held implements AsyncDisposable {
  readonly client = new Client({ connectionString: url });

  static async open(...statements: readonly string[]): Promise<Held> {
    const held = new Held();
    await held.client.connect();
    for (const statement of statements) await held.client.query(statement);
    return held;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.client.end();
  }
}

/** A catalog of the previous version, with commits. */
async function catalogBefore(commits: number): Promise<void> {
  const files = readdirSync(MIGRATIONS).sort().slice(0, BEFORE);
  await postgres.run(
    url,
    `CREATE TABLE colophon_schema (version integer NOT NULL); INSERT INTO colophon_schema VALUES (${BEFORE})`,
    ...files.map((file) => readFileSync(join(MIGRATIONS, file), 'utf8')),
    `INSERT INTO colophon_change_log (sequence, createdon, createdby, entries)
       SELECT i, 1000 + i, 'urn:li:corpuser:a', '[["urn:li:tag:old","tagProperties"]]' FROM generate_series(1, ${commits}) i`,
    `UPDATE colophon_state SET last_sequence = ${commits}`,
  );
}

/** A process of the previous version that commits, with the statements of that version, until it is stopped. */
async function steadyWriter(): Promise<{ readonly stop: () => Promise<number> } & AsyncDisposable> {
  const { client } = await Held.open();
  const over = new AbortController();
  let last = 0;
  const commit = async (): Promise<void> => {
    await client.query('BEGIN');
    const { rows } = await client.query<{ last: string }>(
      'SELECT last_sequence AS last FROM colophon_state FOR UPDATE',
    );
    last = Number(rows[0]?.last) + 1;
    await client.query(
      `INSERT INTO colophon_change_log SELECT * FROM
       unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::uuid[])`,
      [[last], [1000], ['urn:li:corpuser:a'], ['[]'], ['7f1e6bb8-3a4e-4a6e-9f5b-0d7b3a1f0001']],
    );
    await client.query('UPDATE colophon_state SET last_sequence = $1', [last]);
    await client.query('COMMIT');
  };
  const writing = (async () => {
    while (!over.signal.aborted) await commit();
  })();
  const stop = async (): Promise<number> => {
    over.abort();
    await writing;
    return last;
  };
  return {
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await client.end();
    },
  };
}

/** A new catalog whose last commit has this number, as if all before it had been trimmed. */
async function catalogAt(sequence: number): Promise<void> {
  await (await openPostgresStore(url))[Symbol.asyncDispose]();
  await postgres.run(url, `UPDATE colophon_state SET last_sequence = ${sequence}`);
}

describe('a change log of the previous version', () => {
  it('becomes the first partition, while processes of that version and readers continue', async () => {
    await catalogBefore(30_000);
    await using writer = await steadyWriter();
    const reader = await Held.open('BEGIN', 'SELECT count(*) FROM colophon_change_log');
    const opening = Promise.all([1, 2].map(() => openPostgresStore(url)));
    const last = async (): Promise<number> =>
      Number((await postgres.run(url, 'SELECT last_sequence AS last FROM colophon_state'))[0]?.['last']);
    // The reader delays the migration, which allows writes in between.
    const then = await last();
    await expect.poll(last).toBeGreaterThan(then + 100);
    await reader.client.query('COMMIT');
    await reader[Symbol.asyncDispose]();
    const stores = await opening;
    const now = await last();
    await expect.poll(last).toBeGreaterThan(now + 20);
    const [first] = stores;
    if (first === undefined) throw new Error('No store was opened.');
    await Promise.all(upTo(20).map((i) => takeTicket(first, `t${i}`)));
    await writer.stop();
    expect(await partitions()).toEqual(["colophon_change_log_0 TO ('3000000')"]);
    const [log] = await postgres.run(
      url,
      'SELECT min(sequence), max(sequence), count(*) FROM colophon_change_log',
    );
    const end = String(await last());
    expect(log).toEqual({ min: '1', max: end, count: end });
    for (const store of stores) await store[Symbol.asyncDispose]();
  });
});

describe('partitions of the change log', () => {
  it('exist before they are needed, regardless of the writer', async () => {
    await catalogAt(MILLION / 2 - 2);
    expect(await partitions()).toEqual([ZERO]);
    await using store = await openPostgresStore(url);
    await takeTicket(store, 'a');
    expect(await partitions()).toEqual([ZERO]);
    await takeTicket(store, 'b');
    expect(await partitions()).toEqual([ZERO, ONE]);
    await postgres.run(url, `UPDATE colophon_state SET last_sequence = ${2 * MILLION - 5}`);
    expect(await partitions()).toEqual([ZERO, ONE, TWO]);
    await using other = await openPostgresStore(url);
    await using writer = await steadyWriter();
    await Promise.all(upTo(20).map((i) => takeTicket(i % 2 === 0 ? store : other, `t${i}`)));
    await writer.stop();
    await store.others.refresh();
    const after = await store.log.commitsAfter(2 * MILLION - 5, 10_000);
    const last = store.log.lastSequence();
    expect(last).toBeGreaterThan(2 * MILLION + 10);
    expect(after.map(({ sequence }) => sequence)).toEqual(
      upTo(last - 2 * MILLION + 5).map((i) => 2 * MILLION - 5 + i),
    );
  });

  it('wait while the log is locked, as long as there is room', async () => {
    await catalogAt(MILLION / 2 - 2);
    await using store = await openPostgresStore(url);
    await using analyze = await Held.open(
      'BEGIN',
      'LOCK TABLE colophon_change_log IN SHARE UPDATE EXCLUSIVE MODE',
    );
    for (const name of ['a', 'b', 'c']) await takeTicket(store, name);
    expect(await partitions()).toEqual([ZERO]);
    await analyze.client.query('COMMIT');
    await takeTicket(store, 'd');
    expect(await partitions()).toEqual([ZERO, ONE]);
  });

  it('are created for a copied log from its first commit', async () => {
    const sequences = [-2, -1, 0, 1].map((i) => 6 * MILLION + i);
    const progress = { source: 'x', table: undefined, from: undefined };
    {
      await using target = await openPostgresTarget(url);
      const rows = sequences.map((sequence) => [sequence, 1000, 'urn:li:corpuser:a', '[]']);
      await target.write('change_log', rows, progress);
      await target.finish({ catalogId: 'catalog:x', hadCommitIds: false });
    }
    expect(await partitions()).toEqual([
      ZERO,
      "colophon_change_log_5000000 TO ('6000000')",
      "colophon_change_log_6000000 TO ('7000000')",
    ]);
    await using store = await openPostgresStore(url);
    await takeTicket(store, 'next');
    const oldest = (await store.log.oldest())?.sequence ?? 0;
    const commits = await store.log.commitsAfter(oldest - 1, 10);
    expect(commits.map(({ sequence }) => sequence)).toEqual([...sequences, 6 * MILLION + 2]);
    expect(await store.trimLog({ ...EVERYTHING, below: oldest })).toBe(0);
    expect(await partitions()).not.toContain(ZERO);
  });
});

describe('trimming a change log of several partitions', () => {
  const FIRST = MILLION - 3;

  /** Commits from `FIRST` on: three in the first partition and three in the second. */
  async function filled() {
    await catalogAt(FIRST - 1);
    const store = await openPostgresStore(url);
    for (const i of upTo(6)) await takeTicket(store, `t${i}`);
    return store;
  }

  it('drops unneeded ones, and deletes rows only from the last one', async () => {
    await using store = await filled();
    const oldest = async () => (await store.log.oldest())?.sequence;
    // The audit log refers to its commits.
    expect(await store.trimLog(EVERYTHING)).toBe(0);
    await store.audit.purge({ before: 0, keep: 4 });
    expect(await store.trimLog(EVERYTHING)).toBe(0);
    await store.audit.purge({ before: 0, keep: 3 });
    expect(await store.trimLog({ ...EVERYTHING, below: MILLION - 1 })).toBe(0);
    expect(await store.trimLog({ ...EVERYTHING, before: 1000 })).toBe(0);
    expect(await oldest()).toBe(FIRST);
    expect(await store.trimLog({ ...EVERYTHING, below: MILLION })).toBe(3);
    expect([await oldest(), await partitions()]).toEqual([MILLION, [ONE]]);
    expect(await store.trimLog(EVERYTHING)).toBe(0);
    await store.audit.purge({ before: 0, keep: 0 });
    expect(await store.trimLog(EVERYTHING)).toBe(2);
    expect(await store.trimLog(EVERYTHING)).toBe(0);
    expect(await oldest()).toBe(store.log.lastSequence());
    expect(await partitions()).toEqual([ONE]);
  });

  it('keeps a partition with one young commit at any position', async () => {
    await using store = await filled();
    await store.audit.purge({ before: 0, keep: 0 });
    await postgres.run(url, `UPDATE colophon_change_log SET createdon = 2000 WHERE sequence = ${FIRST + 1}`);
    expect(await store.trimLog({ ...EVERYTHING, before: 1500 })).toBe(0);
    expect(await store.trimLog({ ...EVERYTHING, before: 2001 })).toBe(3);
  });

  it('postpones partitions that are being read, and blocks nobody', async () => {
    await using store = await filled();
    await store.audit.purge({ before: 0, keep: 0 });
    await using reader = await Held.open('BEGIN', 'SELECT FROM colophon_change_log');
    const [trimmed] = await Promise.all([store.trimLog(EVERYTHING), takeTicket(store, 'beside')]);
    expect(trimmed).toBe(0);
    await reader.client.query('COMMIT');
    expect(await store.trimLog(EVERYTHING)).toBe(3);
  });

  it('fails a slow follower that reads at the same time, which rebuilds and follows again', async () => {
    await catalogAt(MILLION - 511);
    await using store = await openPostgresStore(url);
    await using other = await openPostgresStore(url);
    await Promise.all(upTo(520).map((i) => takeTicket(store, `t${i}`)));
    while ((await store.audit.purge({ before: 0, keep: 0 })) > 0);
    const applied: number[] = [];
    const reasons: string[] = [];
    let position = MILLION - 511;
    const follower = new LogFollower(other.log, {
      alone: (task) => task(),
      position: () => position,
      apply: async (commits: readonly Commit[]) => {
        // The first page is read, and the next one is still there.
        if (applied.length === 0) expect(await store.trimLog(EVERYTHING)).toBe(510);
        applied.push(...commits.map(({ sequence }) => sequence));
        position = applied.at(-1) ?? position;
      },
      renew: (reason) => {
        reasons.push(reason);
        position = store.log.lastSequence() - 2;
        return Promise.resolve();
      },
    });
    const last = store.log.lastSequence();
    await follower.reach(last);
    expect(reasons).toEqual([expect.stringContaining(`begins with commit ${MILLION}`)]);
    expect(applied).toEqual([...upTo(500).map((i) => MILLION - 511 + i), last - 1, last]);
  });
});
